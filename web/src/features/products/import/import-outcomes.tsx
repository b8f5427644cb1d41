/** What an import did, or would do, row by row. */
import type { ImportedRow, ProductImportReport } from '@larder/contracts/product-files.js';
import { Table, type TableColumnsType } from 'antd';
import { formatNumber, plural } from '../../../lib/format.js';
import { StatCard, StatCards } from '../../../ui/stat-card.js';
import { fieldLabels } from '../field-words.js';
import { inCurrency } from '../money.js';
import { useCurrency } from '../use-currency.js';

const tones: Record<ImportedRow['outcome'], string> = { new: 'good', changed: 'info', same: 'plain', refused: 'high' };
const labels: Record<ImportedRow['outcome'], string> = { new: 'New', changed: 'Changed', same: 'Unchanged', refused: 'Refused' };

const columns: TableColumnsType<ImportedRow> = [
  { title: 'Line', key: 'line', width: 72, className: 'figures', render: (_, row) => formatNumber(row.line) },
  { title: 'Product', key: 'product', render: (_, row) => <span className="two-lines">{row.name || '—'}<small>{row.sku || 'No SKU'}</small></span> },
  { title: 'Outcome', key: 'outcome', render: (_, row) => <span className="import-outcome"><span className={`pill ${tones[row.outcome]}`}>{labels[row.outcome]}</span> {row.reason ? <Reason text={row.reason} /> : row.fields?.map((field) => fieldLabels[field]).join(', ')}</span> },
];

const Reason = ({ text }: { text: string }) => inCurrency(text, useCurrency());

export function ImportOutcomes({ report }: { report: ProductImportReport }) {
  return (
    <div className="import-summary">
      <StatCards>
        <StatCard title="New" value={formatNumber(report.added)} />
        <StatCard title="Changed" value={formatNumber(report.changed)} />
        <StatCard title="Unchanged" value={formatNumber(report.same)} />
        <StatCard title="Refused" value={formatNumber(report.refused)} detail={`of ${plural(report.rows, 'row')}`} />
      </StatCards>
      {report.refused > 0 && <p className="quiet">Refused rows {report.dryRun ? 'would not be' : 'were not'} imported. Everything else is not affected by them.</p>}
      {report.outcomes.length > 0 && <Table<ImportedRow> rowKey="line" size="small" columns={columns} dataSource={report.outcomes} pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }} scroll={{ y: 300 }} />}
    </div>
  );
}
