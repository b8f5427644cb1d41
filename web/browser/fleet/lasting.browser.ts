/** How long what is in a machine lasts, in a real browser: on the list for a round, at the machine, and where its par level is set. */
import { addDays, dayIn } from '@larder/contracts/day.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { until } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { choose, holds, press } from '../on-page.js';

const product = inBrowser();
const TIME_ZONE = 'America/New_York';
const asWritten = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

it('whoever plans a round reads what will not last until the next one, from sales of before Larder, too', async () => {
  const token = await product.bearer();
  const today = dayIn(TIME_ZONE, new Date().toISOString());
  const dayBefore = (days: number): string => asWritten.format(new Date(addDays(today, -days)));
  const sold = (name: string, perDay: number, days: number) => Array.from({ length: days }, (_, n) => ({ Product: name, TransDate: dayBefore(n + 1), RQty: String(perDay), Transaction: `${name}${n}`, Machine: 'Beach Hut' }));
  await product.call('POST', '/api/admin/sales/import', token, { fileName: 'sold.csv', csv: exportOf([...sold('Lemonade', 3, 20), ...sold('Pretzels', 1, 20)]) });
  const machines = () => product.call<{ machines: MachineView[] }>('GET', '/api/cognito-auth/machines?search=Beach', token);
  const { machineId = '' } = await until('the machine is there', async () => (await machines()).machines[0]);
  const products = () => product.call<{ products: { id: string; name: string }[] }>('GET', '/api/cognito-auth/products?limit=100', token);
  const idOf = async (name: string): Promise<string | undefined> => (await products()).products.find((one) => one.name === name)?.id;
  for (const [slot, name] of [['A1', 'Lemonade'], ['A2', 'Pretzels']] as const) {
    const productId = await until(`${name} is there`, () => idOf(name));
    await product.call('POST', `/api/cognito-auth/machines/${machineId}/inventory`, token, { productId, slot, quantity: 9, maxQuantity: 12 });
  }

  const page = await product.signedIn('/app/restock', DESK, 'operator');
  const hut = page.getByRole('region', { name: 'Beach Hut' });
  await hut.getByText('9 of 12 inside, lasts about 3 days').waitFor();
  await hut.getByText('9 of 12 inside, lasts about 9 days').waitFor();
  await choose(page, page.getByRole('combobox', { name: /^Bring/ }), /^What will not last a week$/);
  await page.waitForURL('**/app/restock?*only=7*');
  await hut.getByText('Pretzels').waitFor({ state: 'detached' });
  await hut.getByText('+3').waitFor();
  await holds(page);
  await page.setViewportSize(PHONE);
  await holds(page);
  await page.reload();
  await hut.getByText('lasts about 3 days').waitFor();
  await page.getByRole('button', { name: 'Restock Beach Hut' }).click();
  await page.getByRole('dialog').getByText('as all do that will last').waitFor();
  expect(await page.getByRole('dialog').getByLabel(/^A2 /).inputValue()).toBe('');
  await press(page, 'Restock');
  await page.getByText('3 units added to Beach Hut').waitFor();

  await page.goto(product.url(`/app/machines/${machineId}`));
  await page.getByText(/^Lasts about 4 days · sells about (2.9|3) a day$/).waitFor();
  await page.getByText('Lasts about 9 days · sells about 1 a day').waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'More actions for slot A1' }).click();
  await page.getByRole('menuitem', { name: 'Par level…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('So much lasts about 4 days here.').waitFor();
  await dialog.getByLabel('Max quantity').fill('21');
  await dialog.getByText('So much lasts about 7 days here.').waitFor();
  await holds(page);
}, 120_000);
