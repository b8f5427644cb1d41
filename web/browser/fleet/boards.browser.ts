/** What people do with the board in a machine, in a real browser: prepare it, claim it, set it up again, tell it how to work and what things cost, and see what it cannot see. */
import { brokerUrlOf, claim } from '@larder/simulator/claim.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import type { Page } from 'playwright-core';
import { inBrowser } from '../in-browser.js';
import { holds, press, standsStill } from '../on-page.js';

const MQTT_PORT = 20_000 + (process.pid % 20_000);
const product = inBrowser({ MQTT_PORT: String(MQTT_PORT) });
const devices: SimulatedDevice[] = [];
afterAll(() => Promise.all(devices.map((device) => device.disconnect())));

/** What stands under a heading of the hardware panel. */
const part = (page: Page, title: string) => page.locator('div', { has: page.getByRole('heading', { name: title, exact: true }) }).last();

it('a machine is prepared, claims its code, comes online before the eyes of whoever prepared it, and finds its place on the map', async () => {
  const page = await product.signedIn('/app/machines?status=pending_setup');
  await page.getByText('No machines found').waitFor();
  await page.getByRole('button', { name: 'Add Machine Profile' }).click();
  await press(page, 'Create Profile');
  await page.getByText('Machine ID is required').waitFor();
  await holds(page);
  await page.getByLabel('Machine ID').fill('VM-900');
  await page.getByLabel('Name').fill('Lake Cabin');
  await page.getByLabel('Location').fill('5 Lake Road, Trenton, NJ');
  await page.getByLabel('WiFi SSID').fill('Lake');
  await page.getByLabel('WiFi Password').fill('a cold lake');
  await press(page, 'Create Profile');
  const shown = page.locator('.claim-code');
  await shown.waitFor();
  await page.getByLabel(/^QR code with the claim code/).waitFor();
  await holds(page);
  const first = await shown.innerText();
  await page.getByRole('button', { name: 'New claim code' }).click();
  await page.waitForFunction((was) => document.querySelector('.claim-code')?.textContent !== was, first);
  const code = await shown.innerText();
  await expect(claim(product.url(''), first)).rejects.toThrow('not valid');

  const watching = await product.signedIn('/app/machines?search=VM-900');
  await watching.getByRole('row', { name: /Lake Cabin.*Pending Setup/ }).waitFor();
  expect(await watching.getByRole('switch').count()).toBe(0);
  const [, , host, port, typed = ''] = (await page.locator('.shown-once .secret').innerText()).split(' ');
  expect(typed).toBe(code);
  const claimed = await claim(`http://${host}:${port}`, typed);
  expect(claimed).toMatchObject({ machineId: 'VM-900', wifi: { ssid: 'Lake', password: 'a cold lake' } });
  const device = new SimulatedDevice({ machineId: 'VM-900', secret: claimed.mqtt.password, brokerUrl: brokerUrlOf(product.url(''), claimed.mqtt), epoch: '0badcafe', now: () => Date.now(), obey: async () => ({ ok: true }), beatMs: 5_000 });
  devices.push(device);
  await device.connect();
  await watching.getByRole('row', { name: /Lake Cabin.*Online/ }).waitFor();
  await page.getByText('Lake Cabin is set up').waitFor();
  await holds(page);
  await page.getByRole('link', { name: 'Fill it' }).click();
  await page.getByText('Nothing has been put into this machine yet.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await watching.getByText('Map', { exact: true }).click();
  await watching.getByRole('button', { name: 'Place on map: Lake Cabin' }).click();
  await watching.getByLabel('Latitude').waitFor();
  await holds(watching);
  const area = watching.getByRole('dialog').getByRole('application');
  await area.click({ position: { x: 100, y: 100 } });
  await watching.getByLabel(/^Pin at/).waitFor();
  await watching.getByLabel('Latitude').fill('40,2206');
  await watching.getByLabel('Longitude').fill('-74.7597');
  await press(watching, 'Save');
  await watching.getByText('Lake Cabin is on the map').waitFor();
  await watching.getByRole('button', { name: 'Lake Cabin: Online' }).waitFor();
}, 90_000);

it('whoever prepared a machine sees that it is set up also where nothing is told by itself, as behind a proxy that keeps it', async () => {
  const page = await product.signedIn('/app/profile');
  await page.route('**/api/live', (route) => route.abort());
  await page.clock.install();
  await page.goto(product.url('/app/machines?add=true'));
  for (const [field, text] of Object.entries({ 'Machine ID': 'VM-901', Name: 'Pond Cabin', Location: '6 Lake Road, Trenton, NJ', 'WiFi SSID': 'Pond', 'WiFi Password': 'a cold pond' })) await page.getByRole('dialog').getByLabel(field, { exact: true }).fill(text);
  await press(page, 'Create Profile');
  const code = await page.locator('.claim-code').innerText();
  await claim(product.url(''), code);
  await page.clock.fastForward(31_000);
  await page.getByText('Pond Cabin is set up').waitFor();
  // And it stays so while that is asked once more.
  await page.route('**/setup-profiles', () => undefined);
  const asked = page.waitForRequest('**/setup-profiles');
  await page.clock.fastForward(31_000);
  await asked;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.getByText('Pond Cabin is set up').count()).toBe(1);
  product.causes('net::ERR_FAILED');
}, 60_000);

it('a machine is set up again: asked once more, then for the WiFi; an empty answer calls it off', async () => {
  const page = await product.signedIn('/app/machines/VM-003');
  const begin = async () => {
    await page.getByRole('button', { name: 'Re-setup ESP32' }).click();
    await press(page, 'Continue');
  };
  await begin();
  await page.getByLabel('WiFi SSID').waitFor();
  await press(page, 'OK');
  await page.getByText('WiFi SSID is required for re-setup. Operation cancelled.').waitFor();
  await begin();
  await page.getByLabel('WiFi SSID').fill('Garden');
  await press(page, 'OK');
  await page.getByLabel('WiFi Password').waitFor();
  await press(page, 'OK');
  await page.getByText('WiFi Password is required for re-setup. Operation cancelled.').waitFor();
  await begin();
  await page.getByLabel('WiFi SSID').fill('Garden');
  await page.keyboard.press('Enter');
  await page.getByLabel('WiFi Password').fill('green thumbs');
  await page.evaluate(standsStill); // two dialogs follow each other, and what moves on is not pressed
  await page.getByLabel('The network is open').check();
  await page.getByLabel('WiFi Password').waitFor({ state: 'hidden' });
  await holds(page);
  await press(page, 'OK');
  await page.locator('.claim-code').waitFor();
  await holds(page);
  await press(page, 'Done');
  expect(await page.getByRole('button', { name: 'Setup Profile Ready' }).isDisabled()).toBe(true);
}, 60_000);

it('how a machine should work is changed, sent and confirmed by the machine; its reports and its clock are told', async () => {
  const page = await product.signedIn('/app/machines/VM-003');
  await page.getByText(/^complete to \d/).waitFor();
  expect(await page.locator('dl.hardware').innerText()).toMatch(/Clock\s+right/);
  await page.getByRole('button', { name: 'Change configuration…' }).click();
  await page.getByLabel('Locks when it is warmer than (°C)').fill('warm');
  await press(page, 'Send');
  await page.getByText('Please enter a whole number from 0 to 60, or nothing').waitFor();
  await page.getByLabel('Locks when it is warmer than (°C)').fill('7');
  await holds(page);
  await press(page, 'Send');
  await page.getByText('Serves guests, locks above 7 °C').waitFor();
  await part(page, 'Configuration').getByText('Confirmed', { exact: true }).waitFor({ timeout: 30_000 });
}, 60_000);

it('a price that changes is drafted, sent and confirmed by the machine before the eyes of whoever looks', async () => {
  const page = await product.signedIn('/app/machines/VM-003');
  const list = part(page, 'Price list on the machine');
  await list.getByText('Confirmed', { exact: true }).waitFor({ timeout: 30_000 });
  await product.call('PUT', '/api/cognito-auth/machines/VM-003/inventory/A1/price', await product.bearer(), { price: 9.99 });
  await list.getByText(/^A1\s\$9\.99/).waitFor({ timeout: 30_000 });
  await list.getByText('Confirmed', { exact: true }).waitFor({ timeout: 30_000 });
  await holds(page);
}, 60_000);

it('a slot that the board has no sensor for is marked where it is laid out, until the board knows it', async () => {
  const owner = await product.bearer();
  const at = '/api/cognito-auth/machines/VM-970';
  await product.call('POST', '/api/cognito-auth/machines', owner, { machineId: 'VM-970', name: 'Boat House', location: { address: '2 Lake Road, Trenton, NJ' } });
  const { products } = await product.call<{ products: { id: string }[] }>('GET', '/api/cognito-auth/products?limit=2', owner);
  for (const [n, slot] of ['A1', 'B1'].entries()) await product.call('POST', `${at}/inventory`, owner, { slot, productId: products[n]?.id, quantity: 3 });
  const { secret } = await product.call<{ secret: string }>('POST', `${at}/credential`, owner, {});
  const device = new SimulatedDevice({ machineId: 'VM-970', secret, brokerUrl: `mqtt://localhost:${MQTT_PORT}`, epoch: '0badcaff', now: () => Date.now(), obey: async () => ({ ok: true }), slots: ['A1'], beatMs: 3_600_000 });
  devices.push(device);
  await device.connect();
  const page = await product.signedIn('/app/machines/VM-970');
  const marked = page.locator('.slots > li', { hasText: 'No sensor: what is taken here is not charged' });
  await marked.getByText('B1', { exact: true }).waitFor();
  expect(await marked.count()).toBe(1);
  await page.locator('.facts > div', { hasText: 'Slots with sensors' }).getByText('A1', { exact: true }).waitFor();
  await holds(page);
  const beat = (shut: string): void => device.sendRaw('tel', JSON.stringify({ v: 1, t: 'beat', at: 0, door: 'closed', mode: 'locked', rssi: -58, up: 60, shut }));
  beat('It was too warm for too long');
  await page.getByText('Serves no guests: It was too warm for too long').waitFor();
  beat('');
  await page.getByText('Operational').waitFor();
  device.sendRaw('evt', JSON.stringify({ v: 1, t: 'taken', e: '0badcaff', s: 99, at: 0, slot: 'A-1', n: 1 }));
  const unread = part(page, 'Not understood');
  await unread.getByText('"slot":"A-1"').waitFor();
  await unread.getByText(/^slot: /).waitFor();
  await holds(page);
  device.sendRaw('tel', JSON.stringify({ v: 1, t: 'hello', e: '0badcaff', fw: 'larder-test', from: 1, slots: ['A1', 'B1'] }));
  await marked.waitFor({ state: 'detached' });
}, 60_000);
