/** A machine's page through the front doors: its slots as operators change them, and who did what to it. */
import type { DeviceOrderView } from '@larder/contracts/device.js';
import { adoptMachine, type MachineConflict, type machineTimeline, type MachineView } from '@larder/contracts/fleet.js';
import { MOST_CARDS, machineCards } from '@larder/contracts/fleet/places.js';
import type { HardwareStatus } from '@larder/contracts/device/hardware.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { Links } from '@larder/device-adapter/links.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { ACCOUNT, startLarder, type AddedMachine, type TestLarder } from '../testing.js';

type Timeline = Out<typeof machineTimeline>;

let larder: TestLarder;
let lobby: AddedMachine;
let at: string;
beforeAll(async () => {
  larder = await startLarder();
  lobby = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 4 }] });
  at = `/api/cognito-auth/machines/${lobby.machineId}`;
});
afterAll(() => larder.stop());

const timeline = async (query = ''): Promise<Timeline> => larder.ask('GET', `${at}/timeline${query}`, { token: await larder.signIn('viewer') });

it('an operator fills, counts, prices and clears a slot, and each is told with its author and reason, newest first', async () => {
  const token = await larder.signIn('operator');
  const productId = lobby.products.A1;
  await larder.ask('POST', `${at}/inventory`, { token, body: { slot: 'A1', productId, quantity: 3, maxQuantity: 12 } });
  await larder.ask('POST', `${at}/inventory/A1/adjust`, { token, body: { change: -2, reason: 'two were broken' } });
  const { machine } = await larder.ask<{ machine: MachineView }>('PUT', `${at}/inventory/A1/price`, { token, body: { price: 3 } });
  expect(machine.inventory).toMatchObject([{ slot: 'A1', quantity: 5, maxQuantity: 12, ownPrice: 3, product: { name: 'Cola', price: 3 } }]);
  await larder.ask('DELETE', `${at}/inventory/A1`, { token });

  const { entries, timeZone } = await timeline();
  expect(entries.slice(0, 5).map(({ what, by, reason }) => [what, by, reason])).toEqual([
    ['Slot A1 emptied and given free', 'Test operator', undefined],
    ['Slot A1 priced at $3.00', 'Test operator', undefined],
    ['Count of Cola in slot A1 corrected by -2, 5 in it', 'Test operator', 'two were broken'],
    ['3 Cola added to slot A1, 7 in it', 'Test operator', undefined],
    ['Slot A1 holds up to 12 of Cola', 'Test operator', undefined],
  ]);
  expect(timeZone).toBe('America/New_York');
});

it('a machine is shown whatever its id is: none is an address of something else', async () => {
  const token = await larder.signIn('owner');
  for (const machineId of ['summary', 'restock', 'status']) {
    await larder.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId, name: 'Lobby', location: { address: '1 Main Street' } } });
    expect(await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machineId}`, { token })).toMatchObject({ machineId });
    await larder.ask('DELETE', `/api/cognito-auth/machines/${machineId}`, { token });
  }
});

it('other services are told what machines are called all at once, and never of another organization\'s', async () => {
  const theirs = await larder.addMachine({ machineId: 'VM-RIVAL', name: 'Their lobby', account: 'rival' });
  const asked = { caller: { kind: 'service' as const, name: 'alerts' }, commandId: 'cards', correlationId: 'test' };
  const named = async (account: string, ids: string[]) => {
    const cards = await larder.kit.ask(machineCards, { account, ids }, asked);
    return isRefusal(cards) ? cards.refused : Object.values(cards).map(({ machineId, name }) => [machineId, name]);
  };
  const ids = [lobby.machineId, theirs.machineId, 'VM-NOWHERE', lobby.machineId];
  expect([await named(ACCOUNT, ids), await named('rival', ids)]).toEqual([[[lobby.machineId, 'Lobby']], [[theirs.machineId, 'Their lobby']]]);
  expect(await named(ACCOUNT, Array.from({ length: MOST_CARDS + 1 }, (_, n) => `VM-${n}`))).toBe('BAD_INPUT');
});

it('a machine that is found or added twice at the same moment is one, and nobody else\'s', async () => {
  const found = { account: 'harbour', machineId: 'VM-ADOPTED', name: 'Lobby', address: '1 Main Street', timeZone: 'America/New_York', currency: 'USD', origin: 'import' as const };
  const adopt = (commandId: string) => larder.kit.ask(adoptMachine, found, { caller: { kind: 'service', name: 'sales' }, commandId, correlationId: 'test' });
  expect(await Promise.all([adopt('adopt-1'), adopt('adopt-2')])).toEqual([{ machineId: 'VM-ADOPTED', added: true }, { machineId: 'VM-ADOPTED', added: false }]);
});

it('a machine is filled in one go, once under one key, and not at all when one slot cannot take it', async () => {
  const larger = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Water', price: 2, quantity: 4 }, { slot: 'A2', name: 'Juice', price: 3, quantity: 0 }] });
  const fill = async (slots: object[], key: string) => larder.call<{ machine: MachineView }>('POST', `/api/cognito-auth/machines/${larger.machineId}/restock`, { token: await larder.signIn('operator'), headers: { 'idempotency-key': key }, body: { slots } });
  const units = (slot: string, quantity: number) => ({ slot, productId: larger.products[slot], quantity });
  for (let n = 0; n < 2; n++) {
    const { status, body } = await fill([units('A1', 2), units('A2', 5)], 'round-1');
    expect([status, body.data?.machine.inventory.map(({ quantity }) => quantity)]).toEqual([200, [6, 5]]);
  }
  expect(await fill([units('A1', 1), units('A2', 999)], 'round-2')).toMatchObject({ status: 409, body: { error: 'CONFLICT', message: expect.stringMatching(/^Slot A2 holds at most \d+: it has 5 already$/) } });
  expect(await fill([units('A1', 1), { slot: 'A2', productId: larger.products.A1, quantity: 1 }], 'round-3')).toMatchObject({ status: 409, body: { message: 'Slot A2 holds something else by now' } });
  expect(await fill([{ slot: 'A1', productId: 'nothing', quantity: 1 }], 'round-4')).toMatchObject({ status: 404, body: { message: 'Selected product not found' } });
  const { inventory } = await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${larger.machineId}`, { token: await larder.signIn('viewer') });
  expect(inventory.map(({ quantity }) => quantity)).toEqual([6, 5]);
  await larder.ask('DELETE', `/api/cognito-auth/machines/${larger.machineId}`, { token: await larder.signIn('owner') });
});

it('a machine is laid out like another one of the organization, with nothing in it', async () => {
  const token = await larder.signIn('owner');
  const model = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Tea', price: 2, quantity: 4 }, { slot: 'B7', name: 'Nuts', price: 3, quantity: 5 }] });
  await larder.ask('PUT', `/api/cognito-auth/machines/${model.machineId}/inventory/B7/price`, { token, body: { price: 3.5 } });
  const fresh = await larder.addMachine({ slots: [] });
  const layOut = async (like: string, organization?: string) => larder.call<{ machine: MachineView }>('POST', `/api/cognito-auth/machines/${fresh.machineId}/planogram`, { token: organization ? await larder.signIn('owner', organization) : token, body: { like } });
  const { body } = await layOut(model.machineId);
  expect(body.data?.machine.inventory.map(({ slot, quantity, product, ownPrice }) => [slot, quantity, product.name, ownPrice])).toEqual([['A1', 0, 'Tea', null], ['B7', 0, 'Nuts', 3.5]]);
  expect((await layOut('VM-NOWHERE')).status).toBe(404);
  expect((await layOut(model.machineId, 'rival')).status).toBe(404);
  for (const { machineId } of [model, fresh]) await larder.ask('DELETE', `/api/cognito-auth/machines/${machineId}`, { token });
});

it('a timeline has pages', async () => {
  const { entries, total } = await timeline('?limit=100');
  const second = await timeline('?page=2&limit=2');
  expect(second).toMatchObject({ page: 2, total, pages: Math.ceil(total / 2) });
  expect(second.entries).toEqual(entries.slice(2, 4));
  expect(entries.at(-1)?.what).toBe('Added as Lobby, 1 Main Street');
});

it('nobody sees what happened to another organization\'s machine', async () => {
  const { status, body } = await larder.call('GET', `${at}/timeline`, { token: await larder.signIn('owner', 'others') });
  expect([status, body.message]).toEqual([404, 'Machine not found']);
});

describe('Name and place', () => {
  const read = async (): Promise<MachineView> => larder.ask('GET', at, { token: await larder.signIn('viewer') });

  it('are changed by an operator on what was seen; who comes second is shown both sides', async () => {
    const token = await larder.signIn('operator');
    const { version } = await read();
    const { machine } = await larder.ask<{ machine: MachineView }>('PUT', at, { token, body: { name: 'Hall', location: { address: '2 Main Street', floor: 'Second Floor' }, version } });
    expect(machine).toMatchObject({ name: 'Hall', location: { address: '2 Main Street', floor: 'Second Floor' }, version: version + 1 });
    const { status, body } = await larder.call<MachineConflict>('PUT', at, { token, body: { name: 'Lounge', version } });
    expect([status, body.data?.theirs.name, body.data?.yours]).toEqual([409, 'Hall', { name: 'Lounge' }]);
    expect((await read()).name).toBe('Hall');
  });

  it('and whether it is in service, by the same call; a list of its whole stock is refused, not passed over', async () => {
    const token = await larder.signIn('operator');
    const change = async (body: object) => (await larder.ask<{ machine: MachineView }>('PUT', at, { token, body })).machine;
    expect(await change({ status: 'maintenance' })).toMatchObject({ name: 'Hall', status: 'maintenance' });
    expect(await change({ status: 'online', name: 'Hall' })).toMatchObject({ name: 'Hall', status: 'online' });
    const { status, body } = await larder.call('PUT', at, { token, body: { name: 'Cellar', inventory: [] } });
    expect([status, body.message]).toEqual([400, 'Validation failed: inventory: Please change stock slot by slot: a whole list would undo what guests take meanwhile']);
    expect((await read()).name).toBe('Hall');
  });

  it('a place on the map is set, told, and taken away', async () => {
    const token = await larder.signIn('operator');
    const coordinates = { lat: 40.2204, lon: -74.0121 };
    expect((await larder.ask<{ machine: MachineView }>('PUT', `${at}/location`, { token, body: { coordinates } })).machine.location.coordinates).toEqual(coordinates);
    expect((await timeline('?limit=1')).entries).toMatchObject([{ what: 'Placed on the map at 40.22040° N, 74.01210° W', by: 'Test operator' }]);
    await larder.ask('PUT', `${at}/location`, { token, body: { coordinates: null } });
    expect((await read()).location.coordinates).toBeUndefined();
    expect((await larder.call('PUT', `${at}/location`, { token, body: { coordinates: { lat: 91, lon: 0 } } })).body.message).toBe('Validation failed: coordinates.lat: Latitude must be between -90 and 90');
  });

  it('guests see the new name', async () => {
    await larder.ask('POST', `${at}/inventory`, { token: await larder.signIn('operator'), body: { slot: 'A1', productId: lobby.products.A1, quantity: 1, maxQuantity: 10 } });
    const { sessionId, machine } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${lobby.machineId}-001` } });
    expect(machine).toMatchObject({ name: 'Hall', location: { address: '2 Main Street' } });
    expect((await larder.ask<SessionView>('DELETE', `/api/vend/session/${sessionId}`)).status).toBe('cancelled');
  });

  it('are listed for nobody who is not of the organization, unless tags are simulated: the list says where each stands, and how to unlock it', async () => {
    expect(await larder.ask('GET', '/api/vend/machines')).toEqual([]);
  });
});

it('the list is sorted by what was chosen', async () => {
  await larder.addMachine({ machineId: 'VM-A', name: 'zoo 10', address: '9 Aspen Way' });
  await larder.addMachine({ machineId: 'VM-B', name: 'Zoó 9', address: '10 Aspen Way' });
  const order = async (sortBy: string, sortOrder: string) => (await larder.ask<{ machines: MachineView[] }>('GET', `/api/cognito-auth/machines?sortBy=${sortBy}&sortOrder=${sortOrder}`, { token: await larder.signIn('viewer') })).machines.map(({ machineId }) => machineId);
  const [first, a, b] = [lobby.machineId, 'VM-A', 'VM-B'];
  expect([await order('name', 'asc'), await order('location', 'asc'), await order('machineId', 'desc'), await order('createdAt', 'desc')]).toEqual([[first, b, a], [first, a, b], [first, a, b].sort().toReversed(), [b, a, first]]);
});

describe('Hardware', () => {
  const hardware = async () => (await larder.ask<{ result: HardwareStatus }>('GET', `/api/hardware/status/${lobby.machineId}`, { token: await larder.signIn('viewer') })).result;
  const orders = async () => (await larder.ask<{ orders: DeviceOrderView[] }>('GET', `/api/hardware/control/${lobby.machineId}`, { token: await larder.signIn('viewer') })).orders;
  const control = async (body: object) => (await larder.ask<{ order: DeviceOrderView }>('POST', '/api/hardware/control', { token: await larder.signIn('operator'), body: { machineId: lobby.machineId, ...body } })).order;
  const becomes = (orderId: string, status: string) => until(`${orderId} is ${status}`, async () => (await orders()).find((order) => order.orderId === orderId && order.status === status));

  it('is what the machine says of itself', async () => {
    expect(await hardware()).toMatchObject({ mode: 'locked', doorLocked: true, doorOpen: false, timeRemaining: 0, wifiConnected: true, wifiRSSI: -58, temperatureC: 4.5, firmware: 'simulator', link: { connected: true, missing: 0 } });
    const { result } = await larder.ask<{ result: HardwareStatus }>('POST', '/api/hardware/status', { token: await larder.signIn('viewer'), body: { machineId: lobby.machineId } });
    expect(result.mode).toBe('locked');
    expect((await larder.call('GET', '/api/hardware/status/VM-NONE', { token: await larder.signIn('viewer') })).body.message).toBe('Machine not found');
  });

  it('an operator puts the machine into restock mode and it says that it is; both are told with who and why', async () => {
    const sent = await control({ command: 'restock', reason: 'the van is here' });
    expect(sent).toMatchObject({ command: 'restock', by: 'Test operator', reason: 'the van is here' });
    const done = await becomes(sent.orderId, 'obeyed');
    expect(done.endedAt).toBeDefined();
    const { mode, doorLocked, timeRemaining } = await until('it says so', async () => {
      const now = await hardware();
      return now.mode === 'restocking' && now;
    });
    expect([mode, doorLocked, timeRemaining > 800]).toEqual(['restocking', false, true]);
    expect((await timeline('?limit=2')).entries.map(({ what, by, reason }) => [what, by, reason])).toEqual([
      ['Went into restock mode', 'The machine', undefined], ['Told to go into restock mode', 'Test operator', 'the van is here'],
    ]);
    await becomes((await control({ command: 'lock' })).orderId, 'obeyed');
  });

  it('the machine refuses to lock an open door, and says why', async () => {
    lobby.device.openDoor(undefined, 'service');
    const { why } = await becomes((await control({ command: 'lock' })).orderId, 'refused');
    expect(why).toBe('The door is open');
    lobby.device.closeDoor();
  });

  it('after a reboot it is there again, and begins to count anew', async () => {
    await becomes((await control({ command: 'reboot' })).orderId, 'obeyed');
    await until('it is connected again', async () => (await hardware()).link.connected);
    await becomes((await control({ command: 'sync' })).orderId, 'obeyed');
  });

  it('nobody else tells it anything', async () => {
    const status = async (token: string) => (await larder.call('POST', '/api/hardware/control', { token, body: { machineId: lobby.machineId, command: 'unlock' } })).status;
    expect([await status(await larder.signIn('viewer')), await status(await larder.signIn('owner', 'others'))]).toEqual([403, 404]);
  });
});

it('a new credential is told once: the same request sent again tells no other secret', async () => {
  const token = await larder.signIn('admin');
  const renew = (key: string) => larder.call<{ secret: string }>('POST', `${at}/credential`, { token, body: {}, headers: { 'idempotency-key': key } });
  const { body } = await renew('renew-1');
  const again = await renew('renew-1');
  expect([again.status, again.body.error, again.body.data]).toEqual([409, 'CONFLICT', undefined]);
  const asMachine = (secret = '') => larder.call('PUT', '/api/vend/session/none/item-removed', { body: { slot: 'A1' }, headers: { authorization: `Basic ${Buffer.from(`${lobby.machineId}:${secret}`).toString('base64')}` } });
  expect((await asMachine(body.data?.secret)).body.error).toBe('NOT_FOUND');
  expect((await renew('renew-2')).status).toBe(200);
  expect((await asMachine(body.data?.secret)).body.error).toBe('SIGN_IN_REQUIRED');
});

describe('Taking a machine out of the fleet', () => {
  it('waits for the guest, then cuts the machine off; what it sold stays, and its id may come back', async () => {
    const gone = await larder.addMachine({ machineId: 'VM-GONE', name: 'Gone' });
    const token = await larder.signIn('admin');
    const path = '/api/cognito-auth/machines/VM-GONE';
    const visit = await larder.ask<{ sessionId: string }>('POST', '/api/vend/start', { body: { nfcSessionId: 'VM-GONE-001' } });
    const busy = await larder.call('DELETE', path, { token });
    expect([busy.status, busy.body.error]).toEqual([409, 'MACHINE_BUSY']);
    expect((await larder.call('POST', '/api/hardware/control', { token, body: { machineId: 'VM-GONE', command: 'restock' } })).body.error).toBe('MACHINE_BUSY');
    await until('it has heard the unlock', () => gone.heard.length > 0);
    gone.device.openDoor(visit.sessionId);
    gone.device.take('A1', 1, visit.sessionId);
    gone.device.closeDoor(visit.sessionId);
    const checkout = await until('there is something to pay', async () => (await larder.ask<{ checkoutUrl?: string }>('GET', `/api/vend/session/${visit.sessionId}`)).checkoutUrl);
    await larder.ask('POST', `/api/vend/checkout/${checkout.split('/').at(-1)}`, { body: { outcome: 'pay' } });
    const sales = async () => (await larder.ask<{ sales: unknown[] }>('GET', '/api/admin/sales?machineId=VM-GONE', { token })).sales.length;
    await until('the sale is there', async () => (await sales()) > 0);

    expect((await larder.call('DELETE', path, { token: await larder.signIn('operator') })).status).toBe(403);
    await larder.ask('DELETE', path, { token });
    expect((await larder.call('GET', path, { token })).status).toBe(404);
    expect(await sales()).toBe(1);
    expect((await larder.call('POST', '/api/vend/start', { body: { nfcSessionId: 'VM-GONE-002' } })).status).toBe(404);
    const { link } = larder.part(Links);
    await until('it is cut off', () => !link.isConnected('VM-GONE'));
    await gone.device.disconnect();
    await expect(gone.device.connect()).rejects.toThrow();

    const back = await larder.addMachine({ machineId: 'VM-GONE', name: 'Back', slots: [] });
    expect(await larder.ask('GET', path, { token })).toMatchObject({ name: 'Back', inventory: [] });
    await back.device.disconnect();
  });
});

// Last: who asks is known to the product that was started last.
it('a machine that is away is told until the time to live is over; then the order is given up', async () => {
  const clock = standingClock();
  const other = await startLarder({ clock });
  try {
    const { device, machineId } = await other.addMachine();
    await device.disconnect();
    const token = await other.signIn('operator');
    const { order } = await other.ask<{ order: DeviceOrderView }>('POST', '/api/hardware/control', { token, body: { machineId, command: 'unlock', ttlSeconds: 30 } });
    const now = async () => (await other.ask<{ orders: DeviceOrderView[] }>('GET', `/api/hardware/control/${machineId}`, { token })).orders[0];
    expect([order.status, (await now())?.status]).toEqual(['sent', 'sent']);
    clock.pass(33_000);
    await until('it is given up', async () => {
      clock.pass(500);
      return (await now())?.status === 'expired';
    });
  } finally {
    await other.stop();
  }
});
