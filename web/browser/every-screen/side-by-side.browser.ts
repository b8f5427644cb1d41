/** Two people of one organization set the same thing: whoever comes second is shown what the first one set, and decides. What one takes away under the other's dialog leaves the dialog there. */
import type { Locator, Page } from 'playwright-core';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { AccountContext } from '@larder/contracts/identity.js';
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import type { ProductView } from '@larder/contracts/catalog.js';
import { inBrowser } from '../in-browser.js';
import { press } from '../on-page.js';

const product = inBrowser();
let page: Page;
let token: string;
beforeAll(async () => {
  page = await product.signedIn('/app/machines/VM-001');
  token = await page.evaluate(() => localStorage.getItem('larder.idToken') ?? '');
}, 60_000);

/** What the other one does, or sees. */
async function other<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(product.url(`/api${path}`), { method, headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }) });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}
const machine = () => other<MachineView>('GET', '/cognito-auth/machines/VM-001');
const slotA1 = async () => (await machine()).inventory.find(({ slot }) => slot === 'A1');

/** Sends what stands in the dialog: first it is not taken and theirs is told, then it is. */
async function overtake(button: string, theirs: string, isStillTheirs: () => Promise<void>): Promise<void> {
  const dialog: Locator = page.getByRole('dialog');
  await press(page, button);
  await dialog.getByText('Nothing was changed yet: send it again to replace theirs').waitFor();
  await dialog.getByText(theirs).waitFor();
  await isStillTheirs();
  await press(page, button);
  await dialog.waitFor({ state: 'detached' });
  product.causes(409);
}

it('the par level of a slot', async () => {
  await page.getByRole('button', { name: /^More actions for slot A1/ }).click();
  await page.getByRole('menuitem', { name: 'Par level…' }).click();
  await page.getByLabel('Max quantity').fill('30');
  const { product: { id: productId } } = (await slotA1())!;
  await other('POST', '/cognito-auth/machines/VM-001/inventory', { slot: 'A1', productId, quantity: 0, maxQuantity: 25 });
  await overtake('Set', 'Somebody else has set the par level of slot A1 to 25 meanwhile.', async () => expect(await slotA1()).toMatchObject({ maxQuantity: 25 }));
  expect(await slotA1()).toMatchObject({ maxQuantity: 30 });
}, 60_000);

it('the tax of a machine', async () => {
  await page.getByRole('button', { name: 'Change tax' }).click();
  await page.getByLabel('Tax in percent').fill('8.25');
  await other('PUT', '/cognito-auth/machines/VM-001/tax', { taxBasisPoints: 700 });
  await page.getByText('7% included in prices').waitFor(); // the page below has been told; the dialog goes on from what it was opened with
  await overtake('Save', 'Somebody else has set the tax to 7% meanwhile.', async () => expect(await machine()).toMatchObject({ taxBasisPoints: 700 }));
  expect(await machine()).toMatchObject({ taxBasisPoints: 825 });
}, 60_000);

it('the own price of a slot', async () => {
  const { product: { id } } = (await slotA1())!;
  const { price } = await other<ProductView>('GET', `/cognito-auth/products/${id}`);
  await page.goto(product.url(`/app/products/${id}`));
  await page.getByRole('button', { name: 'Set price in Seaside Lobby, slot A1' }).click();
  await page.getByLabel('Price', { exact: true }).fill(String(price + 2));
  await other('PUT', '/cognito-auth/machines/VM-001/inventory/A1/price', { price: price + 1 });
  await overtake('Set price', `Somebody else has set the price of slot A1 to ${(price + 1).toFixed(2)} meanwhile.`, async () => expect(await slotA1()).toMatchObject({ ownPrice: price + 1 }));
  expect(await slotA1()).toMatchObject({ ownPrice: price + 2 });
}, 60_000);

it('the count of a slot, which a guest may change, too', async () => {
  await page.goto(product.url('/app/machines/VM-001'));
  const { quantity } = (await slotA1())!;
  await page.getByRole('button', { name: /^More actions for slot A1/ }).click();
  await page.getByRole('menuitem', { name: 'Correct count…' }).click();
  await page.getByLabel('Units counted').fill(String(quantity - 3));
  await page.getByLabel('Reason').fill('counted');
  await other('POST', '/cognito-auth/machines/VM-001/inventory/A1/adjust', { change: -2, reason: 'broken' });
  await press(page, 'Correct');
  await page.getByRole('dialog').getByText(`Slot A1 has ${quantity - 2} by the books now, not ${quantity}: a guest or somebody else was there meanwhile. Please count it again.`).waitFor();
  expect(await slotA1()).toMatchObject({ quantity: quantity - 2 });
  await press(page, 'Correct');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await slotA1()).toMatchObject({ quantity: quantity - 3 });
  product.causes(409);
}, 60_000);

it('the role of a member', async () => {
  await page.goto(product.url('/app/team'));
  const viewer = async () => (await other<{ members: TeamMember[] }>('GET', '/cognito-auth/account/members')).members.find(({ email }) => email.startsWith('viewer@'))!;
  const { userId, firstName, lastName } = await viewer();
  await page.getByRole('button', { name: `Actions for ${firstName} ${lastName}` }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('dialog').getByText('Operator', { exact: false }).first().click();
  await other('PUT', `/auth/organization/members/${userId}`, { role: 'admin' });
  await overtake('Change role', 'Somebody else has changed the role to admin meanwhile.', async () => expect(await viewer()).toMatchObject({ role: 'admin' }));
  expect(await viewer()).toMatchObject({ role: 'operator' });
}, 60_000);

it('a setting of the organization', async () => {
  const set = (body: object) => other('PUT', '/cognito-auth/account', body);
  const account = async () => (await other<AccountContext>('GET', '/cognito-auth/account')).account;
  await page.goto(product.url('/app/organization'));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Days to say something was wrong').fill('30');
  await set({ disputeDays: 21, guestContact: 'desk@seaside.example' });
  await overtake('Save', 'Somebody else has set the days to say something was wrong to 21 meanwhile.', async () => expect(await account()).toMatchObject({ disputeDays: 21 }));
  expect(await account()).toMatchObject({ disputeDays: 30, guestContact: 'desk@seaside.example' });
}, 60_000);

it('a slot that is given free while it is counted, and an invitation that is taken back while its role is changed: both are said', async () => {
  await page.goto(product.url('/app/machines/VM-002'));
  await page.getByRole('button', { name: /^More actions for slot A1/ }).click();
  await page.getByRole('menuitem', { name: 'Correct count…' }).click();
  await page.getByLabel('Units counted').fill('1');
  await page.getByLabel('Reason').fill('counted twice');
  await other('DELETE', '/cognito-auth/machines/VM-002/inventory/A1');
  await page.getByRole('button', { name: /^More actions for slot A1/, includeHidden: true }).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Reason').inputValue()).toBe('counted twice');
  await press(page, 'Correct');
  await page.getByRole('dialog').getByText('There is nothing in slot A1').waitFor();

  const { invitation } = await other<{ invitation: TeamMember }>('POST', '/cognito-auth/account/members/invite', { email: 'new@example.org', role: 'viewer' });
  await page.goto(product.url('/app/team'));
  await page.getByRole('button', { name: 'Actions for new@example.org' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('dialog').getByText('Operator', { exact: false }).first().click();
  await other('DELETE', `/auth/organization/invitations/${invitation.userId}`);
  await press(page, 'Change role');
  await page.getByRole('dialog').getByText('There is no such member').waitFor();
  product.causes(404, 409);
}, 90_000);
