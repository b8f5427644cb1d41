import fc from 'fast-check';
import { DEVICE_SLOTS } from '@larder/contracts/device/device-prices.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Offer, SessionFact } from '@larder/contracts/vending.js';
import { given } from '@larder/kit/testing.js';
import { totalOf } from './moves.js';
import { session, type SessionState } from './session.js';

const visit = { sessionId: 's1', machineId: 'VM-001' };
const cola: Offer = { slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 275, costCents: 80 };
const chips: Offer = { slot: 'A2', productId: 'p2', name: 'Chips', sku: 'CHIPS', category: 'Snacks', priceCents: 325, costCents: null };
const start = {
  ...visit, nfcSessionId: 'VM-001-042', machine: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' }, currency: 'USD',
  offers: [{ ...cola, atMost: 6 }, { ...chips, atMost: 4 }], flow: 'pay-after' as const, expiresAt: '2026-03-01T12:05:00.000Z',
};
const full: SessionFact = { type: 'SessionStarted', data: start };
const opened: SessionFact = { type: 'DoorOpened', data: { ...visit, key: 'e:1' } };
const took = (item: Offer, quantity: number, key: string): SessionFact => ({ type: 'ItemTaken', data: { ...visit, key, item, quantity } });

it('what is told late says since when its slot had been known as the visit began; what is told at once needs not', () => {
  const [knownSince, happenedAt] = ['2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'];
  const counted: SessionFact = { type: 'SessionStarted', data: { ...start, offers: [{ ...cola, atMost: 6, knownSince }] } };
  const take = { type: 'TakeItem' as const, key: 'e:2', slot: 'A1', quantity: 1 };
  const told = { ...visit, key: 'e:2', deviceAt: undefined };
  given(session, counted, opened).when({ ...take, happenedAt }).then({ type: 'ItemTaken', data: { ...told, happenedAt, knownSince, item: cola, quantity: 1 } });
  given(session, counted, opened).when(take).then({ type: 'ItemTaken', data: { ...told, item: cola, quantity: 1 } });
  given(session, full, opened).when({ ...take, happenedAt }).then({ type: 'ItemTaken', data: { ...told, happenedAt, item: cola, quantity: 1 } });
  given(session, counted, opened, took(cola, 1, 'e:1'), { type: 'SessionCancelled', data: { ...visit, why: 'guest' } }).when({ ...take, happenedAt })
    .then({ type: 'UnplacedItemReported', data: { ...told, happenedAt, knownSince, slot: 'A1', productId: 'p1', quantity: 1, what: 'taken', why: 'after_end', late: { taken: 1, returned: 0, slots: ['A1'] } } });
});

it('a board that makes up slots makes no report of a visit dearer than the one before, nor any fact longer', () => {
  const after = (begun: readonly SessionFact[], move: (n: number) => Parameters<typeof session.decide>[0]): { state: SessionState; last: SessionFact | undefined } => {
    let [state, last] = [begun.reduce(session.evolve, session.initial), undefined as SessionFact | undefined];
    for (let n = 0; n < 2_000; n++) {
      const facts = session.decide(move(n), state);
      if (isRefusal(facts)) throw new Error(facts.message);
      [state, last] = [facts.reduce(session.evolve, state), facts.at(-1)];
    }
    return { state, last };
  };
  const late = after([full, opened, { type: 'SessionCancelled', data: { ...visit, why: 'guest' } }], (n) => ({ type: 'TakeItem', key: `e:${n + 2}`, slot: `S${n}`, quantity: 1 }));
  expect(late.last).toMatchObject({ data: { slot: 'S1999', late: { taken: 2_000 } } });
  expect(late.state.late?.slots).toHaveLength(DEVICE_SLOTS);
  const put = after([full, opened], (n) => ({ type: 'ReturnItem', key: `e:${n + 2}`, slot: `S${n}`, orSlots: ['A1'], quantity: 1 }));
  expect(Object.keys(put.state.putThere).length).toBeLessThan(200);
  expect(put.state.putThere.S1999).toBe(1);
});

describe('What was billed as of another slot because the machine could not tell', () => {
  const unsure = (key: string): SessionFact => ({ type: 'ItemTaken', data: { ...visit, key, item: cola, quantity: 1, alternatives: ['A2'] } });
  const back = (key: string): SessionFact => ({ type: 'ItemReturned', data: { ...visit, key, item: cola, quantity: 1, alternatives: ['A2'] } });
  const unheld = (key: string): SessionFact => ({ type: 'UnplacedItemReported', data: { ...visit, key, deviceAt: undefined, slot: 'A2', productId: 'p2', quantity: 1, what: 'returned', why: 'not_held' } });
  const putBack = { type: 'ReturnItem' as const, key: 'e:5', slot: 'A2' };

  it('comes off the bill when it is put back, and the machine is certain then', () => {
    given(session, full, opened, unsure('e:2'), unsure('e:3')).when({ ...putBack, quantity: 1 }).then(back('e:5'));
    given(session, full, opened, unsure('e:2'), unsure('e:3'), back('e:4')).when({ ...putBack, slot: 'A1', quantity: 1 }).then({ type: 'ItemReturned', data: { ...visit, key: 'e:5', item: cola, quantity: 1 } });
  });
  it('does not where the slot itself was taken from, nor more of it than there was to be unsure of', () => {
    given(session, full, opened, unsure('e:2'), took(chips, 1, 'e:3')).when({ ...putBack, quantity: 1 }).then({ type: 'ItemReturned', data: { ...visit, key: 'e:5', item: chips, quantity: 1 } });
    given(session, full, opened, took(cola, 2, 'e:2'), unsure('e:3')).when({ ...putBack, quantity: 2 }).then(back('e:5'), unheld('e:5'));
    given(session, full, opened, unsure('e:2'), back('e:3'), took(cola, 1, 'e:4')).when({ ...putBack, quantity: 1 }).then(unheld('e:5'));
    given(session, full, opened, took(cola, 1, 'e:2')).when({ ...putBack, quantity: 1 }).then(unheld('e:5'));
  });

  it('is one thing to remember however often a scale that cannot tell goes to and fro', () => {
    const toAndFro = (n: number): SessionFact => (n % 2 === 0 ? unsure(`e:${n + 3}`) : back(`e:${n + 3}`));
    const after = [full, opened, took(cola, 1, 'e:2'), ...Array.from({ length: 400 }, (_, n) => toAndFro(n))].reduce(session.evolve, session.initial);
    expect(after.held.map(({ slot, quantity }) => [slot, quantity])).toEqual([['A1', 1]]);
    expect(after.unsure.length).toBeLessThan(3);
  });

  it('leaves nobody with a bill who has put all back, charges nobody more than what they hold is worth, and all of it, whatever it was unsure of', () => {
    const MOST = 2;
    const goods = [cola, chips, { ...cola, slot: 'A3', productId: 'p3', name: 'Water', sku: 'WATER', priceCents: 300 }].map((one) => ({ ...one, atMost: MOST }));
    const others = fc.subarray(goods.map(({ slot }) => slot));
    const act = fc.record({ n: fc.nat(2), isTaken: fc.boolean(), or: others });
    fc.assert(fc.property(fc.array(act, { maxLength: 12 }), fc.array(others, { minLength: 10, maxLength: 10 }), (acts, last) => {
      const hands: number[] = [];
      let state: SessionState = [{ ...full, data: { ...start, offers: goods } } as SessionFact, opened].reduce(session.evolve, session.initial);
      const move = (n: number, isTaken: boolean, or: readonly string[]): void => {
        const { slot } = goods[n] as Offer;
        const facts = session.decide({ type: isTaken ? 'TakeItem' : 'ReturnItem', slot, quantity: 1, key: `e:${state.seen.count + 2}`, orSlots: or }, state);
        if (isRefusal(facts)) throw new Error(facts.message);
        state = facts.reduce(session.evolve, state);
        if (isTaken) hands.push(n);
        else hands.splice(hands.indexOf(n), 1);
        expect(state.held.reduce((sum, line) => sum + line.quantity, 0)).toBe(hands.length);
        expect(totalOf(state.held)).toBeLessThanOrEqual(hands.reduce((sum, one) => sum + (goods[one] as Offer).priceCents, 0));
      };
      const inHand = (n: number): number => hands.filter((one) => one === n).length;
      for (const { n, isTaken, or } of acts) if (isTaken ? inHand(n) < MOST : inHand(n) > 0) move(n, isTaken, or);
      for (const n of [...hands]) move(n, false, last.pop() ?? []);
    }), { numRuns: 2_000 });
  });
});

describe('A visit at a slot that holds six at most', () => {
  const beyond = (quantity: number, key: string, what: 'taken' | 'returned' = 'taken'): SessionFact => ({ type: 'UnplacedItemReported', data: { ...visit, key, deviceAt: undefined, slot: 'A1', productId: 'p1', quantity, what, why: 'not_there' } });
  const take = { type: 'TakeItem' as const, key: 'e:3', slot: 'A1' };
  const putBack = { type: 'ReturnItem' as const, key: 'e:4', slot: 'A1' };

  it('charges no more than can have been in it, and says that its machine saw more leave', () => {
    given(session, full).when({ ...take, quantity: 6 }).then(took(cola, 6, 'e:3'));
    given(session, full).when({ ...take, quantity: 99 }).then(took(cola, 6, 'e:3'), beyond(93, 'e:3'));
    given(session, full, took(cola, 4, 'e:2')).when({ ...take, quantity: 3 }).then(took(cola, 2, 'e:3'), beyond(1, 'e:3'));
    given(session, full, took(cola, 6, 'e:2')).when({ ...take, quantity: 1 }).then(beyond(1, 'e:3'));
  });

  it('charges what both hold where the machine cannot tell them apart', () => {
    const both = { type: 'ItemTaken' as const, data: { ...visit, key: 'e:3', item: cola, quantity: 10, alternatives: ['A2'] } };
    given(session, full).when({ ...take, orSlots: ['A2'], quantity: 12 }).then(both, beyond(2, 'e:3'));
  });

  it('charges all that is in it, also when something of another was billed as of it because the machine could not tell', () => {
    const maybeChips: SessionFact = { type: 'ItemTaken', data: { ...visit, key: 'e:2', item: cola, quantity: 2, alternatives: ['A2'] } };
    given(session, full, took(cola, 4, 'e:1'), maybeChips).when({ ...take, quantity: 3 }).then(took(cola, 2, 'e:3'), beyond(1, 'e:3'));
    given(session, full, took(cola, 4, 'e:1'), maybeChips, took(chips, 3, 'e:2')).when({ ...take, quantity: 2 }).then(took(cola, 1, 'e:3'), beyond(1, 'e:3'));
  });

  it('goes on as before when the sensor comes back', () => {
    const back = { type: 'ItemReturned' as const, data: { ...visit, key: 'e:4', item: cola, quantity: 6 } };
    given(session, full, opened, took(cola, 6, 'e:3'), beyond(93, 'e:3')).when({ ...putBack, quantity: 99 }).then(beyond(93, 'e:4', 'returned'), back);
    given(session, full, opened, took(cola, 6, 'e:3'), beyond(93, 'e:3'), beyond(93, 'e:4', 'returned'), back).when({ ...take, key: 'e:5', quantity: 1 }).then(took(cola, 1, 'e:5'));
  });

  it('charges what is missing when the sensor has come back, or a shelf that was lifted out with its goods', () => {
    const broken = [full, opened, took(cola, 6, 'e:2'), beyond(93, 'e:2')] as const;
    given(session, ...broken).when({ ...putBack, quantity: 97 }).then(beyond(93, 'e:4', 'returned'), { type: 'ItemReturned', data: { ...visit, key: 'e:4', item: cola, quantity: 4 } });
    given(session, ...broken).when({ ...putBack, quantity: 90, orSlots: ['A2'] }).then(beyond(90, 'e:4', 'returned'));
    given(session, ...broken, beyond(90, 'e:3', 'returned')).when({ ...putBack, quantity: 5 }).then(beyond(3, 'e:4', 'returned'), { type: 'ItemReturned', data: { ...visit, key: 'e:4', item: cola, quantity: 2 } });
  });

  it('charges what is missing by all its reports together, in whatever order they come, between none of it and all that it holds', () => {
    const move = fc.record({ type: fc.constantFrom('TakeItem' as const, 'ReturnItem' as const), quantity: fc.integer({ min: 1, max: 12 }) });
    fc.assert(fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      let state: SessionState = [full, opened].reduce(session.evolve, session.initial);
      let missing = 0;
      for (const [n, { type, quantity }] of moves.entries()) {
        const facts = session.decide({ type, slot: 'A1', quantity, key: `e:${n + 2}` }, state);
        if (isRefusal(facts)) throw new Error(facts.message);
        state = facts.reduce(session.evolve, state);
        missing += type === 'TakeItem' ? quantity : -quantity;
        expect(state.held.reduce((sum, line) => sum + line.quantity, 0)).toBe(Math.min(6, Math.max(0, missing)));
      }
    }));
  });
});
