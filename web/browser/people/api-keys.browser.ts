/** Programs of the organization: an admin gives one a key, and takes it back. */
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { holds, offered, pick, press } from '../on-page.js';

const larder = inBrowser();

it.each([['a desk', DESK], ['a phone', PHONE]])('on %s a key is issued, shown once, opens what its role may, and is revoked', async (where, viewport) => {
  const name = `Books on ${where}`;
  const page = await larder.signedIn('/app/organization', viewport);
  const keys = page.getByRole('region', { name: 'API Keys' });
  await keys.getByText('No API keys yet').or(keys.getByRole('listitem').first()).waitFor();
  await keys.getByRole('button', { name: 'Issue Key' }).click();
  const form = page.getByRole('dialog', { name: 'Issue API key' });
  await press(page, 'Issue Key');
  await form.getByText('Name is required').waitFor();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Good for').click();
  await pick(page, offered(page).getByText('90 days', { exact: true }));
  await holds(page);
  await press(page, 'Issue Key');

  const shown = page.getByRole('dialog', { name: `API key for ${name}` });
  await shown.getByText('Keep this key: it is shown once').waitFor();
  const secret = await shown.getByText(/^larder_/).innerText();
  await page.keyboard.press('Escape'); // nobody loses it by a slip
  await shown.getByText(secret, { exact: true }).waitFor();
  await holds(page);
  // Neither by Back, nor by loading the page anew.
  await page.goBack();
  const leave = page.getByRole('dialog', { name: 'Leave without keeping it?' });
  await leave.waitFor();
  await holds(page);
  await press(page, 'Stay');
  await leave.waitFor({ state: 'detached' });
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await shown.getByText(secret, { exact: true }).waitFor();
  const statusOf = async (path: string, method = 'GET') => (await fetch(larder.url(path), { method, headers: { authorization: `Bearer ${secret}` } })).status;
  expect([await statusOf('/api/cognito-auth/machines'), await statusOf('/api/cognito-auth/products/none', 'DELETE'), await statusOf('/api/cognito-auth/profile')]).toEqual([200, 403, 403]);
  await press(page, 'Done');

  const row = keys.getByRole('listitem').filter({ hasText: name });
  await row.getByText(/^Viewer · issued .* by Owner Demo · until /).waitFor();
  await page.reload();
  await row.getByText('Used just now').waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
  await holds(page);
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog', { name: `Revoke ${name}?` }).waitFor();
  await press(page, 'Revoke Key');
  await page.getByText(`${name} is revoked`).waitFor();
  await row.waitFor({ state: 'detached' });
  expect(await statusOf('/api/cognito-auth/machines')).toBe(401);
}, 120_000);

it('a key whose answer was lost is not issued a second time beside the first one, which nobody has seen: it is said, and revoked', async () => {
  const page = await larder.signedIn('/app/organization');
  const keys = page.getByRole('region', { name: 'API Keys' });
  await keys.getByRole('button', { name: 'Issue Key' }).click();
  const form = page.getByRole('dialog', { name: 'Issue API key' });
  await form.getByLabel('Name').fill('Lost');
  await page.route('**/account/api-keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await press(page, 'Issue Key');
  await form.getByText('Network error. Please check your connection.').waitFor();
  await page.unrouteAll();
  await press(page, 'Issue Key');
  await form.getByText('This key was issued already, and is shown once only. Revoke it and issue another one.').waitFor();
  await press(page, 'Cancel');
  await keys.getByRole('button', { name: 'Revoke Lost' }).click();
  await press(page, 'Revoke Key');
  await keys.getByRole('button', { name: 'Revoke Lost' }).waitFor({ state: 'detached' });
  larder.causes(409, 'net::ERR_FAILED');
}, 60_000);
