/** The sales of the current filter as a file: CSV, or a workbook, where a spreadsheet takes no SKU for a number. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useMaySee } from '../../lib/session/session-api.js';
import { useDownload, type Download } from '../../lib/files/use-download.js';
import { DownloadProgress } from '../../ui/download-progress.js';
import { FailureBox } from '../../ui/failure-box.js';
import { exportQuery, type SalesFilters } from './sales-filters.js';

type Format = 'csv' | 'xlsx';
export interface SalesExport {
  download: Download;
  /** Asked for last. */
  format: Format;
  start(filters: SalesFilters, format: Format): void;
}

export function useSalesExport(): SalesExport {
  const download = useDownload();
  const [format, setFormat] = useState<Format>('csv');
  const start = (filters: SalesFilters, next: Format) => {
    setFormat(next);
    void download.start({ url: '/admin/sales/export', query: exportQuery(filters, next) });
  };
  return { download, format, start };
}

export function ExportButtons({ filters, of: { download: { busy }, format, start } }: { filters: SalesFilters; of: SalesExport }) {
  const may = useMaySee('analytics.export');
  if (!may) return null;
  return (
    <>
      <Button icon={<DownloadOutlined />} loading={busy && format === 'csv'} onClick={() => start(filters, 'csv')}>Export Data</Button>
      <Button aria-label="Export as Excel" icon={<DownloadOutlined />} loading={busy && format === 'xlsx'} onClick={() => start(filters, 'xlsx')}>Excel</Button>
    </>
  );
}

export const ExportState = ({ of: { download, format } }: { of: SalesExport }) => (
  <>
    <DownloadProgress download={download} />
    {download.failure && <FailureBox text={`Failed to export sales data as ${format === 'csv' ? 'CSV' : 'Excel'}`} error={download.failure} onDismiss={download.dismiss} />}
  </>
);
