/** The plan the organization has, and what it uses of it. */
import { Alert, Button } from 'antd';
import { Link } from 'react-router';
import { formatAmount } from '../../lib/money-and-time.js';
import { paths } from '../../lib/paths.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { useNow } from '../../lib/time/use-now.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { useUsageQuery } from '../organization/organization-api.js';
import { Meter, OverPlan } from '../organization/usage-overview.js';
import { warningsOf } from '../organization/usage.js';
import { useDay } from './use-day.js';
import { isGraceOver, type Subscription } from './plan-offers.js';
import { statuses } from './statuses.js';
import { usePortalMutation } from './subscription-api.js';

export function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const day = useDay();
  const now = useNow(60_000);
  const mayManage = useMayChange('billing.manage');
  const { plan, status, trialEndsAt, isPaid } = subscription;
  const { label, pill, note } = statuses[status];
  return (
    <Section title="Current Plan" extra={mayManage && <ManageBilling />}>
      <div className="current-plan">
        <p><strong className="plan-name">{plan.displayName}</strong> <span className={`pill ${pill}`}>{label}</span></p>
        <p className="plan-price">{formatAmount(plan.price)}<small> / month</small></p>
      </div>
      {status === 'trialing' && trialEndsAt && <Alert type="info" showIcon title={`Your free trial ends on ${day(trialEndsAt)}.`} description={`Until then you have everything in ${plan.displayName}, and nothing is charged.`} />}
      {status !== 'past_due' && note && <p className="quiet">{note}</p>}
      {status === 'active' && !isPaid && <p className="quiet">This plan was given to you; nothing is charged.</p>}
      <Usage planName={isGraceOver(subscription, now) ? 'the smallest plan' : plan.displayName} />
    </Section>
  );
}

function ManageBilling() {
  const toasts = useToasts();
  const [open, { isLoading }] = usePortalMutation();
  const go = async () => {
    const { data } = await open(paths.subscription);
    if (data) location.assign(data.url);
    else toasts.bad('Failed to open billing portal');
  };
  return <Button loading={isLoading} onClick={() => void go()}>Manage Billing</Button>;
}

function Usage({ planName }: { planName: string }) {
  const { data, error, isError, refetch } = useUsageQuery();
  if (!data) return isError ? <FailureBox text="Failed to load usage" error={error} onRetry={refetch} /> : <LoadingRows rows={3} label="Loading usage" />;
  const warnings = warningsOf(data, planName);
  return (
    <>
      <Meter label="Machines" value={data.machines} />
      <Meter label="Team members" value={data.users} />
      <Meter label="Transactions this month" value={data.transactions} />
      {warnings.length > 0 && (
        <Alert
          className="usage-note" type="warning" showIcon title={warnings.join(' ')}
          description={<><OverPlan machines={data.machines.current} /> A larger plan has room for it: <Link to="#plans">see the plans</Link>.</>}
        />
      )}
    </>
  );
}
