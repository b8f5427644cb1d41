/** The figures at the top of the dashboard. */
import type { Dashboard } from '@larder/contracts/gateway.js';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { formatNumber, plural } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { paths } from '../../lib/paths.js';
import { StatCard, StatCards } from '../../ui/stat-card.js';
import { alertsTrend, growthTrend, machinesTrend } from './trends.js';

interface Props {
  dashboard: Dashboard;
  /** What the period is called. */
  period: string;
  showTrends: boolean;
  /** False when looking back: alerts are kept as they are now. */
  isNow: boolean;
}

/** Which machines sell nothing, and the way to them: the grid below shows those that were heard of last. */
function Missing({ machines: { offline, maintenance }, isNow }: { machines: Dashboard['machines']; isNow: boolean }) {
  const parts = [['offline', offline, 'offline'], ['maintenance', maintenance, 'in maintenance']] as const;
  return parts.filter(([status, count]) => count > 0 || (status === 'offline' && maintenance === 0)).map(([status, count, text], at) => {
    const said = `${formatNumber(count)} ${text}`;
    return <Fragment key={status}>{at > 0 && ', '}{count > 0 && isNow ? <Link to={paths.machinesOf(status)}>{said}</Link> : said}</Fragment>;
  });
}

export function SummaryCards({ dashboard: { today, machines, alerts, sales }, period, showTrends, isNow }: Props) {
  const { previous, currency } = sales;
  return (
    <StatCards>
      <StatCard title="Today's Revenue" value={formatAmount(today.revenue, currency)} detail={plural(today.transactions, 'transaction')} />
      <StatCard
        title={`Revenue · ${period}`}
        value={formatAmount(sales.revenue, currency)}
        detail={plural(sales.transactions, 'transaction')}
        {...(previous && { trend: growthTrend(sales.revenue, previous.revenue) })}
      />
      <StatCard
        title="Machines Online"
        value={`${formatNumber(machines.online)} / ${formatNumber(machines.total)}`}
        detail={<Missing machines={machines} isNow={isNow} />}
        {...(showTrends && { trend: machinesTrend(machines.online, machines.total) })}
      />
      {isNow && <StatCard title="Active Alerts" value={formatNumber(alerts.total)} detail={`${formatNumber(alerts.low)} low`} {...(showTrends && { trend: alertsTrend(alerts) })} />}
    </StatCards>
  );
}
