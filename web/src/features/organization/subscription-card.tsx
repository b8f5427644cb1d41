/** What the organization has subscribed to. */
import type { SubscriptionStatus } from '@larder/contracts/price-list.js';
import { formatDay } from '../../lib/format.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { useSubscriptionQuery } from './organization-api.js';

const statuses: Record<SubscriptionStatus, { label: string; pill: string; note?: string }> = {
  trialing: { label: 'Trial', pill: 'info' },
  active: { label: 'Active', pill: 'good' },
  past_due: { label: 'Past due', pill: 'high', note: 'The last payment did not go through.' },
  canceled: { label: 'Canceled', pill: 'plain', note: 'What the smallest plan includes stays open to you.' },
  expired: { label: 'Trial ended', pill: 'plain', note: 'What the smallest plan includes stays open to you.' },
};

export function SubscriptionCard() {
  const { data, error, isError, refetch } = useSubscriptionQuery();
  const status = data && statuses[data.status];
  const end = data?.currentPeriodEnd?.slice(0, 10);
  const endsWith = data?.status === 'trialing' ? 'Trial ends' : data?.cancelAtPeriodEnd ? 'Ends' : 'Next billing date';
  return (
    <Section title="Subscription">
      {isError && <FailureBox text="Failed to load subscription information" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={3} label="Loading subscription" />}
      {data && status && (
        <>
          <dl className="facts">
            <div><dt>Plan</dt><dd>{data.plan.displayName}</dd></div>
            <div><dt>Status</dt><dd><span className={`pill ${status.pill}`}>{status.label}</span></dd></div>
            {end && (data.status === 'trialing' || data.status === 'active' || data.status === 'past_due') && <div><dt>{endsWith}</dt><dd>{formatDay(end)}</dd></div>}
          </dl>
          {status.note && <p className="quiet">{status.note}</p>}
        </>
      )}
    </Section>
  );
}
