import type { FleetFact } from '@larder/contracts/fleet.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { machine, type MachineCommand } from './machine.js';
import { directoryView, machineView } from './machine-view.js';

const lobby = { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC', currency: 'USD', origin: 'operator' as const };
const registered: FleetFact = { type: 'MachineRegistered', data: lobby };
const slot = { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 10 };
const assigned: FleetFact = { type: 'SlotAssigned', data: slot };
const restocked: FleetFact = { type: 'StockRestocked', data: { ...slot, left: 4, added: 4 } };

describe('Stock of a machine', () => {
  it('begins with a slot that is assigned and filled', () =>
    given(machine, registered).when({ type: 'StockSlot', productId: 'p1', quantity: 4, maxQuantity: 10 }).then(assigned, restocked));

  it('goes on in the slot the product has already', () =>
    given(machine, registered, assigned, restocked).when({ type: 'StockSlot', productId: 'p1', quantity: 3, maxQuantity: 10 }).then({ type: 'StockRestocked', data: { ...slot, left: 7, added: 3 } }));

  it('leaves the par level of a slot alone, unless another one is named', () => {
    const wide: FleetFact = { type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 12 } };
    given(machine, registered, wide).when({ type: 'StockSlot', productId: 'p1', quantity: 11 }).then({ type: 'StockRestocked', data: { ...slot, left: 11, maxQuantity: 12, added: 11 } });
    given(machine, registered).when({ type: 'StockSlot', productId: 'p1', quantity: 0 }).then({ type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 10 } });
    const priced: FleetFact = { type: 'SlotPriced', data: { machineId: 'VM-001', slot: 'A1', priceCents: 300 } };
    given(machine, registered, assigned, priced, wide).when({ type: 'PriceSlot', slot: 'A1', priceCents: 300 }).thenNothing();
  });

  it('uses the next free slot for another product', () =>
    given(machine, registered, assigned).when({ type: 'StockSlot', productId: 'p2', quantity: 0, maxQuantity: 5 }).then({ type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'A2', productId: 'p2', maxQuantity: 5 } }));

  it('puts nothing into a slot that still holds another product, and takes one that is sold out over', () => {
    given(machine, registered, assigned, restocked).when({ type: 'StockSlot', slot: 'A1', productId: 'p2', quantity: 3 }).thenRefused('CONFLICT', { slot: 'A1', productId: 'p1', left: 4 });
    const lastOne: FleetFact = { type: 'StockTaken', data: { ...slot, left: 1, quantity: 3 } };
    given(machine, registered, assigned, restocked, lastOne).when({ type: 'StockSlot', slot: 'A1', productId: 'p2', quantity: 0 }).thenRefused('CONFLICT', { left: 1 });
    const soldOut: FleetFact = { type: 'StockTaken', data: { ...slot, left: 0, quantity: 4 } };
    given(machine, registered, assigned, restocked, soldOut).when({ type: 'StockSlot', slot: 'A1', productId: 'p2', quantity: 0 }).then({ type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'A1', productId: 'p2', maxQuantity: 10 } });
  });
  it('has no two slots that differ in capital letters alone', () => {
    given(machine, registered, assigned).when({ type: 'StockSlot', slot: 'a1', productId: 'p2', quantity: 1 }).thenRefused('CONFLICT', { slot: 'A1' });
    given(machine, registered, assigned).when({ type: 'LayOut', slots: [{ slot: 'a1', productId: 'p2', maxQuantity: 5, priceCents: null }] }).thenNothing();
    const lower: FleetFact = { type: 'SlotAssigned', data: { ...slot, slot: 'a1' } };
    given(machine, registered, lower).when({ type: 'StockSlot', productId: 'p2', quantity: 0 }).then({ type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'A2', productId: 'p2', maxQuantity: 10 } });
    given(machine, registered, assigned, lower).when({ type: 'StockSlot', slot: 'a1', productId: 'p1', quantity: 2 }).then({ type: 'StockRestocked', data: { ...slot, slot: 'a1', left: 2, added: 2 } });
  });

  it('fills a slot to its brim and does not overfill it', () => {
    given(machine, registered, assigned, restocked).when({ type: 'StockSlot', productId: 'p1', quantity: 6, maxQuantity: 10 }).then({ type: 'StockRestocked', data: { ...slot, left: 10, added: 6 } });
    given(machine, registered, assigned, restocked).when({ type: 'StockSlot', productId: 'p1', quantity: 7, maxQuantity: 10 }).thenRefused('BAD_INPUT', { left: 4 });
  });

  it('is counted anew for another product, also where more of the former one had left than was known', () => {
    const missing: FleetFact = { type: 'StockTaken', data: { ...slot, left: -2, quantity: 2 } };
    const water: FleetFact = { type: 'SlotAssigned', data: { ...slot, productId: 'p2' } };
    given(machine, registered, assigned, missing, water).when({ type: 'StockSlot', slot: 'A1', productId: 'p2', quantity: 3 }).then({ type: 'StockRestocked', data: { ...slot, productId: 'p2', left: 3, added: 3 } });
  });


  it('is filled slot by slot in one go, or not at all', () => {
    const other = { machineId: 'VM-001', slot: 'A2', productId: 'p2', maxQuantity: 5 };
    const both = [registered, assigned, restocked, { type: 'SlotAssigned', data: other }] satisfies FleetFact[];
    const fill = (...slots: { slot: string; productId: string; quantity: number }[]): MachineCommand => ({ type: 'Restock', slots });
    given(machine, ...both).when(fill({ slot: 'A1', productId: 'p1', quantity: 6 }, { slot: 'A2', productId: 'p2', quantity: 5 })).then(
      { type: 'StockRestocked', data: { ...slot, left: 10, added: 6 } }, { type: 'StockRestocked', data: { ...other, left: 5, added: 5 } });
    given(machine, ...both).when(fill({ slot: 'A1', productId: 'p1', quantity: 6 }, { slot: 'A2', productId: 'p2', quantity: 6 })).thenRefused('CONFLICT', { slot: 'A2', left: 0, maxQuantity: 5 });
    given(machine, ...both).when(fill({ slot: 'A1', productId: 'p1', quantity: 4 }, { slot: 'A1', productId: 'p1', quantity: 4 })).thenRefused('CONFLICT', { left: 8 });
    given(machine, ...both).when(fill({ slot: 'A2', productId: 'p1', quantity: 1 })).thenRefused('CONFLICT', { slot: 'A2' });
  });

  it('is laid out like another one where nothing is yet', () => {
    const wanted = [{ slot: 'A1', productId: 'p9', maxQuantity: 3, priceCents: null }, { slot: 'B2', productId: 'p2', maxQuantity: 5, priceCents: 300 }];
    given(machine, registered, assigned).when({ type: 'LayOut', slots: wanted }).then(
      { type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'B2', productId: 'p2', maxQuantity: 5 } }, { type: 'SlotPriced', data: { machineId: 'VM-001', slot: 'B2', priceCents: 300 } });
    given(machine, registered, assigned).when({ type: 'LayOut', slots: wanted.slice(0, 1) }).thenNothing();
  });

  it('goes below zero when more left than was known, and over its brim when more came back: the count was wrong, not the guest', () => {
    given(machine, registered, assigned).when({ type: 'TakeStock', slot: 'A1', quantity: 1, sessionId: 's1' }).then({ type: 'StockTaken', data: { ...slot, left: -1, quantity: 1, sessionId: 's1' } });
    const full: FleetFact = { type: 'StockRestocked', data: { ...slot, left: 10, added: 10 } };
    given(machine, registered, assigned, full).when({ type: 'ReturnStock', slot: 'A1', quantity: 1, sessionId: 's1' }).then({ type: 'StockReturned', data: { ...slot, left: 11, quantity: 1, sessionId: 's1' } });
  });

  it('is not counted down by what was in the slot before', () => {
    given(machine, registered, assigned, restocked).when({ type: 'TakeStock', slot: 'A1', productId: 'p0', quantity: 1, sessionId: 's1' }).then({ type: 'StockMovePassedOver', data: { machineId: 'VM-001', slot: 'A1', what: 'taken', quantity: 1, why: 'other_product', sessionId: 's1' } });
    given(machine, registered, assigned, restocked).when({ type: 'TakeStock', slot: 'A1', productId: 'p1', quantity: 1, sessionId: 's1' }).then({ type: 'StockTaken', data: { ...slot, left: 3, quantity: 1, sessionId: 's1' } });
  });

  it('is corrected with a reason, within what fits', () => {
    given(machine, registered, assigned, restocked).when({ type: 'AdjustSlot', slot: 'A1', change: -1, reason: 'broken' }).then({ type: 'StockAdjusted', data: { ...slot, left: 3, change: -1, reason: 'broken' } });
    given(machine, registered, assigned, restocked).when({ type: 'AdjustSlot', slot: 'A1', change: -5, reason: 'lost' }).thenRefused('CONFLICT', { left: 4 });
    given(machine, registered, assigned, restocked).when({ type: 'AdjustSlot', slot: 'A1', change: 6, reason: 'found' }).then({ type: 'StockAdjusted', data: { ...slot, left: 10, change: 6, reason: 'found' } });
    given(machine, registered, assigned, restocked).when({ type: 'AdjustSlot', slot: 'A1', change: 7, reason: 'found' }).thenRefused('CONFLICT', { left: 4 });
  });

  it('knows nothing of slots that are not there', () => given(machine, registered).when({ type: 'ClearSlot', slot: 'A1' }).thenRefused('NOT_FOUND'));
});

describe('What somebody else has set meanwhile', () => {
  const priced = (priceCents: number | null): FleetFact => ({ type: 'SlotPriced', data: { machineId: 'VM-001', slot: 'A1', priceCents } });
  const taxed: FleetFact = { type: 'MachineTaxed', data: { machineId: 'VM-001', taxBasisPoints: 700 } };
  const crisps: FleetFact = { type: 'SlotAssigned', data: { ...slot, productId: 'p2' } };

  it('is not overwritten by a tax that was thought to be set over another one, and is told', () => {
    given(machine, registered).when({ type: 'SetTax', taxBasisPoints: 700, was: 0 }).then(taxed);
    given(machine, registered, taxed).when({ type: 'SetTax', taxBasisPoints: 825, was: 0 }).thenRefused('CONFLICT', { theirs: 700 });
    given(machine, registered, taxed).when({ type: 'SetTax', taxBasisPoints: 700, was: 0 }).thenNothing();
    given(machine, registered, taxed).when({ type: 'SetTax', taxBasisPoints: 825 }).then({ type: 'MachineTaxed', data: { machineId: 'VM-001', taxBasisPoints: 825 } });
  });

  it('nor by a price', () => {
    given(machine, registered, assigned, priced(250)).when({ type: 'PriceSlot', slot: 'A1', priceCents: 300, was: 250, productId: 'p1' }).then(priced(300));
    given(machine, registered, assigned, priced(250)).when({ type: 'PriceSlot', slot: 'A1', priceCents: 300, was: null }).thenRefused('CONFLICT', { theirs: 2.5 });
    given(machine, registered, assigned).when({ type: 'PriceSlot', slot: 'A1', priceCents: 300, was: 250 }).thenRefused('CONFLICT', { theirs: null });
    given(machine, registered, assigned, priced(300)).when({ type: 'PriceSlot', slot: 'A1', priceCents: 300, was: null }).thenNothing();
    given(machine, registered, assigned, crisps).when({ type: 'PriceSlot', slot: 'A1', priceCents: 300, was: null, productId: 'p1' }).thenRefused('CONFLICT', { slot: 'A1' });
  });

  it('nor is a count added to what a guest left, or to another product', () => {
    const found = { type: 'AdjustSlot', slot: 'A1', change: -1, reason: 'broken', was: 4, productId: 'p1' } as const;
    const bought: FleetFact = { type: 'StockTaken', data: { ...slot, left: 3, quantity: 1, sessionId: 's1' } };
    given(machine, registered, assigned, restocked).when(found).then({ type: 'StockAdjusted', data: { ...slot, left: 3, change: -1, reason: 'broken' } });
    given(machine, registered, assigned, restocked, bought).when(found).thenRefused('CONFLICT', { theirs: 3 });
    given(machine, registered, assigned, crisps).when(found).thenRefused('CONFLICT', { slot: 'A1' });
  });

  it('nor is another product taken out than the one that was seen', () => {
    const cleared: FleetFact = { type: 'SlotCleared', data: { machineId: 'VM-001', slot: 'A1' } };
    given(machine, registered, assigned, crisps).when({ type: 'ClearSlot', slot: 'A1', productId: 'p1' }).thenRefused('CONFLICT', { slot: 'A1' });
    for (const productId of ['p1', undefined]) given(machine, registered, assigned).when({ type: 'ClearSlot', slot: 'A1', productId }).then(cleared);
  });

  it('nor by a par level, which goes to no other product', () => {
    const par = { type: 'StockSlot', slot: 'A1', productId: 'p1', quantity: 0 } as const;
    given(machine, registered, assigned).when({ ...par, maxQuantity: 12, wasMaxQuantity: 10 }).then({ type: 'SlotAssigned', data: { ...slot, maxQuantity: 12 } });
    given(machine, registered, assigned).when({ ...par, maxQuantity: 12, wasMaxQuantity: 8 }).thenRefused('CONFLICT', { theirs: 10 });
    given(machine, registered, assigned).when({ ...par, maxQuantity: 10, wasMaxQuantity: 8 }).thenNothing();
    given(machine, registered, assigned, crisps).when({ ...par, maxQuantity: 12, wasMaxQuantity: 10 }).thenRefused('CONFLICT', { slot: 'A1' });
  });
});

describe('Whether a machine is heard', () => {
  const online: FleetFact = { type: 'MachineCameOnline', data: { machineId: 'VM-001', name: 'Lobby', heartbeatAt: '2026-03-01T12:00:00.000Z' } };
  const missed: FleetFact = { type: 'MachineMissed', data: { machineId: 'VM-001', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' } };
  const again: FleetFact = { type: 'MachineHeardAgain', data: { machineId: 'VM-001', heartbeatAt: '2026-03-01T12:00:55.000Z' } };
  it('is a fact only when it changes', () => {
    given(machine, registered).when({ type: 'NoteHeartbeat', at: '2026-03-01T12:00:00.000Z' }).then(online);
    given(machine, registered, online).when({ type: 'NoteHeartbeat', at: '2026-03-01T12:00:15.000Z' }).thenNothing();
    given(machine, registered, online).when({ type: 'NoteSilence', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' }).then({ type: 'MachineWentOffline', data: { machineId: 'VM-001', name: 'Lobby', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' } });
    given(machine, registered).when({ type: 'NoteSilence', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' }).thenNothing();
  });

  it('is missed before it goes offline, once, and heard again without having been offline', () => {
    given(machine, registered, online).when({ type: 'NoteMissed', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' }).then(missed);
    given(machine, registered, online, missed).when({ type: 'NoteMissed', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' }).thenNothing();
    given(machine, registered).when({ type: 'NoteMissed', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' }).thenNothing();
    given(machine, registered, online, missed).when({ type: 'NoteHeartbeat', at: '2026-03-01T12:00:55.000Z' }).then(again);
    given(machine, registered, online, missed, again).when({ type: 'NoteHeartbeat', at: '2026-03-01T12:01:10.000Z' }).thenNothing();
    const silent: FleetFact = { type: 'MachineWentOffline', data: { machineId: 'VM-001', name: 'Lobby', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' } };
    given(machine, registered, online, missed, silent).when({ type: 'NoteHeartbeat', at: '2026-03-01T12:02:00.000Z' }).then({ type: 'MachineCameOnline', data: { machineId: 'VM-001', name: 'Lobby', heartbeatAt: '2026-03-01T12:02:00.000Z' } });
  });
  it('is expected in service only, and of what has gone silent it is known since when', () => {
    const maintained: FleetFact = { type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'maintenance' } };
    const silent: FleetFact = { type: 'MachineWentOffline', data: { machineId: 'VM-001', name: 'Lobby', lastHeartbeatAt: '2026-03-01T12:00:15.000Z', mode: 'maintenance' } };
    given(machine, registered, online, maintained).when({ type: 'NoteSilence', lastHeartbeatAt: '2026-03-01T12:00:15.000Z' }).then(silent);
    given(machine, registered, online, maintained, silent).when({ type: 'SetMode', mode: 'in_service' }).then({ type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'in_service', silentSince: '2026-03-01T12:00:15.000Z' } });
    given(machine, registered, online, maintained, silent, online).when({ type: 'SetMode', mode: 'in_service' }).then({ type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'in_service' } });
  });
});

describe('A machine beyond what the plan has room for', () => {
  const beyond = { limit: 5, current: 6 };
  it('is changed by no operator, and the refusal names the way out', () => {
    const changes: MachineCommand[] = [
      { type: 'SetMode', mode: 'maintenance', beyond }, { type: 'StockSlot', productId: 'p1', quantity: 1, maxQuantity: 10, beyond }, { type: 'AdjustSlot', slot: 'A1', change: -1, reason: 'broken', beyond },
      { type: 'ClearSlot', slot: 'A1', beyond }, { type: 'PriceSlot', slot: 'A1', priceCents: 300, beyond }, { type: 'SetTax', taxBasisPoints: 825, beyond }, { type: 'ChangeMachine', name: 'Hall', coordinates: null, beyond },
    ];
    for (const change of changes) given(machine, registered, assigned, restocked).when(change).thenRefused('PLAN_LIMIT', beyond);
    expect(machine.decide({ type: 'ClearSlot', slot: 'A1', beyond }, machine.evolve(machine.initial, registered))).toMatchObject({ message: expect.stringContaining('upgrade your plan, or remove machines') as string });
  });
  it('sells on, is heard, and can be taken out of the fleet', () => {
    given(machine, registered, assigned, restocked).when({ type: 'TakeStock', slot: 'A1', quantity: 1 }).then({ type: 'StockTaken', data: { ...slot, left: 3, quantity: 1, sessionId: undefined } });
    given(machine, registered).when({ type: 'RemoveMachine' }).then({ type: 'MachineRemoved', data: { machineId: 'VM-001', name: 'Lobby' } });
  });
});

describe('Name and place of a machine', () => {
  const atSea = { lat: 40.2204, lon: -74.0121 };
  const moved: FleetFact = { type: 'MachineChanged', data: { machineId: 'VM-001', name: 'Hall', address: '12 Ocean Avenue', floor: undefined } };
  const located: FleetFact = { type: 'MachineLocated', data: { machineId: 'VM-001', coordinates: atSea } };

  it('are changed where they differ, on what was seen', () => {
    given(machine, registered).when({ type: 'ChangeMachine', name: 'Hall', coordinates: atSea, version: 1 }).then(moved, located);
    given(machine, registered, moved).when({ type: 'ChangeMachine', name: 'Lounge', version: 1 }).thenRefused('CONFLICT', { version: 2 });
    given(machine, registered, moved).when({ type: 'ChangeMachine', name: 'Hall', version: 1 }).thenNothing();
  });

  it('say of another address that it is no move, and nothing where it is the same', () => {
    given(machine, registered).when({ type: 'ChangeMachine', address: '12 Ocean Ave', onlyCorrected: true }).then({ type: 'MachineChanged', data: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Ave', floor: undefined, onlyCorrected: true } });
    given(machine, registered).when({ type: 'ChangeMachine', name: 'Hall', onlyCorrected: true }).then(moved);
    given(machine, registered).when({ type: 'ChangeMachine', address: '2 Hill Road', onlyCorrected: false }).then({ type: 'MachineChanged', data: { machineId: 'VM-001', name: 'Lobby', address: '2 Hill Road', floor: undefined } });
  });

  it('may be without a floor again', () => {
    const upstairs: FleetFact = { type: 'MachineChanged', data: { machineId: 'VM-001', name: 'Hall', address: '12 Ocean Avenue', floor: '2' } };
    given(machine, registered, upstairs).when({ type: 'ChangeMachine', floor: '' }).then(moved);
    given(machine, registered, upstairs).when({ type: 'ChangeMachine', name: 'Hall' }).thenNothing();
  });

  it('are one thing with the clock there', () => {
    const zoned: FleetFact = { type: 'MachineZoned', data: { machineId: 'VM-001', timeZone: 'Europe/Berlin' } };
    given(machine, registered).when({ type: 'ChangeMachine', name: 'Hall', timeZone: 'Europe/Berlin', version: 1 }).then(moved, zoned);
    given(machine, registered, zoned).when({ type: 'ChangeMachine', timeZone: 'Europe/Berlin', version: 1 }).thenNothing();
    given(machine, registered, zoned).when({ type: 'ChangeMachine', timeZone: 'UTC', version: 1 }).thenRefused('CONFLICT', { version: 2 });
    expect(viewOf(machineView, 'VM-001', stored([registered, zoned, moved]))).toMatchObject({ registered: { timeZone: 'Europe/Berlin', name: 'Hall' }, version: 3 });
  });

  it('can be taken off the map again', () => {
    given(machine, registered, located).when({ type: 'ChangeMachine', coordinates: null }).then({ type: 'MachineLocated', data: { machineId: 'VM-001', coordinates: null } });
    given(machine, registered).when({ type: 'ChangeMachine', coordinates: null }).thenNothing();
    expect(viewOf(machineView, 'VM-001', stored([registered, located, moved]))).toMatchObject({ name: 'Hall', coordinates: atSea, version: 3 });
  });
});

describe('A machine that is taken out of the fleet', () => {
  const removed: FleetFact = { type: 'MachineRemoved', data: { machineId: 'VM-001', name: 'Lobby', reason: 'sold' } };

  it('gives its slots free and is found no more', () => {
    given(machine, registered, assigned).when({ type: 'RemoveMachine', reason: 'sold' }).then({ type: 'SlotCleared', data: { machineId: 'VM-001', slot: 'A1' } }, removed);
    given(machine, registered, removed).when({ type: 'NoteHeartbeat', at: '2026-03-01T12:00:00.000Z' }).thenRefused('NOT_FOUND');
    expect(viewOf(machineView, 'VM-001', stored([registered, removed]))).toBeUndefined();
    expect(viewOf(directoryView, 'VM-001', stored([registered, removed]))).toMatchObject({ online: false, removed: true });
  });

  it('may come back', () => given(machine, registered, removed).when({ type: 'RegisterMachine', machine: lobby }).then(registered));

  it('is changed on what its screen shows once it is back', () => {
    const back = [registered, removed, registered];
    const { version } = viewOf(machineView, 'VM-001', stored(back)) ?? {};
    given(machine, ...back).when({ type: 'ChangeMachine', name: 'Hall', version }).then({ type: 'MachineChanged', data: { machineId: 'VM-001', name: 'Hall', address: '12 Ocean Avenue', floor: undefined } });
  });
});

it('has an id that nobody else has', () => given(machine, registered).when({ type: 'RegisterMachine', machine: lobby }).thenRefused('CONFLICT'));

it('shows an operator what is in it, and when it was last filled', () => {
  const taken: FleetFact = { type: 'StockTaken', data: { ...slot, left: 2, quantity: 2 } };
  expect(viewOf(machineView, 'VM-001', stored([registered, assigned, restocked, taken]))).toMatchObject({
    name: 'Lobby', left: 2, room: 10, slots: [{ slot: 'A1', left: 2 }], restockedAt: { A1: '2026-03-01T12:00:00.000Z' }, mode: 'in_service', online: false, installedAt: null,
  });
  const water: FleetFact = { type: 'SlotAssigned', data: { ...slot, slot: 'A2', productId: 'p2' } };
  const missing: FleetFact = { type: 'StockTaken', data: { ...slot, slot: 'A2', productId: 'p2', left: -3, quantity: 3 } };
  expect(viewOf(machineView, 'VM-001', stored([registered, assigned, restocked, water, missing]))).toMatchObject({ left: 4, room: 20 });
});

it('was not filled with what is in it now when another product was', () => {
  const filledAt = (...later: FleetFact[]) => viewOf(machineView, 'VM-001', stored([registered, assigned, restocked, ...later]))?.restockedAt;
  const cleared: FleetFact = { type: 'SlotCleared', data: { machineId: 'VM-001', slot: 'A1' } };
  expect([filledAt({ ...assigned, data: { ...slot, productId: 'p2' } }), filledAt(cleared, assigned)]).toEqual([{}, {}]);
  expect(filledAt({ ...assigned, data: { ...slot, maxQuantity: 12 } })).toEqual({ A1: '2026-03-01T12:00:00.000Z' });
});

it('shows an operator since when it has been there, whatever becomes of it', () => {
  const online: FleetFact = { type: 'MachineCameOnline', data: { machineId: 'VM-001', name: 'Lobby', heartbeatAt: '2026-03-01T12:00:00.000Z' } };
  const later = stored<FleetFact>([online, { type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'maintenance' } }], { at: '2026-03-02T12:00:00.000Z' }).map((fact) => ({ ...fact, position: `1${fact.position}` }));
  expect(viewOf(machineView, 'VM-001', [...stored([registered, online]), ...later])).toMatchObject({ installedAt: '2026-03-01T12:00:00.000Z', changedAt: '2026-03-02T12:00:00.000Z' });
});
