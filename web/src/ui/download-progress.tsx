/** How far a download has come, and how to call it off. */
import { Button, Progress } from 'antd';
import { formatNumber } from '../lib/format.js';
import type { Download } from '../lib/files/use-download.js';

export function DownloadProgress({ download: { busy, progress, cancel } }: { download: Download }) {
  if (!busy) return null;
  const { records, lines = 0, bytes = 0 } = progress ?? {};
  const isCounted = records !== undefined && lines > 0;
  return (
    <div className="download" role="status">
      <span>{isCounted ? `Exporting... ${formatNumber(Math.min(lines, records))} of ${formatNumber(records)}` : bytes > 0 ? `Exporting... ${formatNumber(Math.ceil(bytes / 1024))} kB` : 'Exporting...'}</span>
      {isCounted && records > 0 && <Progress percent={Math.min(100, Math.floor((lines / records) * 100))} size="small" aria-label="Exported" />}
      <Button size="small" onClick={cancel}>Cancel</Button>
    </div>
  );
}
