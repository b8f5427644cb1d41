/** Says on every screen of the owner's that the trial ends in a few days: nobody looks at the subscription's own screen for that. */
import { Alert } from 'antd';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.js';
import { useMaySee } from '../../lib/session/session-api.js';
import { useNow } from '../../lib/use-now.js';
import { useSubscriptionQuery } from '../organization/organization-api.js';
import { isTrialEnding } from './plan-offers.js';
import { useDay } from './use-day.js';

export function TrialEndingBanner() {
  const mayChoose = useMaySee('subscription.upgrade');
  const { data } = useSubscriptionQuery(undefined, { skip: !mayChoose });
  const { pathname } = useLocation();
  const day = useDay();
  const now = useNow(60_000);
  if (!data?.trialEndsAt || !isTrialEnding(data, now) || pathname === paths.subscription) return null;
  return (
    <Alert
      type="info" showIcon title={`Your free trial ends on ${day(data.trialEndsAt)}.`}
      description={<>If you choose no plan, you keep what the smallest one includes. <Link to={paths.subscription}>See the plans</Link></>}
    />
  );
}
