import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock } from '@larder/kit/testing.js';
import { organization } from '../organization.js';
import { standingOf } from './standing-of.js';
import { subscription } from './subscription.js';

const NOW = '2026-03-01T12:00:00.000Z';
const accountId = 'acme';
let kit: Kit;
beforeEach(async () => {
  const settings = readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent', STRIPE_SECRET_KEY: 'sk_test_of_this', STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test' });
  kit = new Kit(await openParts('identity', settings, { clock: standingClock(NOW) }));
});
afterEach(() => kit.end());

it.each([['stripe', 'enterprise', 'active'], ['local-test', 'starter', 'expired']])('what %s has sold makes it %s, %s, where Stripe is paid now', async (provider, plan, status) => {
  const cause = (commandId: string) => ({ commandId, account: accountId, actor: 'test', correlationId: 'test' });
  const founded = { accountId, name: 'Acme', slug: 'acme', timeZone: 'UTC', currency: 'USD', paymentFlow: 'pay-after' as const, trialEndsAt: '2026-02-01T12:00:00.000Z' };
  await kit.handle(organization, accountId, { type: 'CreateOrganization', organization: founded }, cause('found'));
  await kit.handle(subscription, accountId, { type: 'NoteCustomer', accountId, provider, customerRef: 'cus_1' }, cause('customer'));
  const told = { subscriptionRef: 'sub_1', plan: 'enterprise' as const, status: 'active' as const, startedAt: NOW, currentPeriodStart: NOW, currentPeriodEnd: '2026-04-01T12:00:00.000Z', cancelAtPeriodEnd: false };
  await kit.handle(subscription, accountId, { type: 'NoteWord', accountId, now: NOW, word: { subscriptions: [told], invoices: [] } }, cause('word'));
  const standing = await standingOf(kit, accountId);
  expect([standing.plan.id, standing.status]).toEqual([plan, status]);
});
