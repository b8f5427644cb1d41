/** A round to restock the machines, in a real browser: what to bring, what goes where, and a whole machine filled in one go. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { choose, holds, offered, pick, press } from '../on-page.js';

const product = inBrowser();

/** Corrects a slot of the machine that is shown. */
async function count(page: Page, slot: string, units: number): Promise<void> {
  await page.getByRole('button', { name: `More actions for slot ${slot}` }).click();
  await page.getByRole('menuitem', { name: 'Correct count…' }).click();
  await page.getByLabel('Units counted').fill(String(units));
  await page.getByLabel('Reason').fill('counted');
  await press(page, 'Correct');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

it('the list says what to bring for the machines of the round, and filling one takes it off', async () => {
  const page = await product.signedIn('/app/machines/VM-002', DESK, 'operator');
  await page.locator('.slots > li').first().getByText('12 / 12').waitFor();
  await count(page, 'A1', 2);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Machines' }).click();
  await page.getByRole('link', { name: 'Restock List' }).click();
  await page.waitForURL('**/app/restock');
  const bring = page.getByRole('region', { name: 'To bring' });
  const harbor = page.getByRole('region', { name: 'Harbor Loft' });
  await harbor.getByText('2 of 12 inside').waitFor();
  await harbor.getByText('+10').waitFor();
  await bring.getByText('10', { exact: true }).waitFor();
  await holds(page);

  await page.goto(product.url('/app/machines/VM-002'));
  await count(page, 'A2', 11);
  await page.goto(product.url('/app/machines/VM-001'));
  await count(page, 'A1', 9);
  await page.goto(product.url('/app/restock'));
  await bring.getByText('14 units for 2 machines').waitFor();
  await page.getByRole('button', { name: 'Choose None' }).click();
  await bring.getByText('No machine is chosen').waitFor();
  await page.getByRole('checkbox', { name: 'Harbor Loft' }).check();
  await bring.getByText('11 units for 1 machine', { exact: true }).waitFor();
  await harbor.getByRole('link', { name: 'VM-002' }).click();
  await page.locator('.slots > li').first().waitFor();
  await page.goBack();
  await bring.getByText('11 units for 1 machine', { exact: true }).waitFor();
  await choose(page, page.getByRole('combobox', { name: /^Bring/ }), /^Only slots that are low$/);
  await page.waitForURL('**/app/restock?*only=low*');
  await harbor.getByText('+10').waitFor();

  await page.getByRole('button', { name: 'Restock Harbor Loft' }).click();
  await page.getByRole('dialog').getByLabel(/^A1 /).waitFor();
  expect(await page.getByRole('dialog').getByLabel(/^A2 /).inputValue()).toBe('');
  await holds(page);
  await page.setViewportSize(PHONE);
  await holds(page);
  await press(page, 'Restock');
  await page.getByText('10 units added to Harbor Loft').waitFor();
  await page.getByText('No slot is low.').waitFor();
  await holds(page);
});

it('an empty machine is laid out like another one', async () => {
  await product.call('POST', '/api/cognito-auth/machines', await product.bearer(), { machineId: 'VM-NEW', name: 'Attic', location: { address: '1 Main Street' } });
  const page = await product.signedIn('/app/machines/VM-NEW', DESK, 'operator');
  await page.getByRole('button', { name: 'Like Another Machine…' }).click();
  await press(page, 'Lay Out');
  await page.getByText('Please choose a machine').waitFor();
  await page.getByLabel('Like machine').click();
  await pick(page, offered(page).getByText('Harbor Loft, 10 slots'));
  await holds(page);
  await press(page, 'Lay Out');
  await page.getByText('10 slots laid out in Attic').waitFor();
  await page.locator('.slots > li').nth(9).getByText('0 / 12').waitFor();
});

it('a machine is filled in one go, with what was put in instead of what would fit', async () => {
  const page = await product.signedIn('/app/machines/VM-003', DESK, 'operator');
  const slots = page.locator('.slots > li');
  await slots.first().waitFor();
  await count(page, 'A1', 1);
  await count(page, 'A2', 0);
  const restock = () => page.getByRole('button', { name: 'Restock All…' }).click();
  const dialog = page.getByRole('dialog');
  await restock();
  await press(page, 'Clear All');
  await press(page, 'Restock');
  await dialog.getByText('Please fill in all required fields').waitFor();
  await dialog.getByLabel(/^A1 /).fill('x');
  await press(page, 'Restock');
  await dialog.getByText('Please enter whole units').waitFor();
  await dialog.getByLabel(/^A1 /).fill('3');
  await press(page, 'Restock');
  await page.getByText('3 units added to Garden House').waitFor();
  await slots.nth(0).getByText(/^4 \/ /).waitFor();
  await slots.nth(1).getByText(/^0 \/ /).waitFor();

  await restock();
  await dialog.getByLabel(/^A1 /).fill('999');
  await press(page, 'Restock');
  await dialog.getByText('Failed to restock the machine').waitFor();
  await dialog.getByText(/^Slot A1 holds at most/).waitFor();
  await press(page, 'Fill All');
  await press(page, 'Restock');
  await dialog.waitFor({ state: 'detached' });
  await slots.nth(1).getByText(/^([1-9]\d*) \/ \1$/).waitFor();
  product.causes(409);
});

it('what expired, is damaged or gone is said while a machine is filled, or by itself', async () => {
  const page = await product.signedIn('/app/machines/VM-003', PHONE, 'operator');
  const slots = page.locator('.slots > li');
  const dialog = page.getByRole('dialog');
  await slots.nth(2).getByText('12 / 12').waitFor();
  await page.getByRole('button', { name: 'Restock All…' }).click();
  await dialog.getByRole('button', { name: 'Something was lost from slot A3' }).click();
  await press(page, 'Restock');
  await dialog.getByText('Please fill in all required fields').waitFor();
  await dialog.getByLabel('Lost from A3').fill('13');
  await press(page, 'Restock');
  await dialog.getByText(/^Slot A3 has 12 by the books, so 13 cannot have been lost there\./).waitFor();
  await holds(page);
  await dialog.getByLabel('Lost from A3').fill('3');
  await press(page, 'Fill All');
  expect(await dialog.getByLabel(/^A3 /).inputValue()).toBe('3');
  await dialog.getByLabel(/^A3 /).fill('1');
  await press(page, 'Restock');
  await page.getByText('1 unit added to Garden House, 3 lost before').waitFor();
  await slots.nth(2).getByText('10 / 12').waitFor();

  await page.getByRole('button', { name: 'More actions for slot A3' }).click();
  await page.getByRole('menuitem', { name: 'Record loss…' }).click();
  await press(page, 'Record Loss');
  await dialog.getByText('Please fill in all required fields').waitFor();
  await dialog.getByLabel('Units lost').fill('2');
  await dialog.getByText('Damaged', { exact: true }).click();
  await holds(page);
  await press(page, 'Record Loss');
  await page.getByText('2 units lost from slot A3').waitFor();
  await slots.nth(2).getByText('8 / 12').waitFor();
  await page.getByText(/^2 .* damaged in slot A3, 8 left/).waitFor();

  await page.getByRole('button', { name: 'More actions for slot A3' }).click();
  await page.getByRole('menuitem', { name: 'Record loss…' }).click();
  await dialog.getByLabel('Units lost').fill('1');
  await dialog.getByText('Damaged', { exact: true }).click();
  await dialog.getByText('Recorded by mistake: these units are there').click();
  await press(page, 'Take Back');
  await page.getByText(/^Loss of 1 .* from slot A3 taken back, 9 in it/).waitFor();
  product.causes(409);
});

it('a fleet that the server tells in two parts is shown whole, in the list and on the map', async () => {
  const page = await product.signedIn('/app/machines/VM-003', DESK, 'operator');
  await page.locator('.slots > li').first().waitFor();
  await count(page, 'A1', 5);
  await page.route(/\/cognito-auth\/machines\?.*limit=1000/, async (route) => {
    const isLater = new URL(route.request().url()).searchParams.get('page') === '2';
    const answer = (await (await route.fetch({ url: route.request().url().replace('page=2', 'page=1') })).json()) as { data: { machines: { machineId: string }[] } };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, page: isLater ? 2 : 1, pages: 2, machines: answer.data.machines.filter(({ machineId }) => (machineId === 'VM-003') === isLater) } } });
  });
  await page.goto(product.url('/app/restock'));
  await page.getByRole('region', { name: 'Garden House' }).getByText('5 of 12 inside').waitFor();
  await page.goto(product.url('/app/machines?view=map'));
  await page.getByRole('region', { name: 'Machines on the map' }).getByRole('link', { name: 'Garden House' }).waitFor();
  await page.getByRole('region', { name: 'Machines on the map' }).getByRole('link', { name: 'Seaside Lobby' }).waitFor();
}, 60_000);

it('what is past the day that was entered for it is to be taken out', async () => {
  const page = await product.signedIn('/app/machines/VM-002', PHONE, 'operator');
  const dialog = page.getByRole('dialog');
  const third = page.locator('.slots > li').nth(2);
  await third.waitFor();
  await count(page, 'A3', 5);
  await page.getByRole('button', { name: 'Restock All…' }).click();
  await press(page, 'Clear All');
  await dialog.getByLabel(/^A3 /).fill('2');
  await dialog.getByRole('button', { name: 'Best before what day, in A3' }).click();
  await dialog.getByLabel('What is added to A3 is best before').fill('2026-03-01');
  await holds(page);
  await press(page, 'Restock');
  await third.getByText('Take out 2, best before Mar 1, 2026').waitFor();
  await holds(page);

  await page.goto(product.url('/app/dashboard'));
  await page.locator('.machine-grid > li', { hasText: 'Harbor Loft' }).getByText('2 past the day').waitFor();
  await holds(page);
  await page.getByRole('link', { name: 'Past the best-before day: 2 units to take out' }).click();
  await page.getByText('Take out 2, best before Mar 1, 2026').waitFor();
  // Seven are inside: two go, and seven make twelve of what is left.
  const harbor = page.getByRole('region', { name: 'Harbor Loft' });
  await harbor.getByText('7 of 12 inside').waitFor();
  await harbor.getByText('+7').waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Restock Harbor Loft' }).click();
  await dialog.getByRole('button', { name: 'Take out 2 of slot A3' }).click();
  expect(await dialog.getByLabel('Lost from A3').inputValue()).toBe('2');
  expect(await dialog.getByLabel(/^A3 /).inputValue()).toBe('7');
  await holds(page);
  await press(page, 'Cancel');

  await page.goto(product.url('/app/machines/VM-002'));
  await page.getByRole('button', { name: 'More actions for slot A3' }).click();
  await page.getByRole('menuitem', { name: 'Record loss…' }).click();
  expect(await dialog.getByLabel('Units lost').inputValue()).toBe('');
  await press(page, 'Cancel');
  await page.getByRole('button', { name: 'Take out of slot A3 what is past its day' }).click();
  expect(await dialog.getByLabel('Units lost').inputValue()).toBe('2');
  await press(page, 'Record Loss');
  await page.getByText('2 units lost from slot A3').waitFor();
  await third.getByText('Take out 2, best before Mar 1, 2026').waitFor({ state: 'detached' });
});

it('whoever wants a slot is led to it, past all that is said of the machine', async () => {
  const page = await product.signedIn('/app/machines/VM-001', PHONE, 'operator');
  const isBelowTheBar = (id: string) => page.waitForFunction((its) => {
    const top = document.getElementById(its)?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < 120;
  }, id);
  await page.getByRole('link', { name: 'of 10, to the slots' }).click();
  await isBelowTheBar('slots');
  await page.goto(product.url('/app/machines'));
  await page.goto(product.url('/app/machines/VM-001#slot-B2'));
  await isBelowTheBar('slot-B2');
  await holds(page);
});

it('the day that was given last for a product is offered for more of it, and filled in by nobody', async () => {
  const page = await product.signedIn('/app/machines/VM-001', PHONE, 'operator');
  const dialog = page.getByRole('dialog');
  const [day, shown] = ['2099-12-24', 'As before: Dec 24, 2099'];
  await page.locator('.slots > li').first().waitFor();
  await count(page, 'A1', 8);
  const chosen = ((await page.locator('.slots > li').first().locator('strong').textContent()) ?? '').trim();
  await page.getByRole('button', { name: 'Add Product' }).click();
  await dialog.getByLabel('Product', { exact: true }).fill(chosen);
  await pick(page, offered(page).getByText(new RegExp(`^${chosen}`)));
  await dialog.getByLabel('Slot (optional)').fill('Z9');
  await dialog.getByLabel('Quantity', { exact: true }).fill('2');
  expect(await dialog.getByText(shown).count()).toBe(0);
  await dialog.getByLabel('Best before (optional)').fill(day);
  await holds(page);
  await dialog.getByRole('button', { name: 'Add Product' }).click();
  await page.getByText(`${chosen} added to Seaside Lobby`).waitFor();

  await page.getByRole('button', { name: 'Restock slot A1' }).click();
  expect(await dialog.getByLabel('Best before (optional)').inputValue()).toBe('');
  await dialog.getByRole('button', { name: shown }).click();
  expect(await dialog.getByLabel('Best before (optional)').inputValue()).toBe(day);
  await holds(page);
  await press(page, 'Cancel');
  await page.getByRole('button', { name: 'Restock All…' }).click();
  await dialog.getByRole('button', { name: `${shown}, in A1` }).click();
  expect(await dialog.getByLabel('What is added to A1 is best before').inputValue()).toBe(day);
  await dialog.getByLabel('What is added to A1 is best before').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'As before: Dec 31, 2099, in Z9' }).waitFor();
  await holds(page);
  await press(page, 'Restock');
  await dialog.waitFor({ state: 'detached' });
});
