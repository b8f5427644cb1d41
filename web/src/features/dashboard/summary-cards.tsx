/** The figures at the top of the dashboard. */
import type { Dashboard } from '@larder/contracts/gateway.js';
import { formatNumber, plural } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
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
        detail={machines.maintenance > 0 ? `${formatNumber(machines.maintenance)} in maintenance` : `${formatNumber(machines.offline)} offline`}
        {...(showTrends && { trend: machinesTrend(machines.online, machines.total) })}
      />
      {isNow && <StatCard title="Active Alerts" value={formatNumber(alerts.total)} detail={`${formatNumber(alerts.low)} low`} {...(showTrends && { trend: alertsTrend(alerts) })} />}
    </StatCards>
  );
}
