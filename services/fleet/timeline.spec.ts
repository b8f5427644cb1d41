import type { FleetFact } from '@larder/contracts/fleet.js';
import { stored } from '@larder/kit/testing.js';
import { actorNames, entryOf, type Names } from './timeline.js';

const names: Names = { actor: (actor) => `<${actor}>`, product: (productId) => (productId === 'p1' ? 'Cola' : 'Deleted product'), currency: 'EUR' };
const slot = { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 10 };
const facts: FleetFact[] = [
  { type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'maintenance', reason: 'new lock' } },
  { type: 'SlotAssigned', data: slot },
  { type: 'StockRestocked', data: { ...slot, left: 4, added: 4 } },
  { type: 'StockAdjusted', data: { ...slot, left: 3, change: -1, reason: 'broken' } },
  { type: 'SlotPriced', data: { machineId: 'VM-001', slot: 'A1', priceCents: 250 } },
  { type: 'StockTaken', data: { ...slot, left: 2, quantity: 1 } },
  { type: 'MachineWentOffline', data: { machineId: 'VM-001', name: 'Lobby', lastHeartbeatAt: '2026-03-01T12:00:00.000Z' } },
];

it('tells what happened to a machine, by whom and why', () =>
  expect(stored(facts).map((fact) => entryOf(fact, names)).map(({ what, by, reason }) => [what, by, reason])).toEqual([
    ['Put into maintenance', '<test>', 'new lock'],
    ['Slot A1 holds up to 10 of Cola', '<test>', undefined],
    ['4 Cola added to slot A1, 4 in it', '<test>', undefined],
    ['Count of Cola in slot A1 corrected by -1, 3 in it', '<test>', 'broken'],
    ['Slot A1 priced at €2.50', '<test>', undefined],
    ['1 Cola taken from slot A1, 2 left', 'The machine', undefined],
    ['Went silent', 'Larder', undefined],
  ]));

it('names nobody who is no member any more', () => {
  const nameOf = actorNames([]);
  expect([nameOf('user:u1'), nameOf('system:demo'), nameOf('system:fleet')]).toEqual(['', 'Demo data', 'Larder']);
});
