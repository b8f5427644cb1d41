/** What a screen says of a machine, also while the services that know the rest are away. */
import { copyOf } from '@larder/kit/copy.js';
import { readSettings } from '@larder/kit/settings.js';
import { Kit } from '@larder/kit/kit.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, stored, turnsOfOthers, viewOf } from '@larder/kit/testing.js';
import { describeProducts } from '@larder/contracts/catalog.js';
import type { FleetFact, MachineView } from '@larder/contracts/fleet.js';
import { Heartbeats } from './heartbeats.js';
import { machine, type MachineCommand } from './machine.js';
import { machineView, type MachineRow } from './machine-view.js';
import { Presenting, whole, wholeInTurns } from './presenting.js';
import { Room } from './room.js';
import { TimelineController } from './timeline/timeline.controller.js';

const at = { machineId: 'VM-1', slot: 'A1' };
const registered = { machineId: 'VM-1', name: 'Lobby', address: '1 Main Street', timeZone: 'UTC', currency: 'USD', origin: 'operator' as const };
const facts: FleetFact[] = [
  { type: 'MachineRegistered', data: registered },
  { type: 'SlotAssigned', data: { ...at, productId: 'p1', maxQuantity: 10 } },
  { type: 'StockRestocked', data: { ...at, productId: 'p1', left: 7, maxQuantity: 10, added: 7 } },
];
const account = 'acme';
const asked = { caller: { kind: 'user' as const, id: 'u1', account, role: 'owner' as const, plan: 'starter' as const }, commandId: 'test', correlationId: 'test' };

describe('What is shown of a machine', () => {
  let kit: Kit;
  beforeEach(async () => {
    kit = new Kit(await openParts('fleet', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
    kit.add({ name: 'fleet', categories: ['machine', 'setup'], projections: [machineView] });
    await kit.prepare();
  });
  afterEach(() => kit.end());

  it('is what fleet knows itself while nobody can say more: no product counts as deleted and nothing as earned', async () => {
    const presenting = new Presenting(kit, new Heartbeats(kit), new Room(kit));
    const [shown] = await presenting.present([viewOf(machineView, 'VM-1', stored(facts)) as MachineRow], account, asked);
    expect(shown).toMatchObject({ name: 'Lobby', totalRevenue: null, stock: { left: 7, room: 10 }, inventory: [{ slot: 'A1', quantity: 7, product: { id: 'p1', name: 'Name not known right now', unknown: true } }] });
  });

  it('lets others have their turn where it is of very many machines, and is shared, not copied, with whoever asks for them', async () => {
    const presenting = new Presenting(kit, new Heartbeats(kit), new Room(kit));
    const row = viewOf(machineView, 'VM-1', stored(facts)) as MachineRow;
    const listed = await presenting.list(Array.from({ length: 500 }, () => row), account, asked);
    let shown: MachineView[] = [];
    expect(await turnsOfOthers(async () => void (shown = await wholeInTurns(listed)))).toBeGreaterThan(10);
    expect(shown).toEqual(listed.map(whole));
    expect(copyOf(shown)).not.toBe(shown);
    expect((copyOf(shown) as MachineView[])[499]).toBe(shown[499]);
  });

  it('names none so in what happened to it either', async () => {
    const order = (commandId: string, command: MachineCommand) => kit.handle(machine, 'VM-1', command, { commandId, account, actor: 'user:u1', correlationId: 'test' });
    await order('registered', { type: 'RegisterMachine', machine: registered });
    await order('stocked', { type: 'StockSlot', slot: 'A1', productId: 'p1', quantity: 7 });
    const timeline = await new TimelineController(kit).timeline({ id: 'VM-1', page: 1, limit: 1 }, asked);
    expect(timeline).toMatchObject({ entries: [{ what: '7 units added to slot A1, 7 in it' }] });
  });

  it('counts what is low, but of a product that was set inactive only when it is sold out', async () => {
    const presenting = new Presenting(kit, new Heartbeats(kit), new Room(kit));
    const product = { productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 200, costCents: null, weightGrams: null, isActive: true, allergens: [], deleted: false };
    await kit.bus.answer(describeProducts.subject, async () => ({ ok: [product] }));
    const assigned = facts.slice(0, 2);
    const shown = async (left: number) => (await presenting.present([viewOf(machineView, 'VM-1', stored([...assigned, { type: 'StockRestocked', data: { ...at, productId: 'p1', left, maxQuantity: 10, added: 1 } }])) as MachineRow], account, asked))[0];
    expect(await shown(1)).toMatchObject({ lowStockCount: 1 });
    product.isActive = false;
    expect(await shown(1)).toMatchObject({ lowStockCount: 0, inventory: [{ product: { inactive: true } }] });
    expect(await shown(0)).toMatchObject({ lowStockCount: 1 });
  });
});
