/** The sales of the current filter as a CSV file. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMaySee } from '../../lib/session/session-api.js';
import type { Download } from '../../lib/use-download.js';
import { DownloadProgress } from '../../ui/download-progress.js';
import { FailureBox } from '../../ui/failure-box.js';
import { exportQuery, type SalesFilters } from './sales-filters.js';

export function ExportButton({ filters, download }: { filters: SalesFilters; download: Download }) {
  const may = useMaySee('analytics.export');
  if (!may) return null;
  return <Button icon={<DownloadOutlined />} loading={download.busy} onClick={() => void download.start({ url: '/admin/sales/export', query: exportQuery(filters) })}>Export Data</Button>;
}

export const ExportState = ({ download }: { download: Download }) => (
  <>
    <DownloadProgress download={download} />
    {download.failure && <FailureBox text="Failed to export sales data as CSV" error={download.failure} onDismiss={download.dismiss} />}
  </>
);
