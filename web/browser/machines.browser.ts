/** What people do with machines, in a real browser: the list in its looks, a machine that is set up, told, moved, filled and taken away. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { brokerUrlOf, claim } from '@larder/simulator/claim.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import type { Page } from 'playwright-core';
import { DESK, fits, inBrowser, PHONE, seriousFindings } from './in-browser.js';

const MQTT_PORT = 20_000 + (process.pid % 20_000);
const product = inBrowser({ MQTT_PORT: String(MQTT_PORT) });
const devices: SimulatedDevice[] = [];
afterAll(() => Promise.all(devices.map((device) => device.disconnect())));

async function call<T>(method: string, path: string, token: string, body?: object): Promise<T> {
  const response = await fetch(product.url(path), { method, headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }) });
  const answer = (await response.json()) as { success: boolean; data: T; message?: string };
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.data;
}
const ownersToken = async (): Promise<string> => (await call<{ idToken: string }>('POST', '/api/cognito-auth/auth', '', { email: 'owner@larder.example', password: product.demoPassword() })).idToken;

/** Once what fades in or out has done so. */
async function holds(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished)));
  expect(await seriousFindings(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
}
async function signedIn(path: string, viewport = DESK, role: 'owner' | 'operator' | 'viewer' = 'owner'): Promise<Page> {
  const page = await product.open(viewport, `/login?returnTo=${encodeURIComponent(path)}`);
  await product.signIn(page, role);
  return page;
}
/** What stands under a heading of the hardware panel. */
const part = (page: Page, title: string) => page.locator('div', { has: page.getByRole('heading', { name: title, exact: true }) }).last();
async function more(page: Page, deed: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions for (?!slot)/ }).click();
  await page.getByRole('menuitem', { name: deed }).click();
}

it('the list is a table, cards or a map, sorted and narrowed, and the address bar says so', async () => {
  const page = await signedIn('/app/machines');
  await page.getByRole('row', { name: /Seaside Lobby/ }).waitFor();
  await holds(page);
  await page.getByText('Grid', { exact: true }).click();
  await page.waitForURL('**/app/machines?view=grid');
  await page.locator('.machine-grid').getByText('Harbor Loft').waitFor();
  await holds(page);
  await page.getByLabel('Sort by').click();
  await page.locator('.ant-select-dropdown:visible').getByText('Name', { exact: true }).click();
  await page.getByRole('button', { name: 'Descending: turn round' }).click();
  await page.waitForURL('**/app/machines?sort=name&order=asc&view=grid');
  const names = page.locator('.machine-grid > li strong');
  await page.waitForFunction(() => document.querySelector('.machine-grid > li strong')?.textContent === 'Garden House');
  expect(await names.allInnerTexts()).toEqual(['Garden House', 'Harbor Loft', 'Seaside Lobby']);

  await page.getByText('Map', { exact: true }).click();
  const marker = page.getByRole('button', { name: 'Seaside Lobby: Online' });
  await marker.waitFor();
  await holds(page);
  const left = async (): Promise<number> => (await marker.boundingBox())?.x ?? Number.NaN;
  const before = await left();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((was) => Math.abs((document.querySelector('[aria-label="Seaside Lobby: Online"]')?.getBoundingClientRect().x ?? 0) - was + 60) < 2, before);
  for (let n = 0; n < 6; n++) await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.getByRole('button', { name: '3 machines' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await marker.click();
  expect(await marker.getAttribute('aria-pressed')).toBe('true');
  await page.locator('.map-list .chosen').getByText('Seaside Lobby').waitFor();
  // Whoever cannot drag it taps where its middle is to be.
  const { width, height } = (await page.locator('.map-area').boundingBox())!;
  const there = (await marker.boundingBox())!;
  await page.locator('.map-area').click({ position: { x: width / 2 - 50, y: height / 2 + 90 } });
  await page.waitForFunction(({ x, y }) => {
    const now = document.querySelector('[aria-label="Seaside Lobby: Online"]')?.getBoundingClientRect();
    return now && Math.abs(now.x - x) < 2 && Math.abs(now.y - y) < 2;
  }, { x: there.x + 50, y: there.y - 90 });
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByLabel('Search').fill('harbor');
  await marker.waitFor({ state: 'detached' });
  expect(page.url()).toContain('search=harbor');
  await page.reload();
  await page.getByRole('button', { name: 'Harbor Loft: Online' }).waitFor();
}, 60_000);

it('a machine is prepared, claims its code, comes online before the eyes of whoever prepared it, and finds its place on the map', async () => {
  const page = await signedIn('/app/machines?status=pending_setup');
  await page.getByText('No machines found').waitFor();
  await page.getByRole('button', { name: 'Add Machine Profile' }).click();
  await page.getByRole('button', { name: 'Create Profile' }).click();
  await page.getByText('Machine ID is required').waitFor();
  await holds(page);
  await page.getByLabel('Machine ID').fill('VM-900');
  await page.getByLabel('Name').fill('Lake Cabin');
  await page.getByLabel('Location').fill('5 Lake Road, Trenton, NJ');
  await page.getByLabel('WiFi SSID').fill('Lake');
  await page.getByLabel('WiFi Password').fill('a cold lake');
  await page.getByRole('button', { name: 'Create Profile' }).click();
  const shown = page.locator('.claim-code');
  await shown.waitFor();
  await page.getByLabel(/^QR code with the claim code/).waitFor();
  await holds(page);
  const first = await shown.innerText();
  await page.getByRole('button', { name: 'New claim code' }).click();
  await page.waitForFunction((was) => document.querySelector('.claim-code')?.textContent !== was, first);
  const code = await shown.innerText();
  await expect(claim(product.url(''), first)).rejects.toThrow('not valid');

  const watching = await signedIn('/app/machines?search=VM-900');
  await watching.getByRole('row', { name: /Lake Cabin.*Pending Setup/ }).waitFor();
  expect(await watching.getByRole('switch').count()).toBe(0);
  const claimed = await claim(product.url(''), code);
  expect(claimed).toMatchObject({ machineId: 'VM-900', wifi: { ssid: 'Lake', password: 'a cold lake' } });
  const device = new SimulatedDevice({ machineId: 'VM-900', secret: claimed.mqtt.password, brokerUrl: brokerUrlOf(product.url(''), claimed.mqtt), epoch: '0badcafe', now: () => Date.now(), obey: async () => ({ ok: true }), beatMs: 5_000 });
  devices.push(device);
  await device.connect();
  await watching.getByRole('row', { name: /Lake Cabin.*Online/ }).waitFor();
  await page.getByText('Lake Cabin is set up').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  await watching.getByText('Map', { exact: true }).click();
  await watching.getByRole('button', { name: 'Place on map: Lake Cabin' }).click();
  await watching.getByLabel('Latitude').waitFor();
  await holds(watching);
  const area = watching.getByRole('dialog').getByRole('application');
  await area.click({ position: { x: 100, y: 100 } });
  await watching.getByLabel(/^Pin at/).waitFor();
  await watching.getByLabel('Latitude').fill('40,2206');
  await watching.getByLabel('Longitude').fill('-74.7597');
  await watching.getByRole('button', { name: 'Save' }).click();
  await watching.getByText('Lake Cabin is on the map').waitFor();
  await watching.getByRole('button', { name: 'Lake Cabin: Online' }).waitFor();
}, 90_000);

it('a machine is told what to do, answers, and the timeline tells of it', async () => {
  const page = await signedIn('/app/machines/VM-001', DESK, 'operator');
  const hardware = page.locator('.facts.hardware');
  await hardware.getByText('-58 dBm, strong').waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Restock mode…' }).click();
  await page.getByLabel('Reason (optional)').fill('the van is here');
  await holds(page);
  await page.getByRole('button', { name: 'Restock mode', exact: true }).click();
  const order = page.locator('.orders > li').first();
  await order.getByText('Done', { exact: true }).waitFor();
  await order.getByText('the van is here').waitFor();
  await hardware.getByText('Restocking').waitFor();
  await hardware.getByText(/^1[45]:\d\d$/).waitFor();
  await page.getByRole('button', { name: 'Unlock…' }).click();
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByText('Please give a reason').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await order.getByText(/^Lock/).first().waitFor();
  await order.getByText('Done', { exact: true }).waitFor();
  await hardware.getByText('Locked').first().waitFor();
  await page.locator('.machine-timeline').getByText('Went into restock mode').waitFor();
  await holds(page);
  expect(await page.getByRole('button', { name: /Re-setup|Delete/ }).count()).toBe(0);
}, 60_000);

it('slots are restocked, counted and taken out; name and place are changed, and who comes second sees both sides', async () => {
  const page = await signedIn('/app/machines/VM-002');
  const slot = page.locator('.slots > li').first();
  await slot.getByText('12 / 12').waitFor();
  const choose = async (deed: string) => {
    await page.getByRole('button', { name: 'More actions for slot A1' }).click();
    await page.getByRole('menuitem', { name: deed }).click();
  };
  await choose('Correct count…');
  await page.getByLabel('Units counted').fill('7');
  await page.getByLabel('Reason').fill('a crate was never put in');
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  await slot.getByText('7 / 12').waitFor();
  await page.getByRole('button', { name: 'Restock slot A1' }).click();
  await page.getByLabel('Units added').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Restock', exact: true }).click();
  await slot.getByText('10 / 12').waitFor();
  await page.getByRole('button', { name: 'More actions for slot B5' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.locator('.slots').getByText('B5').waitFor({ state: 'detached' });

  await more(page, 'Edit…');
  await page.getByLabel('Name').fill('Harbor House');
  await call('PUT', '/api/cognito-auth/machines/VM-002', await ownersToken(), { name: 'Harbor Hall' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this').waitFor();
  await page.getByRole('cell', { name: 'Harbor Hall' }).waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Save mine' }).click();
  await page.getByRole('heading', { name: /Harbor House/ }).waitFor();
  product.causes(409);
}, 60_000);

it('a machine is set up again: asked once more, then for the WiFi; an empty answer calls it off', async () => {
  const page = await signedIn('/app/machines/VM-003');
  const begin = async () => {
    await page.getByRole('button', { name: 'Re-setup ESP32' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await begin();
  await page.getByLabel('WiFi SSID').waitFor();
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.getByText('WiFi SSID is required for re-setup. Operation cancelled.').waitFor();
  await begin();
  await page.getByLabel('WiFi SSID').fill('Garden');
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.getByLabel('WiFi Password').waitFor();
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.getByText('WiFi Password is required for re-setup. Operation cancelled.').waitFor();
  await begin();
  await page.getByLabel('WiFi SSID').fill('Garden');
  await page.keyboard.press('Enter');
  await page.getByLabel('WiFi Password').fill('green thumbs');
  await page.keyboard.press('Enter');
  await page.locator('.claim-code').waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await page.getByRole('button', { name: 'Setup Profile Ready' }).isDisabled()).toBe(true);
}, 60_000);

it('how a machine should work is changed, sent and confirmed by the machine; its reports and its clock are told', async () => {
  const page = await signedIn('/app/machines/VM-003');
  await page.getByText(/^complete to \d/).waitFor();
  expect(await page.locator('dl.hardware').innerText()).toMatch(/Clock\s+right/);
  await page.getByRole('button', { name: 'Change configuration…' }).click();
  await page.getByLabel('Locks when it is warmer than (°C)').fill('warm');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Please enter a whole number from 0 to 60, or nothing').waitFor();
  await page.getByLabel('Locks when it is warmer than (°C)').fill('7');
  await holds(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Serves guests, locks above 7 °C').waitFor();
  await part(page, 'Configuration').getByText('Confirmed', { exact: true }).waitFor({ timeout: 30_000 });
}, 60_000);

it('a price that changes is drafted, sent and confirmed by the machine before the eyes of whoever looks', async () => {
  const page = await signedIn('/app/machines/VM-003');
  const list = part(page, 'Price list on the machine');
  await list.getByText('Confirmed', { exact: true }).waitFor({ timeout: 30_000 });
  await call('PUT', '/api/cognito-auth/machines/VM-003/inventory/A1/price', await ownersToken(), { price: 9.99 });
  await list.getByText(/^A1\s\$9\.99/).waitFor({ timeout: 30_000 });
  await list.getByText('Confirmed', { exact: true }).waitFor({ timeout: 30_000 });
  await holds(page);
}, 60_000);

it('a slot that the board has no sensor for is marked where it is laid out, until the board knows it', async () => {
  const token = await ownersToken();
  const at = '/api/cognito-auth/machines/VM-970';
  await call('POST', '/api/cognito-auth/machines', token, { machineId: 'VM-970', name: 'Boat House', location: { address: '2 Lake Road, Trenton, NJ' } });
  const { products } = await call<{ products: { id: string }[] }>('GET', '/api/cognito-auth/products?limit=2', token);
  for (const [n, slot] of ['A1', 'B1'].entries()) await call('POST', `${at}/inventory`, token, { slot, productId: products[n]?.id, quantity: 3 });
  const { secret } = await call<{ secret: string }>('POST', `${at}/credential`, token, {});
  const device = new SimulatedDevice({ machineId: 'VM-970', secret, brokerUrl: `mqtt://localhost:${MQTT_PORT}`, epoch: '0badcaff', now: () => Date.now(), obey: async () => ({ ok: true }), slots: ['A1'] });
  devices.push(device);
  await device.connect();
  const page = await signedIn('/app/machines/VM-970');
  const marked = page.locator('.slots > li', { hasText: 'No sensor: what is taken here is not charged' });
  await marked.getByText('B1', { exact: true }).waitFor();
  expect(await marked.count()).toBe(1);
  await page.locator('.facts > div', { hasText: 'Slots with sensors' }).getByText('A1', { exact: true }).waitFor();
  await holds(page);
  device.sendRaw('tel', JSON.stringify({ v: 1, t: 'hello', e: '0badcaff', fw: 'larder-test', from: 1, slots: ['A1', 'B1'] }));
  await marked.waitFor({ state: 'detached' });
}, 60_000);

it('a machine that is away cannot be told anything, and one that is not wanted is taken out of the fleet', async () => {
  const token = await ownersToken();
  await call('POST', '/api/cognito-auth/machines', token, { machineId: 'VM-950', name: 'Old Mill', location: { address: '1 Mill Lane, Trenton, NJ' } });
  const page = await signedIn('/app/machines/VM-950');
  await page.getByText('Hardware status unavailable').waitFor();
  expect(await page.getByRole('button', { name: 'Unlock…' }).count()).toBe(0);
  await holds(page);
  await more(page, 'Delete…');
  await page.getByText('is taken out of the fleet').waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Old Mill is deleted').waitFor();
  await page.waitForURL('**/app/machines');
  const { machines } = await call<{ machines: MachineView[] }>('GET', '/api/cognito-auth/machines?limit=100', token);
  expect(machines.some(({ machineId }) => machineId === 'VM-950')).toBe(false);
  await page.close();
  product.causes(404);
}, 60_000);

it('fits on a phone: list, cards, map, one machine, a pending one, the form', async () => {
  await call('POST', '/api/cognito-auth/setup-profiles', await ownersToken(), { machineId: 'VM-960', name: 'Hut', location: { address: '9 Hill Road' }, wifiSSID: 'Hut', wifiPassword: 'hut hut hut' });
  const page = await signedIn('/app/machines', PHONE);
  await page.locator('.cards').getByText('Seaside Lobby').waitFor();
  await holds(page);
  for (const [path, sign] of [['/app/machines?view=grid', 'Seaside Lobby'], ['/app/machines?view=map', 'Not on the map yet'], ['/app/machines/VM-001', 'Last check'], ['/app/machines/VM-960', 'Good for another'], ['/app/machines?add=true', 'Create Profile']] as const) {
    await page.goto(product.url(path));
    await page.getByText(sign).first().waitFor();
    await holds(page);
  }
}, 60_000);

it('a viewer looks on', async () => {
  const page = await signedIn('/app/machines?view=grid', DESK, 'viewer');
  await page.getByText('Read-Only Mode').first().waitFor();
  expect(await page.getByRole('button', { name: 'Add Machine Profile' }).count()).toBe(0);
  await page.goto(product.url('/app/machines/VM-001'));
  await page.locator('.facts.hardware').waitFor();
  expect(await page.getByRole('button', { name: /Unlock|Reboot|Re-setup|More actions|Restock/ }).count()).toBe(0);
  await page.goto(product.url('/app/machines?view=map'));
  await page.getByRole('button', { name: 'Show Seaside Lobby on the map' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Move|Place)/ }).count()).toBe(0);
}, 60_000);
