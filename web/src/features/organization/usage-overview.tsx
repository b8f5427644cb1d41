/** What the organization uses of what its plan includes. */
import { planOf } from '@larder/contracts/identity/price-list.js';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.js';
import { useAccountQuery } from '../../lib/session/session-api.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { overPlanText, usageOf } from './usage.js';
import { useUsageQuery } from './organization-api.js';

export function UsageOverview() {
  const { data, error, isError, refetch } = useUsageQuery();
  const isOver = data && Object.values(data).some(({ current, limit }) => limit >= 0 && current > limit);
  return (
    <Section title="Usage Overview">
      {isError && <FailureBox text="Failed to load usage" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={3} label="Loading usage" />}
      {data && (
        <>
          <Meter label="Machines" value={data.machines} />
          <Meter label="Team members" value={data.users} />
          <Meter label="Transactions this month" value={data.transactions} />
        </>
      )}
      {isOver && <p className="quiet">You use more than your plan includes. <OverPlan machines={data.machines.current} /> A larger plan has room for it. <Link to={paths.subscription}>See the plans</Link></p>}
    </Section>
  );
}

/** What follows from that, by the plan that counts now. */
export function OverPlan({ machines }: { machines: number }) {
  const { data } = useAccountQuery();
  return data && overPlanText(machines, planOf(data.account.subscriptionPlan).machineCap);
}

export function Meter({ label, value }: { label: string; value: { current: number; limit: number } }) {
  const { text, tone, percent } = usageOf(value);
  return (
    <div className="meter">
      <span>{label}</span>
      <span className="figures">{text}</span>
      {value.limit >= 0 && <span className={`bar ${tone}`} aria-hidden="true"><i style={{ width: `${percent}%` }} /></span>}
    </div>
  );
}
