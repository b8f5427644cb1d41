/** A guest's bank takes a payment back: who is told, what is refused meanwhile, and what the payout says of it. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { BlackBox } from '@larder/contracts/vending/black-box.js';
import type { DisputeView } from '@larder/contracts/vending/disputes.js';
import type { PayoutView } from '@larder/contracts/vending/payouts.js';
import type { SaleView } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import type { DoubleDispute, DoubleIntent } from '@larder/vending/checkouts/stripe-double/stripe-account.testing.js';
import { openStripeDouble, type StripeDouble } from '@larder/vending/checkouts/stripe-double/stripe-double.testing.js';
import { shop } from '../buying.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const SECRET = 'whsec_of_the_test';
let clock: StandingClock;
let stripe: StripeDouble;
let larder: TestLarder;
let owner: string;
let machine: AddedMachine;
/** The secret that a guest's browser keeps. */
const GUS = { cookie: 'larder_guest=gus-------------------' };

beforeAll(async () => {
  clock = standingClock('2026-03-01T17:00:00.000Z');
  stripe = await openStripeDouble({ webhookSecret: SECRET, now: () => clock.now().getTime() });
  larder = await startLarder({ clock, settings: { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url } });
  stripe.messages.url = `${larder.url}/api/webhooks/checkout`;
  owner = await larder.signIn('owner');
});
afterAll(async () => {
  await larder.stop();
  await stripe.close();
});
beforeEach(async () => {
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 3.2 }] });
});

async function bought(): Promise<string> {
  const { sessionId, checkoutUrl } = await shop(larder, machine, 1, GUS);
  await stripe.pay(checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1));
  await until('it is sold', async () => (await sale()) !== undefined);
  return sessionId;
}
const sale = async (): Promise<SaleView | undefined> => (await larder.ask<{ sales: SaleView[] }>('GET', `/api/admin/sales?machineId=${machine.machineId}`, { token: owner })).sales[0];
const refund = (id: string): Promise<unknown> => larder.ask('POST', `/api/admin/sales/visit.${id}.0/refund`, { token: owner, body: { amount: 1, reason: 'It was warm' } });
const refused = () => until('the refund is refused', async () => (await sale())?.refunds.find(({ state }) => state === 'refused'));
/** That nobody has resolved. */
const alerts = async (id: string, what: string): Promise<AlertView[]> =>
  (await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?isResolved=false&limit=100', { token: owner })).alerts.filter(({ message, details }) => details.sessionId === id && message.includes(what));
const told = async (id: string): Promise<string[]> => (await larder.ask<BlackBox>('GET', `/api/admin/sales/visit.${id}/timeline`, { token: owner })).timeline.map(({ what }) => what);
const disputed = (id: string): DoubleDispute => stripe.account.dispute([...stripe.account.intents.values()].find(({ metadata }) => metadata.sessionId === id) as DoubleIntent);

it('The operator is told once, gives nothing back on top, and does when it is won; the payout says what is missing', async () => {
  const id = await bought();
  stripe.messages.copies = 2;
  const dispute = disputed(id);
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn'] as const) await stripe.messages.tell(type, { ...dispute });
  const [raised, ...others] = await until('the operator is told', async () => {
    const open = await alerts(id, 'has taken back');
    return open.length > 0 && open;
  });
  expect(others).toEqual([]);
  expect(raised).toMatchObject({
    severity: 'high', details: { sessionId: id, amountCents: 320 },
    message: expect.stringMatching(/: the guest's bank has taken back \$3\.20 \(product not received\); answer with what you know of the visit, at the payment provider, until 2026-03-08 17:0\d UTC, or it is lost$/),
  });
  await refund(id);
  expect(await refused()).toMatchObject({ amount: 1, why: expect.stringContaining('it can be given back when the chargeback is won') });
  expect(stripe.account.refunds.size).toBe(0);
  const { amount: taken } = stripe.account.payOut(Date.parse('2026-03-02T12:00:00.000Z') / 1000);

  stripe.account.closeDispute(dispute, 'won');
  for (const type of ['charge.dispute.funds_reinstated', 'charge.dispute.closed'] as const) await stripe.messages.tell(type, dispute);
  await until('the alert is gone', async () => (await alerts(id, 'has taken back')).length === 0);
  await refund(id);
  await until('it is given back', async () => (await sale())?.refundedAmount === 1);
  expect((await told(id)).filter((what) => /chargeback|bank/i.test(what))).toEqual(['Guest\'s bank took $3.20 back', 'Chargeback of $3.20 was won: the money is yours']);

  const { amount: back } = stripe.account.payOut(Date.parse('2026-03-03T12:00:00.000Z') / 1000);
  clock.set(new Date('2026-03-04T12:00:00.000Z'));
  owner = await larder.signIn('owner');
  const { payouts, openCount } = await until('both payouts are looked at', async () => {
    clock.pass(500);
    const page = await larder.ask<{ payouts: PayoutView[]; openCount: number }>('GET', '/api/admin/sales/payouts', { token: owner });
    return page.payouts.length === 2 && page;
  });
  expect(payouts).toMatchObject([{ charges: 3.2, refunds: 1, fees: 0, cases: 0 }, { charges: 3.2, refunds: 3.2, fees: 15.39, cases: 0 }]);
  expect(payouts.map(({ net }) => Math.round(net * 100))).toEqual([back, taken]);
  expect(openCount).toBe(0);
}, 60_000);

it('One that is lost is told though its end is heard before its beginning, and is entered on the sale as given back', async () => {
  const id = await bought();
  const refunds = stripe.account.refunds.size;
  Object.assign(stripe.messages, { mode: 'keep', copies: 2 });
  const dispute = disputed(id);
  await stripe.messages.tell('charge.dispute.created', { ...dispute });
  await stripe.messages.tell('charge.dispute.closed', stripe.account.closeDispute(dispute, 'lost'));
  stripe.messages.mode = 'send';
  await stripe.messages.deliver({ reversed: true });
  await until('the operator is told', async () => (await alerts(id, 'the chargeback of $3.20 is lost, the guest\'s bank keeps the money')).length === 1);
  expect(await until('it is entered', async () => (await sale())?.refundedAmount && sale())).toMatchObject({
    amount: 3.2, refundedAmount: 3.2, refundingAmount: 0, refunds: [{ state: 'done', reason: 'The guest\'s bank took it back, and the chargeback is lost' }],
  });
  expect(await larder.call('POST', `/api/admin/sales/visit.${id}.0/refund`, { token: owner, body: { amount: 1, reason: 'It was warm' } })).toMatchObject({ status: 409, body: { message: 'This sale is refunded already' } });
  expect(stripe.account.refunds.size).toBe(refunds);
  expect(await alerts(id, 'chargeback of')).toHaveLength(1);
  expect((await told(id)).filter((what) => /chargeback|bank|refund/i.test(what))).toEqual(expect.arrayContaining(['Guest\'s bank took $3.20 back', 'Chargeback of $3.20 was lost: the guest\'s bank keeps the money', 'Refund of $3.20 completed for Cola']));

  await stripe.messages.tell('charge.dispute.closed', stripe.account.closeDispute(dispute, 'won'));
  await stripe.messages.deliver();
  expect(await until('what is won after all is a sale again', async () => (await sale())?.refundedAmount === 0 && sale())).toMatchObject({ amount: 3.2, refundingAmount: 0, refunds: [{ state: 'refused', why: 'The chargeback is won after all' }] });
  await until('the operator has nothing to do any more', async () => (await alerts(id, 'chargeback of')).length === 0);
  expect(await told(id)).toEqual(expect.arrayContaining(['Chargeback of $3.20 was won: the money is yours', 'Chargeback of $3.20 taken off the refunds of Cola']));
}, 60_000);

it('A dispute of the same purchase is over with a chargeback that is lost, and nobody is said to have approved or asked for anything', async () => {
  const id = await bought();
  stripe.messages.copies = 1;
  await larder.ask('POST', `/api/vend/receipt/${id}/dispute`, { headers: GUS, body: { line: 0, claim: 'wrong' } });
  const taken = disputed(id);
  await stripe.messages.tell('charge.dispute.closed', stripe.account.closeDispute(taken, 'lost'));
  const over = await until('nobody has to decide it', async () => (await larder.ask<{ disputes: DisputeView[] }>('GET', '/api/admin/sales/disputes?open=false', { token: owner })).disputes.find(({ saleId, state }) => saleId === `visit.${id}` && state === 'refunded'));
  expect(over.decision).toMatchObject({ by: 'bank', amount: 3.2, reason: 'The chargeback is lost' });
  expect((await told(id)).filter((what) => /refund|dispute|taken back|entered/i.test(what))).toEqual([
    'Chargeback of $3.20 entered as a refund', 'Refund of $3.20 completed for Cola', 'Taken back by the guest\'s bank: $3.20', 'Dispute settled: $3.20 given back',
  ]);
  await stripe.messages.tell('charge.dispute.closed', stripe.account.closeDispute(taken, 'won'));
  const again = await until('what the guest wants is open again', async () => (await larder.ask<{ disputes: DisputeView[] }>('GET', '/api/admin/sales/disputes?open=true', { token: owner })).disputes.find(({ saleId }) => saleId === `visit.${id}`));
  expect(again).toMatchObject({ state: 'open', left: 3.2, trouble: 'The chargeback is won after all' });
}, 60_000);

it('One that is lost before the rest of the visit is paid is entered on the sale when there is one', async () => {
  stripe.messages.copies = 1;
  await larder.ask('PUT', '/api/cognito-auth/account', { token: owner, body: { paymentFlow: 'hold-first', holdCents: 500 } });
  const { sessionId: id } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
  await larder.ask('PUT', '/api/cognito-auth/account', { token: owner, body: { paymentFlow: 'pay-after' } });
  const payAt = async (what: string): Promise<void> => {
    const url = await until(what, async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${id}`)).checkoutUrl);
    await stripe.pay(url.slice(url.lastIndexOf('/') + 1));
  };
  await payAt('the card can be held');
  await until('the door is unlocked', () => machine.heard.some((order) => order.do === 'unlock' && order.sid === id));
  machine.device.openDoor(id);
  machine.device.take('A1', 2, id);
  machine.device.closeDoor(id);
  await until('the hold has brought its part', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${id}`)).hold?.charged === 5);
  await stripe.messages.tell('charge.dispute.closed', stripe.account.closeDispute(disputed(id), 'lost'));
  await payAt('the rest can be paid');
  expect(await until('it is sold, less what the bank keeps', async () => (await sale())?.refundedAmount && sale())).toMatchObject({ amount: 6.4, refundedAmount: 5, refundingAmount: 0 });
}, 60_000);

it('What a bank only asks about can still be given back; a message is taken when it comes again if the provider could not say whose payment it is about', async () => {
  const id = await bought();
  stripe.messages.copies = 1;
  stripe.fail.before = 3; // as often as its client asks
  await stripe.messages.tell('charge.dispute.created', { ...disputed(id), status: 'warning_needs_response' });
  expect(await alerts(id, 'asks about')).toEqual([]);
  expect(await stripe.messages.deliver()).toBe(1);
  await until('the operator is told', async () => (await alerts(id, 'the guest\'s bank asks about $3.20')).length === 1);
  await refund(id);
  await until('it is given back', async () => (await sale())?.refundedAmount === 1);
}, 60_000);
