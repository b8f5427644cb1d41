import type { FleetFact } from '@larder/contracts/fleet.js';
import { given } from '@larder/kit/testing.js';
import { machine } from '../machine.js';

const registered: FleetFact = { type: 'MachineRegistered', data: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC', currency: 'USD', origin: 'operator' } };
const assigned: FleetFact = { type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 10 } };

describe('The sensors of a machine', () => {
  const told = (...slots: string[]): FleetFact => ({ type: 'MachineToldSlots', data: { machineId: 'VM-001', slots } });
  const found = (unseen: string[], seen: string[]): FleetFact => ({ type: 'UnseenSlotsFound', data: { machineId: 'VM-001', unseen, seen } });

  it('are compared with its slots, whichever of both changes', () => {
    given(machine, registered, assigned).when({ type: 'NoteSlots', slots: ['a1'] }).then(told('a1'), found(['A1'], ['a1']));
    given(machine, registered, assigned, told('a1'), found(['A1'], ['a1'])).when({ type: 'NoteSlots', slots: ['A1'] }).then(told('A1'), found([], []));
    given(machine, registered, assigned, told('a1'), found(['A1'], ['a1'])).when({ type: 'NoteSlots', slots: ['a1', 'A2'] }).then(told('a1', 'A2'), found(['A1'], ['a1', 'A2']));
    given(machine, registered, told('B1')).when({ type: 'StockSlot', slot: 'A1', productId: 'p1', quantity: 0 }).then(assigned, found(['A1'], ['B1']));
    given(machine, registered, assigned, told('B1'), found(['A1'], ['B1'])).when({ type: 'ClearSlot', slot: 'A1' }).then({ type: 'SlotCleared', data: { machineId: 'VM-001', slot: 'A1' } }, found([], []));
  });

  it('come first where a product goes into the next free slot', () => {
    const lower: FleetFact = { type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'b2', productId: 'p2', maxQuantity: 10 } };
    given(machine, registered, told('A1', 'b2'), assigned).when({ type: 'StockSlot', productId: 'p2', quantity: 0 }).then(lower);
    const unseen: FleetFact = { type: 'SlotAssigned', data: { machineId: 'VM-001', slot: 'A2', productId: 'p3', maxQuantity: 10 } };
    given(machine, registered, told('A1', 'b2'), assigned, lower).when({ type: 'StockSlot', productId: 'p3', quantity: 0 }).then(unseen, found(['A2'], ['A1', 'b2']));
  });

  it('are no matter while it does not say', () => {
    given(machine, registered, assigned).when({ type: 'NoteSlots' }).thenNothing();
    given(machine, registered, assigned, told('a1'), found(['A1'], ['a1'])).when({ type: 'NoteSlots' }).then({ type: 'MachineToldSlots', data: { machineId: 'VM-001' } }, found([], []));
    given(machine, registered, assigned, told('A1')).when({ type: 'NoteSlots', slots: ['A1'] }).thenNothing();
    given(machine).when({ type: 'NoteSlots', slots: ['A1'] }).thenRefused('NOT_FOUND');
  });

  it('are forgotten with the machine', () =>
    given(machine, registered, assigned, told('a1'), found(['A1'], ['a1'])).when({ type: 'RemoveMachine' }).then({ type: 'SlotCleared', data: { machineId: 'VM-001', slot: 'A1' } }, { type: 'MachineRemoved', data: { machineId: 'VM-001', name: 'Lobby' } }));
});
