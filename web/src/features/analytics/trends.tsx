/** Each period against the one before, the newest first. */
import type { Grouping, SalesTrends } from '@larder/contracts/sales/analytics.js';
import type { TableColumnsType } from 'antd';
import { formatNumber } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { Blank } from '../../ui/blank.js';
import { FiguresTable } from '../../ui/figures-table.js';
import { useTrendsQuery } from './analytics-api.js';
import type { Range } from './analytics-filters.js';
import { AnswerSection, useHasFeature } from './answer-section.js';
import { formatPercent, growth, periodLabel } from './figures.js';

type Row = SalesTrends['trends'][number];

function Growth({ percent }: { percent: number | null }) {
  const { direction, text } = growth(percent);
  return <span className={`trend ${direction}`}>{text}</span>;
}

const columnsFor = (groupBy: Grouping, currency: string): TableColumnsType<Row> => [
  { title: 'Period', key: 'period', render: (_, row) => periodLabel(row, groupBy) },
  { title: 'Revenue', key: 'revenue', align: 'right', className: 'figures', render: (_, row) => formatAmount(row.revenue, currency) },
  { title: 'Growth', key: 'growth', align: 'right', render: (_, row) => <Growth percent={row.revenueGrowth} /> },
  { title: 'Profit', key: 'profit', align: 'right', className: 'figures', render: (_, row) => formatAmount(row.profit, currency) },
  { title: 'Margin', key: 'margin', align: 'right', className: 'figures', render: (_, row) => formatPercent(row.profitMargin) },
  { title: 'Transactions', key: 'transactions', align: 'right', className: 'figures', render: (_, row) => formatNumber(row.transactions) },
];

export function Trends({ asked }: { asked: Range & { groupBy: Grouping } }) {
  const isInPlan = useHasFeature('advanced_analytics');
  const answer = useTrendsQuery(asked, { ...usePolling(), skip: isInPlan === false });
  return (
    <AnswerSection<SalesTrends> title="Trends" isInPlan={isInPlan} answer={answer}>
      {({ trends, groupBy, currency }) => (trends.every(({ transactions, revenue }) => transactions === 0 && revenue === 0) ? <Blank title="No trend data available for this period" /> : (
        <>
          <FiguresTable<Row> label="Trends" pageSize={31} rowKey="startDate" columns={columnsFor(groupBy, currency)} dataSource={[...trends].reverse()} />
          <p className="quiet" style={{ marginTop: 12 }}>Growth compares with the same days one {groupBy} earlier; — where nothing was sold then.</p>
        </>
      ))}
    </AnswerSection>
  );
}
