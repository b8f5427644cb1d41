/** The billing period, the card, and how to end or go on with the subscription. */
import { Button } from 'antd';
import { useState } from 'react';
import { capitalized } from '../../lib/format.js';
import { useMayChange, useMaySee } from '../../lib/session/session-api.js';
import { asFailure } from '../../lib/failure-text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { useUsageQuery } from '../organization/organization-api.js';
import { useDay } from './use-day.js';
import { leftText, type Subscription } from './plan-offers.js';
import { statuses } from './statuses.js';
import { useCancelSubscriptionMutation, useInvoicesQuery, useResumeSubscriptionMutation } from './subscription-api.js';
import { UpdateCard } from './update-card.js';

export function BillingInformation({ subscription }: { subscription: Subscription }) {
  const day = useDay();
  const seesBilling = useMaySee('billing.view');
  const { status, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, pendingPlan } = subscription;
  const isHeld = status === 'active' || status === 'past_due';
  return (
    <Section title="Billing Information">
      <dl className="facts">
        {isHeld && currentPeriodStart && <div><dt>Current period start</dt><dd>{day(currentPeriodStart)}</dd></div>}
        {(isHeld || status === 'trialing') && currentPeriodEnd && <div><dt>{isHeld ? 'Current period end' : 'Trial end'}</dt><dd>{day(currentPeriodEnd)}</dd></div>}
        <div><dt>Status</dt><dd><span className={`pill ${statuses[status].pill}`}>{statuses[status].label}</span></dd></div>
        {seesBilling && <CardRow />}
      </dl>
      {isHeld && cancelAtPeriodEnd && currentPeriodEnd && <p className="warn spaced">Will be canceled on {day(currentPeriodEnd)}</p>}
      {pendingPlan && currentPeriodEnd && <p className="spaced">{pendingPlan.displayName} begins on {day(currentPeriodEnd)}.</p>}
      {isHeld && <Ending subscription={subscription} />}
    </Section>
  );
}

function CardRow() {
  const { data } = useInvoicesQuery();
  const mayManage = useMayChange('billing.manage');
  const card = data?.paymentMethod;
  return (
    <div>
      <dt>Payment method</dt>
      <dd><span className={data ? undefined : 'awaited'}>{card ? `${capitalized(card.brand)} ending in ${card.last4}` : 'None yet'}</span>{mayManage && <UpdateCard />}</dd>
    </div>
  );
}

function Ending({ subscription: { cancelAtPeriodEnd, pendingPlan } }: { subscription: Subscription }) {
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const mayEnd = useMayChange('subscription.cancel');
  const [cancel] = useCancelSubscriptionMutation();
  const [resume, { isLoading }] = useResumeSubscriptionMutation();
  const { data: usage } = useUsageQuery();
  if (!mayEnd) return null;
  const goOn = async () => {
    const { error } = await resume();
    if (error) toasts.bad(asFailure(error)?.message || 'Failed to resume subscription');
    else toasts.good(cancelAtPeriodEnd ? 'Subscription resumed' : 'Your plan stays as it is');
  };
  return (
    <p className="form-buttons spaced">
      {(cancelAtPeriodEnd || pendingPlan) && <Button loading={isLoading} onClick={() => void goOn()}>{cancelAtPeriodEnd ? 'Resume Subscription' : 'Keep my plan'}</Button>}
      {!cancelAtPeriodEnd && <Button type="link" danger className="as-text" onClick={() => setAsking(true)}>Cancel Subscription</Button>}
      {asking && (
        <ConfirmDialog
          title="Cancel Subscription" okText="Cancel Subscription" danger failed="Failed to cancel subscription" act={() => cancel()} onClose={() => setAsking(false)}
          onDone={() => toasts.good('Subscription will be canceled at the end of the current billing period')}
        >
          <p>Are you sure you want to cancel your subscription? This will take effect at the end of your current billing period.</p>
          {usage && <p>{leftText(usage.machines.current)}</p>}
        </ConfirmDialog>
      )}
    </p>
  );
}
