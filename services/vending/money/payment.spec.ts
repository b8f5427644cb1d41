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

  it('has one checkout at a time', () => given(payment, requested, opened).when({ type: 'NoteCheckout', kind: 'charge', provider: 'stripe', providerRef: 'cs_2', url: 'https://pay.example/cs_2' }).thenNothing());

  it('is captured once, however often the provider says so', () => {
    given(payment, requested, opened).when({ type: 'CapturePayment', ...money }).then(captured);
    given(payment, requested, opened, captured).when({ type: 'CapturePayment', ...money }).thenNothing();
  });

  it('is captured even if the word of it comes before the checkout was noted', () => given(payment, requested).when({ type: 'CapturePayment', ...money }).then(captured));

  it('may be tried again after an abandoned checkout, under a new key', () => {
    const abandoned: PaymentFact = { type: 'CheckoutAbandoned', data: { ...ids, providerRef: 'cs_1' } };
    given(payment, requested, opened).when({ type: 'NoteAbandoned', providerRef: 'cs_1' }).then(abandoned);
    const state = [requested, opened, abandoned].reduce((s, fact) => payment.evolve(s, fact), payment.initial);
    expect(state).toMatchObject({ attempts: 1, checkout: undefined, captures: [] });
  });

  it('is not given up by a late word about a checkout that was paid or replaced', () => {
    given(payment, requested, opened, captured).when({ type: 'NoteAbandoned', providerRef: 'cs_1' }).thenNothing();
    given(payment, requested, opened).when({ type: 'NoteAbandoned', providerRef: 'cs_0' }).thenNothing();
  });

  it('is asked about while a checkout is open, but not for ever', () => {
    const asked = (times: number, isOver: boolean): PaymentFact => ({ type: 'CheckoutsAsked', data: { ...ids, times, isOver } });
    given(payment, requested, opened).when({ type: 'NoteAsked' }).then(asked(1, false));
    given(payment, requested, opened, asked(28, false)).when({ type: 'NoteAsked' }).then(asked(29, false));
    given(payment, requested, opened, asked(29, false)).when({ type: 'NoteAsked' }).then(asked(30, true));
    given(payment, requested, opened, captured).when({ type: 'NoteAsked' }).then(asked(1, true));
  });

  it('is not what came in another currency: a hundred yen are no dollar', () => {
    given(payment, requested, opened).when({ type: 'CapturePayment', ...money, currency: 'JPY' }).thenRefused('CONFLICT');
    given(payment, requested, opened, captured).when({ type: 'CapturePayment', ...money, providerRef: 'cs_2', currency: 'JPY' }).thenRefused('CONFLICT');
    given(payment, { type: 'HoldRequested', data: { ...ids, amountCents: 1500, currency: 'USD', machineName: 'Lobby' } })
      .when({ type: 'NoteHold', providerRef: 'cs_1', holdRef: 'pi_1', amountCents: 1500, currency: 'JPY', placedAt: '2026-03-01T12:01:00.000Z' }).thenRefused('CONFLICT');
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

  it('that the guest\'s bank sends back is noted once, stays owed, and is not another one\'s', () => {
    const note = { type: 'NoteRefundReturned' as const, refundRef: 're_1', machineId: 'VM-1', amountCents: 100, why: 'expired or canceled card', returnedAt: '2026-03-06T12:00:00.000Z' };
    const { type: _, ...told } = note;
    const returned: PaymentFact = { type: 'RefundReturned', data: { ...ids, refundId: 'r1', currency: 'USD', ...told } };
    given(payment, ...paid, ordered('r1', 100), issued).when(note).then(returned);
    given(payment, ...paid, ordered('r1', 100), issued, returned).when(note).thenNothing();
    given(payment, ...paid, ordered('r1', 100), issued, returned).when(order('r2', 176)).thenRefused('CONFLICT');
    given(payment, ...paid, ordered('r1', 100)).when(note).thenRefused('NOT_FOUND');
  });
});

describe('A payment that the guest\'s bank takes back', () => {
  const paid = [requested, opened, captured] as const;
  const which = { chargebackRef: 'du_1', machineId: 'VM-1', amountCents: 275, currency: 'USD' };
  const told = { ...which, why: 'fraudulent', openedAt: '2026-03-04T12:00:00.000Z', respondBy: '2026-03-14T23:59:59.000Z' };
  const note = (more: { outcome?: 'won' | 'lost'; isInquiry?: true } = {}) => ({ type: 'NoteChargeback' as const, ...told, ...more });
  const taken: PaymentFact = { type: 'ChargebackOpened', data: { ...ids, ...told } };
  const inquired: PaymentFact = { type: 'ChargebackOpened', data: { ...ids, ...told, isInquiry: true } };
  const closed = (outcome: 'won' | 'lost'): PaymentFact => ({ type: 'ChargebackClosed', data: { ...ids, ...which, outcome } });
  const refund = { type: 'OrderRefund' as const, refundId: 'r1', amountCents: 100, reason: 'melted' };
  const ordered: PaymentFact = { type: 'RefundOrdered', data: { ...ids, refundId: 'r1', amountCents: 100, currency: 'USD', reason: 'melted' } };
  const refused = (why: string, lostCents?: number): PaymentFact => ({ type: 'RefundFailed', data: { ...ids, refundId: 'r1', machineId: 'VM-1', amountCents: 100, currency: 'USD', why, ...(lostCents && { lost: [{ chargebackRef: told.chargebackRef, amountCents: lostCents }] }) } });
  const notYet = refused('The guest\'s bank has taken this payment back (fraudulent) and has not decided yet; it can be given back when the chargeback is won');

  it('is noted once, and so is what came of it', () => {
    given(payment, ...paid).when(note()).then(taken);
    given(payment, ...paid, taken).when(note()).thenNothing();
    given(payment, ...paid, taken).when(note({ outcome: 'won' })).then(closed('won'));
    given(payment, ...paid, taken, closed('won')).when(note({ outcome: 'won' })).thenNothing();
  });

  it('was opened also when the word of its end comes first, and the late word of its opening changes nothing', () => {
    given(payment, ...paid).when(note({ outcome: 'lost' })).then(taken, closed('lost'));
    given(payment, ...paid, taken, closed('lost')).when(note()).thenNothing();
    given(payment, ...paid, taken, closed('lost')).when(note({ outcome: 'won' })).then(closed('won')); // an appeal
  });

  it('may have been asked about first', () => {
    given(payment, ...paid).when(note({ isInquiry: true })).then(inquired);
    given(payment, ...paid, inquired).when(note({ isInquiry: true, outcome: 'won' })).then(closed('won'));
    given(payment, ...paid, inquired).when(note()).then(taken);
    given(payment, ...paid, inquired, closed('won')).when(note()).then(taken);
    given(payment, ...paid, inquired, taken).when(note({ isInquiry: true })).thenNothing();
    given(payment, ...paid, inquired, taken).when(note({ isInquiry: true, outcome: 'won' })).thenNothing();
  });

  it('is not given back on top, unless it is won or the bank only asks', () => {
    given(payment, ...paid, taken).when(refund).then(notYet);
    given(payment, ...paid, taken, notYet).when(refund).thenNothing();
    given(payment, ...paid, taken, notYet, closed('won')).when({ ...refund, refundId: 'r2' }).then({ type: 'RefundOrdered', data: { ...ids, refundId: 'r2', amountCents: 100, currency: 'USD', reason: 'melted' } });
    given(payment, ...paid, taken, closed('lost')).when(refund).then(refused('The guest has this payment back already: the bank took it (fraudulent), and the chargeback is lost', told.amountCents));
    given(payment, ...paid, inquired).when(refund).then(ordered);
    given(payment, ...paid, inquired, closed('won'), taken).when(refund).then(notYet);
  });

  it('that is lost is told again with a refund that the provider would not make: until then the same money was to be given back', () => {
    given(payment, ...paid, ordered, taken, closed('lost')).when({ type: 'NoteRefundRefused', refundId: 'r1', machineId: 'VM-1', why: 'disputed' }).then(refused('disputed', told.amountCents));
    given(payment, ...paid, ordered, taken).when({ type: 'NoteRefundRefused', refundId: 'r1', machineId: 'VM-1', why: 'disputed' }).then(refused('disputed'));
  });

  it('by two chargebacks is told again what the other one has cost when one of them is won: there may have been nothing left to enter it on', () => {
    const other: PaymentFact[] = [{ type: 'ChargebackOpened', data: { ...ids, ...told, chargebackRef: 'du_2', amountCents: 75 } }, { type: 'ChargebackClosed', data: { ...ids, ...which, chargebackRef: 'du_2', amountCents: 75, outcome: 'lost' } }];
    given(payment, ...paid, taken, closed('lost'), ...other).when(note({ outcome: 'won' })).then({ type: 'ChargebackClosed', data: { ...ids, ...which, outcome: 'won', lost: [{ chargebackRef: 'du_2', amountCents: 75 }] } });
    given(payment, ...paid, taken, ...other).when(note({ outcome: 'lost' })).then(closed('lost'));
  });

  it('of a part leaves the rest to be given back', () => {
    const part: PaymentFact = { type: 'ChargebackOpened', data: { ...ids, ...told, amountCents: 175 } };
    given(payment, ...paid, part).when(refund).then(ordered);
    given(payment, ...paid, part).when({ ...refund, amountCents: 101 }).then({ type: 'RefundFailed', data: { ...ids, refundId: 'r1', machineId: 'VM-1', amountCents: 101, currency: 'USD', why: expect.stringContaining('has taken $1.75 of this payment back') as never } });
    given(payment, ...paid, part, ordered).when({ ...refund, refundId: 'r2', amountCents: 1 }).then({ type: 'RefundFailed', data: { ...ids, refundId: 'r2', machineId: 'VM-1', amountCents: 1, currency: 'USD', why: expect.anything() as never } });
  });
});

describe('A refund of a sold line', () => {
  const line = { line: 1 };
  const paid = [requested, opened, captured] as const;
  const order: PaymentFact = { type: 'RefundOrdered', data: { ...ids, ...line, refundId: 'r1', amountCents: 100, currency: 'USD', reason: 'melted' } };
  it('says whose it is to the end, so that an earlier refusal of the same line is settled by it', () => {
    given(payment, ...paid).when({ type: 'OrderRefund', refundId: 'r1', ...line, amountCents: 100, reason: 'melted' }).then(order);
    given(payment, ...paid, order).when({ type: 'NoteRefund', refundId: 'r1', refundRef: 're_1', issuedAt: 't' }).then({ type: 'RefundIssued', data: { ...ids, ...line, refundId: 'r1', amountCents: 100, currency: 'USD', refundRef: 're_1', issuedAt: 't' } });
    given(payment, ...paid, order).when({ type: 'NoteRefundRefused', refundId: 'r1', machineId: 'VM-1', why: 'closed' }).then({ type: 'RefundFailed', data: { ...ids, ...line, refundId: 'r1', machineId: 'VM-1', amountCents: 100, currency: 'USD', why: 'closed' } });
  });
});

describe('A refund of more than any one checkout brought', () => {
  const first: PaymentFact = { type: 'PaymentCaptured', data: { ...ids, ...money, amountCents: 1500 } };
  const rest: PaymentFact = { type: 'PaymentCaptured', data: { ...ids, ...money, providerRef: 'cs_2', amountCents: 220 } };
  const due: PaymentFact = { type: 'PaymentRequested', data: { ...request, amountCents: 1720, paymentId: 'pay_s1' } };
  const order = (refundId: string, amountCents: number) => ({ type: 'OrderRefund' as const, refundId, amountCents, reason: 'x' });
  const parts = [{ providerRef: 'cs_1', amountCents: 1500 }, { providerRef: 'cs_2', amountCents: 100 }];
  const split: PaymentFact = { type: 'RefundOrdered', data: { ...ids, refundId: 'r1', amountCents: 1600, currency: 'USD', reason: 'x', parts } };
  const at = { refundRef: 're_1', issuedAt: '2026-03-02T12:00:00.000Z' };

  it('goes back by each of them, and what is left of each is remembered', () => {
    given(payment, due, first, rest).when(order('r1', 1600)).then(split);
    given(payment, due, first, rest, split).when(order('r2', 120)).then({ type: 'RefundOrdered', data: { ...ids, refundId: 'r2', amountCents: 120, currency: 'USD', reason: 'x', providerRef: 'cs_2' } });
    given(payment, due, first, rest, split).when(order('r2', 121)).thenRefused('CONFLICT');
  });

  it('of which the provider refuses a part counts for what was done', () => {
    const done = [{ providerRef: 'cs_1', amountCents: 1500, refundRef: 're_1' }];
    const issued: PaymentFact = { type: 'RefundIssued', data: { ...ids, refundId: 'r1', amountCents: 1500, currency: 'USD', ...at, parts: done } };
    const failed: PaymentFact = { type: 'RefundFailed', data: { ...ids, refundId: 'r1:rest', machineId: 'VM-1', amountCents: 100, currency: 'USD', why: 'closed' } };
    given(payment, due, first, rest, split).when({ type: 'NoteRefund', refundId: 'r1', ...at, parts: done, refused: { machineId: 'VM-1', why: 'closed' } }).then(issued, failed);
    given(payment, due, first, rest, split, issued).when(order('r2', 220)).then({ type: 'RefundOrdered', data: { ...ids, refundId: 'r2', amountCents: 220, currency: 'USD', reason: 'x', providerRef: 'cs_2' } });
  });
});

describe('A second payment of the same visit', () => {
  it('is noted once and goes straight back the way it came', () => {
    const again = { ...money, providerRef: 'cs_2' };
    const found: PaymentFact = { type: 'SecondCaptureFound', data: { ...ids, providerRef: 'cs_2', amountCents: 275, currency: 'USD' } };
    const back: PaymentFact = { type: 'RefundOrdered', data: { ...ids, refundId: 'second:cs_2', amountCents: 275, currency: 'USD', reason: 'Paid a second time', providerRef: 'cs_2' } };
    given(payment, requested, opened, captured).when({ type: 'CapturePayment', ...again }).then(found, back);
    given(payment, requested, opened, captured, found, back).when({ type: 'CapturePayment', ...again }).thenNothing();
    // What goes back there does not lessen what can be given back of the first.
    given(payment, requested, opened, captured, found, back).when({ type: 'OrderRefund', refundId: 'r1', amountCents: 275, reason: 'x' })
      .then({ type: 'RefundOrdered', data: { ...ids, refundId: 'r1', amountCents: 275, currency: 'USD', reason: 'x' } });
  });
});

describe('Money held first', () => {
  const wanted = { sessionId: 's1', amountCents: 1500, currency: 'USD', machineName: 'Lobby' };
  const asked: PaymentFact = { type: 'HoldRequested', data: { ...wanted, paymentId: 'pay_s1' } };
  const holdOpened: PaymentFact = { type: 'CheckoutOpened', data: { ...ids, provider: 'stripe', providerRef: 'cs_h', url: 'https://pay.example/cs_h', kind: 'hold' } };
  const note = { type: 'NoteHold' as const, providerRef: 'cs_h', holdRef: 'pi_1', amountCents: 1500, currency: 'USD', placedAt: '2026-03-01T12:01:00.000Z' };
  const placed: PaymentFact = { type: 'HoldPlaced', data: { ...ids, providerRef: 'cs_h', holdRef: 'pi_1', amountCents: 1500, currency: 'USD', placedAt: '2026-03-01T12:01:00.000Z' } };
  const due = (amountCents: number): PaymentFact => ({ type: 'PaymentRequested', data: { ...request, amountCents, paymentId: 'pay_s1' } });
  const ordered = (amountCents: number): PaymentFact => ({ type: 'CaptureOrdered', data: { ...ids, holdRef: 'pi_1', amountCents, currency: 'USD' } });
  const taken = (amountCents: number, providerRef = 'cs_h'): PaymentFact => ({ type: 'PaymentCaptured', data: { ...ids, ...money, providerRef, amountCents } });
  const released = (amountCents: number): PaymentFact => ({ type: 'HoldReleased', data: { ...ids, holdRef: 'pi_1', amountCents, currency: 'USD', releasedAt: '2026-03-01T12:05:00.000Z' } });
  const noteRelease = (amountCents: number) => ({ type: 'NoteRelease' as const, holdRef: 'pi_1', amountCents, releasedAt: '2026-03-01T12:05:00.000Z' });

  it('is asked for, opened and placed once', () => {
    given(payment).when({ type: 'RequestHold', ...wanted }).then(asked);
    given(payment, asked).when({ type: 'RequestHold', ...wanted }).thenNothing();
    given(payment, asked, holdOpened).when(note).then(placed);
    given(payment, asked, holdOpened, placed).when(note).thenNothing();
  });
  it('that was not placed when the bill is made is not asked for any more', () =>
    given(payment, asked, due(640)).when({ type: 'NoteCheckout', kind: 'hold', provider: 'stripe', providerRef: 'cs_h', url: 'https://pay.example/cs_h' }).thenNothing());
  it('gives exactly what the visit came to, and the rest is free again', () => {
    given(payment, asked, holdOpened, placed, due(640)).when({ type: 'OrderCapture' }).then(ordered(640));
    given(payment, asked, holdOpened, placed, due(640), ordered(640)).when({ type: 'OrderCapture' }).thenNothing();
    given(payment, asked, holdOpened, placed, due(640), ordered(640), taken(640)).when(noteRelease(860)).then(released(860));
    given(payment, asked, holdOpened, placed, due(640), ordered(640), taken(640), released(860)).when(noteRelease(860)).thenNothing();
  });
  it('that does not reach is taken whole, and the guest is asked for the rest once', () => {
    given(payment, asked, holdOpened, placed, due(2000)).when({ type: 'OrderCapture' }).then(ordered(1500));
    const rest: PaymentFact = { type: 'CheckoutOpened', data: { ...ids, provider: 'stripe', providerRef: 'cs_2', url: 'https://pay.example/cs_2' } };
    given(payment, asked, holdOpened, placed, due(2000), ordered(1500), taken(1500)).when({ type: 'NoteCheckout', kind: 'charge', provider: 'stripe', providerRef: 'cs_2', url: 'https://pay.example/cs_2' }).then(rest);
    given(payment, asked, holdOpened, placed, due(2000), ordered(1500), taken(1500), rest).when({ type: 'CapturePayment', ...money, providerRef: 'cs_2', amountCents: 500 }).then(taken(500, 'cs_2'));
  });
  it('that all but reaches is taken as far as leaves a rest that a card can be charged', () => {
    given(payment, asked, holdOpened, placed, due(1510)).when({ type: 'OrderCapture' }).then(ordered(1460));
    given(payment, asked, holdOpened, placed, due(1550)).when({ type: 'OrderCapture' }).then(ordered(1500));
  });
  it('of which more was taken than was due gives the rest of that back', () => {
    const back: PaymentFact = { type: 'RefundOrdered', data: { ...ids, refundId: 'beyond:cs_h', amountCents: 860, currency: 'USD', reason: 'More was taken than was due', providerRef: 'cs_h' } };
    given(payment, asked, holdOpened, placed, due(640), ordered(640)).when({ type: 'CapturePayment', ...money, providerRef: 'cs_h', amountCents: 1500 }).then(taken(1500), back);
    given(payment, asked, holdOpened, placed, due(640), ordered(640), taken(1500), back).when({ type: 'OrderRefund', refundId: 'r1', amountCents: 641, reason: 'x' }).thenRefused('CONFLICT');
  });
  it('is let go when nothing was taken, once, and never after it was captured', () => {
    const going: PaymentFact = { type: 'ReleaseOrdered', data: { ...ids, holdRef: 'pi_1' } };
    given(payment, asked, holdOpened, placed).when({ type: 'OrderRelease' }).then(going);
    given(payment, asked, holdOpened, placed, going).when({ type: 'OrderRelease' }).thenNothing();
    given(payment, asked, holdOpened, placed, due(640), ordered(640)).when({ type: 'OrderRelease' }).thenNothing();
  });
  it('is not waited for any more when nothing is to be taken: its checkout is left, and one for what is due stays', () => {
    given(payment, asked, holdOpened).when({ type: 'OrderRelease' }).then({ type: 'CheckoutAbandoned', data: { ...ids, providerRef: 'cs_h' } });
    given(payment, asked).when({ type: 'OrderRelease' }).thenNothing();
    given(payment, due(640), opened).when({ type: 'OrderRelease' }).thenNothing();
  });
  it('that the provider will not capture is asked of the guest instead', () => {
    const failed: PaymentFact = { type: 'CaptureFailed', data: { ...ids, holdRef: 'pi_1', why: 'It has run out' } };
    given(payment, asked, holdOpened, placed, due(640), ordered(640)).when({ type: 'NoteCaptureRefused', holdRef: 'pi_1', why: 'It has run out' }).then(failed);
    given(payment, asked, holdOpened, placed, due(640), ordered(640), failed).when({ type: 'NoteCheckout', kind: 'charge', provider: 'stripe', providerRef: 'cs_2', url: 'u' })
      .then({ type: 'CheckoutOpened', data: { ...ids, provider: 'stripe', providerRef: 'cs_2', url: 'u' } });
  });
});
