/** Whole purchases with a payment provider that remembers: its messages come twice, late, or never, its calls fail half way, and the product is restarted between any two steps. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { BlackBox } from '@larder/contracts/vending/black-box.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { SaleView } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import type { DoubleCheckout, DoubleIntent, DoubleRefund } from '@larder/vending/checkouts/stripe-double/stripe-account.testing.js';
import { openStripeDouble, type StripeDouble } from '@larder/vending/checkouts/stripe-double/stripe-double.testing.js';
import { startRestarting, type Restarting } from './restarting.testing.js';
import type { AddedMachine } from '../testing.js';

const SECRET = 'whsec_of_the_test';
let clock: StandingClock;
let stripe: StripeDouble;
let product: Restarting;
let machine: AddedMachine;
let owner: string;

beforeAll(async () => {
  clock = standingClock('2026-03-01T17:00:00.000Z');
  stripe = await openStripeDouble({ webhookSecret: SECRET, now: () => clock.now().getTime() });
  product = await startRestarting(clock, (url) => ({ STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url, PUBLIC_URL: url }));
  stripe.messages.url = `${product.url}/api/webhooks/checkout`;
});
afterAll(async () => {
  await product.end();
  await stripe.close();
});
beforeEach(async () => {
  owner = await product.larder.signIn('owner');
  machine = await product.larder.addMachine({ machineId: `VM-S${++machines}`, slots: [{ slot: 'A1', name: 'Cola', price: 3.2 }] });
  Object.assign(stripe.messages, { mode: 'send', copies: 1 });
});
let machines = 0;
const hourOf = ({ now }: StandingClock): number => Math.floor(now().getTime() / 3_600_000);

const ask = <T>(method: string, path: string, body?: object): Promise<T> => product.larder.ask<T>(method, path, { token: owner, body });
const view = (id: string): Promise<SessionView> => ask('GET', `/api/vend/session/${id}`);
/** Time passes while one waits. */
const becomes = (id: string, what: string, is: (view: SessionView) => unknown): Promise<SessionView> => until(what, async () => {
  clock.pass(500);
  const now = await view(id);
  return is(now) ? now : undefined;
});
/** A guest taps, under these settings of the organization. */
async function tapUnder(settings: object): Promise<string> {
  await ask('PUT', '/api/cognito-auth/account', settings);
  return (await ask<SessionView>('POST', '/api/vend/start', { nfcSessionId: `${machine.machineId}-042` })).sessionId;
}
const checkoutOf = ({ checkoutUrl = '' }: SessionView): string => checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1);
const unlocked = (id: string): Promise<boolean> => until('the door is unlocked', () => {
  clock.pass(500);
  return machine.heard.some((order) => order.do === 'unlock' && order.sid === id);
});

/** What becomes of the provider's messages, and what happens until they count. */
const fates: Record<string, { mode: StripeDouble['messages']['mode']; copies: number; heard(): Promise<void> }> = {
  'doubled': { mode: 'send', copies: 2, heard: async () => undefined },
  'late, when the product was restarted meanwhile': { mode: 'keep', copies: 1, heard: async () => {
    await product.restart(machine);
    await stripe.messages.deliver({ reversed: true });
  } },
  'lost': { mode: 'drop', copies: 1, heard: async () => void clock.pass(121_000) },
};

async function paid(id: string, fate: keyof typeof fates): Promise<void> {
  const { mode, copies, heard } = fates[fate] as (typeof fates)[string];
  Object.assign(stripe.messages, { mode, copies });
  await stripe.pay(checkoutOf(await view(id)));
  await heard();
}
async function shop(id: string): Promise<void> {
  machine.device.openDoor(id);
  machine.device.take('A1', 2, id);
  machine.device.closeDoor(id);
  await until('everything is acknowledged', () => machine.device.waiting === 0);
}
/** One sale, and what the provider has taken is what it says. */
async function agrees(id: string): Promise<void> {
  const { sales } = await until('the sale is there', async () => {
    const page = await ask<{ sales: SaleView[] }>('GET', `/api/admin/sales?machineId=${machine.machineId}`);
    return page.sales.length > 0 && page;
  });
  expect(sales.map(({ amount, paymentMethod }) => [amount, paymentMethod])).toEqual([[6.4, 'card']]);
  const taken = [...stripe.account.intents.values()].filter(({ metadata }) => metadata.sessionId === id).reduce((sum, { amount_received: cents }) => sum + cents, 0);
  expect(taken).toBe(640);
}

describe.each(Object.keys(fates) as (keyof typeof fates)[])('With messages %s', (fate) => {
  it('a guest who pays after taking pays once', async () => {
    const id = await tapUnder({ paymentFlow: 'pay-after', statementDescriptor: 'SEASIDE SNACKS' });
    await unlocked(id);
    await product.restart(machine);
    await shop(id);
    await product.restart(machine);
    await becomes(id, 'the checkout is open', ({ checkoutUrl }) => checkoutUrl);
    await paid(id, fate);
    expect(await becomes(id, 'it is paid', ({ status }) => status === 'completed')).toMatchObject({ totalAmount: 6.4 });
    await agrees(id);
    expect([...stripe.account.intents.values()].find(({ metadata }) => metadata.sessionId === id)?.statement_descriptor_suffix).toBe('SEASIDE SNACKS');
  });

  it('a guest whose card is held first pays exactly what was taken', async () => {
    const id = await tapUnder({ paymentFlow: 'hold-first', holdCents: 1500 });
    await becomes(id, 'the card can be held', ({ checkoutUrl }) => checkoutUrl);
    await product.restart(machine);
    await paid(id, fate);
    await unlocked(id);
    await product.restart(machine);
    await shop(id);
    expect(await becomes(id, 'all is settled', ({ status, hold }) => status === 'completed' && hold?.state === 'settled')).toMatchObject({ hold: { amount: 15, charged: 6.4, released: 8.6 } });
    await agrees(id);
  });
});

it('calls that fail before or after their work are repeated under the same key: one checkout, one refund', async () => {
  const id = await tapUnder({ paymentFlow: 'pay-after' });
  await unlocked(id);
  stripe.fail = { before: 1, after: 2 };
  await shop(id);
  await becomes(id, 'the checkout is open', ({ checkoutUrl }) => checkoutUrl);
  expect([...stripe.account.checkouts.values()].filter(({ metadata }) => metadata.sessionId === id)).toHaveLength(1);
  await paid(id, 'doubled');
  await becomes(id, 'it is paid', ({ status }) => status === 'completed');
  await agrees(id);
  stripe.fail = { before: 0, after: 2 };
  await ask('POST', `/api/admin/sales/visit.${id}.0/refund`, { amount: 2, reason: 'It was warm' });
  const receipt = await until('it is given back', async () => {
    const shown = await ask<Receipt>('GET', `/api/vend/receipt/${id}`);
    return shown.refunded > 0 && shown;
  });
  expect(receipt).toMatchObject({ refunded: 2, refunding: 0 });
  expect([...stripe.account.intents.values()].find(({ metadata }) => metadata.sessionId === id)?.refunded).toBe(200);

  const refund = [...stripe.account.refunds.values()].find(({ metadata }) => metadata.sessionId === id) as DoubleRefund;
  stripe.messages.copies = 2;
  await stripe.messages.tell('refund.failed', stripe.account.failRefund(refund));
  const raised = await until('the operator is told that it came back', async () => {
    const { alerts } = await ask<{ alerts: AlertView[] }>('GET', `/api/admin/dashboard/alerts?machineId=${machine.machineId}`);
    return alerts.find(({ details }) => details.reason === 'payment_failure');
  });
  expect(raised).toMatchObject({ severity: 'high', message: expect.stringContaining('a refund of $2.00 came back from the guest\'s bank (expired or canceled card); give it back another way') });
}, 60_000);

it('a failure that the provider repeats under its key is behind the guest after an hour', async () => {
  const id = await tapUnder({ paymentFlow: 'pay-after' });
  await unlocked(id);
  stripe.failing = `${id}:checkout:1:${hourOf(clock)}`;
  await shop(id);
  await until('the provider has failed', () => stripe.calls.some(({ key }) => key === stripe.failing));
  clock.pass(3_600_000);
  owner = await product.larder.signIn('owner');
  await becomes(id, 'the checkout is open', ({ checkoutUrl }) => checkoutUrl);
  await paid(id, 'doubled');
  await becomes(id, 'it is paid', ({ status }) => status === 'completed');
  await agrees(id);
});

it.each(['capture', 'release'])('a %s whose failure the provider repeats under its key is made after an hour', async (step) => {
  const id = await tapUnder({ paymentFlow: 'hold-first', holdCents: 1500 });
  await stripe.pay(checkoutOf(await becomes(id, 'the card can be held', ({ checkoutUrl }) => checkoutUrl)));
  await unlocked(id);
  stripe.spoiling = `${id}:${step}`;
  if (step === 'capture') await shop(id);
  else await ask('DELETE', `/api/vend/session/${id}`);
  await until('the provider has failed', () => stripe.spoiling === undefined);
  clock.pass(3_600_000);
  owner = await product.larder.signIn('owner');
  expect(await becomes(id, 'all is settled', ({ hold }) => hold?.state === 'settled')).toMatchObject({ hold: step === 'capture' ? { charged: 6.4, released: 8.6 } : { charged: 0, released: 15 } });
});

it('a checkout that runs out at the provider can be opened again', async () => {
  const id = await tapUnder({ paymentFlow: 'pay-after' });
  await unlocked(id);
  await shop(id);
  const first = await becomes(id, 'the checkout is open', ({ checkoutUrl }) => checkoutUrl);
  await stripe.expire(checkoutOf(first));
  await becomes(id, 'it can be paid again', ({ checkoutUrl, status }) => status === 'committed' && !checkoutUrl);
  const second = await ask<SessionView>('POST', `/api/vend/session/${id}/pay`, {});
  expect(checkoutOf(second)).not.toBe(checkoutOf(first));
  await stripe.pay(checkoutOf(second));
  await becomes(id, 'it is paid', ({ status }) => status === 'completed');
  await agrees(id);

  // What the provider has forgotten is asked about like anything else, and not for ever.
  stripe.account.checkouts.delete(checkoutOf(first));
  await until('it was asked about', async () => {
    clock.pass(10_000);
    const { timeline } = await ask<BlackBox>('GET', `/api/admin/sales/visit.${id}.0/timeline`);
    return timeline.some(({ type }) => type === 'CheckoutsAsked');
  });
});

it('money that was taken out of the hold while nobody answered is not asked for again', async () => {
  const id = await tapUnder({ paymentFlow: 'hold-first', holdCents: 1500 });
  await stripe.pay(checkoutOf(await becomes(id, 'the card can be held', ({ checkoutUrl }) => checkoutUrl)));
  await unlocked(id);
  stripe.failing = `${id}:capture`;
  await shop(id);
  await until('it was tried', () => stripe.calls.some(({ key }) => key?.startsWith(`${id}:capture:`)));
  const intent = [...stripe.account.intents.values()].find(({ metadata }) => metadata.sessionId === id) as DoubleIntent;
  stripe.account.capture(intent.id, 640);
  stripe.failing = undefined;
  expect((await becomes(id, 'it is paid, or asked for', ({ status, checkoutUrl }) => status === 'completed' || checkoutUrl)).status).toBe('completed');
  await agrees(id);
});

it('what somebody took out of the hold beyond the bill goes back by itself', async () => {
  const id = await tapUnder({ paymentFlow: 'hold-first', holdCents: 1500 });
  await stripe.pay(checkoutOf(await becomes(id, 'the card can be held', ({ checkoutUrl }) => checkoutUrl)));
  await unlocked(id);
  const intent = [...stripe.account.intents.values()].find(({ metadata }) => metadata.sessionId === id) as DoubleIntent;
  stripe.account.capture(intent.id, 1500);
  await shop(id);
  await becomes(id, 'it is paid', ({ status }) => status === 'completed');
  expect(await until('the rest has gone back', () => intent.refunded)).toBe(860);
});

it('a rest that the hold does not reach for by a few cents can be paid by card', async () => {
  const id = await tapUnder({ paymentFlow: 'hold-first', holdCents: 630 });
  await stripe.pay(checkoutOf(await becomes(id, 'the card can be held', ({ checkoutUrl }) => checkoutUrl)));
  await unlocked(id);
  await shop(id);
  const rest = await becomes(id, 'the rest is asked for', ({ status, hold, checkoutUrl }) => status !== 'active' && hold?.state === 'settled' && checkoutUrl);
  expect(rest.hold).toMatchObject({ charged: 5.9, released: 0.4 });
  await stripe.pay(checkoutOf(rest));
  await becomes(id, 'it is paid', ({ status }) => status === 'completed');
  await agrees(id);
});

it('of a refund that goes back two ways, the part that is refused is told', async () => {
  const id = await tapUnder({ paymentFlow: 'hold-first', holdCents: 400 });
  await stripe.pay(checkoutOf(await becomes(id, 'the card can be held', ({ checkoutUrl }) => checkoutUrl)));
  await unlocked(id);
  await shop(id);
  const rest = checkoutOf(await becomes(id, 'the rest is asked for', ({ hold, checkoutUrl }) => hold?.state === 'settled' && checkoutUrl));
  await stripe.pay(rest);
  await becomes(id, 'it is paid', ({ status }) => status === 'completed');
  await agrees(id);
  stripe.account.checkouts.delete(rest);
  await ask('POST', `/api/admin/sales/visit.${id}.0/refund`, { reason: 'It was warm' });
  const told = await until('the operator is told', async () => {
    const { alerts } = await ask<{ alerts: AlertView[] }>('GET', `/api/admin/dashboard/alerts?machineId=${machine.machineId}`);
    return alerts.find(({ details }) => details.reason === 'payment_failure' && details.sessionId === id);
  });
  expect(told).toMatchObject({ details: { amountCents: 240 }, message: expect.stringContaining('a refund of $2.40 was refused: No such checkout') });
  expect(await ask('GET', `/api/admin/sales?machineId=${machine.machineId}`)).toMatchObject({ sales: [{ refundedAmount: 4, refundingAmount: 0 }] });
});

it('a message about somebody else\'s checkout in the same account is answered, not sent again for days', async () => {
  const theirs = { ...[...stripe.account.checkouts.values()][0] as DoubleCheckout, id: 'cs_theirs', metadata: { sessionId: 'a visit of another deployment' } };
  await stripe.messages.tell('checkout.session.completed', theirs);
  expect(await stripe.messages.deliver()).toBe(0);
});

it('a refund of a checkout that the provider does not know is refused, and the operator reads why until it is given back after all', async () => {
  const id = await tapUnder({ paymentFlow: 'pay-after' });
  await unlocked(id);
  await shop(id);
  const checkout = checkoutOf(await becomes(id, 'the checkout is open', ({ checkoutUrl }) => checkoutUrl));
  await stripe.pay(checkout);
  await becomes(id, 'it is paid', ({ status }) => status === 'completed');
  const sales = async (): Promise<SaleView[]> => (await ask<{ sales: SaleView[] }>('GET', `/api/admin/sales?machineId=${machine.machineId}`)).sales;
  const sale = await until('the sale is there', async () => (await sales())[0]);
  const known = stripe.account.checkouts.get(checkout) as DoubleCheckout;
  stripe.account.checkouts.delete(checkout);
  const refund = () => ask('POST', `/api/admin/sales/${encodeURIComponent(sale.id)}/refund`, { reason: 'It was warm' });
  await refund();
  expect((await until('the refund is refused', async () => (await sales())[0]?.refunds.find(({ state }) => state !== 'asked'))).state).toBe('refused');
  expect((await sales())[0]?.refundingAmount).toBe(0);
  const told = async () => (await ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?isResolved=false&limit=100')).alerts.filter(({ message, details }) => details.sessionId === id && message.includes('was refused'));
  await until('the operator is told', async () => (await told()).length === 1);
  stripe.account.checkouts.set(checkout, known);
  await refund();
  await until('nothing is left to be done', async () => (await told()).length === 0);
});
