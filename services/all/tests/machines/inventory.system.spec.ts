/** What is in a machine, asked for and entered call by call. */
import { adoptProduct, MOST_DESCRIBED } from '@larder/contracts/catalog.js';
import { addDays } from '@larder/contracts/day.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { machine } from '@larder/fleet/machine.js';
import { machineView } from '@larder/fleet/machine-view.js';
import { until } from '@larder/kit/testing.js';
import { ACCOUNT, startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => {
  larder = await startLarder();
});
afterAll(() => larder.stop());

it('what is in a machine can be read by itself', async () => {
  const token = await larder.signIn('viewer');
  const { machineId } = await larder.addMachine({ slots: [{ slot: 'B2', name: 'Almonds', price: 4.5, quantity: 3 }] });
  const { inventory } = await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machineId}`, { token });
  expect(await larder.ask('GET', `/api/cognito-auth/machines/${machineId}/inventory`, { token })).toEqual({ inventory });
  expect(inventory).toMatchObject([{ slot: 'B2', quantity: 3, product: { name: 'Almonds' } }]);
  for (const by of [token, await larder.signIn('owner', 'rival')]) {
    const where = by === token ? 'VM-NOWHERE' : machineId;
    expect(await larder.call('GET', `/api/cognito-auth/machines/${where}/inventory`, { token: by })).toMatchObject({ status: 404, body: { message: 'Machine not found' } });
  }
});

it('what a call leaves out is asked for in the words of its form', async () => {
  const token = await larder.signIn('owner');
  const { machineId } = await larder.addMachine();
  const at = `/api/cognito-auth/machines/${machineId}/inventory`;
  const said = async (path: string, body: object) => (await larder.call('POST', path, { token, body })).body.message;
  expect(await said(at, { quantity: 1 })).toBe('Validation failed: productId: Please fill in all required fields');
  expect(await said(at, { productId: 'p', quantity: -1 })).toBe('Validation failed: quantity: Please fill in all required fields');
  expect(await said(`${at}/A1/adjust`, { change: 1 })).toBe('Validation failed: reason: Please give a reason');
  expect(await said('/api/cognito-auth/machines', {})).toBe('Validation failed: machineId: Machine ID is required, name: Name is required, location: Location is required');
  expect(await said('/api/vend/start', {})).toBe('Validation failed: nfcSessionId: Please tap the tag on the machine');
});

it('what was only ever given away has no price that a guest could pay: it is not put in before it has one, and where it is in already nobody is asked for nothing', async () => {
  const token = await larder.signIn('owner');
  const { machineId, device } = await larder.addMachine();
  const at = `/api/cognito-auth/machines/${machineId}/inventory`;
  const given = await larder.kit.ask(adoptProduct, { account: ACCOUNT, product: { sku: 'GIVEN-1', name: 'Sample', category: 'Gifts', priceCents: 0, costCents: null, weightGrams: null, isActive: false, allergens: [] } }, { caller: { kind: 'service', name: 'sales' }, commandId: 'given', correlationId: 'test' });
  if (isRefusal(given)) throw new Error(given.message);
  const body = { slot: 'B1', productId: given.productId, quantity: 3, maxQuantity: 5 };
  expect(await larder.call('POST', at, { token, body })).toMatchObject({ status: 400, body: { message: 'Sample has no price yet, so guests could not pay for it. Please give it one first.' } });
  const done = await larder.kit.handle(machine, machineId, { type: 'StockSlot', ...body }, { commandId: 'before', account: ACCOUNT, actor: 'user:olive', correlationId: 'test' });
  if (isRefusal(done)) throw new Error(done.message);
  await larder.kit.views.reached(machineView, done.position);
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-042` } });
  device.openDoor(sessionId);
  device.take('B1', 1, sessionId);
  device.closeDoor(sessionId);
  const left = await until('the visit is over', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.status !== 'active' && view;
  });
  expect(left).toMatchObject({ status: 'cancelled', items: [], message: 'Nothing was taken, so there is nothing to pay.' });
  await larder.ask('PUT', `${at}/B1/price`, { token, body: { price: 1 } });
  expect(await larder.call('POST', at, { token, body: { ...body, quantity: 1 } })).toMatchObject({ status: 200 });
});

it('what was lost is told by whoever restocks, and is worth what it had cost then', async () => {
  const [token, operator] = [await larder.signIn('owner'), await larder.signIn('operator')];
  const { machineId, products } = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Sandwich', price: 6, quantity: 5 }, { slot: 'A2', name: 'Juice', price: 3, quantity: 4 }] });
  const [at, product] = [`/api/cognito-auth/machines/${machineId}`, `/api/cognito-auth/products/${products.A1}`];
  const costs = async (cost: number): Promise<unknown> => larder.ask('PUT', product, { token, body: { ...(await larder.ask<object>('GET', product, { token })), cost } });
  await costs(2);
  await larder.ask('POST', `${at}/inventory/A2/adjust`, { token: operator, body: { change: -1, reason: 'spoiled' } });
  const expired = { slot: 'A1', productId: products.A1, quantity: 3, cause: 'expired' };
  const restocked = await larder.call<{ machine: MachineView }>('POST', `${at}/restock`, { token: operator, body: { slots: [{ slot: 'A1', productId: products.A1, quantity: 2 }], lost: [expired] } });
  expect(restocked).toMatchObject({ status: 200, body: { data: { machine: { inventory: [{ slot: 'A1', quantity: 4 }, { slot: 'A2', quantity: 3 }] } } } });
  await costs(4);
  await larder.ask('POST', `${at}/inventory/A1/adjust`, { token: operator, body: { change: -1, was: 4, reason: 'Damaged', cause: 'damaged' } });
  const lossesNow = () => larder.ask<SalesLosses>('GET', `/api/admin/sales/losses?lines=true&machineId=${machineId}`, { token });
  const losses = await until('all is counted', async () => {
    const found = await lossesNow();
    return found.total.units === 5 && found;
  });
  expect(losses).toMatchObject({
    currency: 'USD', total: { expired: 4, damaged: 1, units: 5, cost: 10.5, price: 27, unitsWithoutCost: 0, sold: 0, share: 100 },
    products: [{ name: 'Sandwich', expired: 3, damaged: 1, cost: 10, price: 24 }, { name: 'Juice', expired: 1, cost: 0.5, price: 3 }], machines: [{ machineId, units: 5 }], periods: [{ units: 5 }],
  });
  const file = async (format: string): Promise<string> => (await fetch(`${larder.url}/api/admin/sales/export?type=losses&format=${format}&machineId=${machineId}`, { headers: { authorization: `Bearer ${token}` } })).text();
  const [{ startDate: day = '' } = {}] = losses.periods;
  expect((await file('csv')).split('\r\n')).toEqual([
    'From,To,Machine ID,Machine,Product,SKU,Category,Expired,Damaged,Stolen,Missing,Outside Visits,Not Paid,Lost,At Cost,At Price,Cost Not Known,Found,Currency,Address',
    `${day},${day},${machineId},Lobby,Juice,${machineId}-A2,Snacks,1,0,0,0,0,0,1,0.5,3,0,0,USD,1 Main Street`, `${day},${day},${machineId},Lobby,Sandwich,${machineId}-A1,Snacks,3,1,0,0,0,0,4,10,24,0,0,USD,1 Main Street`, '',
  ]);
  expect(JSON.parse(await file('json'))).toMatchObject({ data: { type: 'losses', products: losses.products, lines: losses.lines } });
  expect((await larder.ask<{ entries: { what: string }[] }>('GET', `${at}/timeline`, { token })).entries.map(({ what }) => what)).toContain('3 Sandwich expired in slot A1, 2 left');
  const elsewhere = await larder.ask<SalesLosses>('GET', '/api/admin/sales/losses', { token: await larder.signIn('owner', 'rival') });
  expect(elsewhere).toMatchObject({ total: { units: 0 }, products: [] });
  expect(elsewhere).not.toHaveProperty('lines');

  const said = async (path: string, body: object) => larder.call('POST', `${at}/${path}`, { token: operator, body });
  expect(await said('restock', { slots: [], lost: [{ ...expired, quantity: 4 }] })).toMatchObject({ status: 409, body: { message: 'Slot A1 has 3 by the books, so 4 cannot have been lost there. What the machine saw leave is off them already; else please correct the count first, to what was there before the loss' } });
  expect(await said('restock', { slots: [] })).toMatchObject({ status: 400, body: { message: 'Validation failed: slots: Please fill in all required fields' } });
  expect(await said('inventory/A1/adjust', { change: 1, reason: 'Damaged', cause: 'damaged' })).toMatchObject({ status: 200 });
  await until('it is not counted any more', async () => (await lossesNow()).total.damaged === 0);
  expect(await lossesNow()).toMatchObject({ total: { expired: 4, damaged: 0, units: 4, cost: 6.5, found: 0 } });
});

it('what a broken sensor has counted far below nothing can be counted again', async () => {
  const token = await larder.signIn('owner');
  const { machineId, products } = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }] });
  await larder.kit.handle(machine, machineId, { type: 'TakeStock', slot: 'A1', quantity: 1_200 }, { commandId: 'broken', account: ACCOUNT, actor: 'test', correlationId: 'test' });
  const counted = await larder.call<{ machine: MachineView }>('POST', `/api/cognito-auth/machines/${machineId}/inventory/A1/adjust`, { token, body: { change: 1_194, was: -1_190, productId: products.A1, reason: 'counted' } });
  expect(counted).toMatchObject({ status: 200, body: { data: { machine: { inventory: [{ slot: 'A1', quantity: 4 }] } } } });
});

it('what is told of a visit long after it leaves a slot alone that holds another product by now', async () => {
  const token = await larder.signIn('owner');
  const { machineId, device, heard, products } = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Old Bar', price: 2, quantity: 3 }, { slot: 'A2', name: 'Tea', price: 2, quantity: 3 }, { slot: 'B1', name: 'New Bar', price: 2, quantity: 3 }] });
  const { sessionId } = await larder.ask<{ sessionId: string }>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` } });
  await until('the door is unlocked', () => heard.length > 0);
  device.openDoor(sessionId);
  device.closeDoor(sessionId);
  await until('the visit is over', async () => (await larder.ask<{ status: string }>('GET', `/api/vend/session/${sessionId}`)).status === 'cancelled');
  const at = `/api/cognito-auth/machines/${machineId}/inventory`;
  await larder.ask('DELETE', `${at}/A1`, { token });
  await larder.ask('POST', at, { token, body: { slot: 'A1', productId: products.B1, quantity: 5 } });
  for (const slot of ['A1', 'A2']) device.take(slot, 1, sessionId);
  const left = async (): Promise<Record<string, number>> => Object.fromEntries((await larder.ask<{ inventory: MachineView['inventory'] }>('GET', at, { token })).inventory.map(({ slot, quantity }) => [slot, quantity]));
  await until('what left elsewhere is counted', async () => (await left()).A2 === 2);
  expect(await left()).toMatchObject({ A1: 5, A2: 2 });
});

it('what left before a slot was counted is in the count, however late it is told, also by a clock that is wrong', async () => {
  const token = await larder.signIn('owner');
  const { machineId, device, products } = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2 }, { slot: 'A2', name: 'Tea', price: 2 }] });
  const at = `/api/cognito-auth/machines/${machineId}/inventory`;
  const left = async (): Promise<Record<string, number>> => Object.fromEntries((await larder.ask<{ inventory: MachineView['inventory'] }>('GET', at, { token })).inventory.map(({ slot, quantity }) => [slot, quantity]));
  const hourMs = 3_600_000;
  let told = 0;
  const report = (ms: number, what: object) => device.sendRaw('evt', JSON.stringify({ v: 1, e: '0c0ffee0', s: ++told, at: Date.now() + ms, ...what }));
  const tell = (slot: string, ms: number, sid?: string) => report(ms, { t: 'taken', slot, n: 1, sid });
  const beat = (ms: number) => device.sendRaw('tel', JSON.stringify({ v: 1, t: 'beat', at: Date.now() + ms, door: 'closed', mode: 'locked', rssi: -60, up: 1 }));

  await larder.ask('POST', `${at}/A1/adjust`, { token, body: { change: -2, was: 10, productId: products.A1, reason: 'Counted' } });
  tell('A1', -hourMs);
  const alerts = async () => (await larder.ask<{ alerts: { message: string; machine: { machineId: string } }[] }>('GET', '/api/admin/dashboard/alerts?type=unusual_activity', { token })).alerts.filter((one) => one.machine.machineId === machineId);
  await until('the alert says that it was before it was told', async () => (await alerts()).some(({ message }) => /left without a session\. That was on .* where it stands, and is told only now$/.test(message)));
  tell('A2', 0);
  await until('what has just left is taken off', async () => (await left()).A2 === 9);
  expect(await left()).toEqual({ A1: 8, A2: 9 });

  const { sessionId } = await larder.ask<{ sessionId: string }>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` } });
  // What is told of a visit that began after a count is after it, so it is counted once more.
  await larder.ask('POST', `${at}/A1/adjust`, { token, body: { change: 0, was: 8, productId: products.A1, reason: 'Counted' } });
  report(-hourMs, { t: 'door', open: true, mode: 'customer', sid: sessionId });
  for (const slot of ['A1', 'A2']) tell(slot, slot === 'A1' ? -hourMs : 0, sessionId);
  report(0, { t: 'door', open: false, mode: 'customer', sid: sessionId });
  await until('a guest is charged for all that they took, and what was not counted is taken off', async () => (await left()).A2 === 8);
  expect(await larder.ask('GET', `/api/vend/session/${sessionId}`)).toMatchObject({ totalAmount: 4 });
  expect(await left()).toEqual({ A1: 8, A2: 8 });
  const missing = async () => (await larder.ask<SalesLosses>('GET', `/api/admin/sales/losses?machineId=${machineId}`, { token })).total;
  expect(await until('what the guest is to pay for is missing no more', async () => (await missing()).missing === 1 && missing())).toMatchObject({ outside: 1, units: 2, found: 0 });

  beat(-2 * hourMs);
  tell('A1', -2 * hourMs);
  await until('what leaves now is taken off, two hours ago as it seems to the machine', async () => (await left()).A1 === 7);
  tell('A1', -3 * hourMs);
  tell('A2', -2 * hourMs);
  await until('what came after it is taken off', async () => (await left()).A2 === 7);
  expect(await left()).toEqual({ A1: 7, A2: 7 });
});

it('what is in machines has its name however many products they hold together', async () => {
  const token = await larder.signIn('owner');
  const { kit } = larder;
  const cause = (commandId: string) => ({ caller: { kind: 'service' as const, name: 'test' }, actor: 'test', account: ACCOUNT, commandId, correlationId: 'test' });
  const [machines, slotsEach] = [20, Math.ceil((MOST_DESCRIBED + 1) / 20)];
  for (let m = 0; m < machines; m++) {
    const machineId = `VM-MANY-${m}`;
    await larder.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId, name: machineId, location: { address: '1 Main Street' } } });
    const slots = await Promise.all(Array.from({ length: slotsEach }, async (_, n) => {
      const product = { sku: `MANY-${m}-${n}`, name: `Many S${n} of ${machineId}`, category: 'Snacks', priceCents: 200, costCents: 50, weightGrams: 90, isActive: true, allergens: [] };
      const adopted = await kit.ask(adoptProduct, { account: ACCOUNT, product }, cause(`adopt:${m}:${n}`));
      if (isRefusal(adopted)) throw new Error(adopted.message);
      return { slot: `S${n}`, productId: adopted.productId, maxQuantity: 5, priceCents: null };
    }));
    const done = await kit.handle(machine, machineId, { type: 'LayOut', slots }, cause(`lay-out:${m}`));
    if (!isRefusal(done)) await kit.views.reached(machineView, done.position);
  }
  const listed = (await larder.ask<{ machines: MachineView[] }>('GET', '/api/cognito-auth/machines?limit=100&search=many', { token })).machines;
  const held = listed.flatMap(({ machineId, inventory }) => inventory.map((item) => ({ ...item, machineId })));
  expect(held.length).toBeGreaterThan(MOST_DESCRIBED);
  expect(held.filter(({ product: { name, price }, slot, machineId }) => name !== `Many ${slot} of ${machineId}` || price !== 2)).toEqual([]);
});

it('the figures of a fleet count what is past its day and what will be within a week, as it was on any moment', async () => {
  const token = await larder.signIn('owner', 'dated');
  const { machineId, products } = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Sandwich', price: 6, quantity: 1 }, { slot: 'A2', name: 'Juice', price: 3, quantity: 1 }] });
  const own = await larder.signIn('owner');
  const summary = (query = '') => larder.ask<{ bestBefore?: object }>('GET', `/api/cognito-auth/machine-summary${query}`, { token: own });
  expect(await summary()).not.toHaveProperty('bestBefore');
  const before = new Date().toISOString();
  const put = (slot: 'A1' | 'A2', quantity: number, inDays: number) => larder.ask('POST', `/api/cognito-auth/machines/${machineId}/inventory`, { token: own, body: { slot, productId: products[slot], quantity, bestBefore: addDays(before.slice(0, 10), inDays) } });
  await put('A1', 2, -3);
  await put('A2', 3, 4);
  await put('A2', 1, 30);
  expect(await summary()).toMatchObject({ bestBefore: { past: 2, soon: 3 } });
  const { machines } = await larder.ask<{ machines: object }>('GET', '/api/cognito-auth/dashboard', { token: own });
  expect(machines).toMatchObject({ bestBefore: { past: 2, soon: 3 } });
  expect(await summary(`?asOf=${before}`)).not.toHaveProperty('bestBefore');
  expect(await larder.ask('GET', '/api/cognito-auth/machine-summary', { token })).not.toHaveProperty('bestBefore');
});
