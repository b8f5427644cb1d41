/** What an import did, or would do. */
import { formatCents } from '@larder/contracts/money.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Table, type TableColumnsType } from 'antd';
import { formatNumber, plural } from '../../lib/format.js';
import { StatCard, StatCards } from '../../ui/stat-card.js';
import { saveQuarantine } from './quarantine-file.js';

type Machine = ImportReport['machines'][number];
type Row = ImportReport['quarantine'][number];

const columnsIn = (currency: string | undefined): TableColumnsType<Machine> => [
  { title: 'Machine', key: 'name', render: (_, machine) => <span className="two-lines"><span>{machine.name} {machine.added && <span className="pill info">New</span>}</span><small>{machine.machineId}{machine.knownAs && <>, known here as <bdi>{machine.knownAs}</bdi></>}</small></span> },
  { title: 'Lines', key: 'lines', align: 'right', className: 'figures', render: (_, machine) => formatNumber(machine.lines) },
  { title: 'Total', key: 'total', align: 'right', className: 'figures', render: (_, machine) => formatCents(machine.totalCents, currency) },
];
const rowColumns: TableColumnsType<Row> = [
  { title: 'Line', key: 'line', render: (_, row) => formatNumber(row.line) },
  { title: 'Reason', dataIndex: 'reason' },
];

export function ImportSummary({ report }: { report: ImportReport }) {
  const would = report.dryRun ? 'would be ' : '';
  const added = [report.machinesAdded && plural(report.machinesAdded, 'machine'), report.productsAdded && plural(report.productsAdded, 'product')].filter(Boolean);
  return (
    <div className="import-summary">
      <StatCards>
        <StatCard title="New purchases" value={formatNumber(report.sales)} detail={formatCents(report.totalCents, report.currency)} />
        <StatCard title="Already known" value={formatNumber(report.known)} />
        <StatCard title="Quarantined" value={formatNumber(report.quarantine.length)} detail={`of ${plural(report.rows, 'line')}`} />
      </StatCards>
      {added.length > 0 && <p>{added.join(' and ')} {would}added.</p>}
      {report.warnings.length > 0 && <Alert type="warning" showIcon title={<ul className="scrolling" tabIndex={0} aria-label="Added beside the same name">{report.warnings.map((warning) => <li key={warning}>{warning}</li>)}</ul>} />}
      <Table<Machine> rowKey="machineId" size="small" columns={columnsIn(report.currency)} dataSource={report.machines} pagination={false} scroll={{ y: 290 }} />
      {report.quarantine.length > 0 && <Quarantine report={report} />}
    </div>
  );
}

function Quarantine({ report }: { report: ImportReport }) {
  return (
    <section aria-label="Quarantine">
      <div className="section-head">
        <h2>Quarantine</h2>
        <Button size="small" icon={<DownloadOutlined />} onClick={() => saveQuarantine(report)}>Download CSV</Button>
      </div>
      <p className="quiet">These lines {report.dryRun ? 'would not be' : 'were not'} imported. Everything else is not affected by them.</p>
      <Table<Row> rowKey="line" size="small" columns={rowColumns} dataSource={report.quarantine} pagination={false} scroll={{ y: 160 }} virtual={report.quarantine.length > 200} />
    </section>
  );
}
