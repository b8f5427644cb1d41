/** Machines by revenue, and what each house comes to: a sale is of the house where its machine stood. */
import type { MachinePerformance } from '@larder/contracts/sales/analytics.js';
import type { TableColumnsType } from 'antd';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { Blank } from '../../ui/blank.js';
import { FiguresTable } from '../../ui/figures-table.js';
import { useMachinePerformanceQuery } from './analytics-api.js';
import type { Range } from './analytics-filters.js';
import { AnswerSection, useHasFeature } from './answer-section.js';
import { costOf } from './figures.js';
import { alsoAt, housesOf, movedIn, withLosses, type Alone, type House } from './houses.js';

type Places = MachinePerformance['places'];

const figureColumns = <T extends Omit<House, 'key' | 'address' | 'machines'>>(currency: string): TableColumnsType<T> => [
  { title: 'Revenue', key: 'revenue', align: 'right', className: 'figures', render: (_, row) => formatAmount(row.totalRevenue, currency) },
  { title: 'Transactions', key: 'transactions', align: 'right', className: 'figures', render: (_, row) => formatNumber(row.totalTransactions) },
  { title: 'Avg Transaction', key: 'average', align: 'right', className: 'figures', render: (_, row) => formatAmount(row.avgTransactionValue, currency) },
  { title: 'Items Sold', key: 'items', align: 'right', className: 'figures', render: (_, row) => formatNumber(row.totalQuantity) },
  { title: 'Lost At Cost', key: 'lost', align: 'right', className: 'figures', render: (_, { lost }) => (lost ? <span className="two-lines">{costOf(lost, currency)}{lost.price !== 0 && <small>{formatAmount(lost.price, currency)} at price</small>}</span> : '—') },
];
const columnsFor = (currency: string, places: Places): TableColumnsType<Alone> => [
  { title: 'Machine', key: 'machine', render: (_, row) => <span className="two-lines"><Link to={paths.machine(row.machineId)}>{row.name}</Link><small>{row.machineId}</small><small>{row.address}</small>{alsoAt(row, places).map((address) => <small key={address}>Also at {address}</small>)}</span> },
  ...figureColumns<Alone>(currency),
];
const houseColumns = (currency: string): TableColumnsType<House> => [
  { title: 'House', key: 'house', render: (_, { address, machines }) => <span className="two-lines">{address}{machines.map((machine) => <small key={machine}>{machine}</small>)}</span> },
  ...figureColumns<House>(currency),
];

export function Machines({ range }: { range: Range }) {
  const isInPlan = useHasFeature('advanced_analytics');
  const answer = useMachinePerformanceQuery(range, { ...usePolling(), skip: isInPlan === false });
  return (
    <AnswerSection<MachinePerformance> title="Machine Performance" isInPlan={isInPlan} answer={answer}>
      {({ machines, places, currency }) => (places.length === 0 ? <Blank title="No machine data available" />
        : (
          <div className="stack">
            <FiguresTable<Alone> label="Machine performance" pageSize={20} rowKey="machineId" columns={columnsFor(currency, places)} dataSource={withLosses({ machines, places })} />
            <Houses places={places} currency={currency} />
          </div>
        ))}
    </AnswerSection>
  );
}

/** Nothing where each machine is a house, and was all the time. */
function Houses({ places, currency }: { places: Places; currency: string }) {
  const houses = housesOf(places);
  const hasMoved = movedIn(places).size > 0;
  if (!hasMoved && houses.every(({ machines }) => machines.length === 1)) return null;
  return (
    <>
      <h3>Each House</h3>
      <FiguresTable<House> label="Each house" pageSize={20} rowKey="key" columns={houseColumns(currency)} dataSource={houses} />
      {hasMoved && <p className="quiet">A sale counts for the house where its machine stood when it was made, what is given back for the house of its sale, and a loss for the house where its machine stood then. On the day of a move a machine is in both. Is one house here twice because its address was wrongly written? Edit the machine: save the wrong address once more, then the right one, and say that it has not moved.</p>}
    </>
  );
}
