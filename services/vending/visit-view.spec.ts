import { visitSentences } from '@larder/contracts/vending/guest-sentences.js';
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import { atMoment } from '@larder/contracts/vending.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import { visitView } from './visit-view.js';

const visit = { sessionId: 's1', machineId: 'VM-001' };
const cola = { slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 275, costCents: 80 };
const facts = {
  started: { type: 'SessionStarted', data: { ...visit, nfcSessionId: 'VM-001-042', machine: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' }, currency: 'USD', offers: [cola], flow: 'pay-after', expiresAt: '2026-03-01T12:05:00.000Z' } },
  took: { type: 'ItemTaken', data: { ...visit, key: 'e:2', item: cola, quantity: 2 } },
  returned: { type: 'ItemReturned', data: { ...visit, key: 'e:3', item: cola, quantity: 1 } },
  committed: { type: 'SessionCommitted', data: { ...visit, why: 'door_closed', lines: [{ ...cola, quantity: 1 }], totalCents: 275, currency: 'USD' } },
  opened: { type: 'CheckoutOpened', data: { sessionId: 's1', paymentId: 'pay_s1', provider: 'local-test', providerRef: 'test_1', url: '/checkout/test_1' } },
  abandoned: { type: 'CheckoutAbandoned', data: { sessionId: 's1', paymentId: 'pay_s1', providerRef: 'test_1' } },
  paying: { type: 'PaymentStarted', data: visit },
  paid: { type: 'SessionPaid', data: { ...visit, paymentId: 'pay_s1', method: 'card', paidAt: '2026-03-01T12:03:00.000Z', machine: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' }, lines: [{ ...cola, quantity: 1 }], totalCents: 275, currency: 'USD' } },
} satisfies Record<string, SessionFact | PaymentFact>;

/** Whatever a guest was told in one of these tests. */
const told = new Set<string>();
const screen = (...happened: (SessionFact | PaymentFact)[]) => {
  const shown = viewOf(visitView, 's1', stored(happened))?.screen;
  for (const text of [shown?.message, shown?.offline]) if (text) told.add(text);
  return shown;
};

describe('The guest\'s screen', () => {
  const { started, took, returned, committed, opened, abandoned, paying, paid } = facts;

  it('shows what the machine saw, added up', () => {
    expect(screen(started, took)).toMatchObject({ status: 'active', items: [{ name: 'Cola', quantity: 2, price: 2.75 }], totalAmount: 5.5, committed: false });
    expect(screen(started, took, returned)).toMatchObject({ items: [{ quantity: 1 }], totalAmount: 2.75 });
  });

  it('goes from due to paid', () => {
    expect(screen(started, took, returned, committed, opened)).toMatchObject({ status: 'committed', committed: true, checkoutUrl: '/checkout/test_1' });
    expect(screen(started, took, returned, committed, opened, paying)).toMatchObject({ status: 'payment_pending' });
    expect(screen(started, took, returned, committed, opened, paying, paid)).toMatchObject({ status: 'completed', message: undefined });
  });

  it('lets the guest pay again after a checkout that came to nothing', () => {
    expect(screen(started, took, returned, committed, opened, paying, abandoned)).toMatchObject({ status: 'committed', checkoutUrl: undefined, message: 'The payment was not completed. You can pay again.' });
  });

  it('waits for the second checkout as it did for the first: who has just paid there is not asked to pay once more', () => {
    const again: PaymentFact = { ...opened, data: { ...opened.data, providerRef: 'test_2', url: '/checkout/test_2' } };
    expect(screen(started, took, returned, committed, opened, paying, abandoned, again)).toMatchObject({ status: 'payment_pending', checkoutUrl: '/checkout/test_2', message: undefined });
    expect(screen(started, took, returned, committed, opened, abandoned, again)).toMatchObject({ status: 'committed', message: undefined });
  });

  it('stays paid, whatever is said about the checkout afterwards', () => {
    expect(screen(started, took, returned, committed, opened, paid, abandoned)?.status).toBe('completed');
  });

  it('tells what it means that the machine is not heard, and that it is heard again', () => {
    const cutOff: SessionFact = { type: 'VisitCutOff', data: visit };
    const again: SessionFact = { type: 'VisitHeardAgain', data: visit };
    const closed: SessionFact = { type: 'DoorClosed', data: { ...visit, key: 'e:4' } };
    expect(screen(started, cutOff)?.offline).toMatch(/^The machine has no connection right now. Door locked.*or cancel: nothing is charged when nothing was taken/);
    expect(screen(started, took, cutOff)?.offline).toContain('Close the door when you have everything and keep this page: you pay here when the machine is heard again.');
    expect(screen(started, { type: 'SessionEndAsked', data: { ...visit, by: 'guest' } }, cutOff)?.offline).toContain('You need not wait for it');
    expect(screen(started, cutOff, { type: 'SessionEndAsked', data: { ...visit, by: 'guest' } })?.offline).toContain('You need not wait for it');
    expect(screen(started, cutOff, again)).toMatchObject({ offline: undefined, message: 'The machine is connected again. Door still locked? Tap the tag once more.' });
    expect(screen(started, cutOff, again, took)?.message).toBeUndefined();
    expect(screen(started, took, cutOff, again)?.message).toBe('The machine is connected again. Go on, and close the door when you have everything.');
    expect(screen(started, cutOff, took)).toMatchObject({ offline: undefined, message: undefined });
    expect(screen(started, took, cutOff, closed, committed)).toMatchObject({ status: 'committed', offline: undefined });
    expect(screen(started, cutOff, { type: 'SessionCancelled', data: { ...visit, why: 'guest' } })?.offline).toBeUndefined();
  });

  it('asks for no hold on a card while the machine is not heard, and charges the card that is held when it is', () => {
    const holding: PaymentFact = { type: 'HoldRequested', data: { sessionId: 's1', paymentId: 'pay_s1', amountCents: 1500, currency: 'USD', machineName: 'Lobby' } };
    const placed: PaymentFact = { type: 'HoldPlaced', data: { sessionId: 's1', paymentId: 'pay_s1', providerRef: 'test_1', holdRef: 'hold_1', amountCents: 1500, currency: 'USD', placedAt: '2026-03-01T12:01:00.000Z' } };
    const cutOff: SessionFact = { type: 'VisitCutOff', data: visit };
    expect(screen(started, holding, cutOff)?.offline).toContain('Nothing is held on your card meanwhile');
    expect(screen(started, holding, cutOff, placed)?.offline).toContain('your card is charged when the machine is heard again');
  });

  it('of a card that is held says what to do now: open the door, tap again once the machine is back, take', () => {
    const holding: PaymentFact = { type: 'HoldRequested', data: { sessionId: 's1', paymentId: 'pay_s1', amountCents: 1500, currency: 'USD', machineName: 'Lobby' } };
    const placed: PaymentFact = { type: 'HoldPlaced', data: { sessionId: 's1', paymentId: 'pay_s1', providerRef: 'test_1', holdRef: 'hold_1', amountCents: 1500, currency: 'USD', placedAt: '2026-03-01T12:01:00.000Z' } };
    const held: SessionFact = { type: 'SessionHeld', data: { ...visit, holdCents: 1500, currency: 'USD' } };
    const cutOff: SessionFact = { type: 'VisitCutOff', data: visit };
    const again: SessionFact = { type: 'VisitHeardAgain', data: visit };
    const taking = '$15.00 are held on your card. You pay only for what you take.';
    const message = (...then: SessionFact[]) => screen(started, holding, placed, held, ...then)?.message;
    expect(message()).toBe('$15.00 are held on your card. You can open the door.');
    expect(message(cutOff, again)).toBe('The machine is connected again, and $15.00 are held on your card. Door still locked? Tap the tag once more.');
    expect([message(took), message(cutOff, again, took)]).toEqual([taking, taking]);
    expect(message(took, cutOff, again)).toBe('The machine is connected again. Go on, and close the door when you have everything.');
    expect(message(took, committed)).toBeUndefined();
    expect(screen(started, holding, cutOff, again)?.message).toContain('Your card is checked first');
  });

  it('tells that the machine is waited for, and that the door was opened after all', () => {
    const asked: SessionFact = { type: 'SessionEndAsked', data: { ...visit, by: 'guest' } };
    const doorOpened: SessionFact = { type: 'DoorOpened', data: { ...visit, key: 'e:1' } };
    expect(screen(started, asked)).toMatchObject({ status: 'active', ending: true, message: expect.stringContaining('as soon as the machine has answered') });
    expect(screen(started, asked, doorOpened)).toMatchObject({ status: 'active', message: expect.stringContaining('the session goes on') });
    expect(screen(started, asked, doorOpened)?.ending).toBeUndefined();
    expect(screen(started, doorOpened)?.message).toBeUndefined();
    expect(screen(started, took, { ...asked, data: { ...visit, by: 'clock' } })).toMatchObject({ ending: true, message: expect.stringContaining('what you took is due then') });
    expect(screen(started, took, asked, committed)?.ending).toBeUndefined();
    expect(screen(started, asked, { type: 'SessionCancelled', data: { ...visit, why: 'guest' } })?.ending).toBeUndefined();
  });

  it('stays expired when its checkout ends a day later', () => {
    const expired: SessionFact = { type: 'SessionExpired', data: visit };
    expect(screen(started, opened, expired, abandoned)).toEqual(screen(started, opened, expired));
  });

  it('stays cancelled when what was asked of the provider just before is answered', () => {
    const cancelled: SessionFact = { type: 'SessionCancelled', data: { ...visit, why: 'guest' } };
    const asked: PaymentFact = { type: 'HoldRequested', data: { sessionId: 's1', paymentId: 'pay_s1', amountCents: 1000, currency: 'USD', machineName: 'Lobby' } };
    const told = 'The session was cancelled. You have not been charged.';
    expect(screen(started, cancelled, asked, opened)).toMatchObject({ status: 'cancelled', message: told });
    expect(screen(started, cancelled, asked, opened)).toEqual(screen(started, cancelled));
    expect(viewOf(visitView, 's1', stored([started, cancelled, asked, opened]))?.providerRef).toBe('test_1');
  });

  it('says only what the guest\'s pages know in every language', () => {
    const pay = { sessionId: 's1', paymentId: 'pay_s1' };
    const holding: PaymentFact = { type: 'HoldRequested', data: { ...pay, amountCents: 1500, currency: 'USD', machineName: 'Lobby' } };
    const cutOff: SessionFact = { type: 'VisitCutOff', data: visit };
    const placed: PaymentFact = { type: 'HoldPlaced', data: { ...pay, providerRef: 'test_1', holdRef: 'hold_1', amountCents: 1500, currency: 'USD', placedAt: '2026-03-01T12:01:00.000Z' } };
    for (const why of ['guest', 'nothing_taken', 'not_unlocked'] as const) screen(started, { type: 'SessionCancelled', data: { ...visit, why } });
    screen(started, { type: 'SessionExpired', data: visit });
    screen(started, took, { ...committed, data: { ...committed.data, why: 'expired' } });
    screen(started, took, committed, { ...paid, data: { ...paid.data, unpaidCents: 125 } });
    screen(started, holding, { ...opened, data: { ...opened.data, kind: 'hold' } }, abandoned);
    screen(started, holding, placed, took, cutOff);
    const known = visitSentences.map((sentence) => new RegExp(`^${sentence.replace(/[.?]/g, '\\$&').replace(/\{\w+\}/, '[^a-z]+')}$`));
    expect(known.filter((sentence) => ![...told].some((text) => sentence.test(text)))).toEqual([]); // all of them are met in these tests
    expect([...told].filter((text) => !known.some((sentence) => sentence.test(text)))).toEqual([]);
  });

  it('counts down by the server\'s clock and never below zero', () => {
    const view = screen(started);
    if (!view) throw new Error('no screen');
    expect(atMoment(view, new Date('2026-03-01T12:00:30.000Z')).timeRemaining).toBe(270);
    expect(atMoment(view, new Date('2026-03-01T13:00:00.000Z')).timeRemaining).toBe(0);
  });
});
