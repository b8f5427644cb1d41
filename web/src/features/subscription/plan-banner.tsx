/** Says on every screen of the owner's that a payment is overdue, until it is settled, or that the trial is about to end. */
import { plans } from '@larder/contracts/identity/price-list.js';
import { Alert } from 'antd';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.js';
import { useMayChange, useMaySee } from '../../lib/session/session-api.js';
import { useNow } from '../../lib/time/use-now.js';
import { useSubscriptionQuery } from '../organization/organization-api.js';
import { isGraceOver, isTrialEnding, type Subscription } from './plan-offers.js';
import { UpdateCard } from './update-card.js';
import { useDay } from './use-day.js';

export function PlanBanner() {
  const isOwner = useMaySee('billing.view');
  const { data } = useSubscriptionQuery(undefined, { skip: !isOwner });
  const { pathname } = useLocation();
  const now = useNow(60_000);
  // The subscription's own screen says it to everybody.
  if (!data || pathname === paths.subscription) return null;
  if (data.status === 'past_due') return <PastDueNote subscription={data} linked />;
  return isTrialEnding(data, now) && data.trialEndsAt ? <TrialNote endsAt={data.trialEndsAt} /> : null;
}

function TrialNote({ endsAt }: { endsAt: string }) {
  const day = useDay();
  return (
    <Alert
      type="info" showIcon title={`Your free trial ends on ${day(endsAt)}.`}
      description={<>You then keep what {plans.starter.displayName} offers, guests can go on buying, and nothing is charged. <Link to={`${paths.subscription}#plans`}>See the plans</Link></>}
    />
  );
}

export function PastDueNote({ subscription: { plan, nextAttemptAt, graceEndsAt }, linked }: { subscription: Pick<Subscription, 'plan' | 'nextAttemptAt' | 'graceEndsAt'>; linked?: boolean }) {
  const day = useDay();
  const now = useNow(60_000);
  const mayManage = useMayChange('billing.manage');
  const isOver = isGraceOver({ graceEndsAt }, now);
  const sentences = [
    isOver ? 'Only what the smallest plan includes is open to you until it is paid.' : `Everything stays as it is${graceEndsAt ? ` until ${day(graceEndsAt)}` : ''}.`,
    'Guests can go on buying.', ...(nextAttemptAt ? [`We try again on ${day(nextAttemptAt)}.`] : []), ...(mayManage === false ? ['Please ask the owner of your organization to update the payment method.'] : []),
  ];
  return (
    <Alert
      type="error" showIcon role="alert" title={`The last payment for ${plan.displayName} did not go through.`}
      description={<>{sentences.join(' ')}{mayManage && <span className="form-buttons spaced">{linked ? <Link to={paths.subscription}>See your subscription</Link> : <UpdateCard />}</span>}</>}
    />
  );
}
