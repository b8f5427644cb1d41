/** An organization's subscription through the front door: trial, checkout, upgrade, downgrade, cancellation, renewals that fail, and who may do what. */
import type { Invoice } from '@larder/contracts/identity/billing.js';
import { subscription } from '@larder/identity/billing/subscription.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { fromOurPages } from '../cognito.testing.js';
import { codeIn, lettersTo, mailTo } from '../mailbox.testing.js';
import { startLarder, type CallOptions, type TestLarder } from '../testing.js';

const PASSWORD = 'Correct-horse-7';
const DAY_MS = 86_400_000;
const A_MINUTE_MS = 60_000;

interface Shown {
  plan: { name: string; displayName: string; price: number };
  status: string;
  isPaid: boolean;
  currentPeriodStart?: string;
  currentPeriodEnd?: string;
  cancelAtPeriodEnd: boolean;
  pendingPlan?: { name: string };
  nextAttemptAt?: string;
  graceEndsAt?: string;
}
interface Chosen { url?: string; effective: string; subscription: Shown }

const A_YEAR_MS = 365 * 86_400_000;
let larder: TestLarder;
let clock: StandingClock;
const seen = new Set<string>();
beforeAll(async () => {
  clock = standingClock();
  larder = await startLarder({ clock });
});
afterAll(() => larder.stop());

const cognito = (operation: string, body: object) => fromOurPages(larder.url, operation, body);
const signIn = async (email: string): Promise<string> => (await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email, password: PASSWORD } })).idToken;

/** A new organization on trial; answers its owner's way of asking, signing in anew whenever time has passed. */
async function founded(email: string, name: string) {
  await cognito('SignUp', {
    Username: email, Password: PASSWORD, UserAttributes: [{ Name: 'email', Value: email }, { Name: 'given_name', Value: 'Olive' }, { Name: 'family_name', Value: 'Reed' }], ClientMetadata: { organizationName: name },
  });
  const mail = await mailTo(larder, email, /confirmation code/, seen);
  await cognito('ConfirmSignUp', { Username: email, ConfirmationCode: codeIn(mail) });
  await until(`${name} is founded`, async () => (await larder.call('GET', '/api/cognito-auth/account', { token: await signIn(email) })).status === 200);
  const ask = async <T>(method: string, path: string, options: CallOptions = {}) => larder.ask<T>(method, path, { ...options, token: await signIn(email) });
  const call = async <T>(method: string, path: string, options: CallOptions = {}) => larder.call<T>(method, path, { ...options, token: await signIn(email) });
  const account = async () => (await ask<{ account: { id: string } }>('GET', '/api/cognito-auth/account')).account.id;
  const subscription = () => ask<Shown>('GET', '/api/cognito-auth/subscription');
  const invoices = async () => (await ask<{ invoices: Invoice[] }>('GET', '/api/auth/subscription/invoices')).invoices;
  const choose = (planId: string) => ask<Chosen>('POST', '/api/auth/subscription/upgrade', { body: { planId } });
  const pay = (url: string, card = 'works') => larder.call<{ returnUrl: string }>('POST', `/api/billing/pages/${url.split('/').at(-1)}`, { body: { card } });
  /** Through the checkout. */
  const subscribe = async (planId: string, card = 'works') => {
    const { url = '' } = await choose(planId);
    return pay(url, card);
  };
  const enterCard = async (card = 'works') => pay((await ask<{ url: string }>('POST', '/api/auth/subscription/payment-method', { body: {} })).url, card);
  return { email, ask, call, account, subscription, invoices, choose, pay, subscribe, enterCard };
}

it('a trial becomes a subscription at a checkout; a declined card changes nothing, paying twice neither', async () => {
  const owner = await founded('olive@one.example', 'One Stays');
  expect(await owner.subscription()).toMatchObject({ plan: { name: 'professional', price: 149 }, status: 'trialing', isPaid: false, cancelAtPeriodEnd: false });
  expect(await owner.ask('GET', '/api/auth/subscription/preview?planId=growth')).toMatchObject({ direction: 'subscribe', dueNow: 149, nextAmount: 149, nextAt: '2026-04-01T12:00:00.000Z', warnings: ['Your free trial ends with the first payment.'] });
  const { url = '', effective } = await owner.choose('growth');
  expect([effective, url]).toEqual(['checkout', expect.stringMatching(/^\/billing\//)]);
  expect(await larder.ask('GET', `/api/billing/pages/${url.split('/').at(-1)}`)).toMatchObject({ kind: 'subscribe', organization: 'One Stays', plan: { displayName: 'Growth', price: 149 }, isDone: false });
  expect(await owner.pay(url, 'declined')).toMatchObject({ status: 409, body: { message: 'Your card was declined. Please try another one.' } });
  expect(await owner.subscription()).toMatchObject({ status: 'trialing' });

  expect(await owner.pay(url)).toMatchObject({ status: 200, body: { data: { returnUrl: '/app/subscription?checkout=done' } } });
  expect(await owner.pay(url)).toMatchObject({ status: 200 });
  expect(await owner.subscription()).toMatchObject({ plan: { name: 'professional', displayName: 'Growth' }, status: 'active', isPaid: true, currentPeriodEnd: '2026-04-01T12:00:00.000Z' });
  expect(await owner.invoices()).toMatchObject([{ number: 'TEST-0001', status: 'paid', amount: 149, currency: 'USD' }]);
  expect((await mailTo(larder, owner.email, /Your Larder receipt TEST-0001/, seen)).text).toContain('$149.00');
  expect(await owner.ask('GET', '/api/subscription/current')).toMatchObject({ hasActiveSubscription: true, subscription: { status: 'active' } });
});

it('going up is charged at once for the rest of the period, going down waits for the next; both can be taken back', async () => {
  const owner = await founded('olive@two.example', 'Two Stays');
  await owner.subscribe('essential');
  const start = clock.now();
  clock.pass((Date.parse((await owner.subscription()).currentPeriodEnd ?? '') - start.getTime()) / 2);
  const preview = await owner.ask<{ dueNow: number; lines: { amount: number }[] }>('GET', '/api/auth/subscription/preview?planId=growth');
  expect(preview).toMatchObject({ direction: 'upgrade', dueNow: 35, nextAmount: 149, lines: [{ description: 'Unused time on Essential', amount: -39.5 }, { description: 'Remaining time on Growth', amount: 74.5 }] });
  const key = { 'idempotency-key': 'one click' };
  const upgrades = await Promise.all([1, 2, 3].map(() => owner.ask<Chosen>('PUT', '/api/subscription/upgrade', { body: { newPlan: 'professional' }, headers: key })));
  expect(upgrades.map(({ effective, subscription }) => [effective, subscription.plan.name])).toEqual([1, 2, 3].map(() => ['now', 'professional']));
  expect((await owner.invoices()).map(({ amount, status }) => [amount, status])).toEqual([[35, 'paid'], [79, 'paid']]);
  expect(await owner.call('PUT', '/api/subscription/upgrade', { body: { newPlan: 'enterprise' }, headers: key })).toMatchObject({ status: 409 });

  expect(await owner.choose('starter')).toMatchObject({ effective: 'period-end', subscription: { plan: { name: 'professional' }, pendingPlan: { name: 'starter', displayName: 'Essential' } } });
  expect((await owner.ask<{ subscription: Shown }>('POST', '/api/auth/subscription/resume')).subscription.pendingPlan).toBeUndefined();
  await owner.choose('essential');
  expect((await owner.choose('growth')).subscription.pendingPlan).toBeUndefined();
  await owner.choose('essential');
  const { currentPeriodEnd = '' } = await owner.subscription();
  clock.pass(Date.parse(currentPeriodEnd) - clock.now().getTime() + A_MINUTE_MS);
  await until('the smaller plan has begun', async () => {
    clock.pass(1_000);
    return (await owner.subscription()).plan.name === 'starter';
  });
  expect(await owner.invoices()).toMatchObject([{ amount: 79, status: 'paid', lines: [{ description: 'Essential plan, one month', amount: 79 }] }, { amount: 35 }, { amount: 79 }]);
});

it('a smaller plan than the machines there need is refused in words, one that includes fewer is warned of', async () => {
  const owner = await founded('olive@three.example', 'Three Stays');
  await owner.subscribe('growth');
  const add = (n: number) => owner.ask('POST', '/api/cognito-auth/machines', { body: { machineId: `THREE-${n}`, name: 'One', location: { address: 'Here' } } });
  for (let n = 1; n <= 3; n++) await add(n);
  expect(await owner.ask('GET', '/api/auth/subscription/preview?planId=essential')).toMatchObject({ direction: 'downgrade', dueNow: 0, warnings: ['Essential includes 1 machine and you have 3. Everything keeps working, and you are over your plan.'] });
  for (let n = 4; n <= 6; n++) await add(n);
  const words = { status: 409, body: { error: 'CONFLICT', message: 'Essential has room for 5 machines and you have 6. Remove 1 machine first, or choose a larger plan.' } };
  expect(await owner.call('GET', '/api/auth/subscription/preview?planId=essential')).toMatchObject(words);
  expect(await owner.call('POST', '/api/auth/subscription/upgrade', { body: { planId: 'essential' } })).toMatchObject(words);
  expect(await owner.ask('GET', '/api/auth/organization/usage')).toMatchObject({ machines: { current: 6, limit: 2 } });
});

it('canceled at the end of the period, resumed, canceled again and over; nobody is left without the smallest plan', async () => {
  const owner = await founded('olive@four.example', 'Four Stays');
  expect(await owner.call('POST', '/api/auth/subscription/cancel')).toMatchObject({ status: 409, body: { message: 'There is no subscription to change. Choose a plan first.' } });
  await owner.subscribe('growth');
  expect(await owner.ask('POST', '/api/auth/subscription/cancel')).toMatchObject({ subscription: { status: 'active', cancelAtPeriodEnd: true } });
  expect((await mailTo(larder, owner.email, /will be canceled on/, seen)).text).toContain('You can resume it until then.');
  expect(await owner.ask('POST', '/api/auth/subscription/resume')).toMatchObject({ subscription: { cancelAtPeriodEnd: false } });
  expect(await owner.ask('DELETE', '/api/subscription/cancel')).toMatchObject({ subscription: { cancelAtPeriodEnd: true } });
  clock.pass(32 * DAY_MS);
  await until('it is over', async () => {
    clock.pass(1_000);
    return (await owner.subscription()).status === 'canceled';
  });
  expect(await owner.subscription()).toMatchObject({ plan: { name: 'starter' }, isPaid: false });
  await mailTo(larder, owner.email, /subscription has ended/, seen);
  expect(await owner.choose('growth')).toMatchObject({ effective: 'checkout' });
});

describe('A payment that fails', () => {
  const overdue = async (email: string) => {
    const owner = await founded(email, email);
    await owner.subscribe('growth', 'fails-later');
    clock.pass(Date.parse((await owner.subscription()).currentPeriodEnd ?? '') - clock.now().getTime() + A_MINUTE_MS);
    await until('it is overdue', async () => {
      clock.pass(1_000);
      return (await owner.subscription()).status === 'past_due';
    });
    return owner;
  };

  it('leaves everything as it is for the grace, is told, and is good again with a new card', async () => {
    const owner = await overdue('olive@five.example');
    const { plan, nextAttemptAt = '', graceEndsAt = '' } = await owner.subscription();
    expect([plan.name, nextAttemptAt > clock.now().toISOString(), graceEndsAt > nextAttemptAt]).toEqual(['professional', true, true]);
    await mailTo(larder, owner.email, /payment did not go through/, seen);
    expect(await owner.call('POST', '/api/auth/subscription/upgrade', { body: { planId: 'enterprise' } })).toMatchObject({ status: 409, body: { message: 'Your last payment did not go through. Please update your payment method first.' } });
    expect(await owner.enterCard('declined')).toMatchObject({ status: 409 });
    expect(await owner.enterCard()).toMatchObject({ status: 200 });
    expect(await owner.subscription()).toMatchObject({ status: 'active', plan: { name: 'professional' } });
    expect((await owner.invoices())[0]).toMatchObject({ status: 'paid', amount: 149 });
  });

  it('is tried again, and ends the subscription when every attempt has failed', async () => {
    const owner = await overdue('olive@six.example');
    clock.pass(15 * DAY_MS);
    await until('it is over', async () => {
      clock.pass(1_000);
      return (await owner.subscription()).status === 'canceled';
    });
    expect((await owner.invoices())[0]).toMatchObject({ status: 'uncollectible' });
    expect(await owner.subscription()).toMatchObject({ plan: { name: 'starter' } });
  });
});

it('two checkouts paid side by side leave one subscription; what was paid for the other is credit', async () => {
  const owner = await founded('olive@seven.example', 'Seven Stays');
  const [first, second] = [await owner.choose('essential'), await owner.choose('growth')];
  await owner.pay(first.url ?? '');
  await owner.pay(second.url ?? '');
  expect(await owner.subscription()).toMatchObject({ plan: { name: 'starter' }, status: 'active' });
  // The other's whole month is credit, so going up costs nothing now.
  expect(await owner.ask('GET', '/api/auth/subscription/preview?planId=growth')).toMatchObject({ direction: 'upgrade', dueNow: 0 });
});

it('owners are told three days before the trial ends, unless they have chosen a plan', async () => {
  const paying = await founded('olive@paying.example', 'Paying Stays');
  await paying.subscribe('growth');
  const owner = await founded('olive@eight.example', 'Eight Stays');
  clock.pass(11 * DAY_MS + A_MINUTE_MS);
  const mail = await until('the letter is there', async () => {
    clock.pass(1_000);
    return mailTo(larder, owner.email, /trial ends on/, seen).catch(() => undefined);
  });
  expect(mail.text).toContain('Choose a plan to keep everything as it is.');
  expect(mail.text).toContain('Essential has room for 5 machines: newer ones go on selling, and can be looked at, not changed.');
  await until('both were seen to', async () => (await larder.kit.stream(`subscription-${await paying.account()}`)).some(({ type }) => type === 'TrialEndingNoticed'));
  expect(await lettersTo(larder, paying.email, /trial ends on/)).toEqual([]);
});

it('the pages lead back to this site only', async () => {
  const owner = await founded('olive@nine.example', 'Nine Stays');
  const portal = (returnUrl: string) => owner.call<{ url: string }>('POST', '/api/auth/organization/subscription/portal', { body: { returnUrl } });
  for (const elsewhere of ['https://evil.example/app', '//evil.example', '/\\evil.example', '/..//evil.example', 'javascript:alert(1)', 'http://']) expect([elsewhere, (await portal(elsewhere)).status]).toEqual([elsewhere, 400]);
  const { body: { data } } = await portal('/app/organization');
  expect(await larder.ask('GET', `/api/billing/pages/${data?.url.split('/').at(-1)}`)).toMatchObject({ kind: 'portal', returnUrl: '/app/organization' });
  expect(await larder.call('GET', `/api/billing/pages/${data?.url.split('/').at(-1)}x`)).toMatchObject({ status: 404 });
});

it('everybody sees the plan, only the owner what it costs to change it', async () => {
  const statuses = async (role: 'owner' | 'admin' | 'viewer') => {
    const token = await larder.signIn(role);
    const calls: [string, string, unknown?][] = [
      ['GET', '/api/cognito-auth/subscription'], ['GET', '/api/subscription/current'], ['GET', '/api/auth/organization/usage'], ['GET', '/api/auth/subscription/invoices'], ['GET', '/api/auth/subscription/preview?planId=growth'],
      ['POST', '/api/auth/subscription/upgrade', { planId: 'platinum' }], ['PUT', '/api/subscription/upgrade', {}], ['POST', '/api/auth/subscription/payment-method', {}], ['POST', '/api/auth/organization/subscription/portal', {}],
    ];
    return Promise.all(calls.map(async ([method, path, body]) => (await larder.call(method, path, { token, body })).status));
  };
  expect(await statuses('owner')).toEqual([200, 200, 200, 200, 200, 400, 400, 200, 200]);
  for (const role of ['admin', 'viewer'] as const) expect(await statuses(role)).toEqual([200, 200, 200, 403, 403, 403, 403, 403, 403]);
});

it('a plan that was given can be canceled and resumed without a payment provider', async () => {
  const token = await larder.signIn('owner', 'given');
  expect(await larder.ask('GET', '/api/cognito-auth/subscription', { token })).toMatchObject({ plan: { name: 'enterprise' }, status: 'active', isPaid: false });
  expect(await larder.ask('POST', '/api/auth/subscription/cancel', { token })).toMatchObject({ subscription: { cancelAtPeriodEnd: true } });
  expect(await larder.ask('POST', '/api/auth/subscription/resume', { token })).toMatchObject({ subscription: { cancelAtPeriodEnd: false } });
});

it('a plan that was given goes on from period to period, and when it is canceled ends with the one that is now', async () => {
  await larder.signIn('owner', 'lasting');
  clock.pass(2.5 * A_YEAR_MS);
  const token = await larder.signIn('owner', 'lasting');
  const [begun, ends] = [clock.now().getTime() - A_YEAR_MS / 2, clock.now().getTime() + A_YEAR_MS / 2].map((ms) => new Date(ms).toISOString());
  const period = { currentPeriodStart: begun, currentPeriodEnd: ends };
  expect(await larder.ask('GET', '/api/cognito-auth/subscription', { token })).toMatchObject({ status: 'active', ...period });
  expect(await larder.ask('POST', '/api/auth/subscription/cancel', { token })).toMatchObject({ subscription: { plan: { name: 'enterprise' }, status: 'active', cancelAtPeriodEnd: true, ...period } });
  clock.pass(A_YEAR_MS / 2);
  expect(await larder.ask('GET', '/api/cognito-auth/subscription', { token: await larder.signIn('owner', 'lasting') })).toMatchObject({ plan: { name: 'starter' }, status: 'canceled' });
});

it('whoever was the only member and is forgotten does not go on paying', async () => {
  const olive = await founded('olive@alone.example', 'Alone Stays');
  await olive.subscribe('starter');
  const { account } = await olive.ask<{ account: { id: string } }>('GET', '/api/cognito-auth/account');
  await olive.ask('DELETE', '/api/cognito-auth/profile', { body: { email: olive.email } });
  expect(await larder.kit.look(subscription, account.id, account.id)).toMatchObject({ current: { status: 'active', cancelAtPeriodEnd: true } });
});
