/** Who is away for one visit, or will not take its money, holds up nobody else: neither other machines nor the next guest of the same one; and what is heard late unlocks no door. */
import type { AlertView } from '@larder/contracts/alerts.js';
import { Links } from '@larder/device-adapter/links.js';
import { sendOrder } from '@larder/contracts/device.js';
import { refuse } from '@larder/contracts/reply.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { openStripeDouble, type StripeDouble } from '@larder/vending/checkouts/stripe-double/stripe-double.testing.js';
import { session } from '@larder/vending/session.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const SECRET = 'whsec_of_the_test';
let clock: StandingClock;
let stripe: StripeDouble;
let larder: TestLarder;

beforeEach(async () => {
  clock = standingClock('2026-03-01T17:00:00.000Z');
  stripe = await openStripeDouble({ webhookSecret: SECRET, now: () => clock.now().getTime() });
  larder = await startLarder({ clock, settings: { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url, PUBLIC_URL: 'http://localhost:1', SET_ASIDE_AFTER_SECONDS: '10' } });
});
afterEach(async () => {
  await stripe.close(); // first: who still waits for its answer has it, and the drain does not wait for them
  await larder.stop();
});

const tap = (machineId: string): Promise<SessionView> => larder.ask('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` } });
const view = (id: string): Promise<SessionView> => larder.ask('GET', `/api/vend/session/${id}`);
const isUnlockedFor = (machine: AddedMachine, id: string): boolean => machine.heard.some((order) => order.do === 'unlock' && order.sid === id);
const letters = async (): Promise<number> => (await Promise.all(larder.kit.deadLetters().map((one) => one.list()))).flat().length;

async function shop(machine: AddedMachine): Promise<string> {
  const { sessionId } = await tap(machine.machineId);
  await until('the door is unlocked', () => isUnlockedFor(machine, sessionId));
  machine.device.openDoor(sessionId);
  machine.device.take('A1', 1, sessionId);
  machine.device.closeDoor(sessionId);
  await until('everything is acknowledged', () => machine.device.waiting === 0);
  return sessionId;
}

it('What the provider will not take blocks neither the machine nor its next guest, and the first one reads why', async () => {
  const machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Gum', price: 0.4 }] });
  const first = await shop(machine);
  await until('the provider was asked', () => stripe.calls.some(({ key }) => key?.startsWith(`${first}:checkout:1:`)));
  expect(await larder.call('POST', `/api/vend/session/${first}/pay`, { body: {} })).toMatchObject({ status: 409, body: { message: 'This cannot be paid by card. Please contact your host.' } });
  const { sessionId } = await tap(machine.machineId);
  await until('the next guest may take something', () => isUnlockedFor(machine, sessionId));
  expect(await letters()).toBe(0);
});

it('While the provider opens no checkouts at all, the operator is told why, once for a machine, and it is over when a card is held again', async () => {
  const machine = await larder.addMachine();
  const owner = await larder.signIn('owner');
  await larder.ask('PUT', '/api/cognito-auth/account', { token: owner, body: { paymentFlow: 'hold-first' } });
  const told = async (isResolved: boolean): Promise<AlertView[]> =>
    (await larder.ask<{ alerts: AlertView[] }>('GET', `/api/admin/dashboard/alerts?isResolved=${isResolved}`, { token: owner })).alerts.filter(({ details }) => details.reason === 'payment_failure');
  stripe.messages.url = `${larder.url}/api/webhooks/checkout`;
  stripe.refusing = '';
  const turnedAway = await tap(machine.machineId);
  const [alert] = await until('the operator is told', async () => (await told(false)).length > 0 && told(false));
  expect(alert).toMatchObject({ severity: 'high', message: expect.stringMatching(/: the payment provider opens no checkout for \$15\.00: Your account cannot currently make live charges\.$/), details: { sessionId: turnedAway.sessionId, amountCents: 1500 } });
  expect((await larder.call('POST', `/api/vend/session/${turnedAway.sessionId}/pay`, { body: {} })).status).toBe(409);
  await larder.ask('DELETE', `/api/vend/session/${turnedAway.sessionId}`);
  const { sessionId } = await tap(machine.machineId);
  await until('the provider was asked', () => stripe.calls.some(({ key }) => key?.startsWith(`${sessionId}:checkout:1:`)));
  expect(await told(false)).toHaveLength(1);
  stripe.refusing = undefined;
  const { checkoutUrl = '' } = await larder.ask<SessionView>('POST', `/api/vend/session/${sessionId}/pay`, { body: {} });
  await stripe.pay(checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1));
  await until('the door is unlocked', () => isUnlockedFor(machine, sessionId));
  await until('the alert is gone', async () => (await told(true)).length === 1 && (await told(false)).length === 0);
});

it('A visit whose checkout fails again and again waits by itself: others shop, nothing is told to a machine twice, and in the end it is paid for', async () => {
  const [one, two] = [await larder.addMachine(), await larder.addMachine()];
  const { link } = larder.part(Links);
  const send = jest.spyOn(link, 'send');
  stripe.failing = '';
  const failed = await shop(one);
  stripe.failing = `${failed}:`;
  const other = await shop(two);
  await until('the other visit can be paid for', async () => (await view(other)).checkoutUrl);
  await until('it lies aside', async () => (clock.pass(1_000), one.device.beat(), (await letters()) === 1));
  const { sessionId: next } = await tap(one.machineId);
  await until('the next guest of its machine may take something', () => isUnlockedFor(one, next));
  expect((await view(failed)).checkoutUrl).toBeUndefined();
  stripe.failing = undefined;
  await until('it can be paid for', async () => (clock.pass(1_000), (await view(failed)).checkoutUrl));
  await until('nothing lies aside', async () => (await letters()) === 0);
  const unlocks = send.mock.calls.flatMap(([, order]) => (order.t === 'cmd' && order.do === 'unlock' ? [order.sid] : []));
  expect(unlocks).toEqual([failed, other, next]);
});

it('While the provider does not answer for one visit, others come, shop and are asked to pay', async () => {
  const [one, two] = [await larder.addMachine(), await larder.addMachine()];
  stripe.silent = '';
  const silent = await shop(one);
  await until('the provider was asked', () => stripe.calls.some(({ key }) => key?.startsWith(`${silent}:`)));
  stripe.silent = `${silent}:`;
  const other = await shop(two);
  await until('the other visit can be paid for', async () => (await view(other)).checkoutUrl);
  const { sessionId: next } = await tap(one.machineId);
  await until('the next guest of its machine may take something', () => isUnlockedFor(one, next));
  expect((await view(silent)).checkoutUrl).toBeUndefined();
});

it('A door is not unlocked for a visit that was cancelled before its order could be given', async () => {
  const machine = await larder.addMachine();
  const send = jest.spyOn(larder.part(Links).link, 'send');
  const ask = larder.kit.ask.bind(larder.kit);
  let tries = 0;
  const away = jest.spyOn(larder.kit, 'ask').mockImplementation(async (contract, ...asked) => {
    if (contract.subject !== sendOrder.subject) return ask(contract, ...asked);
    tries += 1;
    return refuse('UNAVAILABLE', 'Not now');
  });
  const { sessionId } = await tap(machine.machineId);
  await until('the order was tried', () => tries > 0);
  const cancelling = larder.ask<SessionView>('DELETE', `/api/vend/session/${sessionId}`);
  await until('the end was asked for', async () => (await larder.kit.look(session, sessionId)).endAskedBy);
  away.mockRestore();
  expect((await cancelling).status).toBe('cancelled');
  expect(send.mock.calls.flatMap(([, order]) => (order.t === 'cmd' ? [order.do] : []))).toEqual(['lock']);
});
