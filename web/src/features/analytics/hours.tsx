/** When guests buy: purchases by hour of the day and day of the week. */
import type { SalesHours } from '@larder/contracts/sales/analytics.js';
import type { TableColumnsType } from 'antd';
import { formatDays, formatNumber, plural } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { Blank } from '../../ui/blank.js';
import { FiguresTable } from '../../ui/figures-table.js';
import { useHoursQuery } from './analytics-api.js';
import type { Range } from './analytics-filters.js';
import { AnswerSection, useHasFeature } from './answer-section.js';
import { hourLabel } from './figures.js';

type Row = SalesHours['hours'][number];

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** So much of the colour at the busiest hour: figures stay readable on it. */
const DEEPEST = 0.45;

function columnsFor({ hours, currency }: SalesHours): TableColumnsType<Row> {
  const most = Math.max(1, ...hours.flatMap(({ weekdays }) => weekdays));
  const shade = (count: number) => ({ style: { background: `rgba(31, 90, 71, ${((count / most) * DEEPEST).toFixed(2)})` } });
  return [
    { title: 'Hour', key: 'hour', render: (_, row) => hourLabel(row.hour) },
    ...WEEKDAYS.map((title, at): TableColumnsType<Row>[number] => ({ title, key: title, align: 'right', className: 'figures', onCell: ({ weekdays }) => shade(weekdays[at] ?? 0), render: (_, { weekdays }) => formatNumber(weekdays[at] ?? 0) })),
    { title: 'Transactions', key: 'transactions', align: 'right', className: 'figures', render: (_, row) => formatNumber(row.transactions) },
    { title: 'Sold', key: 'sold', align: 'right', className: 'figures', render: (_, row) => formatAmount(row.sold, currency) },
  ];
}

export function Hours({ range }: { range: Range }) {
  const isInPlan = useHasFeature('advanced_analytics');
  const answer = useHoursQuery(range, { ...usePolling(), skip: isInPlan === false });
  return (
    <AnswerSection<SalesHours> title="Peak Hours" isInPlan={isInPlan} answer={answer}>
      {(data) => (data.hours.every(({ transactions }) => transactions === 0) ? <Blank title="No time of day is known for this period">{data.untimed > 0 && `Of ${plural(data.untimed, 'transaction')} only the day is known.`}</Blank> : (
        <div className="stack">
          <FiguresTable<Row> label="Peak hours" size="small" rowKey="hour" columns={columnsFor(data)} dataSource={data.hours} />
          <p className="quiet">Transactions of {formatDays(data.startDate, data.endDate)}, each by the clock of its machine; what was refunded later is not taken off.{data.untimed > 0 && ` Without ${plural(data.untimed, 'transaction')} of which only the day is known.`}</p>
        </div>
      ))}
    </AnswerSection>
  );
}
