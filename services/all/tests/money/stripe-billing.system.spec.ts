/** Subscriptions with a double of Stripe behind the product: only signed messages are heard, in any order and number, and when none comes Stripe is asked. */
import Stripe from 'stripe';
import { openBillingDouble, type BillingDouble } from '@larder/identity/billing/providers/stripe/stripe-double.testing.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { lettersTo } from '../mailbox.testing.js';
import { emailOf, startLarder, type TestLarder } from '../testing.js';

const SECRET = 'whsec_of_the_test';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let larder: TestLarder;
let stripe: BillingDouble;
let clock: StandingClock;

beforeAll(async () => {
  // Messages are signed with the real time, which the library checks.
  clock = standingClock(new Date().toISOString());
  stripe = await openBillingDouble(() => clock.now().getTime());
  larder = await startLarder({ clock, settings: { STRIPE_SECRET_KEY: 'sk_test_of_the_test', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: `http://127.0.0.1:${stripe.port}`, PUBLIC_URL: 'https://larder.example' } });
});
afterAll(async () => {
  await larder.stop();
  await stripe.close();
});

interface Shown { plan: { name: string; price: number }; status: string; isPaid: boolean }
const as = async (account: string) => {
  const token = await larder.signIn('owner', account);
  const shown = () => larder.ask<Shown>('GET', '/api/cognito-auth/subscription', { token });
  const choose = (planId: string) => larder.ask<{ url?: string; effective: string }>('POST', '/api/auth/subscription/upgrade', { token, body: { planId } });
  return { token, shown, choose };
};
const tell = (type: string, customer: string, secret = SECRET) => {
  const payload = JSON.stringify({ id: `evt_${type}`, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object: { customer } } });
  return fetch(`${larder.url}/api/webhooks/checkout`, { method: 'POST', headers: { 'content-type': 'application/json', 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) }, body: payload });
};
/** The customer of the last checkout. */
const customer = () => stripe.calls.findLast(({ path }) => path === '/v1/checkout/sessions')?.form.customer as string;
const checkoutOf = (url: string | undefined) => url?.split('/').at(-1) ?? '';

it('a checkout at Stripe is paid, a forged message is not heard, a true one is, twice and in any order', async () => {
  const owner = await as('one');
  expect(await owner.shown()).toMatchObject({ isPaid: false });
  const { url, effective } = await owner.choose('growth');
  expect([effective, url]).toEqual(['checkout', expect.stringMatching(/^https:\/\/checkout\.example\//)]);
  stripe.pay(checkoutOf(url));
  expect((await tell('customer.subscription.updated', customer(), 'whsec_other')).status).toBe(400);
  expect(await owner.shown()).toMatchObject({ isPaid: false });
  for (const type of ['invoice.paid', 'customer.subscription.created', 'invoice.paid', 'checkout.session.completed']) expect((await tell(type, customer())).status).toBe(200);
  expect(await owner.shown()).toMatchObject({ plan: { name: 'professional' }, status: 'active', isPaid: true });
  expect(await larder.ask('GET', '/api/auth/subscription/invoices', { token: owner.token })).toMatchObject({ invoices: [{ status: 'paid', amount: 149 }], paymentMethod: { last4: '4242' } });
  expect(await larder.ask('POST', '/api/auth/subscription/cancel', { token: owner.token })).toMatchObject({ subscription: { cancelAtPeriodEnd: true } });
  expect(await owner.choose('enterprise')).toMatchObject({ effective: 'now', subscription: { plan: { name: 'enterprise' }, cancelAtPeriodEnd: false } });
});

it('an invoice is told once, and its addresses, which run out, are those of now', async () => {
  const owner = await as('invoiced');
  stripe.pay(checkoutOf((await owner.choose('growth')).url));
  for (let n = 0; n < 2; n++) await tell('invoice.paid', customer());
  const listed = async () => (await larder.ask<{ invoices: { hostedUrl: string; pdfUrl: string }[] }>('GET', '/api/auth/subscription/invoices', { token: owner.token })).invoices;
  const [first] = await listed();
  const [again] = await listed();
  expect(first?.hostedUrl).toMatch(/^https:\/\/invoice\.example\//);
  expect(again?.pdfUrl).not.toBe(first?.pdfUrl);
  expect((await larder.kit.stream('subscription-invoiced')).filter(({ type }) => type === 'InvoiceTold')).toHaveLength(1);
  stripe.failures = 99;
  expect(await listed()).toMatchObject([{ status: 'paid' }]);
  stripe.failures = 0;
});

it('a message about a customer of somebody else\'s changes nothing', async () => {
  expect(await (await tell('invoice.paid', 'cus_unknown')).json()).toMatchObject({ success: true, data: { handled: false } });
});

it('a card that says no keeps the plan, in Stripe\'s words', async () => {
  const owner = await as('two');
  stripe.pay(checkoutOf((await owner.choose('essential')).url));
  await tell('invoice.paid', customer());
  stripe.failing.add(customer());
  expect(await larder.call('PUT', '/api/subscription/upgrade', { token: owner.token, body: { newPlan: 'growth' } })).toMatchObject({ status: 409, body: { message: 'Your card was declined.' } });
  expect(await owner.shown()).toMatchObject({ plan: { name: 'starter' }, status: 'active' });
});

it('a payment that is overdue for longer than the grace is still for the plan that was chosen, though less of it is open, which its owners are told', async () => {
  const owner = await as('overdue');
  stripe.pay(checkoutOf((await owner.choose('growth')).url));
  await tell('invoice.paid', customer());
  stripe.renew(customer(), false);
  await tell('invoice.payment_failed', customer());
  clock.pass(15 * DAY_MS);
  const late = await as('overdue');
  expect(await late.shown()).toMatchObject({ plan: { name: 'professional', displayName: 'Growth', price: 149 }, status: 'past_due', isPaid: true });
  expect(await larder.ask('GET', '/api/cognito-auth/account', { token: late.token })).toMatchObject({ account: { subscriptionPlan: 'starter', subscriptionStatus: 'past_due', limits: { maxMachines: 1 } } });
  const [letter] = await until('it is told', async () => {
    clock.pass(1_000);
    const found = await lettersTo(larder, emailOf('owner', 'overdue'), /14 days overdue/);
    return found.length > 0 && found;
  });
  expect(letter?.text).toContain('for the Growth plan. Until it is paid, only what Essential offers is open to you.');
});

it('of two checkouts that are paid the second one\'s money is credit, and no receipt says that less than nothing was received', async () => {
  const owner = await as('both');
  const [first, second] = [await owner.choose('growth'), await owner.choose('growth')];
  for (const { url } of [first, second]) stripe.pay(checkoutOf(url));
  await tell('invoice.paid', customer());
  const { invoices } = await larder.ask<{ invoices: { amount: number; lines: { amount: number }[] }[] }>('GET', '/api/auth/subscription/invoices', { token: owner.token });
  expect(invoices.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([0, 149, 149]);
  expect(invoices.map(({ amount, lines }) => lines.reduce((sum, line) => sum + line.amount, 0) - amount)).toEqual([0, 0, 0]);
  const letters = await until('both payments are told', async () => {
    const found = await lettersTo(larder, emailOf('owner', 'both'), /receipt/);
    return found.length >= 2 && found;
  });
  expect(letters.map(({ text }) => /We received (\S+) for/.exec(text)?.[1])).toEqual(['$149.00', '$149.00']);
});

it('whoever pays a former price reads that one, and today\'s where they would come to pay it', async () => {
  const owner = await as('former');
  stripe.pay(checkoutOf((await owner.choose('growth')).url), 9_900);
  await tell('invoice.paid', customer());
  expect(await owner.shown()).toMatchObject({ plan: { name: 'professional', price: 99 } });
  const preview = (planId: string) => larder.ask('GET', `/api/auth/subscription/preview?planId=${planId}`, { token: owner.token });
  expect(await preview('growth')).toMatchObject({ direction: 'keep', nextAmount: 99 });
  expect(await preview('essential')).toMatchObject({ direction: 'downgrade', nextAmount: 79 });
});

it('a customer that was deleted at Stripe has no plan any more, and can have one again as another customer', async () => {
  const owner = await as('deleted');
  stripe.pay(checkoutOf((await owner.choose('growth')).url));
  await tell('invoice.paid', customer());
  const former = customer();
  stripe.remove(former);
  expect(await larder.call('POST', '/api/auth/subscription/cancel', { token: owner.token })).toMatchObject({ status: 409, body: { message: 'There is no subscription to change. Choose a plan first.' } });
  expect(await owner.shown()).toMatchObject({ status: 'canceled' });
  const { url, effective } = await owner.choose('growth');
  expect([effective, customer()]).toEqual(['checkout', expect.not.stringMatching(former)]);
  stripe.pay(checkoutOf(url));
  await tell('invoice.paid', customer());
  expect(await owner.shown()).toMatchObject({ plan: { name: 'professional' }, status: 'active', isPaid: true });
});

it('when no message comes, Stripe is asked after two minutes', async () => {
  const owner = await as('three');
  stripe.pay(checkoutOf((await owner.choose('growth')).url));
  expect(await owner.shown()).toMatchObject({ isPaid: false });
  clock.pass(2 * MINUTE_MS);
  await until('Stripe was asked', async () => {
    clock.pass(1_000);
    return (await owner.shown()).isPaid;
  });
});

it('when Stripe is away, it is said, and nothing has happened', async () => {
  const owner = await as('four');
  stripe.failures = 3;
  expect(await larder.call('POST', '/api/auth/subscription/payment-method', { token: owner.token, body: {} })).toMatchObject({ status: 503, body: { error: 'UNAVAILABLE', message: 'The payment provider cannot be reached right now. Please try again in a moment.' } });
  stripe.failures = 0;
  expect(await larder.ask('POST', '/api/auth/subscription/payment-method', { token: owner.token, body: {} })).toEqual({ url: 'https://billing.example/p' });
});

it('a smaller plan that is to come still comes when Stripe is lost after it was let go of for a larger one, and not when the owner has wanted otherwise since', async () => {
  const planned = (owner: Awaited<ReturnType<typeof as>>) => owner.shown().then((shown) => (shown as { pendingPlan?: { name: string } }).pendingPlan?.name);
  for (const [account, keeps] of [['cut-off', false], ['thought-better', true]] as const) {
    const owner = await as(account);
    stripe.pay(checkoutOf((await owner.choose('growth')).url));
    await tell('invoice.paid', customer());
    await owner.choose('essential');
    expect(await planned(owner)).toBe('starter');
    stripe.away = /^POST \/v1\/subscriptions\/\w+$/;
    expect(await larder.call('PUT', '/api/subscription/upgrade', { token: owner.token, body: { newPlan: 'enterprise' } })).toMatchObject({ status: 503 });
    delete stripe.away;
    await tell('customer.subscription.updated', customer());
    // Stripe has let go of it, and whoever looks reads that it is still to come.
    expect([(await owner.shown()).plan.name, await planned(owner)]).toEqual(['professional', 'starter']);
    if (keeps) {
      await owner.choose('growth');
      expect(await planned(owner)).toBeUndefined();
    }
    clock.pass(15 * MINUTE_MS);
    const seenTo = await until('it is seen to', async () => {
      clock.pass(1_000);
      return (await larder.kit.stream(`subscription-${account}`)).some(({ type }) => type === 'PlannedPlanSettled');
    });
    expect([seenTo, (await owner.shown()).plan.name, await planned(owner)]).toEqual([true, 'professional', keeps ? undefined : 'starter']);
  }
}, 60_000);
