/** Subscription and billing: the plan, what is used of it, the plans on offer, and what was paid. */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useMayChange, useMaySee } from '../../lib/session/session-api.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { useOpened } from '../../lib/use-opened.js';
import { PageHeader } from '../../ui/page-header.js';
import { useToasts } from '../../ui/toasts.js';
import { useSubscriptionQuery } from '../organization/organization-api.js';
import { BillingInformation } from './billing-information.js';
import { ChangeDialog } from './change-dialog.js';
import { CurrentPlan } from './current-plan.js';
import { InvoiceList } from './invoices/invoice-list.js';
import { PastDueNote } from './plan-banner.js';
import { PlanCards } from './plan-cards.js';
import { isCurrent, planIn } from './plan-offers.js';
import { useRefreshSubscriptionMutation } from './subscription-api.js';
import './subscription.css';

export function Component() {
  const { data, error, isError, refetch } = useSubscriptionQuery();
  const seesBilling = useMaySee('billing.view');
  const mayChoose = useMayChange('subscription.upgrade');
  const plan = useOpened('plan');
  useReturn();
  const offered = planIn(plan.opened);
  return (
    <>
      <PageHeader title="Subscription" subtitle="Your plan, what you use of it, and what you pay" />
      {isError && <FailureBox text="Failed to load subscription information" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <Loading text="Loading subscription..." />}
      {data && (
        <>
          {data.status === 'past_due' && <PastDueNote subscription={data} />}
          <div className="columns">
            <CurrentPlan subscription={data} />
            <BillingInformation subscription={data} />
          </div>
          <PlanCards subscription={data} onChoose={plan.open} />
          {seesBilling && <InvoiceList />}
          {offered && mayChoose && !isCurrent(data, offered) && <ChangeDialog plan={offered} onClose={plan.close} />}
        </>
      )}
    </>
  );
}

/** Back from a checkout: the provider is asked, for coming back proves nothing. */
function useReturn(): void {
  const [query, setQuery] = useSearchParams();
  const toasts = useToasts();
  const [refresh] = useRefreshSubscriptionMutation();
  const isBack = query.get('checkout') === 'done';
  useEffect(() => {
    if (!isBack) return;
    setQuery({}, { replace: true });
    void refresh().then(({ data }) => data?.isPaid && toasts.good('Subscription plan updated successfully'));
    // Once for each time somebody comes back; what else is used here changes with every drawing.
  }, [isBack]);
}
