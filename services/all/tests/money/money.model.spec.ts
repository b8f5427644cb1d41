/** The money of visits under everything that can happen to it: thousands of histories with crashes, provider errors, and messages doubled, late, out of order or never sent. */
import fc from 'fast-check';
import type { DisputeFact } from '@larder/contracts/vending/disputes.js';
import type { SalesFact } from '@larder/contracts/sales.js';
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import type { CheckoutEvent } from '@larder/vending/checkouts/checkout.js';
import { Crash, SESSION, World } from './money.testing.js';

const HISTORIES = Number(process.env.HISTORIES ?? 5_000);
type Act = (world: World, n: number) => Promise<unknown>;
const OUTSIDE: CheckoutEvent = { eventId: 'forged', what: 'paid', providerRef: 'c1', sessionId: SESSION, amountCents: 1, currency: 'USD', method: 'card', at: '2026-03-01T12:00:00.000Z' };
const acts: Record<string, Act> = {
  take: (world, n) => world.do(`take ${n}`, { type: 'TakeItem', key: `take ${n}`, slot: n % 3 === 0 ? 'A2' : 'A1', quantity: 1 }),
  giveBack: (world, n) => world.do(`back ${n}`, { type: 'ReturnItem', key: `back ${n}`, slot: 'A1', quantity: 1 }),
  close: (world, n) => world.do(`close ${n}`, { type: 'CloseDoor', key: `close ${n}` }),
  cancel: (world, n) => world.do(`cancel ${n}`, { type: 'CancelSession' }),
  expire: (world, n) => world.do(`expire ${n}`, { type: 'ExpireSession', now: '2026-03-01T13:00:00.000Z' }),
  pay: async (world, n) => {
    const event = world.provider.settle(n % Math.max(1, world.provider.checkouts.length), n % 4 === 0 ? 'leave' : 'pay');
    if (event) world.messages.push(event);
  },
  payUntold: async (world, n) => world.provider.settle(n % Math.max(1, world.provider.checkouts.length), 'pay'),
  reopen: (world, n) => world.reopen(n),
  deliver: (world, n) => world.deliver(n),
  forge: (world) => world.forge(OUTSIDE).then(() => { throw new Error('A forged message was accepted'); }, () => undefined),
  step: (world, n) => world.step(n),
  steps: async (world) => { for (let n = 0; n < 16; n++) await world.step(n); },
  reconcile: (world, n) => world.reconcile(n),
  refund: (world, n) => world.refund(`r ${n}`, n % 2, 50 + (n % 5) * 100),
  claim: (world, n) => world.claim(`claim ${n}`, n % 2, n),
  judge: (world, n) => world.judge(`judge ${n}`, n % 2, n),
  logDies: async (world, n) => void (world.log.dies = n % 2 ? 'before' : 'after'),
  providerFails: async (world, n) => void (world.provider.fails = n % 2 ? 'before' : 'after'),
  crash: async (world, n) => world.crash(n % 6),
};

const bank: Act = (world, n) => world.bank(n);

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);

async function run(flow: 'pay-after' | 'hold-first', script: readonly (readonly [string, number])[]): Promise<World> {
  const world = new World(flow);
  await world.tap();
  for (const [name, n] of script) {
    try {
      await (acts[name] ?? bank)(world, n);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      world.crash(0);
    }
  }
  await world.settleDown();
  return world;
}

function check({ log, provider }: World): void {
  const facts = log.facts as unknown as (SessionFact | PaymentFact | SalesFact | DisputeFact)[];
  const of = <T extends (typeof facts)[number]['type']>(type: T) => facts.filter((fact) => fact.type === type) as Extract<(typeof facts)[number], { type: T }>[];
  const committed = of('SessionCommitted')[0]?.data.totalCents ?? 0;
  const captures = sum(provider.money.values());
  const refunds = sum(provider.refunded.values());
  const sales = sum(of('SaleRecorded').map(({ data }) => data.totalCents));
  const salesBack = sum(of('SaleRefunded').map(({ data }) => data.amountCents));
  const secondBack = sum(of('SecondCaptureFound').map(({ data }) => data.amountCents));

  // The books say what the provider did, to the cent; a visit that is still unpaid has no sale yet, and its money is on its facts.
  expect(captures).toBe(sum(of('PaymentCaptured').map(({ data }) => data.amountCents)) + secondBack);
  if (sales > 0) expect(sales - salesBack).toBe(captures - refunds);
  // Nobody pays more than what they took.
  expect(captures - secondBack).toBeLessThanOrEqual(committed);
  expect(of('SaleRecorded').length).toBeLessThanOrEqual(1);
  expect(of('SessionPaid').length).toBeLessThanOrEqual(1);
  // Whatever was paid in full is a sale; whatever was taken is paid, or its case is open.
  if (committed > 0) expect(of('SaleRecorded').length === 1 || captures - secondBack < committed).toBe(true);
  if (of('SessionCommitted').length === 1 && sales === 0) expect(of('SessionCancelled').length + of('SessionExpired').length).toBe(0);
  // No hold outlives its visit.
  const isOver = of('SessionCommitted').length + of('SessionCancelled').length + of('SessionExpired').length > 0;
  if (isOver) for (const [, { state }] of provider.holds) expect(state).not.toBe('held');
  expect(refunds).toBeLessThanOrEqual(captures);

  // Whatever guests and operators say: no line gives back more than it cost, one dispute is one refund, and what was decided was done or waits for somebody.
  for (const [line, { totalCents }] of (of('SaleRecorded')[0]?.data.lines ?? []).entries()) {
    expect(sum(of('SaleRefunded').filter(({ data }) => data.line === line).map(({ data }) => data.amountCents))).toBeLessThanOrEqual(totalCents);
    expect(of('DisputeOpened').filter(({ data }) => data.line === line).length).toBeLessThanOrEqual(1);
    expect(of('DisputeRefunded').filter(({ data }) => data.line === line).length).toBeLessThanOrEqual(1);
  }
  expect(of('DisputeApproved').length).toBe(of('DisputeRefunded').length + of('DisputeRefundFailed').length);
  for (const { data } of of('DisputeRefunded')) {
    const [back, ...more] = of('SaleRefunded').filter(({ data: { refundId } }) => refundId === data.refundId);
    const approved = of('DisputeApproved').find(({ data: { refundId } }) => refundId === data.refundId);
    if (!back || !approved) throw new Error(`nothing was given back for dispute ${data.disputeId}`);
    expect(more).toEqual([]);
    // What the operator gave beside the dispute may have come in parts, of which the last one settled it.
    if (facts.indexOf(approved) < facts.indexOf(back)) expect(back.data.amountCents).toBe(data.amountCents);
    else expect(sum(of('SaleRefunded').filter(({ data: { line } }) => line === data.line).map(({ data: { amountCents } }) => amountCents))).toBeGreaterThanOrEqual(data.amountCents);
  }
}

/** Left, opened again, and then paid at both. */
const PAID_TWICE: [string, number][] = [['close', 1], ['steps', 0], ['steps', 0], ['pay', 0], ['deliver', 0], ['steps', 0], ['reopen', 1], ['payUntold', 0], ['payUntold', 1]];

it(`in ${HISTORIES} histories nobody pays twice, nothing is lost, and sales are captures less refunds`, async () => {
  const act = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(40));
  const paid = { sales: 0, holds: 0, seconds: 0, refunds: 0 };
  await fc.assert(fc.asyncProperty(fc.constantFrom('pay-after' as const, 'hold-first' as const), fc.array(act, { minLength: 5, maxLength: 60 }), async (flow, script) => {
    // Every history gets somewhere: something is taken and paid for in most of them.
    const world = await run(flow, [['steps', 0], ['pay', 1], ['deliver', 0], ['steps', 0], ['take', 1], ...script]);
    check(world);
    const count = (type: string): number => world.log.facts.filter((fact) => fact.type === type).length;
    paid.sales += count('SaleRecorded');
    paid.holds += count('HoldReleased');
    paid.seconds += count('SecondCaptureFound');
    paid.refunds += count('RefundIssued');
  }), { numRuns: HISTORIES, examples: [['pay-after', PAID_TWICE]] });
  // A test that never met what it tests would prove nothing.
  for (const [what, times] of Object.entries(paid)) expect([what, times > 0]).toEqual([what, true]);
  process.stderr.write(`money: ${JSON.stringify(paid)}\n`);
}, 300_000);

/** Given back in parts beside a dispute, of which the last one settles it. */
const IN_PARTS: [string, number][] = [['refund', 23], ['refund', 9], ['refund', 3], ['refund', 7], ['claim', 0], ['claim', 13], ['claim', 0]];

/** Paid in full, so that all that follows is about giving back. */
const SOLD: [string, number][] = [['steps', 0], ['payUntold', 0], ['reconcile', 1], ['steps', 0], ['take', 1], ['take', 2], ['take', 3], ['close', 1], ['steps', 0], ['steps', 0], ['payUntold', 0], ['payUntold', 1], ['reconcile', 2], ['steps', 0], ['steps', 0], ['steps', 0]];

it(`in ${HISTORIES / 2} histories of refunds and disputes no line gives back more than it cost, and sales are captures less refunds`, async () => {
  const act = fc.tuple(fc.constantFrom('claim', 'claim', 'judge', 'judge', 'refund', 'step', 'steps', 'crash', 'logDies', 'providerFails', 'deliver'), fc.nat(40));
  const seen = { refunds: 0, disputes: 0, declined: 0, byTheLog: 0, settled: 0, failed: 0 };
  await fc.assert(fc.asyncProperty(fc.constantFrom('pay-after' as const, 'hold-first' as const), fc.array(act, { minLength: 4, maxLength: 30 }), async (flow, script) => {
    const world = await run(flow, [...SOLD, ...script]);
    check(world);
    const count = (type: string, is: (data: { by?: string }) => boolean = () => true): number => world.log.facts.filter((fact) => fact.type === type && is(fact.data as { by?: string })).length;
    seen.refunds += count('RefundIssued');
    seen.disputes += count('DisputeOpened');
    seen.declined += count('DisputeDeclined');
    seen.byTheLog += count('DisputeApproved', ({ by }) => by === 'log');
    seen.settled += count('DisputeRefunded');
    seen.failed += count('DisputeRefundFailed');
  }), { numRuns: HISTORIES / 2, examples: [['pay-after', IN_PARTS]] });
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
  process.stderr.write(`given back: ${JSON.stringify(seen)}\n`);
}, 300_000);

/** What banks keep of the payment by now is off the sale as far as nobody else has given it back, however often they thought better of it, and no dispute waits for what its guest has. */
function checkBank({ log, provider }: World): void {
  const facts = log.facts as unknown as (SessionFact | PaymentFact | SalesFact | DisputeFact)[];
  const of = <T extends (typeof facts)[number]['type']>(type: T) => facts.filter((fact) => fact.type === type) as Extract<(typeof facts)[number], { type: T }>[];
  const outcomes = new Map(of('ChargebackClosed').map(({ data }) => [data.chargebackRef, data]));
  const lost = sum([...outcomes.values()].map(({ outcome, amountCents }) => (outcome === 'lost' ? amountCents : 0)));
  const undone = new Set(of('RefundUndone').map(({ data }) => data.refundId));
  const given = of('SaleRefunded').filter(({ data }) => !undone.has(data.refundId));
  const byBank = sum(given.filter(({ data }) => data.refundId.startsWith('dp_')).map(({ data }) => data.amountCents));
  const byOthers = sum(given.filter(({ data }) => !data.refundId.startsWith('dp_')).map(({ data }) => data.amountCents));
  const sales = sum(of('SaleRecorded').map(({ data }) => data.totalCents));
  expect(byOthers).toBe(sum(provider.refunded.values()) - sum(of('SecondCaptureFound').map(({ data }) => data.amountCents)));
  expect(byBank).toBe(Math.min(lost, sales - byOthers));
  for (const { data: { line, amountCents } } of of('DisputeOpened')) {
    const last = facts.findLast((fact) => fact.type.startsWith('Dispute') && (fact as DisputeFact).data.line === line);
    const opened = facts.findIndex((fact) => fact.type === 'DisputeOpened' && fact.data.line === line);
    const isOpen = last?.type === 'DisputeOpened' || last?.type === 'DisputeRefundFailed';
    if (isOpen) expect(given.filter((fact) => fact.data.line === line && facts.indexOf(fact) > opened && fact.data.amountCents >= amountCents)).toEqual([]);
    else expect(last?.type).not.toBe('DisputeApproved');
  }
}

it(`in ${HISTORIES / 4} histories in which banks take payments back, what they keep is off the sales, and nothing else`, async () => {
  const act = fc.tuple(fc.constantFrom('bank', 'bank', 'bank', 'claim', 'judge', 'refund', 'refund', 'step', 'steps', 'crash', 'logDies', 'providerFails'), fc.nat(40));
  const seen = { lost: 0, won: 0, undone: 0, refused: 0, settled: 0 };
  await fc.assert(fc.asyncProperty(fc.constantFrom('pay-after' as const, 'hold-first' as const), fc.array(act, { minLength: 4, maxLength: 30 }), async (flow, script) => {
    const world = await run(flow, [...SOLD, ...script]);
    checkBank(world);
    const count = (type: string, is: (data: { outcome?: string; by?: string }) => boolean = () => true): number => world.log.facts.filter((fact) => fact.type === type && is(fact.data as { outcome?: string; by?: string })).length;
    seen.lost += count('ChargebackClosed', ({ outcome }) => outcome === 'lost');
    seen.won += count('ChargebackClosed', ({ outcome }) => outcome === 'won');
    seen.undone += count('RefundUndone');
    seen.refused += count('RefundRefused');
    seen.settled += count('DisputeApproved', ({ by }) => by === 'bank');
  }), { numRuns: HISTORIES / 4 });
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
  process.stderr.write(`banks: ${JSON.stringify(seen)}\n`);
}, 300_000);

it('a card that is held at two checkouts of one visit is let go at one of them', async () => {
  const world = await run('hold-first', [['steps', 0], ['pay', 0], ['deliver', 0], ['reopen', 1], ['payUntold', 0], ['payUntold', 1], ['reconcile', 1], ['steps', 0], ['take', 1], ['close', 1]]);
  check(world);
  expect([...world.provider.holds.values()].map(({ state }) => state).sort()).toEqual(['captured', 'released']);

  const later = await run('hold-first', [['steps', 0], ['pay', 0], ['deliver', 0], ['reopen', 1], ['payUntold', 0], ['reconcile', 1], ['steps', 0], ['take', 1], ['payUntold', 1], ['close', 1]]);
  check(later);
  expect([...later.provider.holds.values()].map(({ state }) => state).sort()).toEqual(['captured', 'released']);
});

it('500 visits of which the provider never says a word are all paid and closed by asking it', async () => {
  for (let n = 0; n < 500; n++) {
    const flow = n % 2 ? 'hold-first' : 'pay-after';
    const beforeTheDoor: [string, number][] = flow === 'hold-first' ? [['steps', 0], ['payUntold', 0], ['reconcile', 1], ['steps', 0]] : [['steps', 0]];
    const world = await run(flow, [...beforeTheDoor, ['take', n], ['take', n + 100], ['close', 1], ['steps', 0], ['steps', 0], ...Array.from({ length: 3 }, (_, last): [string, number] => ['payUntold', last])]);
    check(world);
    expect(world.messages).toEqual([]);
    expect(world.log.facts.map(({ type }) => type)).toContain('SaleRecorded');
  }
}, 60_000);
