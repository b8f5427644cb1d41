/** An account's life in the browser: registered, verified, joined by a colleague, roles that count at once, and left again. */
import type { Page } from 'playwright-core';
import { until } from '@larder/kit/testing.js';
import { DESK, inBrowser, type Mail, PHONE, type Viewport } from '../in-browser.js';
import { fits, pick, press, seriousFindings } from '../on-page.js';
import { SCREENS } from '../screens.js';

const larder = inBrowser();
const PASSWORD = 'Correct-horse-7';

const linkIn = ({ text }: Mail): string => /^https?:\S+$/m.exec(text)?.[0] ?? '';

async function register(page: Page, email: string, organization: string): Promise<void> {
  await page.getByLabel('First name').fill('Olive');
  await page.getByLabel('Last name').fill('Reed');
  await page.getByLabel('Organization name').fill(organization);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Account created successfully! Please check your email for a confirmation code.').waitFor();
}
/** An organization with its owner, who has confirmed the address. */
async function begin(page: Page, email: string, organization: string): Promise<void> {
  await register(page, email, organization);
  await page.getByRole('link', { name: 'What happens next?' }).click();
  await page.getByRole('button', { name: 'Continue to Sign In' }).click();
  await page.waitForURL('**/login**');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.getByLabel('Password', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(true);
  await larder.mailTo(email, /confirmation code/);
  await page.goto(larder.url('/dev/mailbox'));
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
  expect(await fits(page)).toBe(true);
  await page.getByRole('link', { name: 'Verify e-mail address' }).click();
  await page.getByRole('button', { name: 'Verify Email Address' }).click();
  await page.getByText('Email Verified Successfully').waitFor();
}
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(larder.url('/login'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/**');
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

it('register → mail → verify → sign in → invite → join as operator → role raised → menu changes → removed → refused', async () => {
  const owner = await larder.open(DESK, '/register');
  await begin(owner, 'olive@walk.example', 'Walk Stays');
  await owner.waitForURL('**/login**');
  await signIn(owner, 'olive@walk.example');

  await menu(owner).getByRole('link', { name: 'Team Admin' }).click();
  await owner.getByRole('button', { name: 'Invite User' }).click();
  await owner.getByRole('dialog').getByLabel('Email').fill('ned@walk.example');
  await pick(owner, owner.getByRole('dialog').getByText('operator', { exact: false }).first());
  await owner.getByRole('button', { name: 'Send invitation' }).click();
  await owner.getByText('Invitation sent to ned@walk.example').waitFor();
  await owner.getByRole('row', { name: /ned@walk\.example/ }).getByText('Invited by Olive Reed').waitFor();

  const ned = await larder.open(PHONE, '/login');
  await ned.goto(linkIn(await larder.mailTo('ned@walk.example', /invites you/)));
  await ned.getByText('Walk Stays').first().waitFor();
  await ned.getByLabel('First name').fill('Ned');
  await ned.getByLabel('Last name').fill('Ostrich');
  await ned.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ned.getByLabel('Confirm password').fill(PASSWORD);
  await ned.getByRole('button', { name: 'Create Account' }).click();
  await ned.waitForURL('**/app/**');
  await ned.setViewportSize(DESK);
  await menu(ned).getByRole('link', { name: 'Machines' }).waitFor();
  expect(await menu(ned).getByRole('link', { name: 'Team Admin' }).count()).toBe(0);
  await ned.goto(larder.url('/app/team'));
  await ned.getByText('Access Denied').waitFor();

  await owner.reload();
  await owner.getByRole('button', { name: 'Actions for Ned Ostrich' }).click();
  await owner.getByRole('menuitem', { name: /role/i }).click();
  await pick(owner, owner.getByRole('dialog').getByText('admin', { exact: false }).first());
  await owner.getByRole('button', { name: 'Change role' }).click();
  await owner.getByText('Ned Ostrich is now admin').waitFor();
  await ned.goto(larder.url('/app/dashboard'));
  await menu(ned).getByRole('link', { name: 'Team Admin' }).waitFor();
  await owner.getByRole('button', { name: 'Actions for Ned Ostrich' }).click();
  await owner.getByRole('menuitem', { name: /role/i }).click();
  await pick(owner, owner.getByRole('dialog').getByText('operator', { exact: false }).first());
  await owner.getByRole('dialog').getByText('Open invitations they sent that an operator may not send end.').waitFor();
  await press(owner, 'Cancel');

  await owner.getByRole('button', { name: 'Actions for Ned Ostrich' }).click();
  await owner.getByRole('menuitem', { name: /remove/i }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await owner.getByText('Ned Ostrich was removed').waitFor();
  const refused = await ned.evaluate(async () => (await fetch('/api/cognito-auth/machines', { headers: { authorization: `Bearer ${localStorage.getItem('larder.idToken')}` } })).status);
  expect(refused).toBe(403);
  await ned.goto(larder.url('/app/machines'));
  await ned.getByText('Create your organization').first().waitFor();
  larder.causes(403);
}, 90_000);

it('whoever began an organization of their own and is invited leaves it for the other, and may stay', async () => {
  const page = await larder.open(PHONE, '/register');
  await begin(page, 'alone@walk.example', 'Alone Stays');
  await signIn(page, 'alone@walk.example');
  await page.goto(larder.url('/app/profile'));
  await page.getByRole('button', { name: 'Delete login' }).click();
  await page.getByRole('dialog').getByText('If nobody else belongs to Alone Stays, nobody can enter it again.', { exact: false }).waitFor();
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  await press(page, 'Cancel');

  const owner = await larder.open(DESK, '/login');
  await larder.signIn(owner);
  await owner.goto(larder.url('/app/team'));
  await owner.getByRole('button', { name: 'Invite User' }).click();
  await owner.getByRole('dialog').getByLabel('Email').fill('alone@walk.example');
  await owner.getByRole('button', { name: 'Send invitation' }).click();
  await owner.getByText('Invitation sent to alone@walk.example').waitFor();

  await page.goto(linkIn(await larder.mailTo('alone@walk.example', /invites you/)));
  await page.getByRole('link', { name: 'Stay with Alone Stays' }).waitFor();
  await page.getByRole('button', { name: 'Leave Alone Stays and join' }).click();
  await page.getByRole('dialog', { name: 'Leave Alone Stays?' }).waitFor();
  expect(await fits(page)).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Leave and join' }).click();
  await page.waitForURL('**/app/dashboard');
  await owner.reload();
  await owner.getByRole('row', { name: /alone@walk\.example/ }).getByText('Active').waitFor();
}, 90_000);

it('signing out leads to the root of the site, as if nobody had been there', async () => {
  const page = await larder.open(DESK, '/login');
  // What is asked last is answered: after the sign-out it would be refused.
  await Promise.all([page.waitForResponse('**/api/cognito-auth/subscription'), larder.signIn(page)]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/app'), { waitUntil: 'commit' });
  expect(page.url()).toBe(larder.url('/'));
}, 60_000);

it('signing out in one tab is no expired session in another', async () => {
  const page = await larder.open(DESK, '/login');
  await larder.signIn(page);
  const other = await page.context().newPage();
  await other.goto(larder.url('/app/machines?view=grid'));
  await other.getByText('Seaside Lobby').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await other.waitForURL((url) => url.pathname === '/login');
  expect(other.url()).toBe(larder.url('/login?returnTo=%2Fapp%2Fmachines%3Fview%3Dgrid'));
}, 60_000);

it.each([['a low window', { width: 1100, height: 380 }], ['a phone on its side', { width: 640, height: 360 }]])('the whole menu can be reached in %s', async (_, viewport) => {
  const page = await larder.open(viewport, '/login');
  await larder.signIn(page);
  await page.getByText('Machines Online').waitFor();
  const opener = page.getByRole('button', { name: 'Menu' });
  if (await opener.isVisible()) await opener.click();
  await page.mouse.move(60, 100);
  await page.mouse.wheel(0, 600);
  await until('its foot is seen', async () => ((await page.getByRole('button', { name: 'Logout' }).boundingBox())?.y ?? Infinity) < viewport.height - 20);
  expect(await page.evaluate(() => scrollY)).toBe(0);
}, 60_000);

it('single sign-on leads through the hosted page and back to where one wanted to go', async () => {
  const page = await larder.open(DESK, '/app/alerts');
  await page.waitForURL('**/login?returnTo=*');
  await page.getByRole('button', { name: /single sign-on/i }).click();
  await page.waitForURL('**/idp/interaction/**');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Email').fill('operator@larder.example');
  await page.getByLabel('Password').fill(larder.demoPassword());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/app/alerts');
  await menu(page).getByRole('link', { name: 'Machines' }).waitFor();
}, 60_000);

it('an ID token of another sign-in is none: the way in begins again', async () => {
  const page = await larder.open(DESK, '/app/alerts');
  await page.route('**/idp/oauth2/token', async (route) => {
    const response = await route.fetch();
    const { id_token: idToken, ...rest } = (await response.json()) as { id_token: string };
    const [head, claims = '', signature] = idToken.split('.');
    const another = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), nonce: 'of another sign-in' };
    await route.fulfill({ response, json: { ...rest, id_token: [head, Buffer.from(JSON.stringify(another)).toString('base64url'), signature].join('.') } });
  });
  await page.getByRole('button', { name: /single sign-on/i }).click();
  await page.waitForURL('**/idp/interaction/**');
  await page.getByLabel('Email').fill('operator@larder.example');
  await page.getByLabel('Password').fill(larder.demoPassword());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/login?**error=callback_failed**');
  expect(await page.evaluate(() => localStorage.getItem('larder.idToken'))).toBeNull();
}, 60_000);

describe.each<[string, Viewport]>([['a phone', PHONE], ['a desk', DESK]])('On %s', (_, viewport) => {
  it.each(['/login', '/register', '/registration-success?email=a%40b.example', '/email-verification', '/email-verification?token=none', '/email-verification?verified=true&email=a%40b.example', '/forgot-password'])('%s keeps nobody out', async (path) => {
    const page = await larder.open(viewport, path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
  }, 60_000);

  it('the signed-in screens keep nobody out', async () => {
    const page = await larder.open(viewport, '/login');
    await larder.signIn(page, 'owner');
    for (const [path] of SCREENS) {
      await page.goto(larder.url(path));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByText(/^Loading/).first().waitFor({ state: 'hidden' });
      expect([path, await seriousFindings(page), await fits(page)]).toEqual([path, [], true]);
      const opener = page.getByRole('button', { name: 'Menu' });
      if (await opener.isVisible()) await opener.click();
      await page.getByRole('button', { name: 'Logout' }).waitFor();
    }
  }, 120_000);
});

it('the only member takes another address, takes the login back from the former one as if that had been somebody else, and deletes the login: not by another address, not while machines are left, and then for good', async () => {
  const page = await larder.open(PHONE, '/register');
  await begin(page, 'first@walk.example', 'Last Stays');
  await signIn(page, 'first@walk.example');
  const machines = (method: string, path = '', body?: object) => page.evaluate(async ([how, where, what]) => {
    const init: RequestInit = { method: how, headers: { authorization: `Bearer ${localStorage.getItem('larder.idToken')}`, ...(what && { 'content-type': 'application/json' }) }, body: what };
    return (await fetch(`/api/cognito-auth/machines${where}`, init)).status;
  }, [method, path, body && JSON.stringify(body)] as [string, string, string | undefined]);
  expect(await machines('POST', '', { machineId: 'LAST-1', name: 'Hall', location: { address: 'Here' } })).toBe(200);

  await page.goto(larder.url('/app/profile'));
  await page.getByRole('button', { name: 'Change your e-mail address' }).click();
  await page.getByLabel('New e-mail address').fill('last@walk.example');
  await page.getByLabel('Your password').fill(PASSWORD);
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  await press(page, 'Send code');
  const { text } = await larder.mailTo('last@walk.example', /is the code for your new address/);
  await page.getByLabel('Code').fill(/^ {4}(\d{6})$/m.exec(text)?.[1] ?? '');
  await press(page, 'Confirm');
  await page.getByText('You sign in with last@walk.example from now on').waitFor();
  await page.getByRole('main').getByText('last@walk.example').waitFor();
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);

  await page.goto(linkIn(await larder.mailTo('first@walk.example', /e-mail address of your Larder login was changed/)));
  await page.getByText('You are signed in as last@walk.example in this browser.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Sign out and go on' }).click();
  await page.getByRole('heading', { name: 'Take your login back' }).waitFor();
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  await page.getByLabel('New password').fill('Another-horse-8');
  await page.getByLabel('Confirm password').fill('Another-horse-8');
  await page.getByRole('button', { name: 'Take it back and sign in' }).click();
  await page.waitForURL('**/app/**');
  await page.goto(larder.url('/app/profile'));
  await page.getByRole('main').getByText('first@walk.example').waitFor();

  await page.getByRole('button', { name: 'Delete login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your login?' });
  const typed = dialog.getByLabel('Type first@walk.example to confirm');
  await typed.fill('olive@walk.example');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('Please enter the e-mail address of this login to confirm.').waitFor();
  await typed.fill('first@walk.example');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('Nobody would be left to see to the machines of Last Stays. Make somebody else its owner or remove its machines first.').waitFor();
  expect(await fits(page)).toBe(true);
  larder.causes(409);

  expect(await machines('DELETE', '/LAST-1')).toBe(200);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL(larder.url('/'));
  await page.goto(larder.url('/login'));
  await page.getByLabel('Email').fill('first@walk.example');
  await page.getByLabel('Password', { exact: true }).fill('Another-horse-8');
  await page.keyboard.press('Enter');
  await page.getByText(/Incorrect|not right|invalid/i).first().waitFor();
  larder.causes(400);
}, 90_000);
