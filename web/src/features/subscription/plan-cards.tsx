/** The plans on offer, each with what can be done about it. */
import { CheckOutlined } from '@ant-design/icons';
import type { PlanId } from '@larder/contracts/identity/price-list.js';
import { Button } from 'antd';
import { formatAmount } from '../../lib/money-and-time.js';
import { useMaySee, useSettingsQuery } from '../../lib/session/session-api.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { featureTexts, isCurrent, limitTexts, offerOf, type Offer, type Subscription } from './plan-offers.js';
import { usePlansQuery, type OfferedPlan } from './subscription-api.js';

interface Props {
  subscription: Subscription;
  onChoose(plan: PlanId): void;
}

export function PlanCards({ subscription, onChoose }: Props) {
  const { data, error, isError, refetch } = usePlansQuery();
  const isOwner = useMaySee('subscription.upgrade');
  const { data: settings } = useSettingsQuery();
  return (
    <section id="plans" aria-labelledby="plans-title" className="stack">
      <h2 id="plans-title">Available Plans</h2>
      {isError && <FailureBox text="Failed to load the plans" error={error} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={10} label="Loading plans" />}
      <ul className="plan-cards">
        {data?.map((plan) => (
          <PlanCard key={plan.id} plan={plan} current={isCurrent(subscription, plan.id)} offer={offerOf(subscription, plan.id, isOwner)} isShut={settings?.readOnly !== false} onChoose={() => onChoose(plan.id)} />
        ))}
      </ul>
    </section>
  );
}

function PlanCard({ plan, current, offer, isShut, onChoose }: { plan: OfferedPlan; current: boolean; offer: Offer; isShut: boolean; onChoose(): void }) {
  return (
    <li className={`section plan-card${current ? ' current' : ''}`}>
      <div className="plan-tags">{plan.popular && <span className="pill info">Most Popular</span>}{current && <span className="pill good">Current</span>}</div>
      <h3>{plan.displayName}</h3>
      <p className="plan-price">{formatAmount(plan.price)}<small> / {plan.interval}</small></p>
      <ul className="plan-features">
        {[...limitTexts(plan.id), ...featureTexts(plan.features)].map((text) => <li key={text}><CheckOutlined aria-hidden="true" /> {text}</li>)}
      </ul>
      <Button
        block type={offer === 'Upgrade' ? 'primary' : 'default'} disabled={isShut || offer === 'Current Plan' || offer === 'Contact Owner'}
        aria-label={offer === 'Current Plan' || offer === 'Contact Owner' ? `${offer}: ${plan.displayName}` : `${offer} to ${plan.displayName}`} onClick={onChoose}
      >
        {offer}
      </Button>
    </li>
  );
}
