/** What is due about subscriptions when nobody does anything: asking a provider that says nothing, planning a smaller plan anew that was lost, and telling owners that their trial ends. */
import type { SubscriptionFact } from '@larder/contracts/identity/billing.js';
import { TRIAL_NOTICE_DAYS } from '@larder/contracts/identity/price-list.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import type { Kit } from '@larder/kit/kit.js';
import type { OrganizationFact } from '../organization.js';
import { DAY_MS, FIRST_ASK_MS, RENEWAL_SLACK_MS, subscription } from './subscription.js';
import type { Subscriptions } from './subscriptions.js';

const ASK = 'ask:';
const ASIDE = 'aside:';
const TRIAL = 'trial:';
const moved = (iso: string, ms: number): string => new Date(Date.parse(iso) + ms).toISOString();

export const billingDeadlines = (kit: Kit, subscriptions: Subscriptions): DeadlineRules<SubscriptionFact | OrganizationFact> => ({
  name: 'billing-deadlines',
  version: 2,
  categories: ['subscription', 'organization'],
  on(fact) {
    const { accountId } = fact.data;
    const ask = `${ASK}${accountId}`;
    switch (fact.type) {
      case 'OrganizationCreated':
        return fact.data.trialEndsAt ? { id: `${TRIAL}${accountId}`, at: moved(fact.data.trialEndsAt, -TRIAL_NOTICE_DAYS * DAY_MS) } : undefined;
      case 'TrialEndingNoticed':
        return { id: `${TRIAL}${accountId}`, met: true };
      case 'SubscriptionCheckoutOpened':
        return { id: ask, at: moved(fact.meta.at, FIRST_ASK_MS) };
      case 'SubscriptionTold':
        if (fact.data.status === 'canceled') return { id: ask, met: true };
        return { id: ask, at: fact.data.status === 'past_due' ? moved(fact.meta.at, DAY_MS) : moved(fact.data.currentPeriodEnd, RENEWAL_SLACK_MS) };
      case 'PlannedPlanSetAside':
        return { id: `${ASIDE}${accountId}`, at: fact.data.until };
      case 'PlannedPlanSettled':
      case 'BillingCustomerCreated':
        return { id: `${ASIDE}${accountId}`, met: true };
      case 'ProviderAsked':
        return fact.data.nextAt ? { id: ask, at: fact.data.nextAt } : { id: ask, met: true };
      default:
        return undefined;
    }
  },
  async run({ id, at, account }) {
    const cause = { commandId: `due:${id}:${at}`, account, actor: 'system:deadline', correlationId: id };
    if (id.startsWith(ASK)) return subscriptions.reconcile(account, cause);
    if (id.startsWith(ASIDE)) return subscriptions.hear(account, cause);
    const trialEndsAt = moved(at, TRIAL_NOTICE_DAYS * DAY_MS);
    await kit.handle(subscription, account, { type: 'NoticeTrialEnding', accountId: account, trialEndsAt }, cause);
  },
});
