import type { PaymentFact } from '@larder/contracts/vending.js';
import { given } from '@larder/kit/testing.js';
import { payment } from './payment.js';

const ids = { sessionId: 's1', paymentId: 'pay_s1' };
const request = { sessionId: 's1', amountCents: 275, currency: 'USD', lines: [], machineName: 'Lobby' };
const requested: PaymentFact = { type: 'PaymentRequested', data: { ...request, paymentId: 'pay_s1' } };
const opened: PaymentFact = { type: 'CheckoutOpened', data: { ...ids, provider: 'stripe', providerRef: 'cs_1', url: 'https://pay.example/cs_1' } };
const money = { providerRef: 'cs_1', amountCents: 275, currency: 'USD', method: 'card' as const, capturedAt: '2026-03-01T12:03:00.000Z' };
const captured: PaymentFact = { type: 'PaymentCaptured', data: { ...ids, ...money } };

describe('The money of a visit', () => {
  it('is asked for once', () => {
    given(payment).when({ type: 'RequestPayment', ...request }).then(requested);
    given(payment, requested).when({ type: 'RequestPayment', ...request }).thenNothing();
  });

  it('has one checkout at a time', () => given(payment, requested, opened).when({ type: 'NoteCheckout', provider: 'stripe', providerRef: 'cs_2', url: 'https://pay.example/cs_2' }).thenNothing());

  it('is captured once, however often the provider says so', () => {
    given(payment, requested, opened).when({ type: 'CapturePayment', ...money }).then(captured);
    given(payment, requested, opened, captured).when({ type: 'CapturePayment', ...money }).thenNothing();
  });

  it('is captured even if the word of it comes before the checkout was noted', () => given(payment, requested).when({ type: 'CapturePayment', ...money }).then(captured));

  it('may be tried again after an abandoned checkout, under a new key', () => {
    const abandoned: PaymentFact = { type: 'CheckoutAbandoned', data: { ...ids, providerRef: 'cs_1' } };
    given(payment, requested, opened).when({ type: 'NoteAbandoned', providerRef: 'cs_1' }).then(abandoned);
    const state = [requested, opened, abandoned].reduce((s, fact) => payment.evolve(s, fact), payment.initial);
    expect(state).toMatchObject({ attempts: 1, checkout: undefined, captured: false });
  });

  it('is not given up by a late word about a checkout that was paid or replaced', () => {
    given(payment, requested, opened, captured).when({ type: 'NoteAbandoned', providerRef: 'cs_1' }).thenNothing();
    given(payment, requested, opened).when({ type: 'NoteAbandoned', providerRef: 'cs_0' }).thenNothing();
  });

  it('is never captured for a visit that owes nothing', () => given(payment).when({ type: 'CapturePayment', ...money }).thenRefused('NOT_FOUND'));
});

describe('A refund', () => {
  const order = (refundId: string, amountCents: number) => ({ type: 'OrderRefund' as const, refundId, amountCents, reason: 'melted' });
  const ordered = (refundId: string, amountCents: number): PaymentFact => ({ type: 'RefundOrdered', data: { ...ids, refundId, amountCents, currency: 'USD', reason: 'melted' } });
  const issued: PaymentFact = { type: 'RefundIssued', data: { ...ids, refundId: 'r1', amountCents: 100, currency: 'USD', refundRef: 're_1', issuedAt: '2026-03-02T12:00:00.000Z' } };
  const paid = [requested, opened, captured] as const;

  it('is ordered once, and never beyond what was captured', () => {
    given(payment, ...paid).when(order('r1', 100)).then(ordered('r1', 100));
    given(payment, ...paid, ordered('r1', 100)).when(order('r1', 100)).thenNothing();
    given(payment, ...paid, ordered('r1', 100)).when(order('r2', 176)).thenRefused('CONFLICT');
    given(payment, ...paid, ordered('r1', 100), issued).when(order('r2', 175)).then(ordered('r2', 175));
    given(payment, requested, opened).when(order('r1', 1)).thenRefused('CONFLICT');
  });

  it('is issued once, and one the provider refused frees its amount again', () => {
    given(payment, ...paid, ordered('r1', 100)).when({ type: 'NoteRefund', refundId: 'r1', refundRef: 're_1', issuedAt: '2026-03-02T12:00:00.000Z' }).then(issued);
    given(payment, ...paid, ordered('r1', 100), issued).when({ type: 'NoteRefund', refundId: 'r1', refundRef: 're_1', issuedAt: '2026-03-02T12:00:00.000Z' }).thenNothing();
    const failed: PaymentFact = { type: 'RefundFailed', data: { ...ids, refundId: 'r1', machineId: 'VM-1', amountCents: 275, currency: 'USD', why: 'closed' } };
    given(payment, ...paid, ordered('r1', 275)).when({ type: 'NoteRefundRefused', refundId: 'r1', machineId: 'VM-1', why: 'closed' }).then(failed);
    given(payment, ...paid, ordered('r1', 275), failed).when(order('r2', 275)).then(ordered('r2', 275));
  });
});
