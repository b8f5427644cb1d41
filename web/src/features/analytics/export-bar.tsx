/** Which file of the figures is wanted, and getting it. */
import type { ExportFormat, ExportType } from '@larder/contracts/sales/exports.js';
import { DownloadOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useId } from 'react';
import { useMaySee } from '../../lib/session/session-api.js';
import { useDownload } from '../../lib/files/use-download.js';
import { DownloadProgress } from '../../ui/download-progress.js';
import { FailureBox } from '../../ui/failure-box.js';
import { formatLabels, rangeOf, reportOf, typeLabels, type AnalyticsFilters } from './analytics-filters.js';

const typeOptions = Object.entries<string>(typeLabels).map(([value, label]) => ({ value: value as ExportType, label }));
const withoutPayouts = typeOptions.filter(({ value }) => value !== 'payouts');
const formatOptions = Object.entries<string>(formatLabels).map(([value, label]) => ({ value: value as ExportFormat, label }));

export function ExportBar({ filters, onFilters }: { filters: AnalyticsFilters; onFilters(filters: AnalyticsFilters): void }) {
  const id = useId();
  const download = useDownload();
  const seesPayouts = useMaySee('billing.view');
  const { exportType: type, exportFormat: format, groupBy } = filters;
  const failed = `Failed to export ${type} data as ${formatLabels[format]}`;
  const start = () => void download.start({ url: '/admin/sales/export', query: { ...rangeOf(filters), groupBy, type, format, ...(type === 'report' && { ...reportOf(filters), columns: filters.columns.join() }) } });
  return (
    <div className="stack no-print">
      <div className="filter-bar">
        <label htmlFor={`${id}t`}>Export Type<Select<ExportType> id={`${id}t`} value={type} options={seesPayouts ? typeOptions : withoutPayouts} onChange={(exportType) => onFilters({ ...filters, exportType })} /></label>
        <label htmlFor={`${id}f`}>Format<Select<ExportFormat> id={`${id}f`} value={format} options={formatOptions} onChange={(chosen) => onFilters({ ...filters, exportFormat: chosen })} /></label>
        <Button icon={<DownloadOutlined />} loading={download.busy} onClick={start}>Export {typeLabels[type]} as {formatLabels[format]}</Button>
      </div>
      {type === 'stock' && <p className="quiet">What was in the machines when the last of these days ended, or is now where that is today: slot by slot, with what is missing and what it is worth at cost and at price.</p>}
      {type === 'report' && <p className="quiet">What is chosen under View, Custom Report: its rows and columns.</p>}
      {format === 'pdf' && <p className="quiet">Names in Hebrew, Arabic or East Asian letters are printed with question marks; the other formats hold them whole.</p>}
      <DownloadProgress download={download} />
      {download.failure && <FailureBox text={failed} error={download.failure} onDismiss={download.dismiss} />}
    </div>
  );
}
