/** What a copy says of machines whose view has not heard what another copy did with them. */
import { describeProducts } from '@larder/contracts/catalog.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { deaf } from '@larder/kit/events/deaf.testing.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { Kit } from '@larder/kit/kit.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { Views } from '@larder/kit/views/project.js';
import { Heartbeats } from './heartbeats.js';
import { machine } from './machine.js';
import { machineView } from './machine-view.js';
import { Presenting } from './presenting.js';
import { ProductsController } from './products.controller.js';
import { Room } from './room.js';

const account = 'acme';
const machineId = 'VM-1';

it('where a product is, is known to every copy at once, for whoever deletes it', async () => {
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  const meta = { account, actor: 'test', at: '2026-03-01T12:00:00.000Z', correlationId: 'test' };
  const tell = (revision: number, type: string, data: object) => store.append(`machine-${machineId}`, revision, [{ id: type, type, data, meta: { ...meta, commandId: type } }]);
  await tell(-1, 'MachineRegistered', { machineId, name: 'Lobby', address: '1 Main Street', timeZone: 'UTC', currency: 'USD', origin: 'operator' });
  const rows = openMemoryReadStore();
  const before = new Views(store, rows, () => undefined);
  await before.run(machineView);
  await before.stop();
  await tell(0, 'SlotAssigned', { machineId, slot: 'A1', productId: 'p1', maxQuantity: 10 });

  const kit = new Kit(await openParts('fleet', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { events: deaf(store), bookmarks, rows }));
  kit.add({ name: 'fleet', categories: ['machine'], projections: [machineView] });
  await kit.prepare();
  await kit.bus.answer(describeProducts.subject, async () => ({ ok: [{ productId: 'p1', priceCents: 250 }] }));
  const products = new ProductsController(kit, new Presenting(kit, new Heartbeats(kit), new Room(kit)));
  const held = async (now?: true) => {
    const found = await products.machines({ id: 'p1', now }, { caller: { kind: 'user', id: 'u1', account, role: 'owner', plan: 'starter' }, commandId: 'test', correlationId: 'test' });
    return isRefusal(found) ? found : found.map(({ name, slot }) => [name, slot]);
  };
  expect((await kit.look(machine, machineId, account)).slots).toHaveLength(1);
  expect([await held(), await held(true)]).toEqual([[], [['Lobby', 'A1']]]);
  await kit.end();
});
