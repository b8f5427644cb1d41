/** What Stripe's messages mean, and that nobody else's are read. */
import Stripe from 'stripe';
import { BadSignature } from './checkout.js';
import { openStripeCheckout } from './stripe-checkout.js';

describe('Stripe\'s webhooks', () => {
  const webhookSecret = 'whsec_of_the_test';
  const checkout = openStripeCheckout({ secretKey: 'sk_test_of_the_test', webhookSecret, publicUrl: 'https://larder.example' });
  const message = (type: string, session: object): { body: string; signature: string } => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object: { id: 'cs_1', object: 'checkout.session', amount_total: 275, currency: 'usd', metadata: { sessionId: 's1' }, ...session } } });
    return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret }) };
  };
  const read = (type: string, session: object) => {
    const { body, signature } = message(type, session);
    return checkout.read(body, signature);
  };

  it('mean paid only when the money is there', async () => {
    expect(await read('checkout.session.completed', { payment_status: 'paid' })).toMatchObject({ what: 'paid', providerRef: 'cs_1', sessionId: 's1', amountCents: 275, currency: 'USD', eventId: 'evt_1' });
    expect(await read('checkout.session.completed', { payment_status: 'unpaid' })).toBeUndefined();
    expect(await read('checkout.session.async_payment_succeeded', { payment_status: 'paid' })).toMatchObject({ what: 'paid' });
  });

  it('mean held when the checkout was for a hold', async () => {
    expect(await read('checkout.session.completed', { payment_status: 'unpaid', payment_intent: 'pi_1', metadata: { sessionId: 's1', kind: 'hold' } })).toMatchObject({ what: 'held', holdRef: 'pi_1', providerRef: 'cs_1', amountCents: 275 });
    expect(await read('checkout.session.completed', { payment_status: 'unpaid', metadata: { sessionId: 's1', kind: 'hold' } })).toBeUndefined();
  });

  it('mean abandoned when the checkout expired or a delayed payment failed', async () => {
    expect(await read('checkout.session.expired', {})).toMatchObject({ what: 'abandoned' });
    expect(await read('checkout.session.async_payment_failed', {})).toMatchObject({ what: 'abandoned' });
  });

  it('mean returned when a refund failed after it was issued', async () => {
    const refund = { id: 're_1', object: 'refund', amount: 100, failure_reason: 'lost_or_stolen_card' };
    expect(await read('refund.failed', refund)).toMatchObject({ what: 'returned', eventId: 'evt_1', sessionId: 's1', refundRef: 're_1', amountCents: 100, why: 'lost or stolen card' });
    expect(await read('refund.failed', { ...refund, metadata: null })).toBeUndefined();
  });

  describe('about a payment that a guest\'s bank takes back', () => {
    const openedAt = Date.parse('2026-03-04T12:00:00.000Z') / 1000;
    const dispute = (status: string, more: object = {}) =>
      ({ id: 'du_1', object: 'dispute', amount: 275, reason: 'product_not_received', status, created: openedAt, evidence_details: { due_by: openedAt + 86_400 }, metadata: {}, payment_intent: { id: 'pi_1', metadata: { sessionId: 's1' } }, ...more });
    const told = { what: 'chargeback', eventId: 'evt_1', sessionId: 's1', chargebackRef: 'du_1', amountCents: 275, currency: 'USD', why: 'product not received', openedAt: '2026-03-04T12:00:00.000Z', respondBy: '2026-03-05T12:00:00.000Z' };

    it('say what the bank says and until when it can be answered', async () => {
      for (const type of ['created', 'funds_withdrawn']) expect(await read(`charge.dispute.${type}`, dispute('needs_response'))).toEqual(told);
      const { respondBy: _, ...unanswerable } = told;
      for (const none of [0, null]) expect(await read('charge.dispute.created', dispute('needs_response', { evidence_details: { due_by: none } }))).toEqual(unanswerable);
    });

    it('tell one that the bank only asks about, and what came of it', async () => {
      expect(await read('charge.dispute.created', dispute('warning_needs_response'))).toEqual({ ...told, isInquiry: true });
      expect(await read('charge.dispute.closed', dispute('warning_closed'))).toEqual({ ...told, isInquiry: true, outcome: 'won' });
      for (const outcome of ['won', 'lost']) expect(await read('charge.dispute.closed', dispute(outcome))).toEqual({ ...told, outcome });
      expect(await read('charge.dispute.funds_reinstated', dispute('won'))).toEqual({ ...told, outcome: 'won' });
    });

    it('are passed over when it is no visit\'s, or was prevented', async () => {
      expect(await read('charge.dispute.closed', dispute('prevented'))).toBeUndefined();
      for (const payment_intent of [null, { id: 'pi_9', metadata: {} }]) expect(await read('charge.dispute.created', dispute('needs_response', { payment_intent }))).toBeUndefined();
    });
  });

  it('are passed over when they are about something else', async () => {
    expect(await read('customer.created', {})).toBeUndefined();
    expect(await read('checkout.session.completed', { payment_status: 'paid', metadata: {} })).toBeUndefined();
  });

  it('are not read at all when the signature is not Stripe\'s, or of another body, or old', async () => {
    const { body, signature } = message('checkout.session.completed', { payment_status: 'paid' });
    const old = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp: Math.floor(Date.now() / 1000) - 3600 });
    await expect(checkout.read(body.replace('275', '1'), signature)).rejects.toThrow(BadSignature);
    await expect(checkout.read(body, Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' }))).rejects.toThrow(BadSignature);
    await expect(checkout.read(body, old)).rejects.toThrow(BadSignature);
    await expect(checkout.read('not json', 'not a signature')).rejects.toThrow(BadSignature);
  });
});

describe('Of a thousand webhooks that are not quite Stripe\'s', () => {
  const webhookSecret = 'whsec_of_the_test';
  const stripe = openStripeCheckout({ secretKey: 'sk_test_of_the_test', webhookSecret, publicUrl: 'https://larder.example' });
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed', created: Math.floor(Date.now() / 1000), data: { object: { id: 'cs_1', object: 'checkout.session', amount_total: 275, currency: 'usd', payment_status: 'paid', metadata: { sessionId: 's1' } } } });
  const now = Math.floor(Date.now() / 1000);
  const signed = (payload: string, secret = webhookSecret, timestamp = now): string => Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const flipped = (text: string, n: number): string => text.slice(0, n % text.length) + String.fromCharCode(text.charCodeAt(n % text.length) ^ 1) + text.slice((n % text.length) + 1);
  const kinds: readonly ((n: number) => [string, string])[] = [
    (n) => [flipped(body, n * 7), signed(body)],
    (n) => [body, flipped(signed(body), signed(body).length - 1 - (n % 64))],
    (n) => [body, signed(body, `whsec_${n}`)],
    (n) => [body, signed(body, webhookSecret, now - 301 - n)],
    (n) => [JSON.stringify(JSON.parse(body), undefined, 1 + (n % 9)), signed(body)],
    (n) => [`${body}${' '.repeat(n)}\n`, signed(body)],
    (n) => [body.replace('275', String(n)), signed(body)],
    (n) => [body, signed(body).replace(/t=\d+/, `t=${now + n}`)],
    (n) => [body, `t=${now},v0=${'a'.repeat(n % 64)}`],
    (n) => [body, 'x'.repeat(n)],
  ];

  it('none is accepted, and the true one is', async () => {
    for (let n = 0; n < 1000; n++) {
      const [payload, header] = (kinds[n % kinds.length] as (typeof kinds)[number])(Math.floor(n / kinds.length) + 1);
      await expect(stripe.read(payload, header)).rejects.toThrow(BadSignature);
    }
    expect(await stripe.read(body, signed(body))).toMatchObject({ what: 'paid' });
  });
});
