/** An owner chooses a plan, pays, changes, cancels and comes back; and what others see of it. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE, type Viewport } from '../in-browser.js';
import { fits, press, seriousFindings } from '../on-page.js';

const larder = inBrowser();
const PASSWORD = 'Correct-horse-7';

/** Signed up by a price card, and not verified yet. */
async function signedUp(email: string, viewport: Viewport): Promise<Page> {
  const page = await larder.open(viewport, '/register?plan=growth');
  for (const [label, text] of [['First name', 'Olive'], ['Last name', 'Reed'], ['Organization name', 'Walk Stays'], ['Email', email]] as const) await page.getByLabel(label).fill(text);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Account created successfully!', { exact: false }).waitFor();
  return page;
}

/** A new organization on trial, whose owner came by a price card. */
async function owner(email: string, viewport: Viewport = DESK): Promise<Page> {
  const page = await signedUp(email, viewport);
  const code = /^ {4}(\d{6})$/m.exec((await larder.mailTo(email, /confirmation code/)).text)?.[1] ?? '';
  await page.getByLabel(/code/i).fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/subscription?plan=growth');
  return page;
}
const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
const keepsNobodyOut = async (page: Page): Promise<void> => expect([page.url(), await seriousFindings(page), await fits(page)]).toEqual([page.url(), [], true]);

/** What is drawn over the page while it comes. */
const still = (page: Page) => page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity));

it('trial → the plan chosen on the way here → a declined card → paid → larger with preview → smaller → cancel → resume', async () => {
  const page = await owner('olive@walk.example');
  // The plan of the price card is offered, with what it costs.
  await dialog(page).getByText('Due now').waitFor();
  expect(await dialog(page).innerText()).toMatch(/Your free trial ends with the first payment\.[\s\S]*Due now\s*\$149\.00/);
  await still(page);
  await keepsNobodyOut(page);
  await dialog(page).getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/billing/**');
  await page.getByText('Test mode').waitFor();
  await keepsNobodyOut(page);
  await page.getByText('Is declined').click();
  await page.getByRole('button', { name: 'Pay $149.00' }).click();
  await page.getByText('Your card was declined. Please try another one.').waitFor();
  larder.causes(409);
  await page.getByText('Works', { exact: true }).click();
  await page.getByRole('button', { name: 'Pay $149.00' }).click();
  await page.waitForURL('**/app/subscription*');
  await page.getByText('Subscription plan updated successfully').waitFor();
  await main(page).getByText('TEST-0001').waitFor();
  expect(await page.getByRole('button', { name: 'Current Plan: Growth' }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Upgrade to Enterprise' }).click();
  await dialog(page).getByText('Remaining time on Enterprise').waitFor();
  await dialog(page).getByRole('button', { name: 'Confirm upgrade' }).click();
  await page.getByRole('button', { name: 'Current Plan: Enterprise' }).waitFor();
  await main(page).getByText('TEST-0002').waitFor();

  await page.getByRole('button', { name: 'Downgrade to Essential' }).click();
  await dialog(page).getByText(/Everything stays as it is until/).waitFor();
  await dialog(page).getByRole('button', { name: 'Confirm downgrade' }).click();
  await main(page).getByText(/Essential begins on/).waitFor();
  await main(page).getByRole('button', { name: 'Keep my plan' }).click();
  await main(page).getByText(/Essential begins on/).waitFor({ state: 'hidden' });

  await main(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog(page).getByText('Are you sure you want to cancel your subscription? This will take effect at the end of your current billing period.').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByText('Subscription will be canceled at the end of the current billing period').waitFor();
  await main(page).getByText(/^Will be canceled on /).waitFor();
  expect(await main(page).getByRole('button', { name: 'Cancel Subscription' }).count()).toBe(0);
  await main(page).getByRole('button', { name: 'Resume Subscription' }).click();
  await main(page).getByText(/^Will be canceled on /).waitFor({ state: 'hidden' });

  await main(page).getByRole('link', { name: 'TEST-0002' }).click();
  await page.getByRole('article', { name: 'Invoice TEST-0002' }).getByText('Total').waitFor();
  await keepsNobodyOut(page);
  expect((await larder.mailTo('olive@walk.example', /receipt TEST-0001/)).text).toContain('$149.00');
}, 120_000);

it('the plan of the price card is offered also to whoever opens the link of the e-mail, in another browser', async () => {
  await signedUp('link@walk.example', DESK);
  const link = /^https?:\S+$/m.exec((await larder.mailTo('link@walk.example', /confirmation code/)).text)?.[0] ?? '';
  const phone = await larder.open(PHONE, link.replace(larder.url(''), ''));
  await phone.getByRole('button', { name: 'Verify Email Address' }).click();
  await phone.getByText('Email Verified Successfully').waitFor();
  await phone.getByRole('button', { name: 'Sign In Now' }).click();
  expect(await phone.getByLabel('Email').inputValue()).toBe('link@walk.example');
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await phone.keyboard.press('Enter');
  await phone.waitForURL('**/app/subscription?plan=professional');
  await dialog(phone).getByText('Due now').waitFor();
  await still(phone);
  await keepsNobodyOut(phone);
}, 90_000);

it('a plan with less room than is used is refused in words that name the way out; one that includes less is warned of', async () => {
  const page = await owner('rosa@walk.example');
  await dialog(page).getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/billing/**');
  await page.getByRole('button', { name: 'Pay $149.00' }).click();
  await main(page).getByText('TEST-0001').waitFor();
  const post = async (path: string, data: object, token?: string) => (await page.request.post(larder.url(path), { data, headers: token ? { authorization: `Bearer ${token}` } : {} })).json() as Promise<{ data: { idToken: string } }>;
  const { data: { idToken } } = await post('/api/cognito-auth/auth', { email: 'rosa@walk.example', password: PASSWORD });
  const add = (n: number) => post('/api/cognito-auth/machines', { machineId: `ROSA-${n}`, name: 'Hall', location: { address: 'Here' } }, idToken);
  for (let n = 1; n <= 5; n++) await add(n);
  await page.getByRole('button', { name: 'Downgrade to Essential' }).click();
  await dialog(page).getByText('Essential includes 1 machine and you have 5. Everything keeps working, and you are over your plan.').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await add(6);
  await page.getByRole('button', { name: 'Downgrade to Essential' }).click();
  await dialog(page).getByText('Essential has room for 5 machines and you have 6. Remove 1 machine first, or choose a larger plan.').waitFor();
  larder.causes(409);
  expect(await dialog(page).getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
  await still(page);
  await keepsNobodyOut(page);
  await page.setViewportSize(PHONE);
  await keepsNobodyOut(page);
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await main(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog(page).getByText('It has room for 5 of your 6 machines: the newest ones go on selling, and can be looked at, not changed.', { exact: false }).waitFor();
  await still(page);
  await keepsNobodyOut(page);
}, 90_000);

it('a plan is chosen once though the answer was lost; after a refusal it is another choice', async () => {
  const page = await larder.signedIn('/app/subscription?plan=growth');
  const keys: (string | undefined)[] = [];
  await page.route('**/api/subscription/upgrade', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length === 1 ? route.abort() : route.fulfill({ status: 409, json: { success: false, error: 'CONFLICT', message: `Not now (${keys.length})` } });
  });
  const choose = () => press(page, /^(Continue to payment|Confirm upgrade|Confirm downgrade)$/);
  await choose();
  await dialog(page).getByText('Network error. Please check your connection.').waitFor();
  await choose();
  await dialog(page).getByText('Not now (2)').waitFor();
  await choose();
  await dialog(page).getByText('Not now (3)').waitFor();
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(`^${keys[0]}$`)]);
  larder.causes('net::ERR_FAILED', 409);
}, 60_000);

it('the portal opens for the owner, shows what was billed, and leads back', async () => {
  const page = await owner('pat@walk.example', PHONE);
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await main(page).getByRole('button', { name: 'Manage Billing' }).click();
  await page.waitForURL('**/billing/**');
  await page.getByRole('heading', { name: 'Billing portal' }).waitFor();
  await keepsNobodyOut(page);
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.waitForURL('**/app/subscription');
  await main(page).getByText('Visa ending in 4242').waitFor();
}, 90_000);

it('the last days of a trial are told of on every screen of the owner\'s, with the way to the plans', async () => {
  const page = await owner('olive@ending.example', PHONE);
  // As if twelve of its fourteen days had passed.
  await page.route('**/api/cognito-auth/subscription', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { trialEndsAt: string } };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, trialEndsAt: new Date(Date.now() + 2 * 86_400_000).toISOString() } } });
  });
  await page.goto(larder.url('/app/machines'));
  const note = page.getByRole('alert').filter({ hasText: 'Your free trial ends on ' });
  await note.getByText('You then keep what Essential offers, guests can go on buying, and nothing is charged.', { exact: false }).waitFor();
  await keepsNobodyOut(page);
  await note.getByRole('link', { name: 'See the plans' }).click();
  await main(page).getByRole('heading', { name: 'Available Plans' }).waitFor();
  expect(await note.count()).toBe(1);
  await keepsNobodyOut(page);
}, 60_000);

describe.each<[string, Viewport]>([['a phone', PHONE], ['a desk', DESK]])('On %s', (_, viewport) => {
  it('an admin sees the plan and is sent to the owner; nothing of billing is shown', async () => {
    const page = await larder.signedIn('/app/subscription', viewport, 'admin');
    await main(page).getByRole('heading', { name: 'Available Plans' }).waitFor();
    await main(page).getByText('Most Popular').waitFor();
    const nameIsBelow = (name: string) => main(page).locator('.plan-card').filter({ hasText: name }).first().evaluate((card) => (card.querySelector('h3')?.getBoundingClientRect().top ?? 0) - card.getBoundingClientRect().top);
    // Nothing is left free for a tag but beside a card that has one.
    expect((await nameIsBelow('Essential')) < (await nameIsBelow('Growth'))).toBe(viewport === PHONE);
    expect(await main(page).getByRole('button', { name: 'Contact Owner: Growth' }).isDisabled()).toBe(true);
    expect(await main(page).getByRole('button', { name: /Manage Billing|Cancel Subscription|Update payment/ }).count()).toBe(0);
    expect(await main(page).getByText('Invoices').count()).toBe(0);
    await page.getByText(/^Loading/).first().waitFor({ state: 'hidden' });
    await keepsNobodyOut(page);
  }, 60_000);

  it('the owner\'s screen keeps nobody out', async () => {
    const page = await larder.signedIn('/app/organization', viewport);
    await main(page).getByRole('link', { name: 'Manage Subscription' }).click();
    await main(page).getByText('No invoices yet').waitFor();
    await main(page).getByText('Most Popular').waitFor();
    await keepsNobodyOut(page);
  }, 60_000);
});
