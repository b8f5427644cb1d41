/** What the organization has subscribed to. */
import { Link } from 'react-router';
import { paths } from '../../lib/paths.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { useDay } from '../subscription/use-day.js';
import { periodEndLabel } from '../subscription/plan-offers.js';
import { statuses } from '../subscription/statuses.js';
import { useSubscriptionQuery } from './organization-api.js';

export function SubscriptionCard() {
  const { data, error, isError, refetch } = useSubscriptionQuery();
  const status = data && statuses[data.status];
  const day = useDay();
  const end = data?.currentPeriodEnd;
  const endsWith = data && periodEndLabel(data);
  return (
    <Section title="Subscription" extra={<Link to={paths.subscription}>Manage Subscription</Link>}>
      {isError && <FailureBox text="Failed to load subscription information" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={3} label="Loading subscription" />}
      {data && status && (
        <>
          <dl className="facts">
            <div><dt>Plan</dt><dd>{data.plan.displayName}</dd></div>
            <div><dt>Status</dt><dd><span className={`pill ${status.pill}`}>{status.label}</span></dd></div>
            {end && endsWith && <div><dt>{endsWith}</dt><dd>{day(end)}</dd></div>}
          </dl>
          {status.note && <p className="quiet">{status.note}</p>}
        </>
      )}
    </Section>
  );
}
