/** An operator's day on one page that is never loaded anew: a machine goes and comes back, a guest buys, stock runs low, an alert climbs, a price changes, money goes back, the books are closed. */
import { readFile } from 'node:fs/promises';
import { SimulatedDevice } from '@larder/simulator/device.js';
import type { AlertView } from '@larder/contracts/alerts.js';
import { until } from '@larder/kit/testing.js';
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { press } from '../on-page.js';

const MQTT_PORT = 20_000 + (process.pid % 20_000);
const larder = inBrowser({ MQTT_PORT: String(MQTT_PORT) }, { moves: true });
const MACHINE = 'VM-900';
const OFFLINE_MS = 100_000;

let device: SimulatedDevice;
/** A machine with two slots, three of ten left in one and one of ten in the other; told to unlock, it is opened and a guest takes one of the three. */
async function addMachine(owner: string): Promise<void> {
  const at = `/api/cognito-auth/machines/${MACHINE}`;
  await larder.call('POST', '/api/cognito-auth/machines', owner, { machineId: MACHINE, name: 'Attic', location: { address: '9 Gable Street' } });
  for (const [slot, name, quantity] of [['A1', 'Attic Bar', 3], ['A2', 'Attic Nuts', 1]] as const) {
    const { product } = await larder.call<{ product: { id: string } }>('POST', '/api/cognito-auth/products', owner, { sku: `ATTIC-${slot}`, name, category: 'Snacks', price: 4, cost: 1, weight: 50 });
    await larder.call('POST', `${at}/inventory`, owner, { slot, productId: product.id, quantity, maxQuantity: 10 });
  }
  const { secret } = await larder.call<{ secret: string }>('POST', `${at}/credential`, owner, {});
  device = new SimulatedDevice({
    machineId: MACHINE, secret, brokerUrl: `mqtt://localhost:${MQTT_PORT}`, epoch: '0a0b0c0d', now: Date.now, beatMs: 5_000,
    async obey({ do: action, sid }, machine) {
      if (action !== 'unlock') return { ok: true };
      machine.openDoor(sid);
      machine.take('A1', 1, sid);
      machine.closeDoor(sid);
      return { ok: true };
    },
  });
  await device.connect();
}
afterAll(() => device?.disconnect());

/** Through the menu, as a person goes: the page stays the same one. */
const goTo = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const isLow = (page: Page, product: string) => page.locator('.slots > li', { hasText: product }).locator('.pill', { hasText: 'Low' });
const money = (text: string | null): number => Number(/-?\$([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

it('an operator\'s day, without one reload', async () => {
  const page = await larder.signedIn('/app/machines', DESK, 'admin');
  const owner = await larder.bearer();
  await page.evaluate(() => void ((globalThis as { sameDay?: boolean }).sameDay = true));
  await larder.call('PUT', '/api/admin/alert-rules', owner, {
    version: 0, lowStockPercent: 20, temperature: { minC: null, maxC: null }, notify: ['high', 'medium', 'low'], quietHours: null, webhookUrl: null,
    steps: [{ afterMinutes: 0, recipients: [{ kind: 'address', email: 'first@example.com' }], webhook: false }, { afterMinutes: 1, recipients: [{ kind: 'address', email: 'second@example.com' }], webhook: false }],
  });

  // The machine appears in the open list, goes, and comes back. Of what is low in it nobody takes care meanwhile.
  await addMachine(owner);
  await page.getByRole('link', { name: 'Attic' }).click();
  await page.locator('h1 .state', { hasText: 'Online' }).waitFor();
  await device.disconnect();
  await page.locator('h1 .state', { hasText: 'Offline' }).waitFor({ timeout: OFFLINE_MS });
  await device.connect();
  await page.locator('h1 .state', { hasText: 'Online' }).waitFor({ timeout: 20_000 });

  // A guest buys; what is left is low, and is filled up.
  const phone = await larder.open(PHONE, `/vend/start?nfcSessionId=${MACHINE}-001`);
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('TEST payment').waitFor();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('Payment Successful!').waitFor();
  await isLow(page, 'Attic Bar').waitFor();
  await goTo(page, 'Alerts');
  await page.getByText('Attic Bar is running low in Attic').first().waitFor();
  await goTo(page, 'Machines');
  await page.getByRole('link', { name: 'Attic' }).click();
  await page.getByRole('button', { name: 'Restock slot A1' }).click();
  await press(page, 'Restock');
  await isLow(page, 'Attic Bar').waitFor({ state: 'detached' });

  // A price of its own in this machine.
  await goTo(page, 'Products');
  await page.getByRole('link', { name: 'Attic Bar' }).click();
  await page.getByRole('button', { name: 'Set price in Attic, slot A1' }).click();
  await page.getByRole('dialog').getByLabel('Price').fill('4.50');
  await press(page, 'Set price');
  await page.getByText('Own price').waitFor();

  // A part of what the guest paid goes back.
  await goTo(page, 'Sales');
  await page.getByRole('button', { name: /^Refund/ }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A part of it').click();
  await dialog.getByLabel(/^Amount in/).fill('1.00');
  await dialog.getByLabel('Reason').fill('It was squashed');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('$1.00 refunded').first().waitFor();

  // The file of the list adds up to what the screen says.
  await page.locator('.stat', { hasText: 'Total Revenue' }).getByText('$3.00').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export Data' }).click()]);
  const [header = '', ...rows] = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').trim().split('\r\n');
  const amountAt = header.split(',').indexOf('Amount');
  const shown = money(await page.locator('.stat', { hasText: 'Total Revenue' }).textContent());
  expect(rows.reduce((sum, row) => sum + Number(row.split(',')[amountAt]), 0)).toBeCloseTo(shown, 2);
  expect(rows).toHaveLength(2);

  // That the machine was away has settled itself. Nobody took the alert of the other slot: it climbed, and both steps were told.
  const { alerts: [away] } = await larder.call<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?type=machine_offline&isResolved=true', owner);
  expect(away?.machine.machineId).toBe(MACHINE);
  await until('the alert of the low stock has climbed a step', async () => {
    const mails = await larder.mails();
    return ['first@example.com', 'second@example.com'].every((to) => mails.some((mail) => mail.to === to && mail.subject.includes('Attic Nuts')));
  }, 90_000);
  expect(await page.evaluate(() => (globalThis as { sameDay?: boolean }).sameDay)).toBe(true);
}, 330_000);
