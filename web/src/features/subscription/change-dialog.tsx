/** Says what choosing a plan costs and when it takes effect, before it is confirmed. */
import type { PlanChange } from '@larder/contracts/identity/billing.js';
import { plans, type PlanId } from '@larder/contracts/identity/price-list.js';
import { Alert } from 'antd';
import { formatAmount } from '../../lib/money-and-time.js';
import { useKeyFor } from '../../lib/use-key-for.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { useToasts } from '../../ui/toasts.js';
import { useDay } from './use-day.js';
import { useChoosePlanMutation, usePlanChangeQuery } from './subscription-api.js';

const okTexts: Record<PlanChange['direction'], string> = { subscribe: 'Continue to payment', upgrade: 'Confirm upgrade', downgrade: 'Confirm downgrade', keep: 'Keep this plan' };

export function ChangeDialog({ plan, onClose }: { plan: PlanId; onClose(): void }) {
  const toasts = useToasts();
  const { displayName } = plans[plan];
  const { currentData: change, error, isError, refetch } = usePlanChangeQuery(plan);
  const [choose, { isLoading, error: problem, isError: isRefused }] = useChoosePlanMutation();
  const keys = useKeyFor();
  const go = async () => {
    const here = location.href;
    const { data, error: refused } = await choose({ newPlan: plan, key: keys.keyFor({ plan }) });
    keys.heard(refused);
    if (!data) return;
    if (data.url) {
      // Whoever went back meanwhile does not want to pay.
      if (location.href === here) location.assign(data.url);
      return;
    }
    toasts.good('Subscription plan updated successfully');
    onClose();
  };
  return (
    <Dialog title={change?.direction === 'downgrade' ? `Downgrade to ${displayName}` : `Choose ${displayName}`} okText={change ? okTexts[change.direction] : 'Continue'} okButtonProps={{ disabled: !change }} confirmLoading={isLoading} onOk={() => void go()} onCancel={onClose}>
      <div className="stack">
        {isRefused && <FailureBox text="Failed to update subscription plan" error={problem} />}
        {isError && <FailureBox text={`${displayName} cannot be chosen now`} error={error} onRetry={refetch} />}
        {!change && !isError && <LoadingRows rows={4} label="Loading what it costs" />}
        {change && <Cost change={change} />}
      </div>
    </Dialog>
  );
}

function Cost({ change }: { change: PlanChange }) {
  const day = useDay();
  const { plan, direction, lines, dueNow, nextAmount, nextAt, currency, warnings, effectiveAt } = change;
  const { displayName } = plans[plan];
  return (
    <>
      {warnings.length > 0 && <Alert type="warning" showIcon title={warnings.join(' ')} />}
      {direction === 'downgrade' && <p>Everything stays as it is until {day(effectiveAt)}. Then {displayName} begins. You can take it back until then.</p>}
      {direction === 'upgrade' && <p>{displayName} begins at once. You pay for the rest of this billing period, less what you have paid for it already.</p>}
      {direction === 'subscribe' && <p>{displayName} begins with the payment and is renewed every month. You can cancel at any time.</p>}
      <table className="cost">
        <caption className="unseen">What it costs</caption>
        <tbody>{lines.map(({ description, amount }, n) => <tr key={n}><th scope="row">{description}</th><td className="figures">{formatAmount(amount, currency)}</td></tr>)}</tbody>
        <tfoot>
          <tr className="sum"><th scope="row">Due now</th><td className="figures">{formatAmount(dueNow, currency)}</td></tr>
          <tr><th scope="row">From {day(nextAt)}, each month</th><td className="figures">{formatAmount(nextAmount, currency)}</td></tr>
        </tfoot>
      </table>
    </>
  );
}
