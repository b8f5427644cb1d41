/** Lists move on by themselves while somebody fills in a dialog about one of their rows: what was typed stays. */
import type { Page } from 'playwright-core';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { DisputeView } from '@larder/contracts/vending/disputes.js';
import { DESK, inBrowser } from '../in-browser.js';
import { press } from '../on-page.js';

const product = inBrowser();

/** Lets everything be asked for again, as after the page was behind another one. */
async function reconnect(page: Page): Promise<void> {
  for (const visibility of ['hidden', 'visible']) {
    await page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  }
}
/** From now on the answers to a list have one of its rows less. */
const lose = (page: Page, path: RegExp, rows: string, lost: (row: { id?: string; _id?: string }) => boolean) => page.route((url) => path.test(url.pathname), async (route) => {
  const answer = (await (await route.fetch()).json()) as { data: Record<string, { id?: string; _id?: string }[]> };
  await route.fulfill({ json: { ...answer, data: { ...answer.data, [rows]: answer.data[rows]?.filter((row) => !lost(row)) } } });
});

it('a refund that is being filled in', async () => {
  const guest = await product.open(DESK, '/vend/start?nfcSessionId=VM-001-001');
  await guest.getByRole('button', { name: /^Pay/ }).click({ timeout: 30_000 });
  await guest.waitForURL('**/checkout/**');
  await guest.getByRole('button', { name: /^Pay/ }).click();
  await guest.getByText('Payment Successful!').waitFor();
  const page = await product.signedIn('/app/sales');
  await page.getByRole('button', { name: /^Refund / }).first().click();
  await page.getByLabel('Reason').fill('it was broken');
  const rows = await page.locator('tbody > tr.ant-table-row').count();
  const [first] = await page.locator('tbody > tr.ant-table-row').evaluateAll((all) => all.map((row) => row.getAttribute('data-row-key')));
  await lose(page, /\/admin\/sales$/, 'sales', ({ id }) => id === first);
  await reconnect(page);
  await page.waitForFunction((before) => document.querySelectorAll('tbody > tr.ant-table-row').length === before - 1, rows);
  expect(await page.getByLabel('Reason').inputValue()).toBe('it was broken');
  await press(page, 'Refund');
  await page.getByText(/refunded|under way/).first().waitFor();
}, 90_000);

it('a dispute that a colleague decides meanwhile, which is then said', async () => {
  const guest = await product.open(DESK, '/vend/start?nfcSessionId=VM-001-002');
  await guest.getByRole('button', { name: /^Pay/ }).click({ timeout: 30_000 });
  await guest.waitForURL('**/checkout/**');
  await guest.getByRole('button', { name: /^Pay/ }).click();
  await guest.getByRole('button', { name: /^Something wrong with/ }).first().click();
  await guest.getByLabel('Something was wrong').check();
  await guest.getByRole('button', { name: 'Send', exact: true }).first().click();
  await guest.getByText('Somebody is looking at it').waitFor();
  const page = await product.signedIn('/app/sales/disputes');
  await page.getByRole('button', { name: /^Approve / }).click();
  await page.getByLabel('Note (optional)').fill('the fridge was off');
  const owner = await product.bearer();
  const [dispute] = (await product.call<{ disputes: DisputeView[] }>('GET', '/api/admin/sales/disputes?open=true', owner)).disputes;
  await product.call('POST', `/api/admin/sales/disputes/${dispute?.id}/decline`, owner, { reason: 'It was cold' });
  await page.getByText('No disputes are waiting').waitFor();
  expect(await page.getByLabel('Note (optional)').inputValue()).toBe('the fridge was off');
  await press(page, 'Approve');
  await page.getByRole('dialog').getByText('This has been decided already').waitFor();
  product.causes(409);
}, 90_000);

it('what is to be done about an alert that clears meanwhile, which is then said', async () => {
  const page = await product.signedIn('/app/alerts');
  const owner = await product.bearer();
  const adjust = (change: number) => product.call('POST', '/api/cognito-auth/machines/VM-002/inventory/A1/adjust', owner, { change, reason: 'counted' });
  await adjust(-11);
  const row = page.locator('.alerts > li', { hasText: 'Harbor Loft' });
  await row.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Resolve…' }).click();
  await page.getByLabel('Reason').fill('filled it up');
  await adjust(11);
  await row.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Reason').inputValue()).toBe('filled it up');
  await press(page, 'Resolve');
  await page.getByText('This alert is resolved already').waitFor();
  product.causes(409);
}, 60_000);

it('a machine that is put into maintenance', async () => {
  const page = await product.signedIn('/app/machines');
  await page.getByRole('switch', { name: 'Harbor Loft in service' }).click();
  await page.getByLabel('Reason (optional)').fill('it hums');
  await lose(page, /\/machines$/, 'machines', ({ _id }) => _id === 'VM-002');
  await reconnect(page);
  await page.getByRole('switch', { name: 'Harbor Loft in service' }).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Reason (optional)').inputValue()).toBe('it hums');
  await page.unrouteAll();
  await press(page, 'Maintenance');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await reconnect(page);
  await page.getByRole('switch', { name: 'Harbor Loft in service', checked: false }).waitFor();
}, 60_000);

it('a machine that a colleague fills while it is being filled', async () => {
  const page = await product.signedIn('/app/restock');
  const owner = await product.bearer();
  const adjust = (change: number) => product.call('POST', '/api/cognito-auth/machines/VM-003/inventory/A1/adjust', owner, { change, reason: 'counted' });
  await adjust(-2);
  const button = page.getByRole('button', { name: 'Restock Garden House' });
  await button.click();
  await page.getByRole('dialog').getByLabel(/^A2 /).fill('1');
  await adjust(2);
  await button.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').getByLabel(/^A2 /).inputValue()).toBe('1');
}, 60_000);

it('how a machine should work, which a colleague changes meanwhile: theirs is not taken back by what the form began with', async () => {
  const page = await product.signedIn('/app/machines/VM-001');
  await page.getByRole('button', { name: 'Change configuration…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Locks when/).fill('8');
  await product.call('PUT', '/api/hardware/configuration/VM-001', await product.bearer(), { revision: 0, duty: 'rest', lockAboveC: null });
  await page.getByText('Serves no guests, locks above').waitFor();
  expect(await dialog.getByLabel(/^Locks when/).inputValue()).toBe('8');
  await press(page, 'Send');
  await dialog.getByText('Somebody else has changed the configuration meanwhile.', { exact: false }).waitFor();
  await press(page, 'Retry');
  await dialog.getByText('Serves no guests').waitFor();
  await dialog.getByLabel(/^Locks when/).fill('8');
  await press(page, 'Send');
  await page.getByText(/^Serves no guests, .*8 °C/).waitFor();
  product.causes(409);
}, 90_000);

it('a machine that a colleague places while it is being placed: theirs is not overwritten unseen', async () => {
  const page = await product.signedIn('/app/machines/VM-001');
  const owner = await product.bearer();
  const machine = () => product.call<MachineView>('GET', '/api/cognito-auth/machines/VM-001', owner);
  await page.getByRole('button', { name: 'More actions for Seaside Lobby' }).click();
  await page.getByRole('menuitem', { name: /on the map…$|^Place on map…$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Latitude').fill('40.5');
  await dialog.getByLabel('Longitude').fill('-74.5');
  const { version } = await machine();
  const heard = page.waitForResponse((response) => response.url().includes('/machines/VM-001') && response.request().method() === 'GET');
  await product.call('PUT', '/api/cognito-auth/machines/VM-001/location', owner, { coordinates: { lat: 41, lon: -73 }, version });
  await (await heard).finished();
  await press(page, 'Save');
  await dialog.getByText('Somebody else changed this machine meanwhile').waitFor();
  expect((await machine()).location.coordinates).toEqual({ lat: 41, lon: -73 });
  await press(page, 'Save');
  await page.getByText('is on the map').waitFor();
  expect((await machine()).location.coordinates).toEqual({ lat: 40.5, lon: -74.5 });
  product.causes(409);
}, 90_000);

it('a machine that is placed on the map, and is not what the list was narrowed to any more', async () => {
  const page = await product.signedIn('/app/machines?view=map&status=online');
  await page.getByRole('button', { name: /Seaside Lobby on the map$|^Place on map: Seaside Lobby$/ }).first().click();
  await page.getByRole('dialog').getByLabel('Latitude').fill('40.25');
  await lose(page, /\/machines$/, 'machines', ({ _id }) => _id === 'VM-001');
  await reconnect(page);
  await page.getByRole('region', { name: 'Machines on the map' }).getByText('Seaside Lobby').waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').getByLabel('Latitude').inputValue()).toBe('40.25');
}, 60_000);

it('a command for a machine that falls silent meanwhile', async () => {
  const page = await product.signedIn('/app/machines/VM-003');
  await page.getByRole('button', { name: 'Service mode…' }).click();
  await page.getByRole('dialog').getByLabel('Reason (optional)').fill('the shelf squeaks');
  await page.route((url) => url.pathname.endsWith('/machines/VM-003'), async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: MachineView };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, status: 'offline', isOnline: false } } });
  });
  await reconnect(page);
  await page.getByText('Hardware status unavailable').waitFor();
  expect(await page.getByRole('dialog').getByLabel('Reason (optional)').inputValue()).toBe('the shelf squeaks');
}, 60_000);

describe('a slot that a colleague gives to another product meanwhile: what was typed counts for what it was typed for', () => {
  /** Another product in it. */
  async function swap(machineId: string, slot: string): Promise<string> {
    const owner = await product.bearer();
    const at = `/api/cognito-auth/machines/${machineId}`;
    const { inventory } = await product.call<MachineView>('GET', at, owner);
    const [was, next] = [inventory.find((item) => item.slot === slot), inventory.find((item) => item.slot !== slot)];
    if (!was || !next) throw new Error(`There is no ${slot}, or nothing else`);
    await product.call('DELETE', `${at}/inventory/${slot}`, owner, { productId: was.product.id });
    await product.call('POST', `${at}/inventory`, owner, { productId: next.product.id, slot, quantity: 5, maxQuantity: 10 });
    return next.product.name;
  }

  it('in the form for a loss', async () => {
    const page = await product.signedIn('/app/machines/VM-003');
    await page.getByRole('button', { name: 'More actions for slot A1' }).click();
    await page.getByRole('menuitem', { name: 'Record loss…' }).click();
    await page.getByLabel('Units lost').fill('2');
    const name = await swap('VM-003', 'A1');
    await page.locator('#slot-A1').getByText(name).waitFor();
    await press(page, 'Record Loss');
    await page.getByRole('dialog').getByText('Slot A1 holds something else by now').waitFor();
    product.causes(409);
  }, 60_000);

  it('in the form for the whole machine', async () => {
    const page = await product.signedIn('/app/machines/VM-002');
    await page.getByRole('button', { name: 'Restock All…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Clear All' }).click();
    await dialog.getByLabel(/^A1 /).fill('1');
    const name = await swap('VM-002', 'A1');
    await dialog.getByLabel(`A1 ${name}`).waitFor();
    await press(page, 'Restock');
    await dialog.getByText('Slot A1 holds something else by now').waitFor();
    product.causes(409);
  }, 60_000);
});
