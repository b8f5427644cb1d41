/** What was sold, given back and is tax at each rate: what a tax return asks for. */
import type { TaxRates } from '@larder/contracts/sales/analytics.js';
import { Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router';
import { formatDays, formatNumber } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { Blank } from '../../ui/blank.js';
import { FiguresTable } from '../../ui/figures-table.js';
import { useTaxRatesQuery } from './analytics-api.js';
import type { Range } from './analytics-filters.js';
import { AnswerSection } from './answer-section.js';

type AtRate = TaxRates['rates'][number];
type MachineAtRate = TaxRates['machines'][number];

const rateText = (rate: number | null) => (rate === null ? 'Not known' : `${rate}%`);
const known = (amount: number | null, currency: string) => (amount === null ? '—' : formatAmount(amount, currency));
const figure = { align: 'right', className: 'figures' } as const;

const figureColumns = (currency: string): TableColumnsType<AtRate> => [
  { ...figure, title: 'Sold', key: 'sold', render: (_, row) => formatAmount(row.sold, currency) },
  { ...figure, title: 'Refunded', key: 'refunded', render: (_, row) => formatAmount(-row.refunded || 0, currency) },
  { ...figure, title: 'Revenue', key: 'revenue', render: (_, row) => formatAmount(row.revenue, currency) },
  { ...figure, title: 'Tax', key: 'tax', render: (_, row) => known(row.tax, currency) },
  { ...figure, title: 'Net', key: 'net', render: (_, row) => known(row.net, currency) },
  { ...figure, title: 'Transactions', key: 'transactions', render: (_, row) => formatNumber(row.transactions) },
];
const rateColumns = (currency: string): TableColumnsType<AtRate> => [{ title: 'Tax Rate', key: 'rate', render: (_, row) => rateText(row.rate) }, ...figureColumns(currency)];
const machineColumns = (currency: string): TableColumnsType<MachineAtRate> => [
  { title: 'Machine', key: 'machine', render: (_, row) => <span className="two-lines"><Link to={paths.machine(row.machineId)}>{row.name}</Link><small>{row.machineId}</small><small>{row.address}</small></span> },
  ...rateColumns(currency) as TableColumnsType<MachineAtRate>,
];

export function Taxes({ range }: { range: Range }) {
  return (
    <AnswerSection<TaxRates> title="Tax Rates" answer={useTaxRatesQuery(range, usePolling())}>
      {({ rates, machines, currency, startDate, endDate }) => (rates.length === 0 ? <Blank title="No tax data available for this period" /> : (
        <div className="stack">
          <FiguresTable<AtRate> label="Tax rates" rowKey={({ rate }) => String(rate)} columns={rateColumns(currency)} dataSource={rates} summary={() => rates.length > 1 && <Total rates={rates} currency={currency} />} />
          <p className="quiet">{formatDays(startDate, endDate)}, each day by the machines' own clocks; refunds count on the day they were given. Tax is that of each purchase, added up; a purchase of goods at two rates counts at both.{rates.some(({ rate }) => rate === null) && ' Not known: sold by another system, or before tax was kept.'}</p>
          <h3>Each Machine</h3>
          <FiguresTable<MachineAtRate> label="Tax rates of each machine" pageSize={20} rowKey={({ machineId, rate }) => `${machineId} ${rate}`} columns={machineColumns(currency)} dataSource={machines} />
        </div>
      ))}
    </AnswerSection>
  );
}

function Total({ rates, currency }: { rates: AtRate[]; currency: string }) {
  const total = (of: (row: AtRate) => number | null): number => rates.reduce((cents, row) => cents + Math.round((of(row) ?? 0) * 100), 0) / 100;
  const amounts = [total((row) => row.sold), total((row) => -row.refunded), total((row) => row.revenue), total((row) => row.tax), total((row) => row.net)].map((amount) => formatAmount(amount || 0, currency));
  return (
    <Table.Summary.Row>
      {['Total', ...amounts, ''].map((text, at) => <Table.Summary.Cell key={at} index={at} align={at === 0 ? 'left' : 'right'}><strong className="figures">{text}</strong></Table.Summary.Cell>)}
    </Table.Summary.Row>
  );
}
