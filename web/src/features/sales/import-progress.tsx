/** How far an import has come. */
import type { ImportReport } from '@larder/contracts/sales.js';
import { Progress } from 'antd';
import { formatNumber } from '../../lib/format.js';

export function ImportProgress({ dryRun, report }: { dryRun: boolean; report?: ImportReport }) {
  const percent = report && report.rows > 0 ? Math.floor((report.doneRows / report.rows) * 100) : 0;
  return (
    <div className="import-progress" role="status">
      <p>{dryRun ? 'Checking the file...' : 'Importing...'}</p>
      <Progress percent={percent} status="active" aria-label={dryRun ? 'Checked' : 'Imported'} />
      {report && <p className="quiet">{formatNumber(report.doneRows)} of {formatNumber(report.rows)} lines</p>}
    </div>
  );
}
