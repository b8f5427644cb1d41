/** Every night the payment provider's payouts are held against what was sold. */
import type { PayoutView, PayoutCase } from '@larder/contracts/vending/payouts.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import type { DoubleRefund } from '@larder/vending/checkouts/stripe-double/stripe-account.testing.js';
import { openStripeDouble, type StripeDouble } from '@larder/vending/checkouts/stripe-double/stripe-double.testing.js';
import { PayoutNights } from '@larder/vending/payouts/nightly.js';
import { buy, shop } from '../buying.testing.js';
import { csvOf, fetchFile } from '../files.testing.js';
import { ACCOUNT, startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const DAY_MS = 86_400_000;
interface Page {
  payouts: PayoutView[];
  cases: PayoutCase[];
  openCount: number;
  checked: { day: string } | null;
  nextAt: string | null;
}
let clock: StandingClock;
let larder: TestLarder;
let owner: string;
let machine: AddedMachine;

const page = async (account?: string): Promise<Page> => larder.ask('GET', '/api/admin/sales/payouts', { token: account ? await larder.signIn('owner', account) : owner });
/** Until the night after a day has been looked at, and the next one is awaited. */
const lookedAt = async (day: string): Promise<Page> => {
  owner = await larder.signIn('owner'); // a token lasts an hour
  return until(`${day} is looked at`, async () => {
    clock.pass(500);
    const now = await page();
    return now.checked && now.checked.day >= day && (now.nextAt ?? '') > clock.now().toISOString() && now;
  });
};
/** A visit that took one cola, up to where it can be paid. */
const due = () => shop(larder, machine);
const isSold = (id: string) => until('it is sold', async () => (await larder.call('GET', `/api/vend/receipt/${id}`)).status === 200);
const refund = async (id: string, amount: number): Promise<void> => {
  await larder.ask('POST', `/api/admin/sales/visit.${id}.0/refund`, { token: owner, body: { amount, reason: 'x' } });
  await until('it is given back', async () => (await larder.ask<{ refunded: number }>('GET', `/api/vend/receipt/${id}`)).refunded === amount);
};

describe('With the test provider', () => {
  beforeAll(async () => {
    clock = standingClock('2026-03-01T17:00:00.000Z');
    larder = await startLarder({ clock });
    owner = await larder.signIn('owner');
    machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 3.2 }] });
  });
  afterAll(() => larder.stop());

  it('a day is paid out and agrees, for each organization what is its own alone; looking again changes nothing', async () => {
    await isSold(await buy(larder, await larder.addMachine({ account: 'rival', slots: [{ slot: 'A1', name: 'Water', price: 5 }] })));
    const { sessionId, checkoutUrl } = await due();
    await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
    await isSold(sessionId);
    await refund(sessionId, 1.2);
    expect((await page()).checked).toBeNull();
    clock.set(new Date('2026-03-02T08:30:00.000Z'));
    const agreed = await lookedAt('2026-03-01');
    expect(agreed).toMatchObject({ openCount: 0, cases: [], payouts: [{ payoutRef: 'test_payout_2026-03-01', charges: 3.2, refunds: 1.2, fees: 0, net: 2, lines: 2, cases: 0 }], nextAt: '2026-03-03T08:00:00.000Z' });
    await larder.part(PayoutNights).check(ACCOUNT);
    expect(await page()).toEqual(agreed);
    const theirs = await until('theirs is looked at', async () => {
      clock.pass(500);
      const now = await page('rival');
      return now.checked && now;
    });
    expect(theirs).toMatchObject({ openCount: 0, cases: [], payouts: [{ payoutRef: 'test_payout_2026-03-01', charges: 5, refunds: 0, lines: 1 }] });
    expect((await larder.call('GET', '/api/admin/sales/payouts', { token: await larder.signIn('admin') })).status).toBe(403);
  });

  it('what was paid out goes into a file, for the owner alone', async () => {
    const file = (range: string, token = owner) => fetchFile(larder, `/api/admin/sales/export?type=payouts&format=csv&${range}`, token);
    expect(csvOf(await file('startDate=2026-03-02&endDate=2026-03-02'))).toEqual([{ Arrived: '2026-03-02', Payout: 'test_payout_2026-03-01', Charges: '3.2', Refunds: '-1.2', Fees: '0', 'Paid Out': '2', Lines: '2', Differences: '0', Currency: 'USD' }]);
    expect([csvOf(await file('startDate=2026-03-01&endDate=2026-03-01')), csvOf(await file('startDate=2026-03-03&endDate=2026-03-04'))]).toEqual([[], []]);
    expect((await file('startDate=2026-03-02&endDate=2026-03-02', await larder.signIn('admin'))).status).toBe(403);
  });

  it('nights of a system that was off are looked at when it is on again', async () => {
    clock.set(new Date('2026-03-06T09:00:00.000Z'));
    expect(await lookedAt('2026-03-05')).toMatchObject({ openCount: 0, nextAt: '2026-03-07T08:00:00.000Z' });
  });
});

describe('With Stripe', () => {
  let stripe: StripeDouble;
  const SECRET = 'whsec_of_the_test';
  beforeAll(async () => {
    clock = standingClock('2026-03-01T17:00:00.000Z');
    stripe = await openStripeDouble({ webhookSecret: SECRET, now: () => clock.now().getTime() });
    larder = await startLarder({ clock, settings: { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url } });
    stripe.messages.url = `${larder.url}/api/webhooks/checkout`;
    owner = await larder.signIn('owner');
    machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 3.2 }] });
  });
  afterAll(async () => {
    await larder.stop();
    await stripe.close();
  });

  /** After a leap of time nobody has heard of the machine. */
  const isBack = async (): Promise<void> => {
    machine.device.beat();
    await until('it is online again', async () => (await larder.ask<{ isOnline: boolean }>('GET', `/api/cognito-auth/machines/${machine.machineId}`, { token: owner })).isOnline);
  };
  const bought = async (): Promise<string> => {
    const { sessionId, checkoutUrl } = await due();
    await stripe.pay(checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1));
    await isSold(sessionId);
    return sessionId;
  };

  it('what is paid out with another amount, unknown, or not at all opens a case; what comes late closes it', async () => {
    const [right, less, late] = [await bought(), await bought(), await bought()];
    await refund(right, 1);
    const moved = (id: string) => stripe.account.moved.find(({ type, source }) => type === 'charge' && source.metadata.sessionId === id) as StripeDouble['account']['moved'][number];
    moved(less).amount = 300;
    moved(late).payout = 'withheld';
    stripe.account.moved.push({ ...moved(right), id: 'txn_twice', type: 'refund', amount: -100, fee: 0, source: { id: 're_unknown', object: 'refund', metadata: { sessionId: right } } });
    const arrival = Date.parse('2026-03-03T12:00:00.000Z');
    stripe.account.payOut(arrival / 1000);
    clock.set(new Date(arrival + DAY_MS));
    const found = await lookedAt('2026-03-03');
    expect(found.payouts).toMatchObject([{ charges: 6.2, refunds: 2, lines: 4, cases: 2 }]);
    expect(found.cases.map(({ what, kind, expected, found: was, saleId }) => [what, kind, expected, was, saleId]).sort()).toEqual([['different', 'charge', 3.2, 3, `visit.${less}`], ['unknown', 'refund', null, 1, `visit.${right}`]]);

    clock.set(new Date('2026-03-10T12:00:00.000Z'));
    const missing = await lookedAt('2026-03-09');
    expect(missing).toMatchObject({ openCount: 3 });
    expect(missing.cases.find(({ what }) => what === 'missing')).toMatchObject({ kind: 'charge', expected: 3.2, found: null, saleId: `visit.${late}`, state: 'open' });

    moved(late).payout = undefined;
    const second = stripe.account.payOut(Date.parse('2026-03-10T12:00:00.000Z') / 1000);
    clock.set(new Date('2026-03-11T12:00:00.000Z'));
    const closed = await lookedAt('2026-03-10');
    expect(closed.openCount).toBe(2);
    expect(closed.cases.find(({ what }) => what === 'missing')).toMatchObject({ state: 'closed', closedBy: second.id });
  }, 60_000);

  it('a refund that came back from the guest\'s bank is money that a payout brings', async () => {
    await isBack();
    const id = await bought();
    await refund(id, 1);
    const given = await until('it is given back', () => [...stripe.account.refunds.values()].find(({ metadata }) => metadata.sessionId === id)) as DoubleRefund;
    await stripe.messages.tell('refund.failed', stripe.account.failRefund(given));
    const { amount } = stripe.account.payOut(Date.parse('2026-03-11T12:00:00.000Z') / 1000);
    clock.set(new Date('2026-03-12T12:00:00.000Z'));
    const { payouts: [last] } = await lookedAt('2026-03-11');
    expect([last?.charges, last?.refunds, Math.round((last?.net ?? 0) * 100)]).toEqual([4.2, 1, amount]);
  }, 60_000);

  it('no payout is passed by when the organization changes to a time zone in the west', async () => {
    const moveTo = (timeZone: string) => larder.ask('PUT', '/api/cognito-auth/account', { token: owner, body: { timeZone } });
    await moveTo('UTC');
    await isBack();
    await bought();
    clock.set(new Date('2026-03-13T12:00:00.000Z'));
    await lookedAt('2026-03-12'); // and the next night ends at midnight UTC
    await moveTo('America/Los_Angeles');
    const { id } = stripe.account.payOut(Date.parse('2026-03-14T00:00:00.000Z') / 1000);
    clock.set(new Date('2026-03-23T12:00:00.000Z'));
    const { payouts, openCount } = await lookedAt('2026-03-22');
    expect(payouts[0]).toMatchObject({ payoutRef: id, charges: 3.2, cases: 0 });
    expect(openCount).toBe(2);
  }, 60_000);
});
