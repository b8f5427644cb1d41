import { given as givenFacts } from '@larder/kit/testing.js';
import type { TestBillingFact } from '@larder/contracts/identity/billing.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { addMonths } from '../../months.js';
import { testBank, type BankCommand, type BankState } from './test-bank.js';

const START = '2026-01-31T12:00:00.000Z';
const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
const page = { pageRef: 'acme~1', kind: 'subscribe' as const, plan: 'starter' as const, returnPath: '/app/subscription', expiresAt: '2026-02-01T12:00:00.000Z' };
const ref = 'test_sub_acme~1';
const order = (wish: object) => ({ type: 'Change' as const, accountId: 'acme', order: { key: 'k', customerRef: 'c', subscriptionRef: ref, ...wish } as never });

/** Commands one after the other; what is refused changes nothing. */
function after(...commands: BankCommand[]): { state: BankState; facts: TestBillingFact[] } {
  return commands.reduce<{ state: BankState; facts: TestBillingFact[] }>(({ state, facts }, command) => {
    const decided = testBank.decide(command, state);
    if (isRefusal(decided)) throw new Error(decided.message);
    return { state: decided.reduce(testBank.evolve, state), facts: [...facts, ...decided] };
  }, { state: testBank.initial, facts: [] });
}
const opened: BankCommand = { type: 'OpenPage', accountId: 'acme', page };
const enter = (over: Partial<Extract<BankCommand, { type: 'EnterCard' }>> = {}): BankCommand => ({ type: 'EnterCard', accountId: 'acme', pageRef: page.pageRef, card, declines: false, failsLater: false, now: START, ...over });
const run = (now: string): BankCommand => ({ type: 'RunDue', accountId: 'acme', now });
const given = (...commands: BankCommand[]) => givenFacts(testBank, ...after(...commands).facts);
const held = (state: BankState) => state.subscriptions[ref];
const bills = (state: BankState) => Object.values(state.invoices).map(({ status, totalCents, issuedAt }) => [status, totalCents, issuedAt.slice(0, 10)]);

describe('At the checkout', () => {
  it('a card that works begins a month and pays it', () => {
    const { state } = after(opened, enter());
    expect(held(state)).toMatchObject({ plan: 'starter', status: 'active', currentPeriodEnd: '2026-02-28T12:00:00.000Z' });
    expect(bills(state)).toEqual([['paid', 7_900, '2026-01-31']]);
  });
  it('a card the bank declines begins nothing', () => given(opened).when(enter({ declines: true })).thenRefused('CONFLICT'));
  it('the button pressed twice begins one subscription', () => given(opened, enter()).when(enter()).thenNothing());
  it('a page that has expired is no page', () => given(opened).when(enter({ now: '2026-02-01T12:00:00.000Z' })).thenRefused('NOT_FOUND'));
  it('a page nobody opened is none either', () => given().when(enter()).thenRefused('NOT_FOUND'));
});

describe('A month later', () => {
  it('the plan is renewed on the day it began, or the last of a shorter month, and never drifts', () => {
    const { state } = after(opened, enter(), run('2026-05-01T00:00:00.000Z'));
    expect(bills(state).map(([, , day]) => day)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(held(state)).toMatchObject({ currentPeriodStart: '2026-04-30T12:00:00.000Z', currentPeriodEnd: '2026-05-31T12:00:00.000Z' });
  });
  it('nothing is renewed twice, however often it is looked at', () => given(opened, enter(), run('2026-03-01T00:00:00.000Z')).when(run('2026-03-01T00:00:00.000Z')).thenNothing());
  it('a canceled one is over', () => {
    const { state } = after(opened, enter(), { ...order({ to: 'cancel' }), now: START }, run('2026-03-01T00:00:00.000Z'));
    expect([held(state)?.status, bills(state).length]).toEqual(['canceled', 1]);
  });
  it('a smaller plan that was chosen begins', () => {
    const larger = after({ ...opened, page: { ...page, plan: 'professional' } }, enter(), { ...order({ to: 'smaller', plan: 'starter' }), now: START }, run('2026-03-01T00:00:00.000Z'));
    expect(held(larger.state)).toMatchObject({ plan: 'starter' });
    expect(held(larger.state)).not.toHaveProperty('pendingPlan');
    expect(bills(larger.state)[1]).toEqual(['paid', 7_900, '2026-02-28']);
  });
});

describe('A card that fails later', () => {
  const failing = [opened, enter({ failsLater: true })];
  it('leaves the renewal open and is tried again three, seven and fourteen days after', () => {
    expect(bills(after(...failing, run('2026-02-28T12:00:00.000Z')).state)[1]).toEqual(['open', 7_900, '2026-02-28']);
    const attempts = ['2026-02-28', '2026-03-03', '2026-03-07'].map((day) => after(...failing, run(`${day}T12:00:00.000Z`)).state.invoices.test_in_0002?.nextAttemptAt);
    expect(attempts).toEqual(['2026-03-03T12:00:00.000Z', '2026-03-07T12:00:00.000Z', '2026-03-14T12:00:00.000Z']);
  });
  it('ends the subscription after the last attempt, and renews nothing meanwhile', () => {
    const { state } = after(...failing, run('2026-06-01T12:00:00.000Z'));
    expect([held(state)?.status, bills(state).map(([status]) => status)]).toEqual(['canceled', ['paid', 'uncollectible']]);
  });
  it('replaced by one that works, pays what is open at once', () => {
    const { state } = after(...failing, run('2026-02-28T12:00:00.000Z'), { ...opened, page: { ...page, pageRef: 'acme~2', kind: 'payment-method', expiresAt: '2026-04-01T00:00:00.000Z' } }, enter({ pageRef: 'acme~2', now: '2026-03-01T12:00:00.000Z' }));
    expect([held(state)?.status, bills(state)[1]?.[0]]).toEqual(['active', 'paid']);
  });
  it('does not pay for a larger plan, and the plan stays', () => given(...failing).when({ ...order({ to: 'larger', plan: 'professional' }), now: START }).thenRefused('CONFLICT'));
});

describe('A larger plan', () => {
  it('is charged for the rest of the month, less the rest of the old', () => {
    const { state } = after(opened, enter(), { ...order({ to: 'larger', plan: 'professional' }), now: '2026-02-14T12:00:00.000Z' });
    expect(bills(state)[1]).toEqual(['paid', 3_500, '2026-02-14']);
    expect(held(state)).toMatchObject({ plan: 'professional', currentPeriodEnd: '2026-02-28T12:00:00.000Z' });
  });
  it('chosen at the last moment costs next to nothing, and takes a cancellation back', () => {
    const { state } = after(opened, enter(), { ...order({ to: 'cancel' }), now: START }, { ...order({ to: 'larger', plan: 'enterprise' }), now: '2026-02-28T11:59:59.999Z' });
    expect([bills(state)[1]?.[1], held(state)?.cancelAtPeriodEnd]).toEqual([0, false]);
  });
});

it('one that is ended at once leaves the rest of its month as credit, which goes first', () => {
  const { state } = after(opened, enter(), { ...order({ to: 'end' }), now: '2026-02-14T12:00:00.000Z' }, { ...opened, page: { ...page, pageRef: 'acme~2' } }, enter({ pageRef: 'acme~2' }));
  expect(bills(state)).toEqual([['paid', 7_900, '2026-01-31'], ['paid', 3_950, '2026-01-31']]);
  expect(state.creditCents).toBe(0);
});

it('months are counted from the first day, whatever lies between', () => {
  expect([1, 2, 13].map((months) => addMonths('2026-01-31T12:00:00.000Z', months).slice(0, 10))).toEqual(['2026-02-28', '2026-03-31', '2027-02-28']);
});
