/** What was typed outlives the sign-in it was typed under, and goes to nobody else's organization. */
import type { Page } from 'playwright-core';
import { hasCome } from '../asked.js';
import { DESK, inBrowser } from '../in-browser.js';
import { press, seriousFindings } from '../on-page.js';

const larder = inBrowser({}, { moves: true });

/** What this browser holds of the sign-in is worth nothing any more, as when it was ended elsewhere. */
const end = (page: Page): Promise<void> => page.evaluate(() => {
  localStorage.setItem('larder.idToken', `${localStorage.getItem('larder.idToken')?.split('.').slice(0, 2).join('.')}.spoiled`);
  localStorage.setItem('larder.refreshToken', 'spoiled');
});

/** @param floor what is typed; what stands there already is nothing typed */
async function editing(floor: string): Promise<Page> {
  const page = await larder.signedIn('/app/machines/VM-001');
  await page.getByRole('button', { name: /^More actions for (?!slot)/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByLabel('Floor').fill(floor);
  return page;
}

it('a sign-in that ends over a form is begun anew above it, and what was typed is still there', async () => {
  const page = await editing('Roof');
  await end(page);
  await press(page, 'Save');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByText('Your session has expired.').waitFor();
  expect(page.url()).toBe(larder.url('/app/machines/VM-001'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await again.isVisible()).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await again.getByLabel('Password', { exact: true }).fill(larder.demoPassword());
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Floor').inputValue()).toBe('Roof');
  await press(page, 'Save');
  await page.getByText('Seaside Lobby saved').waitFor();
  larder.causes(400, 401);
}, 60_000);

it('with nothing typed it leads to the sign-in page', async () => {
  const page = await larder.signedIn('/app/machines/VM-001');
  await page.getByRole('heading', { name: /Seaside/ }).first().waitFor();
  await hasCome(page); // or its answer is the first that leads there
  await end(page);
  await page.getByRole('button', { name: /^More actions for (?!slot)/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await press(page, 'Save');
  await page.waitForURL('**/login?returnTo=*error=session_expired');
  larder.causes(400, 401);
}, 60_000);

it('somebody else who signs in in another tab does not get it', async () => {
  const page = await editing('Attic');
  await end(page);
  await press(page, 'Save');
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(larder.url('/login'));
  const reloaded = page.waitForEvent('load');
  await larder.signIn(other, 'viewer');
  await reloaded;
  await page.getByRole('link', { name: /viewer$/ }).waitFor();
  expect(await page.getByLabel('Floor').count()).toBe(0);
  larder.causes(400, 401);
}, 60_000);

it('a form of one person is not sent in the name of another, who signed in where this page did not hear it', async () => {
  const page = await editing('Cellar');
  const admin = await larder.open(DESK, '/login');
  await larder.signIn(admin, 'admin');
  const theirs = await admin.evaluate(() => ({ ...localStorage }));
  // A page hears of other tabs only: this is how one finds the tokens that was asleep.
  await page.evaluate((held) => Object.entries(held).forEach(([name, text]) => localStorage.setItem(name, text as string)), theirs);
  const written: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && written.push(request.url()));
  await Promise.all([page.waitForEvent('load'), press(page, 'Save')]);
  await page.getByRole('link', { name: /admin$/ }).waitFor();
  expect(written).toEqual([]);
}, 60_000);

it('what was chosen counts as typed, and no more once it is as it was', async () => {
  const page = await larder.signedIn('/app/organization');
  await page.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit organization' });
  const radios = dialog.getByRole('radio');
  const other = (await radios.first().isChecked()) ? radios.last() : radios.first();
  await other.click();
  await page.keyboard.press('Escape');
  await page.getByText('Discard what you typed?').waitFor();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await page.getByText('Discard what you typed?').waitFor({ state: 'detached' });
  await (other === radios.first() ? radios.last() : radios.first()).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}, 60_000);

/** Loads the page anew, as its person does. Resolves with the kind of question the browser asked, to which they say stay, or with none, when it is there again. */
async function reload(page: Page): Promise<string> {
  const asked = new Promise<string>((told) => page.once('dialog', (dialog) => void dialog.dismiss().then(() => told(dialog.type()))));
  const loaded = page.waitForEvent('load').then(() => 'none', () => 'none');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const first = await Promise.race([asked, loaded]);
  page.removeAllListeners('dialog');
  return first;
}

it('loading the page anew asks while something typed has not been sent, and only then', async () => {
  const page = await editing('Loft');
  expect(await reload(page)).toBe('beforeunload');
  expect(await page.getByLabel('Floor').inputValue()).toBe('Loft');
  await press(page, 'Save');
  await page.getByText('Seaside Lobby saved').waitFor();
  expect(await reload(page)).toBe('none');
  await page.goto(larder.url('/app/profile'));
  await page.getByLabel('First name').fill('Olive');
  expect(await reload(page)).toBe('beforeunload');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your name is saved').waitFor();
  expect(await reload(page)).toBe('none');
}, 90_000);

it('going to another page asks while a name that was typed has not been saved', async () => {
  const page = await larder.signedIn('/app/profile');
  await page.getByLabel('First name').fill('Olympia');
  await page.getByRole('link', { name: 'Machines', exact: true }).click();
  await press(page, 'Keep Editing');
  expect(await page.getByLabel('First name').inputValue()).toBe('Olympia');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Machines', exact: true }).click();
  await press(page, 'Discard');
  await page.waitForURL((url) => url.pathname.endsWith('/machines'));
}, 60_000);

it('nobody who signs out is kept by what was typed', async () => {
  const page = await larder.signedIn('/app/profile');
  await page.getByLabel('First name').fill('Oscar');
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  larder.causes(400, 401); // what the page was still asking as they left, and the refresh that follows
}, 60_000);

it('nor who would rather leave without saving than sign in again', async () => {
  const page = await editing('Garage');
  await end(page);
  await press(page, 'Save');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.getByRole('link', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/login?returnTo=*');
  expect(asked).toEqual([]);
  larder.causes(400, 401);
}, 60_000);
