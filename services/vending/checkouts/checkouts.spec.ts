/** All checkouts keep the same promises; what is peculiar to ours, and what Stripe is asked. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import Stripe from 'stripe';
import { serverSuite } from '@larder/kit/servers.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { Handler } from '@larder/kit/commands/handle.js';
import { Views } from '@larder/kit/views/project.js';
import type { AnyProjection } from '@larder/kit/views/projection.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import { standingClock } from '@larder/kit/testing.js';
import { BadSignature, ProviderRefused, type CheckoutEvent } from './checkout.js';
import { checkoutSuite } from './checkout.suite.js';
import { openLocalBooks } from './local-books.js';
import { holdRefOf, localSigning, openLocalCheckout } from './local-checkout.js';
import { openStripeBooks } from './stripe-books.js';
import { openStripeCheckout } from './stripe-checkout.js';
import type { DoubleIntent } from './stripe-double/stripe-account.testing.js';
import { openStripeDouble, type StripeDouble } from './stripe-double/stripe-double.testing.js';
import { testBooksView } from './test-account.js';

const order = { key: 's1:checkout:1', kind: 'charge' as const, sessionId: 's1', paymentId: 'pay_s1', amountCents: 275, currency: 'USD', lines: [], machineName: 'Lobby' };

/** Ours, over a log in memory, as the product has it. */
async function ours() {
  const { store } = await openSqliteEventStore(':memory:');
  const clock = standingClock();
  const handler = new Handler(store, clock);
  const views = new Views(store, openMemoryReadStore(), () => undefined);
  await views.run(testBooksView as unknown as AnyProjection);
  return { clock, views, store, kit: { clock, views, handle: handler.handle.bind(handler) as Handler['handle'], look: handler.look.bind(handler) as Handler['look'] } };
}

checkoutSuite('The test checkout', async () => {
  const { kit, clock, store, views } = await ours();
  const checkout = openLocalCheckout('a secret of the test', kit);
  return {
    checkout, books: openLocalBooks(kit),
    pay: (providerRef, { kind, sessionId, amountCents, currency }) => {
      const told = { eventId: `${providerRef}:settled`, providerRef, sessionId, amountCents, currency, at: clock.now().toISOString() };
      return checkout.settle(kind === 'hold' ? { ...told, what: 'held', holdRef: holdRefOf(providerRef) } : { ...told, what: 'paid', method: 'card' });
    },
    payOut: async () => {
      await views.reached(testBooksView, await store.head());
      return { since: '2026-03-02T00:00:00.000Z', until: '2026-03-03T00:00:00.000Z' };
    },
  };
});

it('The test checkout pays out each currency by itself', async () => {
  const { kit, clock, store, views } = await ours();
  const checkout = openLocalCheckout('a secret of the test', kit);
  for (const [sessionId, currency] of [['s1', 'USD'], ['s2', 'EUR'], ['s3', 'EUR']] as const) {
    const { providerRef } = await checkout.open({ key: sessionId, kind: 'charge', sessionId, paymentId: sessionId, amountCents: 550, currency, lines: [], machineName: 'Lobby' });
    await checkout.settle({ eventId: sessionId, what: 'paid', providerRef, sessionId, amountCents: 550, currency, method: 'card', at: clock.now().toISOString() });
  }
  await views.reached(testBooksView, await store.head());
  const payouts = await openLocalBooks(kit).payouts('2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z');
  expect(payouts.map(({ payoutRef, currency, amountCents, lines }) => [payoutRef, currency, amountCents, lines.map(({ sessionId }) => sessionId).sort()]).sort()).toEqual([
    ['test_payout_2026-03-01', 'USD', 550, ['s1']], ['test_payout_2026-03-01_eur', 'EUR', 1_100, ['s2', 's3']],
  ]);
});

describe('The messages of the test checkout', () => {
  const signing = localSigning('a secret of the test');
  const event: CheckoutEvent = { eventId: 'e1', what: 'paid', providerRef: 'test_1', sessionId: 's1', amountCents: 275, currency: 'USD', method: 'card', at: '2026-03-01T12:00:00.000Z' };

  it('are read when they are its own, and no others', () => {
    const { body, signature } = signing.sign(event);
    expect(signing.read(body, signature)).toEqual(event);
    expect(() => signing.read(body.replace('275', '1'), signature)).toThrow(BadSignature);
    expect(() => signing.read(body, '')).toThrow(BadSignature);
    expect(() => localSigning('another secret').read(body, signature)).toThrow(BadSignature);
  });

  it('are remembered by the checkout after a restart', async () => {
    const { kit } = await ours();
    const before = openLocalCheckout('one secret', kit);
    const { providerRef } = await before.open({ ...order, amountCents: 550 });
    await before.settle({ ...event, providerRef });
    expect(await openLocalCheckout('another secret', kit).ask(providerRef)).toMatchObject({ what: 'paid', amountCents: 275 });
  });
});

describe('Opening a checkout at Stripe', () => {
  let server: Server;
  let asked: { headers: IncomingHttpHeaders; form: URLSearchParams }[];
  let failures: number;
  beforeEach(async () => {
    asked = [];
    failures = 0;
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk)).on('end', () => {
        asked.push({ headers: request.headers, form: new URLSearchParams(body) });
        const isBroken = failures-- > 0;
        response.writeHead(isBroken ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(isBroken ? { error: { type: 'api_error', message: 'away' } } : { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.example/cs_1' }));
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(() => new Promise((closed) => server.close(closed)));
  const checkout = () => openStripeCheckout({
    secretKey: 'sk_test_of_the_test', webhookSecret: 'whsec', publicUrl: 'https://larder.example', api: { host: '127.0.0.1', port: (server.address() as { port: number }).port, protocol: 'http' },
  });
  const cola = { slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 275, costCents: 80, quantity: 2 };

  it('names the session, the lines in cents and where to come back to, under the key of the step', async () => {
    expect(await checkout().open({ ...order, amountCents: 550, lines: [cola] })).toEqual({ providerRef: 'cs_1', url: 'https://checkout.example/cs_1' });
    expect(asked[0]?.headers['idempotency-key']).toBe('s1:checkout:1');
    expect(Object.fromEntries(asked[0]?.form ?? [])).toMatchObject({
      mode: 'payment', client_reference_id: 's1', 'metadata[sessionId]': 's1', 'line_items[0][quantity]': '2', 'line_items[0][price_data][unit_amount]': '275', 'line_items[0][price_data][currency]': 'usd',
      success_url: 'https://larder.example/vend/success?session_id={CHECKOUT_SESSION_ID}', cancel_url: 'https://larder.example/vend/cancel?session_id=s1',
    });
  });

  it('tries again under the same key when Stripe is away for a moment', async () => {
    failures = 1;
    await checkout().open({ ...order, amountCents: 550, lines: [cola] });
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['s1:checkout:1', 's1:checkout:1']);
  });

  it('holds instead of charging when it is for a hold, and asks for a rest in one line', async () => {
    await checkout().open({ ...order, kind: 'hold', amountCents: 1500, statementDescriptor: 'SEASIDE SNACKS' });
    await checkout().open({ ...order, amountCents: 100, lines: [cola] });
    expect(Object.fromEntries(asked[0]?.form ?? [])).toMatchObject({
      'payment_intent_data[capture_method]': 'manual', 'payment_intent_data[statement_descriptor_suffix]': 'SEASIDE SNACKS', 'metadata[kind]': 'hold', 'line_items[0][price_data][unit_amount]': '1500', success_url: 'https://larder.example/vend/session/s1?authorized=1',
    });
    expect(Object.fromEntries(asked[1]?.form ?? [])).toMatchObject({ 'line_items[0][quantity]': '1', 'line_items[0][price_data][unit_amount]': '100' });
  });

  it('captures and releases a hold under the key of the step', async () => {
    await checkout().capture({ key: 's1:capture', sessionId: 's1', holdRef: 'pi_1', amountCents: 640, currency: 'USD' });
    await checkout().release({ key: 's1:release', sessionId: 's1', holdRef: 'pi_1' });
    expect(asked.map(({ headers, form }) => [headers['idempotency-key'], form.get('amount_to_capture')])).toEqual([['s1:capture', '640'], ['s1:release', null]]);
  });
});

const at = (url: string) => {
  const { hostname, port } = new URL(url);
  return { secretKey: 'sk_test_123', webhookSecret: 'whsec_of_the_test', publicUrl: 'https://larder.example', api: { host: hostname, port: Number(port), protocol: 'http' as const } };
};

describe('The double of Stripe', () => {
  let double: StripeDouble | undefined;
  afterAll(() => double?.close());

  it('is asked which visit a payment is of that a bank takes back, and says in its books what went, what it cost and what came back', async () => {
    const known = await openStripeDouble({ webhookSecret: 'whsec_of_the_test' });
    const stripe = openStripeCheckout(at(known.url));
    const { providerRef } = await stripe.open(order);
    await known.pay(providerRef);
    const dispute = known.account.dispute([...known.account.intents.values()][0] as DoubleIntent);
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.dispute.created', created: 1, data: { object: dispute } });
    expect(await stripe.read(body, Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_of_the_test' }))).toMatchObject({ what: 'chargeback', sessionId: 's1', chargebackRef: dispute.id });
    known.account.closeDispute(dispute, 'won');
    (known.account.moved.at(-1) as (typeof known.account.moved)[number]).fee = -1500; // some contracts give the fee back
    const { amount } = known.account.payOut(1_000);
    const [payout] = await openStripeBooks(at(known.url)).payouts('1970-01-01T00:00:00.000Z', '1970-01-02T00:00:00.000Z');
    expect(payout?.lines.slice(1)).toEqual([
      { ref: dispute.id, kind: 'charged_back', sessionId: 's1', amountCents: 275, feeCents: 1500, currency: 'USD' }, { ref: dispute.id, kind: 'returned', sessionId: 's1', amountCents: 1775, feeCents: 0, currency: 'USD' },
    ]);
    expect([payout?.amountCents, amount]).toEqual([237, 237]);
    await known.close();
  });

  checkoutSuite('Stripe\'s double', async () => {
    double = await openStripeDouble({ webhookSecret: 'whsec_of_the_test' });
    const known = double;
    return {
      checkout: openStripeCheckout(at(known.url)), books: openStripeBooks(at(known.url)), pay: (providerRef) => known.pay(providerRef), forget: () => known.forget(),
      async payOut() {
        const arrival = Date.parse('2026-03-04T00:00:00.000Z');
        known.account.payOut(arrival / 1000);
        return { since: new Date(arrival).toISOString(), until: new Date(arrival + 86_400_000).toISOString() };
      },
    };
  });
});

serverSuite('Stripe\'s own mock, which knows the shape of every call,', 'STRIPE_MOCK_URL', { image: 'stripe/stripe-mock:v0.197.0', port: 12111, url: (host, port) => `http://${host}:${port}` }, (url) => {
  checkoutSuite('Stripe\'s mock', async () => ({ checkout: openStripeCheckout(at(url())), books: openStripeBooks(at(url())) }), { remembers: false });

  it('takes a capture, a release, a refund and a question about payouts as we send them', async () => {
    const stripe = openStripeCheckout(at(url()));
    await stripe.capture({ key: 's1:capture', sessionId: 's1', holdRef: 'pi_1', amountCents: 640, currency: 'USD' });
    await stripe.release({ key: 's1:release', sessionId: 's1', holdRef: 'pi_2' });
    // The mock's checkouts have no payment, which is an answer for good.
    await expect(stripe.refund({ key: 's1:refund:r1', sessionId: 's1', providerRef: 'cs_1', amountCents: 100, currency: 'USD' }).catch((error: unknown) => (error instanceof ProviderRefused ? { refundRef: 're_none' } : Promise.reject(error as Error)))).resolves.toMatchObject({ refundRef: expect.stringMatching(/^re_/) });
    for (const { lines } of await openStripeBooks(at(url())).payouts('2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z')) expect(lines.every(({ amountCents }) => Number.isInteger(amountCents))).toBe(true);
  });
});

const { STRIPE_SECRET_KEY: realKey } = process.env;
if (realKey?.startsWith('sk_test_')) {
  const real = { secretKey: realKey, webhookSecret: process.env.STRIPE_WEBHOOK_SECRET ?? 'whsec_of_the_test', publicUrl: 'https://larder.example' };
  checkoutSuite('Stripe itself, with a test account,', async () => ({ checkout: openStripeCheckout(real), books: openStripeBooks(real) }), { hasGuests: false });
} else {
  const reason = 'Stripe itself, with a test account: did not run, it needs STRIPE_SECRET_KEY (sk_test_…)';
  process.stderr.write(`${reason}\n`);
  describe.skip(reason, () => it('needs a test account', () => undefined));
}
