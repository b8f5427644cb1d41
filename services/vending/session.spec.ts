import type { Offer, SessionFact } from '@larder/contracts/vending.js';
import { given } from '@larder/kit/testing.js';
import { isTheirsStill, mayUnlock, session, type SessionState } from './session.js';

const visit = { sessionId: 's1', machineId: 'VM-001' };
const cola: Offer = { slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 275, costCents: 80 };
const chips: Offer = { slot: 'A2', productId: 'p2', name: 'Chips', sku: 'CHIPS', category: 'Snacks', priceCents: 325, costCents: null };
const start = {
  ...visit, nfcSessionId: 'VM-001-042', machine: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' }, currency: 'USD',
  offers: [cola, chips], flow: 'pay-after' as const, expiresAt: '2026-03-01T12:05:00.000Z',
};
const started: SessionFact = { type: 'SessionStarted', data: start };
const took = (item: Offer, quantity: number, key: string): SessionFact => ({ type: 'ItemTaken', data: { ...visit, key, item, quantity } });
const tookCola = took(cola, 1, 'e:2');
const committed: SessionFact = { type: 'SessionCommitted', data: { ...visit, why: 'door_closed', lines: [{ ...cola, quantity: 1 }], totalCents: 275, currency: 'USD' } };
const paid = { type: 'MarkPaid' as const, paymentId: 'pay_s1', method: 'card' as const, paidAt: '2026-03-01T12:03:00.000Z' };
const opened: SessionFact = { type: 'DoorOpened', data: { ...visit, key: 'e:1' } };
const closed: SessionFact = { type: 'DoorClosed', data: { ...visit, key: 'e:2' } };
const late = '2026-03-01T12:05:00.000Z';
const asked = (by: 'guest' | 'clock', out: { totalCents?: number; currency?: string } = {}): SessionFact => ({ type: 'SessionEndAsked', data: { ...visit, by, ...out } });
const unheld: SessionFact = { type: 'SessionStarted', data: { ...start, flow: 'hold-first', holdCents: 1500 } };
const after = (...facts: SessionFact[]): SessionState => facts.reduce((state, fact) => session.evolve(state, fact), session.initial);

describe('A visit', () => {
  it('starts once, however often the guest taps', () => {
    given(session).when({ type: 'StartSession', start }).then(started);
    given(session, started).when({ type: 'StartSession', start }).thenNothing();
  });

  it('knows what the machine saw leave, with the price of the moment the visit began', () =>
    given(session, started).when({ type: 'TakeItem', key: 'e:2', slot: 'A1', quantity: 2 }).then(took(cola, 2, 'e:2')));

  it('counts a report once, however often it comes', () =>
    given(session, started, tookCola).when({ type: 'TakeItem', key: 'e:2', slot: 'A1', quantity: 1 }).thenNothing());

  it('asks for payment when the door closes with items out', () =>
    given(session, started, tookCola, took(chips, 2, 'e:3')).when({ type: 'CloseDoor', key: 'e:4' }).then(
      { type: 'DoorClosed', data: { ...visit, key: 'e:4', deviceAt: undefined } },
      { type: 'SessionCommitted', data: { ...visit, why: 'door_closed', lines: [{ ...cola, quantity: 1 }, { ...chips, quantity: 2 }], totalCents: 925, currency: 'USD' } },
    ));

  it('ends without payment when the door closes on nothing taken', () =>
    given(session, started).when({ type: 'CloseDoor', key: 'e:4' }).then(
      { type: 'DoorClosed', data: { ...visit, key: 'e:4', deviceAt: undefined } },
      { type: 'SessionCancelled', data: { ...visit, why: 'nothing_taken' } },
    ));

  it('ends when the machine refuses to unlock, unless it was open already', () => {
    given(session, started).when({ type: 'NoteStillLocked' }).then({ type: 'SessionCancelled', data: { ...visit, why: 'not_unlocked' } });
    given(session, started, tookCola).when({ type: 'NoteStillLocked' }).thenNothing();
    given(session, started, { type: 'DoorOpened', data: { ...visit, key: 'e:1' } }).when({ type: 'NoteStillLocked' }).thenNothing();
    given(session, started, { type: 'SessionCancelled', data: { ...visit, why: 'guest' } }).when({ type: 'NoteStillLocked' }).thenNothing();
  });

  it('charges nothing for what was put back', () =>
    given(session, started, tookCola, { type: 'ItemReturned', data: { ...visit, key: 'e:3', item: cola, quantity: 1 } }).when({ type: 'CompleteSession' })
      .then({ type: 'SessionCancelled', data: { ...visit, why: 'nothing_taken' } }));

  it('takes back what was taken and no more', () =>
    given(session, started, tookCola).when({ type: 'ReturnItem', key: 'e:3', slot: 'A1', quantity: 2 }).then(
      { type: 'ItemReturned', data: { ...visit, key: 'e:3', item: cola, quantity: 1 } },
      { type: 'UnplacedItemReported', data: { ...visit, key: 'e:3', deviceAt: undefined, slot: 'A1', productId: 'p1', quantity: 1, what: 'returned', why: 'not_held' } },
    ));

  it('takes off the bill what came back in one grip, whichever slots it was taken from', () =>
    given(session, started, tookCola, took(chips, 1, 'e:3')).when({ type: 'ReturnItem', key: 'e:4', slot: 'A1', quantity: 2, orSlots: ['A2'] }).then(
      { type: 'ItemReturned', data: { ...visit, key: 'e:4', item: chips, quantity: 1, alternatives: ['A1'] } },
      { type: 'ItemReturned', data: { ...visit, key: 'e:4', item: cola, quantity: 1, alternatives: ['A2'] } },
    ));

  it('charges for what a slot had more of before the door was open: the guest cannot have laid it down', () => {
    const settled: SessionFact = { type: 'UnplacedItemReported', data: { ...visit, key: 'e:1', slot: 'A1', productId: 'p1', quantity: 1, what: 'returned', why: 'not_held' } };
    const take = { type: 'TakeItem' as const, key: 'e:3', slot: 'A1', quantity: 1 };
    given(session, started, settled, { type: 'DoorOpened', data: { ...visit, key: 'e:2' } }).when(take).then(took(cola, 1, 'e:3'));
  });

  it('charges nobody for what was laid down and picked up again', () => {
    const laidDown: SessionFact = { type: 'UnplacedItemReported', data: { ...visit, key: 'e:2', slot: 'A1', productId: 'p1', quantity: 1, what: 'returned', why: 'not_held' } };
    const pickedUp = { ...laidDown, data: { ...laidDown.data, key: 'e:3', deviceAt: undefined, what: 'taken' as const } };
    given(session, started, opened, laidDown).when({ type: 'TakeItem', key: 'e:3', slot: 'A1', quantity: 1 }).then(pickedUp);
    given(session, started, opened, laidDown).when({ type: 'TakeItem', key: 'e:3', slot: 'A2', quantity: 1, orSlots: ['A1'] }).then(pickedUp);
    given(session, started, opened, laidDown).when({ type: 'TakeItem', key: 'e:3', slot: 'A1', quantity: 2, orSlots: ['A1'] }).then(pickedUp, took(cola, 1, 'e:3'));
    given(session, started, opened, laidDown).when({ type: 'TakeItem', key: 'e:3', slot: 'A1', quantity: 2 }).then(pickedUp, took(cola, 1, 'e:3'));
    given(session, started, opened, laidDown, pickedUp).when({ type: 'TakeItem', key: 'e:4', slot: 'A1', quantity: 1 }).then(took(cola, 1, 'e:4'));
    given(session, started, opened, laidDown).when({ type: 'TakeItem', key: 'e:3', slot: 'A2', quantity: 1 }).then(took(chips, 1, 'e:3'));
  });

  it('charges the cheapest of what the machine cannot tell apart, and says what else it may have been', () => {
    const cheapest = { type: 'ItemTaken' as const, data: { ...visit, key: 'e:2', item: cola, quantity: 1, alternatives: ['A2'] } };
    given(session, started).when({ type: 'TakeItem', key: 'e:2', slot: 'A2', quantity: 1, orSlots: ['A1', 'Z9'] }).then(cheapest);
    given(session, started).when({ type: 'TakeItem', key: 'e:2', slot: 'A1', quantity: 1, orSlots: ['A2'] }).then(cheapest);
    given(session, started).when({ type: 'TakeItem', key: 'e:2', slot: 'Z9', quantity: 1, orSlots: ['A1'] }).then(tookCola);
  });

  it('takes the dearest off the bill that was taken and may have come back', () => {
    const back = { type: 'ReturnItem' as const, key: 'e:4', slot: 'A1', quantity: 1, orSlots: ['A2'] };
    given(session, started, tookCola, took(chips, 1, 'e:3')).when(back).then({ type: 'ItemReturned', data: { ...visit, key: 'e:4', item: chips, quantity: 1, alternatives: ['A1'] } });
    given(session, started, tookCola).when(back).then({ type: 'ItemReturned', data: { ...visit, key: 'e:4', item: cola, quantity: 1, alternatives: ['A2'] } });
    given(session, started).when(back).then({ type: 'UnplacedItemReported', data: { ...visit, key: 'e:4', deviceAt: undefined, slot: 'A1', productId: 'p1', quantity: 1, what: 'returned', why: 'not_held' } });
  });

  it('never charges for a slot with nothing on offer, but says that something left', () =>
    given(session, started).when({ type: 'TakeItem', key: 'e:2', slot: 'Z9', quantity: 1 })
      .then({ type: 'UnplacedItemReported', data: { ...visit, key: 'e:2', deviceAt: undefined, slot: 'Z9', quantity: 1, what: 'taken', why: 'unknown_slot' } }));

  it('never charges for what is reported after the end, but says so', () =>
    given(session, started, tookCola, committed).when({ type: 'TakeItem', key: 'e:9', slot: 'A2', quantity: 1 })
      .then({ type: 'UnplacedItemReported', data: { ...visit, key: 'e:9', deviceAt: undefined, slot: 'A2', productId: 'p2', quantity: 1, what: 'taken', why: 'after_end', late: { taken: 1, returned: 0, slots: ['A2'] } } }));
});

describe('A machine that is not heard', () => {
  const cutOff: SessionFact = { type: 'VisitCutOff', data: visit };

  it('is told of once, until it is heard again, by its beats or by what it reports', () => {
    given(session, started).when({ type: 'NoteCutOff', by: 'VM-001' }).then(cutOff);
    given(session, started, cutOff).when({ type: 'NoteCutOff', by: 'VM-001' }).thenNothing();
    given(session, started).when({ type: 'NoteHeardAgain', by: 'VM-001' }).thenNothing();
    given(session, started, cutOff).when({ type: 'NoteHeardAgain', by: 'VM-001' }).then({ type: 'VisitHeardAgain', data: visit });
    given(session, started, cutOff, tookCola).when({ type: 'NoteHeardAgain', by: 'VM-001' }).thenNothing();
    given(session, started, cutOff, opened).when({ type: 'NoteCutOff', by: 'VM-001' }).then(cutOff);
  });

  it('is nothing to a guest whose door is closed: what they pay needs no machine', () => {
    given(session, started, tookCola, committed).when({ type: 'NoteCutOff', by: 'VM-001' }).thenNothing();
    given(session, started, cutOff, { type: 'SessionCancelled', data: { ...visit, why: 'guest' } }).when({ type: 'NoteHeardAgain', by: 'VM-001' }).thenNothing();
  });
});

describe('Cancelling', () => {
  it('is free while nothing is out', () => given(session, started).when({ type: 'CancelSession' }).then(asked('guest')));

  it('ends when the machine has locked: who pulled the door open first is still served', () => {
    given(session, started, asked('guest')).when({ type: 'CancelSession' }).thenNothing();
    given(session, started, asked('guest')).when({ type: 'NoteLocked', by: 'VM-001' }).then({ type: 'SessionCancelled', data: { ...visit, why: 'guest' } });
    given(session, started, asked('guest')).when({ type: 'NoteLocked', by: 'VM-002' }).thenRefused('NOT_FOUND');
    given(session, started, asked('guest'), opened).when({ type: 'NoteLocked' }).thenNothing();
    given(session, started, asked('guest'), tookCola).when({ type: 'NoteLocked' }).thenNothing();
    given(session, started).when({ type: 'NoteLocked' }).thenNothing();
  });

  it('asks no machine that nothing was held for yet', () => given(session, unheld).when({ type: 'CancelSession' }).then({ type: 'SessionCancelled', data: { ...visit, why: 'guest' } }));

  it('waits until the items are back', () =>
    given(session, started, tookCola).when({ type: 'CancelSession' }).thenRefused('CANCELLATION_BLOCKED', { itemsToReturn: [{ name: 'Cola', sku: 'COLA', quantity: 1 }] }));

  it('is refused while a payment is due, and asks for nothing behind a door that is shut', () => {
    const due = [started, tookCola, committed].reduce((state, fact) => session.evolve(state, fact), session.initial);
    expect(session.decide({ type: 'CancelSession' }, due)).toEqual({ refused: 'CANCELLATION_BLOCKED', message: 'Cannot cancel - the items you took are still to be paid for' });
  });

  it('waits for the door to be closed: what leaves through it would be nobody\'s', () => {
    given(session, started, opened).when({ type: 'CancelSession' }).thenRefused('CANCELLATION_BLOCKED');
    given(session, started, opened, closed, { ...opened, data: { ...visit, key: 'e:3' } }).when({ type: 'CancelSession' }).thenRefused('CANCELLATION_BLOCKED');
    given(session, started, opened, closed).when({ type: 'CancelSession' }).then(asked('guest'));
  });

  it('twice is once', () => given(session, started, { type: 'SessionCancelled', data: { ...visit, why: 'guest' } }).when({ type: 'CancelSession' }).thenNothing());
});

describe('Time', () => {
  it('does nothing before it is over', () => given(session, started).when({ type: 'ExpireSession', now: '2026-03-01T12:04:59.999Z' }).thenNothing());

  it('ends a visit in which nothing was taken, when the machine has locked', () => {
    given(session, started).when({ type: 'ExpireSession', now: late }).then(asked('clock'));
    given(session, started, asked('clock')).when({ type: 'NoteLocked', by: 'VM-001' }).then({ type: 'SessionExpired', data: visit });
  });

  it('begins anew when the card is held', () => {
    const held: SessionFact = { type: 'SessionHeld', data: { ...visit, holdCents: 1500, currency: 'USD', expiresAt: '2026-03-01T12:09:00.000Z' } };
    given(session, started).when({ type: 'NoteHold', holdCents: 1500, expiresAt: '2026-03-01T12:09:00.000Z' }).then(held);
    given(session, started, held).when({ type: 'NoteHold', holdCents: 1500, expiresAt: '2026-03-01T12:14:00.000Z' }).thenNothing();
    given(session, started, held).when({ type: 'ExpireSession', now: late }).thenNothing();
    given(session, started, held).when({ type: 'ExpireSession', now: '2026-03-01T12:09:00.000Z' }).then(asked('clock'));
  });

  it('waits for an open door as long as somebody may still take something, but not for ever', () => {
    given(session, started, opened).when({ type: 'ExpireSession', now: late }).thenNothing();
    given(session, started, opened, closed).when({ type: 'ExpireSession', now: late }).then(asked('clock'));
    given(session, started, opened).when({ type: 'ExpireSession', now: '2026-03-01T13:05:00.000Z' }).then({ type: 'SessionExpired', data: visit });
  });

  it('makes no bill before the door is closed: more may leave through it, or come back', () => {
    const due = { type: 'SessionCommitted' as const, data: { ...visit, why: 'expired' as const, lines: [{ ...cola, quantity: 1 }], totalCents: 275, currency: 'USD' } };
    given(session, started, opened, tookCola).when({ type: 'ExpireSession', now: late }).then(asked('clock', { totalCents: 275, currency: 'USD' }));
    given(session, started, opened, tookCola, asked('clock')).when({ type: 'NoteLocked', by: 'VM-001' }).thenNothing();
    given(session, started, opened, tookCola, asked('clock')).when({ type: 'ExpireSession', now: late }).thenNothing();
    given(session, started, opened, took(chips, 1, 'e:2'), asked('clock'), took(cola, 1, 'e:3'), { type: 'ItemReturned', data: { ...visit, key: 'e:4', item: chips, quantity: 1 } })
      .when({ type: 'CloseDoor', key: 'e:5' }).then({ type: 'DoorClosed', data: { ...visit, key: 'e:5', deviceAt: undefined } }, due);
    given(session, started, opened, tookCola, asked('clock')).when({ type: 'ExpireSession', now: '2026-03-01T13:05:00.000Z' }).then(due);
  });

  it('waits for a machine that does not answer, which may have served the guest all the same, but not for ever', () => {
    for (const by of ['guest', 'clock'] as const) {
      given(session, started, asked(by)).when({ type: 'ExpireSession', now: late }).thenNothing();
      given(session, started, asked(by)).when({ type: 'ExpireSession', now: '2026-03-01T13:05:00.000Z' }).then({ type: 'SessionExpired', data: visit });
    }
    given(session, unheld).when({ type: 'ExpireSession', now: late }).then({ type: 'SessionExpired', data: visit });
    given(session, started, asked('clock'), tookCola).when({ type: 'ExpireSession', now: late })
      .then({ type: 'SessionCommitted', data: { ...visit, why: 'expired', lines: [{ ...cola, quantity: 1 }], totalCents: 275, currency: 'USD' } });
  });

  it('never ends in silence with items out: they are due, and a case is opened', () =>
    given(session, started, tookCola).when({ type: 'ExpireSession', now: late })
      .then({ type: 'SessionCommitted', data: { ...visit, why: 'expired', lines: [{ ...cola, quantity: 1 }], totalCents: 275, currency: 'USD' } }));

  it('leaves a visit alone that is already due', () => given(session, started, tookCola, committed).when({ type: 'ExpireSession', now: late }).thenNothing());

  it('notes what is still unpaid', () =>
    given(session, started, tookCola, committed).when({ type: 'NoteOverdue', paidCents: 0 }).then({ type: 'SessionOverdue', data: { ...visit, totalCents: 275, currency: 'USD', lines: [{ ...cola, quantity: 1 }] } }));
  it('of which a hold brought a part is overdue with the rest', () =>
    given(session, started, tookCola, committed).when({ type: 'NoteOverdue', paidCents: 200 }).then({ type: 'SessionOverdue', data: { ...visit, totalCents: 275, currency: 'USD', dueCents: 75, lines: [{ ...cola, quantity: 1 }] } }));
});

it('is one to come back to while something can still be taken or is to be paid, until it became a case', () => {
  const isAfter = (...facts: SessionFact[]) => isTheirsStill(after(...facts), late);
  const isBefore = (...facts: SessionFact[]) => isTheirsStill(after(...facts), '2026-03-01T12:04:59.000Z');
  expect([isBefore(started), isAfter(started), isAfter(started, opened), isAfter(started, opened, closed)]).toEqual([true, false, true, false]);
  expect(isAfter(started, tookCola, committed)).toBe(true);
  expect(isAfter(started, tookCola, committed, { type: 'SessionOverdue', data: { ...visit, totalCents: 275, currency: 'USD' } })).toBe(false);
  expect(isBefore(started, { type: 'SessionCancelled', data: { ...visit, why: 'guest' } })).toBe(false);
});

it('may be unlocked until somebody opened the door or asked for the end, and not before a card is held where one has to be', () => {
  const held: SessionFact = { type: 'SessionHeld', data: { ...visit, holdCents: 1500, currency: 'USD' } };
  expect([after(started), after(unheld, held)].map(mayUnlock)).toEqual([true, true]);
  expect([after(unheld), after(started, opened), after(started, opened, closed), after(started, asked('guest')), after(started, { type: 'SessionCancelled', data: { ...visit, why: 'guest' } })].map(mayUnlock)).toEqual([false, false, false, false, false]);
});

describe('Paying', () => {
  it('can begin only when something is due', () => {
    given(session, started).when({ type: 'StartPayment' }).thenRefused('SESSION_NOT_OPEN');
    given(session, started, tookCola, committed).when({ type: 'StartPayment' }).then({ type: 'PaymentStarted', data: visit });
  });

  it('completes the visit even if the provider was faster than the guest\'s own click', () =>
    given(session, started, tookCola, committed).when(paid).then({
      type: 'SessionPaid',
      data: { ...visit, paymentId: 'pay_s1', method: 'card', paidAt: paid.paidAt, machine: start.machine, lines: [{ ...cola, quantity: 1 }], totalCents: 275, currency: 'USD' },
    }));

  it('is given up with what a hold brought, once it has become a case', () => {
    const overdue: SessionFact = { type: 'SessionOverdue', data: { ...visit, totalCents: 275, currency: 'USD', dueCents: 75 } };
    const inPart = { ...paid, type: 'SettleInPart' as const, paidCents: 200 };
    given(session, started, tookCola, committed, overdue).when(inPart).then({
      type: 'SessionPaid',
      data: { ...visit, paymentId: 'pay_s1', method: 'card', paidAt: paid.paidAt, machine: start.machine, lines: [{ ...cola, quantity: 1 }], totalCents: 200, currency: 'USD', unpaidCents: 75 },
    });
    given(session, started, tookCola, committed).when(inPart).thenNothing();
    given(session, started, tookCola, committed, overdue).when({ ...inPart, paidCents: 0 }).thenNothing();
    given(session, started, tookCola, committed, overdue).when({ ...inPart, paidCents: 275 }).thenNothing();
  });

  it('completes once', () => {
    const completed: SessionFact = { type: 'SessionPaid', data: { ...visit, paymentId: 'pay_s1', method: 'card', paidAt: paid.paidAt, machine: start.machine, lines: [{ ...cola, quantity: 1 }], totalCents: 275, currency: 'USD' } };
    given(session, started, tookCola, committed, completed).when(paid).thenNothing();
    given(session, started, tookCola, committed, completed).when({ type: 'StartPayment' }).thenNothing();
  });
});

it('is told by its own machine only', () => {
  given(session, started).when({ type: 'TakeItem', key: 'e:2', slot: 'A1', quantity: 1, by: 'VM-001' }).then(tookCola);
  given(session, started).when({ type: 'TakeItem', key: 'f:2', slot: 'A1', quantity: 1, by: 'VM-002' }).thenRefused('NOT_FOUND');
  given(session, started, tookCola).when({ type: 'CloseDoor', key: 'f:3', by: 'VM-002' }).thenRefused('NOT_FOUND');
});

it('knows nothing of a visit nobody began', () => given(session).when({ type: 'CancelSession' }).thenRefused('NOT_FOUND'));
