import Stripe from 'stripe';
import { isRefusal } from '@larder/contracts/reply.js';
import { Handler } from '@larder/kit/commands/handle.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { serverSuite } from '@larder/kit/servers.js';
import { standingClock } from '@larder/kit/testing.js';
import { billingSuite } from './billing.suite.js';
import { BillingAway, UnsignedMessage } from './billing.js';
import { openLocalBilling } from './local/local-billing.js';
import { testBank } from './local/test-bank.js';
import { openBillingDouble, type BillingDouble } from './stripe/stripe-double.testing.js';
import { openStripeBilling } from './stripe/stripe-billing.js';
import { planOfPrice } from './stripe/stripe-words.js';

const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
const webhookSecret = 'whsec_of_the_test';
const doubles: BillingDouble[] = [];
afterAll(() => Promise.all(doubles.map((double) => double.close())));

async function local() {
  const clock = standingClock();
  const { store } = await openSqliteEventStore(':memory:');
  const handler = new Handler(store, clock);
  const kit = { clock, handle: handler.handle.bind(handler), look: handler.look.bind(handler) };
  let n = 0;
  const enter = async (account: string, pageRef: string, failsLater: boolean): Promise<void> => {
    const done = await kit.handle(testBank, account, { type: 'EnterCard', accountId: account, pageRef, card, declines: false, failsLater, now: clock.now().toISOString() }, { commandId: `card ${++n}`, account, actor: 'test', correlationId: 'test' });
    if (isRefusal(done)) throw new Error(done.message);
  };
  const billing = openLocalBilling(kit, 'a secret of the test');
  return {
    billing, pass: (ms: number) => clock.pass(ms), pay: (pageRef: string) => enter(pageRef.slice(0, pageRef.lastIndexOf('~')), pageRef, false),
    failCard: async (account: string) => enter(account, (await billing.open({ key: `${account}:fail`, account, customerRef: '', returnPath: '/', kind: 'payment-method' })).pageRef, true),
  };
}
billingSuite('The test provider', local);

async function stripeDouble() {
  const clock = standingClock();
  const double = await openBillingDouble(() => clock.now().getTime());
  doubles.push(double);
  const billing = openStripeBilling({ secretKey: 'sk_test_of_the_test', webhookSecret, publicUrl: 'https://larder.example', api: { host: '127.0.0.1', port: double.port, protocol: 'http' } });
  return {
    billing, double, pass: (ms: number) => clock.pass(ms), pay: async (pageRef: string) => double.pay(pageRef),
    failCard: async (account: string) => void double.failing.add((await billing.customer(account, 'Seaside Stays')).customerRef),
  };
}
billingSuite('Stripe, by a double of it', stripeDouble);

serverSuite('Stripe\'s own mock, which knows the shape of every call,', 'STRIPE_MOCK_URL', { image: 'stripe/stripe-mock:v0.197.0', port: 12111, url: (host, port) => `http://${host}:${port}` }, (url) => {
  billingSuite('Stripe\'s mock', async () => {
    const { hostname, port } = new URL(url());
    return { billing: openStripeBilling({ secretKey: 'sk_test_123', webhookSecret, publicUrl: 'https://larder.example', api: { host: hostname, port: Number(port), protocol: 'http' } }) };
  }, { remembers: false });
});

describe('At Stripe', () => {
  const order = { key: 'k1', account: 'acme', customerRef: '', returnPath: '/app/subscription', kind: 'subscribe' as const, plan: 'professional' as const };

  it('a price is made once, found by its key ever after, and says which plan it is', async () => {
    const { billing, double } = await stripeDouble();
    const { customerRef } = await billing.customer('acme', 'Acme');
    await billing.open({ ...order, customerRef });
    await openStripeBilling({ secretKey: 'sk_test_of_the_test', webhookSecret, publicUrl: 'https://larder.example', api: { host: '127.0.0.1', port: double.port, protocol: 'http' } }).open({ ...order, key: 'k2', customerRef });
    expect(double.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/prices').map(({ form }) => form)).toMatchObject([{ lookup_key: 'larder_professional_month_14900', unit_amount: '14900', currency: 'usd', metadata: { plan: 'professional' } }]);
    expect([planOfPrice({ metadata: {}, lookup_key: 'larder_starter_month_7900' }), planOfPrice({ metadata: {}, lookup_key: null }), planOfPrice({ metadata: { plan: 'gold' }, lookup_key: null })]).toEqual(['starter', undefined, undefined]);
  });

  it('a checkout is for the customer, under the key of the order, and names no visit of a guest', async () => {
    const { billing, double } = await stripeDouble();
    const { customerRef } = await billing.customer('acme', 'Acme');
    await billing.open({ ...order, customerRef });
    const { key, form } = double.calls.at(-1) as BillingDouble['calls'][number];
    expect([key, form]).toMatchObject(['k1', { mode: 'subscription', customer: customerRef, success_url: 'https://larder.example/app/subscription?checkout=done', cancel_url: 'https://larder.example/app/subscription', metadata: { account: 'acme' } }]);
    expect([form.client_reference_id, (form.metadata as object & { sessionId?: string }).sessionId]).toEqual([undefined, undefined]);
  });

  it('a cancellation in the portal is one, and is taken back like any other', async () => {
    const { billing, double } = await stripeDouble();
    const { customerRef } = await billing.customer('acme', 'Acme');
    const { pageRef } = await billing.open({ ...order, customerRef });
    double.pay(pageRef);
    const told = async () => (await billing.ask(customerRef)).subscriptions[0];
    const { subscriptionRef = '' } = (await told()) ?? {};
    for (const [key, wish] of Object.entries({ k3: { to: 'resume' }, k4: { to: 'smaller', plan: 'starter' }, k5: { to: 'larger', plan: 'enterprise' } } as const)) {
      double.cancelInPortal(customerRef);
      expect((await told())?.cancelAtPeriodEnd).toBe(true);
      await billing.change({ key, customerRef, subscriptionRef, ...wish });
      expect((await told())?.cancelAtPeriodEnd).toBe(false);
    }
  });

  it.each([['a cancellation', { to: 'cancel' }], ['a smaller plan', { to: 'smaller', plan: 'starter' }]] as const)('whoever pays a former price goes on paying it when they keep their plan and take %s back', async (_, wish) => {
    const { billing, double } = await stripeDouble();
    const { customerRef } = await billing.customer('acme', 'Acme');
    const stripe = new Stripe('sk_test_of_the_test', { host: '127.0.0.1', port: double.port, protocol: 'http' });
    const former = await stripe.prices.create({ currency: 'usd', unit_amount: 9_900, lookup_key: 'larder_professional_month_9900', metadata: { plan: 'professional' } });
    double.pay((await stripe.checkout.sessions.create({ mode: 'subscription', customer: customerRef, line_items: [{ price: former.id, quantity: 1 }] })).id);
    const { subscriptionRef = '' } = (await billing.ask(customerRef)).subscriptions[0] ?? {};
    await billing.change({ key: 'before', customerRef, subscriptionRef, ...wish });
    await billing.change({ key: 'keep', customerRef, subscriptionRef, to: 'smaller', plan: 'professional' });
    const { data: [kept] } = await stripe.subscriptions.list({ customer: customerRef });
    expect(kept).toMatchObject({ cancel_at_period_end: false, schedule: null, items: { data: [{ price: { id: former.id } }] } });
    expect((await billing.ask(customerRef)).subscriptions).toMatchObject([{ plan: 'professional', priceCents: 9_900 }]);
  });

  it.each([['nothing', undefined], ['another plan', 'professional']] as const)('a smaller plan whose change broke off half way, when %s was to come, comes with the next try', async (_, before) => {
    const { billing, double } = await stripeDouble();
    const { customerRef } = await billing.customer('acme', 'Acme');
    double.pay((await billing.open({ ...order, plan: 'enterprise', customerRef })).pageRef);
    const told = async () => (await billing.ask(customerRef)).subscriptions[0];
    const wish = { customerRef, subscriptionRef: (await told())?.subscriptionRef ?? '', to: 'smaller' as const };
    if (before) await billing.change({ ...wish, key: 'before', plan: before });
    double.away = /subscription_schedules\/\w+$/;
    await expect(billing.change({ ...wish, key: 'broken off', plan: 'starter' })).rejects.toThrow(BillingAway);
    delete double.away;
    await billing.change({ ...wish, key: 'broken off', plan: 'starter' });
    expect(await told()).toMatchObject({ plan: 'enterprise', pendingPlan: 'starter' });
    // Whose answer was lost.
    await billing.change({ ...wish, key: 'broken off', plan: 'starter' });
    expect(await told()).toMatchObject({ plan: 'enterprise', pendingPlan: 'starter' });
  }, 30_000);

  it('a moment\'s absence is tried again under the same key, a longer one is said', async () => {
    const { billing, double } = await stripeDouble();
    double.failures = 1;
    await billing.customer('acme', 'Acme');
    expect(double.calls.map(({ key }) => key)).toEqual(['larder:customer:acme', 'larder:customer:acme']);
    double.failures = 99;
    await expect(billing.customer('rival', 'Rival')).rejects.toThrow(BillingAway);
    double.failures = 0;
  }, 30_000);
});

describe('Stripe\'s messages', () => {
  const stripe = openStripeBilling({ secretKey: 'sk_test_of_the_test', webhookSecret, publicUrl: 'https://larder.example' });
  const now = Math.floor(Date.now() / 1000);
  const bodyOf = (type: string, object: object): string => JSON.stringify({ id: 'evt_1', object: 'event', type, created: now, data: { object } });
  const signed = (payload: string, secret = webhookSecret, timestamp = now): string => Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const read = (type: string, object: object) => stripe.read(bodyOf(type, object), signed(bodyOf(type, object)));

  it('say whom to ask about, when they are about a subscription', () => {
    for (const type of ['invoice.paid', 'invoice.payment_failed', 'customer.subscription.updated', 'customer.subscription.deleted', 'subscription_schedule.updated', 'payment_method.attached']) expect(read(type, { customer: 'cus_1' })).toEqual({ customerRef: 'cus_1' });
    expect(read('checkout.session.completed', { mode: 'subscription', customer: { id: 'cus_1' } })).toEqual({ customerRef: 'cus_1' });
    for (const type of ['customer.updated', 'customer.deleted']) expect(read(type, { id: 'cus_1' })).toEqual({ customerRef: 'cus_1' });
  });

  it('are passed over when they are a guest\'s payment, or nobody\'s', () => {
    expect(read('checkout.session.completed', { mode: 'payment', customer: 'cus_1' })).toBeUndefined();
    expect(read('invoice.paid', { customer: null })).toBeUndefined();
    expect(read('charge.refunded', { customer: 'cus_1' })).toBeUndefined();
  });

  it('are not read when they are not Stripe\'s, changed, or old', () => {
    const body = bodyOf('invoice.paid', { customer: 'cus_1' });
    const forged: [string, string][] = [[body.replace('cus_1', 'cus_2'), signed(body)], [body, signed(body, 'whsec_other')], [body, signed(body, webhookSecret, now - 301)], [`${body} `, signed(body)], [body, ''], [body, `t=${now},v1=`]];
    for (const [text, signature] of forged) expect(() => stripe.read(text, signature)).toThrow(UnsignedMessage);
  });
});

it('the test provider reads its own messages and no others', async () => {
  const { billing } = await local();
  const { body, signature } = billing.sign('test_cus_acme', 'e1');
  expect(billing.read(body, signature)).toEqual({ customerRef: 'test_cus_acme' });
  expect(() => billing.read(body.replace('acme', 'rival'), signature)).toThrow(UnsignedMessage);
});
