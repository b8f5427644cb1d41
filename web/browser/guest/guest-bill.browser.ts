/** What a guest's phone lists, and tells whoever listens, while they take things and put them back is what the machine saw, also of one product that lies in two slots. */
import { SimulatedDevice } from '@larder/simulator/device.js';
import { until } from '@larder/kit/testing.js';
import { inBrowser, PHONE } from '../in-browser.js';
import { fits, holds } from '../on-page.js';

const MQTT_PORT = 20_000 + (process.pid % 20_000);
const larder = inBrowser({ MQTT_PORT: String(MQTT_PORT) });
const MACHINE = 'VM-901';
let device: SimulatedDevice;
const unlockedFor: string[] = [];

beforeAll(async () => {
  const owner = await larder.bearer();
  const at = `/api/cognito-auth/machines/${MACHINE}`;
  await larder.call('POST', '/api/cognito-auth/machines', owner, { machineId: MACHINE, name: 'Cellar', location: { address: '9 Gable Street' } });
  const product = (name: string, price: number) => larder.call<{ product: { id: string } }>('POST', '/api/cognito-auth/products', owner, { sku: name.toUpperCase(), name, category: 'Snacks', price, cost: 1, weight: 50 });
  const [cola, nuts] = [await product('Cellar-Cola', 3), await product('Cellar-Nuts', 4)];
  for (const [slot, { product: { id } }] of [['A1', cola], ['A2', nuts], ['A3', cola]] as const) await larder.call('POST', `${at}/inventory`, owner, { slot, productId: id, quantity: 5, maxQuantity: 10 });
  const { secret } = await larder.call<{ secret: string }>('POST', `${at}/credential`, owner, {});
  device = new SimulatedDevice({
    machineId: MACHINE, secret, brokerUrl: `mqtt://localhost:${MQTT_PORT}`, epoch: '0a0b0c0e', now: Date.now, beatMs: 5_000,
    obey: async ({ do: action, sid }) => {
      if (action === 'unlock' && sid) unlockedFor.push(sid);
      return { ok: true };
    },
  });
  await device.connect();
  await until('guests can use it', async () => (await larder.call<{ machineId: string }[]>('GET', '/api/vend/machines')).some(({ machineId }) => machineId === MACHINE));
}, 60_000);
afterAll(() => device?.disconnect());

it('A row goes when its goods do, and no other', async () => {
  const phone = await larder.open(PHONE, `/vend/start?nfcSessionId=${MACHINE}-001`);
  const visit = await until('the door is unlocked', () => unlockedFor[0]);
  const listed = async (): Promise<string[]> => (await phone.locator('.goods li').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
  device.openDoor(visit);
  for (const slot of ['A1', 'A2', 'A3']) device.take(slot, 1, visit);
  await phone.getByText('$10.00', { exact: true }).waitFor();
  expect(await listed()).toEqual(['Cellar-Cola', 'Cellar-Nuts', 'Cellar-Cola']);
  device.giveBack('A1', 1, visit);
  await phone.getByText('$7.00', { exact: true }).waitFor();
  expect(await listed()).toEqual(['Cellar-Nuts', 'Cellar-Cola']);
  device.closeDoor(visit);
  const pay = phone.getByRole('button', { name: 'Pay $7.00' });
  await pay.waitFor();
  expect(await listed()).toEqual(['Cellar-Nuts', 'Cellar-Cola']);
  await phone.setViewportSize({ width: PHONE.width / 2, height: PHONE.height / 2 }); // as where everything is twice as large
  expect(await fits(phone)).toBe(true);
  expect(await pay.evaluate((it) => it.getBoundingClientRect().top > innerHeight)).toBe(true); // it covers nothing of the list
}, 60_000);

it('whoever listens hears where they have come, what was taken and put back, and how it ends', async () => {
  const phone = await larder.open(PHONE, `/vend/start?nfcSessionId=${MACHINE}-002`);
  const visit = await until('the door is unlocked', () => unlockedFor[1]);
  const hears = (text: string) => phone.getByRole('status').getByText(text, { exact: true }).waitFor();
  await hears('No items taken.');
  expect(await phone.evaluate(() => document.activeElement?.textContent)).toBe('Cellar');
  device.openDoor(visit);
  device.take('A1', 2, visit);
  await hears('2 items, total $6.00: 2 x Cellar-Cola.');
  await phone.getByText('Closed already? The machine has yet to tell us.').waitFor();
  device.take('A2', 1, visit);
  await hears('3 items, total $10.00: 2 x Cellar-Cola, Cellar-Nuts.');
  device.giveBack('A1', 2, visit);
  await hears('1 item, total $4.00: Cellar-Nuts.');
  device.giveBack('A2', 1, visit);
  await hears('No items taken.');
  device.closeDoor(visit);
  await hears('Session cancelled');
  await hears('Nothing was taken, so there is nothing to pay.');
}, 60_000);

it('a phone that loses its network says so at once, and has caught up as soon as it is back', async () => {
  larder.causes('net::ERR_INTERNET_DISCONNECTED');
  const phone = await larder.open(PHONE, '/vend/cancelled');
  // The browser's own switch cuts only what begins later.
  await phone.route('**/api/vend/session/*/events', (route) => route.abort());
  larder.causes('net::ERR_FAILED');
  await phone.clock.install();
  await phone.clock.pauseAt(Date.now() + 1000); // so that no look of every three seconds helps
  const looked = phone.waitForResponse(/\/api\/vend\/session\/[^/]+$/);
  await phone.goto(larder.url(`/vend/start?nfcSessionId=${MACHINE}-003`));
  const visit = await until('the door is unlocked', () => unlockedFor[2]);
  await (await looked).finished();
  await phone.getByText('Select Your Items').waitFor();
  await phone.context().setOffline(true);
  await phone.getByRole('alert').getByText('The machine counts what you take all the same.').waitFor();
  device.openDoor(visit);
  device.take('A2', 1, visit);
  await until('the machine was heard', async () => (await larder.call<{ totalAmount: number }>('GET', `/api/vend/session/${visit}`)).totalAmount === 4);
  await phone.context().setOffline(false);
  await phone.locator('.total').getByText('$4.00').waitFor();
  await phone.getByText('Network error').waitFor({ state: 'detached' });
  device.giveBack('A2', 1, visit);
  device.closeDoor(visit);
  await phone.context().close(); // it would go on asking into the next test
}, 60_000);

it('a phone that says it has a network before it carries anything looks again after seconds', async () => {
  larder.causes('net::ERR_INTERNET_DISCONNECTED', 'net::ERR_FAILED');
  const phone = await larder.open(PHONE, '/vend/cancelled');
  await phone.clock.install();
  await phone.clock.pauseAt(Date.now() + 1000);
  await phone.goto(larder.url(`/vend/start?nfcSessionId=${MACHINE}-005`));
  const visit = await until('the door is unlocked', () => unlockedFor[3]);
  device.openDoor(visit);
  device.take('A1', 1, visit);
  await phone.locator('.total').getByText('$3.00').waitFor(); // it is pushed: the clock stands
  await phone.context().setOffline(true);
  const error = phone.getByRole('alert').getByText('Network error');
  await error.waitFor();
  await phone.route(`**/api/vend/session/${visit}`, (route) => route.abort());
  const failed = phone.waitForEvent('requestfailed');
  await phone.context().setOffline(false);
  await failed;
  await phone.unroute(`**/api/vend/session/${visit}`);
  await phone.clock.runFor(3_000);
  await error.waitFor({ state: 'detached' });
  device.giveBack('A1', 1, visit);
  device.closeDoor(visit);
  await phone.context().close();
}, 60_000);

it('a machine that loses its connection: whoever has its goods in hand reads what to do, and nothing of it once it is back', async () => {
  const phone = await larder.open(PHONE, `/vend/start?nfcSessionId=${MACHINE}-004`);
  const visit = await until('the door is unlocked', () => unlockedFor[4]);
  device.openDoor(visit);
  device.take('A2', 1, visit);
  await phone.locator('.total').getByText('$4.00').waitFor();
  await device.disconnect();
  const told = phone.getByRole('status').getByText('The machine has no connection right now.');
  await told.waitFor({ timeout: 60_000 }); // two heartbeats, and a look
  expect(await told.textContent()).toContain('keep this page: you pay here when the machine is heard again.');
  await holds(phone);
  device.closeDoor(visit);
  await device.connect();
  await phone.getByRole('button', { name: 'Pay $4.00' }).waitFor();
  await told.waitFor({ state: 'detached' });
}, 90_000);
