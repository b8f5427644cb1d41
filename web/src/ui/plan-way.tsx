/** Said where the plan does not allow something: why it is this plan, where that is no choice of anybody's, and who can choose another one. */
import type { SubscriptionStatus } from '@larder/contracts/identity/price-list.js';
import { Link } from 'react-router';
import { paths } from '../lib/paths.js';
import { useAccountQuery, useMaySee } from '../lib/session/session-api.js';

const reasons: Partial<Record<SubscriptionStatus, string>> = { expired: 'Your free trial is over. ', canceled: 'Your subscription has ended. ', past_due: 'A payment is overdue. ' };

export function PlanWay() {
  const { data } = useAccountQuery();
  const mayChoose = useMaySee('subscription.upgrade');
  return <>{data && reasons[data.account.subscriptionStatus]}{data && !mayChoose && 'An owner of your organization can choose another plan. '}<Link to={paths.subscription}>See the plans</Link></>;
}
