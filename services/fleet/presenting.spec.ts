/** What a screen says of a machine while the services that know the rest are away. */
import { readSettings } from '@larder/kit/settings.js';
import { Kit } from '@larder/kit/kit.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, stored, viewOf } from '@larder/kit/testing.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { Heartbeats } from './heartbeats.js';
import { machineView, type MachineRow } from './machine-view.js';
import { Presenting } from './presenting.js';
import { Room } from './room.js';

const at = { machineId: 'VM-1', slot: 'A1' };
const facts: FleetFact[] = [
  { type: 'MachineRegistered', data: { machineId: 'VM-1', name: 'Lobby', address: '1 Main Street', timeZone: 'UTC', currency: 'USD', origin: 'operator' } },
  { type: 'SlotAssigned', data: { ...at, productId: 'p1', maxQuantity: 10 } },
  { type: 'StockRestocked', data: { ...at, productId: 'p1', left: 7, maxQuantity: 10, added: 7 } },
];

it('while nobody can say, no product counts as deleted and nothing as earned: what fleet knows itself is shown', async () => {
  const kit = new Kit(await openParts('fleet', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
  const presenting = new Presenting(kit, new Heartbeats(kit), new Room(kit));
  const asked = { caller: { kind: 'service' as const, name: 'test' }, commandId: 'test', correlationId: 'test' };
  const [shown] = await presenting.present([viewOf(machineView, 'VM-1', stored(facts)) as MachineRow], 'acme', asked);
  expect(shown).toMatchObject({ name: 'Lobby', totalRevenue: null, stock: { left: 7, room: 10 }, inventory: [{ slot: 'A1', quantity: 7, product: { id: 'p1', name: 'Name not known right now', unknown: true } }] });
  await kit.end();
});
