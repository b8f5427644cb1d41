/** What was lost: by product, machine and period, and what is left of the profit without it. */
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import type { TableColumnsType } from 'antd';
import { Link } from 'react-router';
import { formatDays, formatNumber, plural } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { Blank } from '../../ui/blank.js';
import { FiguresTable } from '../../ui/figures-table.js';
import { useLossesQuery } from './analytics-api.js';
import type { Range } from './analytics-filters.js';
import { AnswerSection } from './answer-section.js';
import { costOf, formatPercent, periodLabel } from './figures.js';

type Period = SalesLosses['periods'][number];
type Product = SalesLosses['products'][number];
type Machine = SalesLosses['machines'][number];
type Total = Pick<SalesLosses, 'total' | 'profit' | 'currency' | 'startDate' | 'endDate'>;

const figure = { align: 'right', className: 'figures' } as const;
const KINDS = [['Expired', 'expired'], ['Damaged', 'damaged'], ['Stolen', 'stolen'], ['Missing', 'missing'], ['Outside Visits', 'outside'], ['Not Paid', 'unpaid']] as const;

const lostColumns = <T extends Omit<Period, 'period' | 'startDate' | 'endDate'>>(currency: string): TableColumnsType<T> => [
  { ...figure, title: 'Lost', key: 'units', render: (_, row) => formatNumber(row.units) },
  { ...figure, title: 'At Cost', key: 'cost', render: (_, row) => costOf(row, currency) },
  { ...figure, title: 'At Price', key: 'price', render: (_, row) => formatAmount(row.price, currency) },
  ...KINDS.map(([title, kind]) => ({ ...figure, title, key: kind, render: (_: unknown, row: T) => formatNumber(row[kind]) })),
];
const soldColumns = <T extends Pick<Product, 'sold' | 'share'>>(): TableColumnsType<T> => [
  { ...figure, title: 'Sold', key: 'sold', render: (_, row) => formatNumber(row.sold) },
  { ...figure, title: 'Share Lost', key: 'share', render: (_, row) => formatPercent(row.share) },
];
const productColumns = (currency: string): TableColumnsType<Product> => [
  { title: 'Product', key: 'name', render: (_, row) => <span className="two-lines">{row.name}<small>{[row.sku, row.category].filter(Boolean).join(' · ')}</small></span> },
  ...lostColumns<Product>(currency), ...soldColumns<Product>(),
];
const machineColumns = (currency: string): TableColumnsType<Machine> => [
  { title: 'Machine', key: 'machine', render: (_, row) => <span className="two-lines"><Link to={paths.machine(row.machineId)}>{row.name}</Link><small>{row.machineId}</small><small>{row.address}</small></span> },
  ...lostColumns<Machine>(currency), ...soldColumns<Machine>(),
];

export function Losses({ asked }: { asked: Range & Pick<SalesLosses, 'groupBy'> }) {
  return (
    <AnswerSection<SalesLosses> title="Losses" answer={useLossesQuery(asked, usePolling())}>
      {({ products, machines, periods, groupBy, ...total }) => (products.length === 0 ? <Blank title="No losses are recorded for this period">What expired, is damaged or gone is recorded while a machine is restocked, or under More at its slot.</Blank> : (
        <div className="stack">
          <Sum {...total} />
          <FiguresTable<Product> label="Losses of each product" pageSize={20} rowKey="productId" columns={productColumns(total.currency)} dataSource={products} />
          <p className="quiet">{formatDays(total.startDate, total.endDate)}, each day by the machines' own clocks; at what the goods cost and sold for then, tax included. Missing: a count found fewer than the books had. Outside visits: the machine saw them leave while it served nobody, or told of it after the visit had ended. Not paid: guests took them and have not paid since, as your alerts say; who pays later takes that off again, and where a hold brought a part it is the rest of the money alone.</p>
          <h3>Each Machine</h3>
          <FiguresTable<Machine> label="Losses of each machine" pageSize={20} rowKey="machineId" columns={machineColumns(total.currency)} dataSource={machines} />
          <h3>Each {PERIODS[groupBy]}</h3>
          <FiguresTable<Period> label={`Losses of each ${groupBy}`} pageSize={31} rowKey="startDate" columns={[{ title: 'Period', key: 'period', render: (_, row) => periodLabel(row, groupBy) }, ...lostColumns<Period>(total.currency)]} dataSource={periods} />
        </div>
      ))}
    </AnswerSection>
  );
}

const PERIODS: Record<SalesLosses['groupBy'], string> = { day: 'Day', week: 'Week', month: 'Month' };

function Sum({ total, profit, currency }: Total) {
  const money = (amount: number) => formatAmount(amount, currency);
  return (
    <p>
      <strong>{plural(total.units, 'unit')} lost, {money(total.cost)} at cost and {money(total.price)} at price.</strong> Total Profit counts what was sold, without losses: less these at cost, {money(profit)} becomes {money(Math.round((profit - total.cost) * 100) / 100)}.
      {total.unitsWithoutCost > 0 && ` The cost of ${plural(total.unitsWithoutCost, 'unit')} is not known and counts as nothing.`}
      {total.found > 0 && ` Counts found ${plural(total.found, 'unit')} more than the books had: not taken off, as much of that was filled and not entered.`}
    </p>
  );
}
