/** A password that is wrong, or forgotten: what is said, and the way to another one. */
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { invitedElsewhere } from '../invited.js';
import { fits, seriousFindings } from '../on-page.js';

const larder = inBrowser();

it('a wrong password is told in the words of the catalogue, and a forgotten one is set anew', async () => {
  const page = await larder.open(PHONE, '/login');
  await page.getByLabel('Email').fill('viewer@larder.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect email or password. Please try again.').waitFor();
  larder.causes(400);
  await page.getByRole('link', { name: /forgot/i }).click();
  await page.waitForURL('**/forgot-password**');
  expect(await fits(page)).toBe(true);
}, 60_000);

it('a link to choose a new password is no way around whoever is signed in: it names them, and goes on when they sign out', async () => {
  const page = await larder.signedIn('/app/profile', PHONE, 'viewer');
  await page.getByRole('link', { name: 'Forgot your current password?' }).click();
  await page.getByText('You are signed in as viewer@larder.example in this browser.', { exact: false }).waitFor();
  expect([await seriousFindings(page), await fits(page)]).toEqual([[], true]);
  await page.getByRole('button', { name: 'Sign out and go on' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();

  const desk = await larder.signedIn('/app/machines', DESK, 'operator');
  const { text } = await larder.mailTo('viewer@larder.example', /is your Larder password code/);
  await desk.goto(/^https?:\S+$/m.exec(text)?.[0] ?? '');
  await desk.getByText('You are signed in as operator@larder.example in this browser.', { exact: false }).waitFor();
  await desk.getByRole('button', { name: 'Sign out and go on' }).click();
  await desk.getByText('If there is a login for viewer@larder.example, a code is on its way to it.', { exact: false }).waitFor();
  expect(await desk.getByLabel('Code').inputValue()).toMatch(/^\d{6}$/);
}, 60_000);

it('whoever was invited and has forgotten the password of their login finds the way to a new one, and back to the invitation', async () => {
  const email = 'operator@larder.example';
  const page = await larder.open(PHONE, '/login');
  await page.goto(await invitedElsewhere(larder, email));
  await page.getByText('Sign in with your login to accept.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  // Whoever remembers it after all gets there by the sign-in page, too.
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.waitForURL('**/login?**');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const { text } = await larder.mailTo(email, /is your Larder password code/);
  await page.getByLabel('Code').fill(/^ {4}(\d{6})$/m.exec(text)?.[1] ?? '');
  await page.getByLabel('New password').fill('Another-horse-8');
  await page.getByLabel('Confirm password').fill('Another-horse-8');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByText('You belong to Seaside Stays now', { exact: false }).waitFor();
  expect([await seriousFindings(page), await fits(page)]).toEqual([[], true]);
}, 60_000);
