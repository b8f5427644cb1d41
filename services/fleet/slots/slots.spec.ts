import type { FleetFact, PassedOverWhy } from '@larder/contracts/fleet.js';
import { given } from '@larder/kit/testing.js';
import { machine } from '../machine.js';
import { isKnownAnew } from './slots.js';

const registered: FleetFact = { type: 'MachineRegistered', data: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC', currency: 'USD', origin: 'operator' } };
const slot = { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 10 };
const assigned: FleetFact = { type: 'SlotAssigned', data: slot };
const restocked: FleetFact = { type: 'StockRestocked', data: { ...slot, left: 4, added: 4 } };
const passedOver = (what: 'taken' | 'returned', why: PassedOverWhy, more: object = {}): FleetFact => ({ type: 'StockMovePassedOver', data: { machineId: 'VM-001', slot: 'A1', what, quantity: 1, why, ...more } });

describe('A slot', () => {
  it('that was counted is not counted down once more by what was moved before, only by what nobody can say the time of', () => {
    const [before, then, after] = ['2026-03-01T11:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-01T13:00:00.000Z'];
    const count = { type: 'AdjustSlot', slot: 'A1', change: -2, reason: 'counted', was: 4, now: then } as const;
    const counted: FleetFact = { type: 'StockAdjusted', data: { ...slot, left: 2, change: -2, reason: 'counted', countedAt: then } };
    const take = { type: 'TakeStock', slot: 'A1', quantity: 1 } as const;
    const off: FleetFact = { type: 'StockTaken', data: { ...slot, left: 1, quantity: 1, sessionId: undefined } };
    given(machine, registered, assigned, restocked).when(count).then(counted);
    given(machine, registered, assigned, restocked, counted).when({ ...take, happenedAt: before }).then(passedOver('taken', 'counted'));
    given(machine, registered, assigned, restocked, counted).when({ ...take, type: 'ReturnStock', happenedAt: before }).then(passedOver('returned', 'counted'));
    for (const happenedAt of [after, undefined]) given(machine, registered, assigned, restocked, counted).when({ ...take, happenedAt }).then(off);
    // A par level that is set, and what is filled in, say nothing of what lies there.
    const parSet: FleetFact = { type: 'SlotAssigned', data: { ...slot, maxQuantity: 12 } };
    given(machine, registered, assigned, restocked, counted, parSet).when({ ...take, happenedAt: before }).then(passedOver('taken', 'counted'));
    // Of goods that went bad only the difference is known.
    const spoiled: FleetFact = { type: 'StockAdjusted', data: { ...slot, left: 2, change: -2, reason: 'spoiled' } };
    given(machine, registered, assigned, restocked).when({ ...count, was: undefined, reason: 'spoiled' }).then(spoiled);
    given(machine, registered, assigned, restocked, spoiled).when({ ...take, happenedAt: before }).then(off);
    // The visit began after the count, and the clock was put back.
    given(machine, registered, assigned, restocked, counted).when({ ...take, happenedAt: before, knownSince: then }).then(off);
    given(machine, registered, assigned, restocked, counted).when({ ...take, happenedAt: before, knownSince: before }).then(passedOver('taken', 'counted'));
  });

  it('that was counted while a guest had something out of it that nobody had heard of had as much less missing, or found; what came back of that had as much more', () => {
    const at = (hour: number): string => `2026-03-01T${hour}:00:00.000Z`;
    const counted = (left: number, change: number, hour: number): FleetFact => ({ type: 'StockAdjusted', data: { ...slot, left, change, reason: 'counted', countedAt: at(hour) } });
    const move = { type: 'TakeStock', slot: 'A1', productId: 'p1', quantity: 1, sessionId: 's1', isBilled: true } as const;
    const told = (what: 'taken' | 'returned', hour: number, missing: number, found: number, quantity = 1): FleetFact =>
      ({ type: 'StockCountExplained', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', countedAt: at(hour), reason: 'counted', what, quantity, missing, found, sessionId: 's1' } });
    const oneMissing = [registered, assigned, restocked, counted(3, -1, 12)];
    given(machine, ...oneMissing).when({ ...move, happenedAt: at(11) }).then(told('taken', 12, -1, 0));
    given(machine, ...oneMissing).when({ ...move, quantity: 2, happenedAt: at(11) }).then(told('taken', 12, -1, 1, 2));
    given(machine, ...oneMissing, told('taken', 12, -1, 0)).when({ ...move, happenedAt: at(11) }).then(told('taken', 12, 0, 1));
    given(machine, ...oneMissing, told('taken', 12, -1, 0)).when({ ...move, type: 'ReturnStock', happenedAt: at(11) }).then(told('returned', 12, 1, 0));
    given(machine, registered, assigned, restocked, counted(4, 0, 12)).when({ ...move, type: 'ReturnStock', happenedAt: at(11) }).then(told('returned', 12, 1, 0));
    // It was in the first count after it; what a later one found has other reasons.
    given(machine, ...oneMissing, counted(2, -1, 14)).when({ ...move, happenedAt: at(11) }).then(told('taken', 12, -1, 0));
    given(machine, ...oneMissing, counted(2, -1, 14)).when({ ...move, happenedAt: at(13) }).then(told('taken', 14, -1, 0));
    // What is on nobody's bill is missing as before.
    given(machine, ...oneMissing).when({ ...move, isBilled: false, happenedAt: at(11) }).then(passedOver('taken', 'counted', { sessionId: 's1' }));
  });

  it('that was counted after something left it while nobody was served is not filled by that coming back: a sensor that was wrong is right again, and the count was right before', () => {
    const left: FleetFact = { type: 'StockTaken', data: { ...slot, left: 2, quantity: 2 } };
    const counted: FleetFact = { type: 'StockAdjusted', data: { ...slot, left: 4, change: 2, reason: 'counted', countedAt: '2026-03-01T12:00:00.000Z' } };
    const back = { type: 'ReturnStock', slot: 'A1', quantity: 2 } as const;
    const returned = (now: number, quantity: number): FleetFact => ({ type: 'StockReturned', data: { ...slot, left: now, quantity, sessionId: undefined } });
    given(machine, registered, assigned, restocked, left).when(back).then(returned(4, 2));
    given(machine, registered, assigned, restocked, left, counted).when(back).then(passedOver('returned', 'not_gone', { quantity: 2 }));
    // What leaves after the count comes back, once.
    const again: FleetFact = { type: 'StockTaken', data: { ...slot, left: 3, quantity: 1 } };
    given(machine, registered, assigned, restocked, left, counted, again).when(back).then(returned(4, 1));
    given(machine, registered, assigned, restocked, left, counted, again, returned(4, 1)).when(back).then(passedOver('returned', 'not_gone', { quantity: 2 }));
    // A guest's visit is another matter.
    given(machine, registered, assigned, restocked, left, counted).when({ ...back, sessionId: 's1' }).then({ type: 'StockReturned', data: { ...slot, left: 6, quantity: 2, sessionId: 's1' } });
  });

  it('that something leaves after the end of the visit it is told of has lost it, until it comes back; what else comes back then is of those the guest has paid for', () => {
    const move = { slot: 'A1', sessionId: 's1', isAfterEnd: true } as const;
    const counted: FleetFact = { type: 'StockAdjusted', data: { ...slot, left: 4, change: 0, reason: 'counted', countedAt: '2026-03-01T12:00:00.000Z' } };
    const left: FleetFact = { type: 'StockTaken', data: { ...slot, left: 2, quantity: 2, sessionId: 's1', afterEnd: true } };
    const back = (now: number, quantity: number, more: object = {}): FleetFact => ({ type: 'StockReturned', data: { ...slot, left: now, quantity, sessionId: 's1', ...more } });
    given(machine, registered, assigned, restocked, counted).when({ ...move, type: 'TakeStock', quantity: 2 }).then(left);
    given(machine, registered, assigned, restocked, counted, left).when({ ...move, type: 'ReturnStock', quantity: 1 }).then(back(3, 1, { afterEnd: true }));
    given(machine, registered, assigned, restocked, counted, left).when({ ...move, type: 'ReturnStock', quantity: 3 }).then(back(4, 2, { afterEnd: true }), back(5, 1));
    given(machine, registered, assigned, restocked, counted).when({ ...move, type: 'ReturnStock', quantity: 1 }).then(back(5, 1));
    given(machine, registered, assigned, restocked, counted, left, back(4, 2, { afterEnd: true })).when({ ...move, type: 'ReturnStock', quantity: 1 }).then(back(5, 1));
  });

  it('that was counted and found right was counted all the same, and one that got its product since has nothing of what was moved before', () => {
    const now = '2026-03-01T12:00:00.000Z';
    given(machine, registered, assigned, restocked).when({ type: 'AdjustSlot', slot: 'A1', change: 0, reason: 'counted', was: 4, now }).then({ type: 'StockAdjusted', data: { ...slot, left: 4, change: 0, reason: 'counted', countedAt: now } });
    given(machine, registered, assigned, restocked).when({ type: 'AdjustSlot', slot: 'A1', change: 0, reason: 'counted', now }).thenNothing();
    const newlyIn: FleetFact = { type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'A2', productId: 'p2', maxQuantity: 10, assignedAt: now } };
    const filled: FleetFact = { type: 'StockRestocked', data: { machineId: 'VM-001', slot: 'A2', productId: 'p2', left: 5, maxQuantity: 10, added: 5 } };
    given(machine, registered).when({ type: 'StockSlot', slot: 'A2', productId: 'p2', quantity: 5, now }).then(newlyIn, filled);
    given(machine, registered, newlyIn, filled).when({ type: 'TakeStock', slot: 'A2', quantity: 1, happenedAt: '2026-03-01T11:00:00.000Z' }).then(passedOver('taken', 'counted', { slot: 'A2' }));
  });

  it('that was counted when the machine had told something that was not heard here yet has that in the count, whatever clocks say; what it told later comes off', () => {
    const [now, later] = ['2026-03-01T12:00:00.000Z', '2026-03-01T13:00:00.000Z'];
    const toldUpTo = { '0a1b2c3d': 7, '00c0ffee': 3 };
    const counted: FleetFact = { type: 'StockAdjusted', data: { ...slot, left: 3, change: -1, reason: 'counted', countedAt: now, toldUpTo } };
    const history = [registered, assigned, restocked, counted];
    const take = { type: 'TakeStock', slot: 'A1', quantity: 1 } as const;
    const off: FleetFact = { type: 'StockTaken', data: { ...slot, left: 2, quantity: 1, sessionId: undefined } };
    given(machine, registered, assigned, restocked).when({ type: 'AdjustSlot', slot: 'A1', change: -1, reason: 'counted', was: 4, now, toldUpTo }).then(counted);
    for (const number of ['0a1b2c3d:7', '0a1b2c3d:2', '00c0ffee:3']) given(machine, ...history).when({ ...take, number }).then(passedOver('taken', 'counted'));
    given(machine, ...history).when({ ...take, type: 'ReturnStock', number: '0a1b2c3d:7' }).then(passedOver('returned', 'counted'));
    given(machine, ...history).when({ ...take, number: '0a1b2c3d:7', happenedAt: later, knownSince: now }).then(passedOver('taken', 'counted'));
    for (const number of ['0a1b2c3d:8', '00c0ffee:4', '0badcafe:1', 'a call of 7', undefined]) given(machine, ...history).when({ ...take, number }).then(off);
    // Of what it told later the clocks say whether it was before.
    given(machine, ...history).when({ ...take, number: '0a1b2c3d:8', happenedAt: '2026-03-01T11:00:00.000Z' }).then(passedOver('taken', 'counted'));
    // Nobody could say so of the next count: what was before the one is before the other.
    const again: FleetFact = { type: 'StockAdjusted', data: { ...slot, left: 3, change: 0, reason: 'counted', countedAt: later } };
    given(machine, ...history, again).when({ ...take, number: '0a1b2c3d:7' }).then(passedOver('taken', 'counted'));
    given(machine, ...history, again).when({ ...take, number: '0a1b2c3d:8' }).then(off);
  });

  it('that was counted before it was heard what a guest had taken out of it by then had as much less missing, in the first count that had it', () => {
    const at = (hour: number): string => `2026-03-01T${hour}:00:00.000Z`;
    const counted = (left: number, change: number, hour: number, told: number): FleetFact => ({ type: 'StockAdjusted', data: { ...slot, left, change, reason: 'counted', countedAt: at(hour), toldUpTo: { '0a1b2c3d': told } } });
    const explained = (hour: number): FleetFact => ({ type: 'StockCountExplained', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', countedAt: at(hour), reason: 'counted', what: 'taken', quantity: 1, missing: -1, found: 0, sessionId: 's1' } });
    const move = { type: 'TakeStock', slot: 'A1', productId: 'p1', quantity: 1, sessionId: 's1', isBilled: true } as const;
    const twice = [registered, assigned, restocked, counted(3, -1, 12, 7), counted(2, -1, 14, 9)];
    given(machine, ...twice).when({ ...move, number: '0a1b2c3d:7' }).then(explained(12));
    given(machine, ...twice).when({ ...move, number: '0a1b2c3d:9' }).then(explained(14));
    given(machine, ...twice).when({ ...move, number: '0a1b2c3d:10' }).then({ type: 'StockTaken', data: { ...slot, left: 1, quantity: 1, sessionId: 's1' } });
  });

  it('that got its product when the machine had told something that was not heard here yet has nothing of that', () => {
    const [now, toldUpTo] = ['2026-03-01T12:00:00.000Z', { '0a1b2c3d': 7 }];
    const newlyIn: FleetFact = { type: 'SlotAssigned', data: { ...slot, assignedAt: now, toldUpTo } };
    given(machine, registered).when({ type: 'StockSlot', slot: 'A1', productId: 'p1', quantity: 0, now, toldUpTo }).then(newlyIn);
    given(machine, registered).when({ type: 'LayOut', slots: [{ slot: 'A1', productId: 'p1', maxQuantity: 10, priceCents: null }], now, toldUpTo }).then(newlyIn);
    given(machine, registered, newlyIn, restocked).when({ type: 'TakeStock', slot: 'A1', quantity: 1, number: '0a1b2c3d:7' }).then(passedOver('taken', 'counted'));
    given(machine, registered, newlyIn, restocked).when({ type: 'TakeStock', slot: 'A1', productId: 'p1', quantity: 1, sessionId: 's1', isBilled: true, number: '0a1b2c3d:7' }).then(passedOver('taken', 'counted', { sessionId: 's1' }));
    // What was known of the goods that were in it before says nothing of these.
    const other: FleetFact = { type: 'SlotAssigned', data: { ...slot, productId: 'p2', assignedAt: now } };
    given(machine, registered, newlyIn, other).when({ type: 'TakeStock', slot: 'A1', quantity: 1, number: '0a1b2c3d:7' }).then({ type: 'StockTaken', data: { ...slot, productId: 'p2', left: -1, quantity: 1, sessionId: undefined } });
  });

  it('is known anew by a count, and by what is put where it was not: how much more or less there is says nothing of what lies there', () => {
    const slots = [{ slot: 'A1', productId: 'p1', left: 4, maxQuantity: 10, priceCents: null }];
    const adjust = { type: 'AdjustSlot', slot: 'A1', change: -1, reason: 'counted' } as const;
    const put = { type: 'StockSlot', productId: 'p1', quantity: 1 } as const;
    const known = ([{ ...adjust, was: 4 }, { ...put, slot: 'A2' }, { ...put, slot: 'A1', productId: 'p2' }, { type: 'LayOut', slots: [] }] as const).map((order) => isKnownAnew(order, slots));
    expect(known).toEqual([true, true, true, true]);
    const others = ([adjust, { ...adjust, was: 4, cause: 'expired' }, put, { ...put, slot: 'A1' }, { type: 'Restock', slots: [] }, { type: 'ClearSlot', slot: 'A1' }] as const).map((order) => isKnownAnew(order, slots));
    expect(others).toEqual([false, false, false, false, false, false]);
  });

  it('that is not laid out has nothing that moves, which is noted, as it may be heard again when it is', () => {
    given(machine, registered).when({ type: 'TakeStock', slot: 'A1', quantity: 1, sessionId: 's1' }).then(passedOver('taken', 'not_laid_out', { sessionId: 's1' }));
    given(machine, registered, passedOver('taken', 'not_laid_out')).when({ type: 'StockSlot', slot: 'A1', productId: 'p1', quantity: 4 }).then(assigned, restocked);
    given(machine).when({ type: 'TakeStock', slot: 'A1', quantity: 1 }).thenRefused('NOT_FOUND');
  });

  it('loses what expired, was damaged or stolen, and says which; more than the books had has to be counted first', () => {
    const lost = { type: 'AdjustSlot', slot: 'A1', reason: 'Expired', cause: 'expired' } as const;
    given(machine, registered, assigned, restocked).when({ ...lost, change: -3 }).then({ type: 'StockAdjusted', data: { ...slot, left: 1, change: -3, reason: 'Expired', cause: 'expired' } });
    given(machine, registered, assigned, restocked).when({ ...lost, change: -5 }).thenRefused('CONFLICT', { slot: 'A1', left: 4 });
  });

  it('that holds more than it is filled up to, as where a guest laid something down in it, can be counted, and lose some of it', () => {
    const laidDown: FleetFact = { type: 'StockReturned', data: { ...slot, left: 12, quantity: 8, sessionId: 's1' } };
    const overfull = given(machine, registered, assigned, restocked, laidDown);
    const count = { type: 'AdjustSlot', slot: 'A1', reason: 'counted', was: 12, now: '2026-03-01T12:00:00.000Z' } as const;
    const counted = (change: number): FleetFact => ({ type: 'StockAdjusted', data: { ...slot, left: 12 + change, change, reason: 'counted', countedAt: count.now } });
    for (const change of [0, -1]) overfull.when({ ...count, change }).then(counted(change));
    overfull.when({ type: 'AdjustSlot', slot: 'A1', change: -1, reason: 'Expired', cause: 'expired' }).then({ type: 'StockAdjusted', data: { ...slot, left: 11, change: -1, reason: 'Expired', cause: 'expired' } });
    overfull.when({ ...count, change: 1 }).thenRefused('CONFLICT', { left: 12, maxQuantity: 10 });
  });

  it('is worth its own price where it was not sold', () => {
    const priced: FleetFact = { type: 'SlotPriced', data: { machineId: 'VM-001', slot: 'A1', priceCents: 350 } };
    given(machine, registered, assigned, restocked, priced).when({ type: 'AdjustSlot', slot: 'A1', change: -1, reason: 'broken' }).then({ type: 'StockAdjusted', data: { ...slot, left: 3, change: -1, reason: 'broken', ownPriceCents: 350 } });
    given(machine, registered, assigned, restocked, priced).when({ type: 'TakeStock', slot: 'A1', quantity: 1 }).then({ type: 'StockTaken', data: { ...slot, left: 3, quantity: 1, ownPriceCents: 350 } });
    given(machine, registered, assigned, restocked, priced).when({ type: 'TakeStock', slot: 'A1', quantity: 1, sessionId: 's1' }).then({ type: 'StockTaken', data: { ...slot, left: 3, quantity: 1, sessionId: 's1' } });
  });

  it('is emptied of what was lost before it is filled, or neither', () => {
    const expired = { slot: 'A1', productId: 'p1', quantity: 3, cause: 'expired' } as const;
    const gone: FleetFact = { type: 'StockAdjusted', data: { ...slot, left: 1, change: -3, reason: 'Expired', cause: 'expired' } };
    given(machine, registered, assigned, restocked).when({ type: 'Restock', slots: [{ slot: 'A1', productId: 'p1', quantity: 9 }], lost: [expired] }).then(gone, { type: 'StockRestocked', data: { ...slot, left: 10, added: 9 } });
    given(machine, registered, assigned, restocked).when({ type: 'Restock', slots: [], lost: [expired] }).then(gone);
    given(machine, registered, assigned, restocked).when({ type: 'Restock', slots: [{ slot: 'A1', productId: 'p1', quantity: 10 }], lost: [expired] }).thenRefused('CONFLICT', { slot: 'A1', left: 1 });
    given(machine, registered, assigned, restocked).when({ type: 'Restock', slots: [], lost: [expired, expired] }).thenRefused('CONFLICT', { slot: 'A1', left: 1 });
    given(machine, registered, assigned, restocked).when({ type: 'Restock', slots: [], lost: [{ ...expired, productId: 'p2' }] }).thenRefused('CONFLICT', { slot: 'A1' });
  });

  it('from which something was thrown away is not counted by that: what left it before, and is told later, still comes off', () => {
    const now = '2026-03-01T12:00:00.000Z';
    const gone: FleetFact = { type: 'StockAdjusted', data: { ...slot, left: 3, change: -1, reason: 'Expired', cause: 'expired' } };
    given(machine, registered, assigned, restocked).when({ type: 'AdjustSlot', slot: 'A1', change: -1, reason: 'Expired', cause: 'expired', was: 4, now }).then(gone);
    given(machine, registered, assigned, restocked, gone).when({ type: 'TakeStock', slot: 'A1', quantity: 1, happenedAt: '2026-03-01T11:00:00.000Z' }).then({ type: 'StockTaken', data: { ...slot, left: 2, quantity: 1, sessionId: undefined } });
  });
});
