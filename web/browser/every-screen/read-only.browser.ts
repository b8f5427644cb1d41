/** A deployment that was started read-only: the owner looks at everything, is told so in the specified words, and changes nothing. */
import { DESK, inBrowser } from '../in-browser.js';

const larder = inBrowser({ READ_ONLY: 'true' });

it.each([
  ['/app/alerts', 'Read-Only Mode: Alert management disabled in simplified API', 'View Only Mode'],
  ['/app/machines', 'Read-Only Mode', undefined],
])('%s says %s', async (path, text, also) => {
  const page = await larder.signedIn(path);
  await page.getByText(text, { exact: true }).first().waitFor();
  if (also) await page.getByText(also, { exact: true }).waitFor();
}, 60_000);

it.each([
  ['/app/machines', 'Seaside Lobby', ['Add Machine Profile']], ['/app/machines/VM-001', 'Inventory', ['Add Product', 'Re-setup ESP32', 'Unlock']],
  ['/app/products', 'Dark Chocolate 70%', ['Add Product', 'Import', 'Edit Dark Chocolate 70%', 'Delete Dark Chocolate 70%']], ['/app/sales', 'Total Revenue', ['Import', 'Refund']],
  ['/app/organization', 'Usage Overview', ['Invite User', 'Edit', 'Issue Key', 'Set Up']], ['/app/subscription', 'Current Plan', ['Manage Billing', 'Upgrade', 'Cancel Subscription']],
])('%s, once %s is there, offers nothing that changes anything: no %j', async (path, loaded, names) => {
  const page = await larder.signedIn(path);
  await page.getByText(loaded, { exact: true }).first().waitFor();
  for (const name of names) expect([name, await page.getByRole('button', { name, exact: true }).and(page.locator(':enabled')).count()]).toEqual([name, 0]);
}, 60_000);

it('a change that is sent all the same is refused in the words of the catalogue', async () => {
  const page = await larder.open(DESK, '/login');
  await larder.signIn(page);
  const send = (method: string, path: string, body: object) => page.evaluate(async ([m, p, b]) => {
    const response = await fetch(`/api/cognito-auth/${p}`, { method: m as string, headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('larder.idToken')}` }, body: JSON.stringify(b) });
    return { status: response.status, message: ((await response.json()) as { message: string }).message };
  }, [method, path, body] as const);
  expect(await send('POST', 'products', {})).toEqual({ status: 403, message: 'Creating product is not supported' });
  expect(await send('PUT', 'machines/VM-001/status', { status: 'maintenance' })).toEqual({ status: 403, message: 'Updating machine mode is not supported' });
  expect(await send('DELETE', 'products/x', {})).toEqual({ status: 403, message: 'Deleting product is not supported' });
  larder.causes(403);
}, 60_000);
