import Stripe from 'stripe';
import { BadSignature, type CheckoutEvent } from './checkout.js';
import { openLocalCheckout } from './local-checkout.js';
import { openStripeCheckout } from './stripe-checkout.js';

const order = { key: 's1:checkout:1', sessionId: 's1', paymentId: 'pay_s1', amountCents: 275, currency: 'USD', lines: [], machineName: 'Lobby' };

describe('The test checkout', () => {
  const checkout = openLocalCheckout('a secret of the test');
  const event: CheckoutEvent = { eventId: 'e1', what: 'paid', providerRef: 'test_1', sessionId: 's1', amountCents: 275, currency: 'USD', method: 'card', at: '2026-03-01T12:00:00.000Z' };

  it('opens the same checkout for the same key, and another for another', async () => {
    const [first, again, next] = await Promise.all([checkout.open(order), checkout.open(order), checkout.open({ ...order, key: 's1:checkout:2' })]);
    expect(again).toEqual(first);
    expect(next.providerRef).not.toBe(first.providerRef);
  });

  it('reads its own messages and no others', () => {
    const { body, signature } = checkout.sign(event);
    expect(checkout.read(body, signature)).toEqual(event);
    expect(() => checkout.read(body.replace('275', '1'), signature)).toThrow(BadSignature);
    expect(() => checkout.read(body, '')).toThrow(BadSignature);
    expect(() => openLocalCheckout('another secret').read(body, signature)).toThrow(BadSignature);
  });
});

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

  it('mean paid only when the money is there', () => {
    expect(read('checkout.session.completed', { payment_status: 'paid' })).toMatchObject({ what: 'paid', providerRef: 'cs_1', sessionId: 's1', amountCents: 275, currency: 'USD', eventId: 'evt_1' });
    expect(read('checkout.session.completed', { payment_status: 'unpaid' })).toBeUndefined();
    expect(read('checkout.session.async_payment_succeeded', { payment_status: 'paid' })).toMatchObject({ what: 'paid' });
  });

  it('mean abandoned when the checkout expired or a delayed payment failed', () => {
    expect(read('checkout.session.expired', {})).toMatchObject({ what: 'abandoned' });
    expect(read('checkout.session.async_payment_failed', {})).toMatchObject({ what: 'abandoned' });
  });

  it('are passed over when they are about something else', () => {
    expect(read('customer.created', {})).toBeUndefined();
    expect(read('checkout.session.completed', { payment_status: 'paid', metadata: {} })).toBeUndefined();
  });

  it('are not read at all when the signature is not Stripe\'s, or of another body, or old', () => {
    const { body, signature } = message('checkout.session.completed', { payment_status: 'paid' });
    const old = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp: Math.floor(Date.now() / 1000) - 3600 });
    expect(() => checkout.read(body.replace('275', '1'), signature)).toThrow(BadSignature);
    expect(() => checkout.read(body, Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' }))).toThrow(BadSignature);
    expect(() => checkout.read(body, old)).toThrow(BadSignature);
    expect(() => checkout.read('not json', 'not a signature')).toThrow(BadSignature);
  });
});
