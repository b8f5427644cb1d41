import { given, stored, viewOf } from '@larder/kit/testing.js';
import type { SubscriptionFact, ToldInvoice, ToldSubscription } from '@larder/contracts/identity/billing.js';
import { plans, standing } from '@larder/contracts/identity/plans.js';
import { costOf, directionOf, objection, warningsOf } from './planning.js';
import { planToCome } from './plan-aside.js';
import { returnPathOf } from './return-path.js';
import type { Standing } from './standing-of.js';
import { subscription } from './subscription.js';
import { customerView, subscriptionView } from './subscription-view.js';

const NOW = '2026-03-01T12:00:00.000Z';
const accountId = 'acme';
const told: ToldSubscription = { subscriptionRef: 'sub_1', plan: 'professional', status: 'active', startedAt: NOW, currentPeriodStart: NOW, currentPeriodEnd: '2026-04-01T12:00:00.000Z', cancelAtPeriodEnd: false };
const bill: ToldInvoice = { invoiceRef: 'in_1', number: 'A-1', status: 'open', lines: [], totalCents: 14_900, currency: 'USD', issuedAt: NOW, periodStart: NOW, periodEnd: '2026-04-01T12:00:00.000Z' };
const word = (subscriptions: ToldSubscription[], invoices: ToldInvoice[] = []) => ({ type: 'NoteWord' as const, accountId, now: NOW, word: { subscriptions, invoices } });
const customer: SubscriptionFact = { type: 'BillingCustomerCreated', data: { accountId, provider: 'stripe', customerRef: 'cus_1' } };
const began: SubscriptionFact = { type: 'SubscriptionTold', data: { accountId, ...told } };
const before = { plan: 'professional' as const, status: 'active' as const, cancelAtPeriodEnd: false };

describe('What the provider says', () => {
  it('is noted when it is new', () => given(subscription, customer).when(word([told])).then(began));
  it('and is nothing new the second time', () => given(subscription, customer, began).when(word([told])).thenNothing());
  it('of an overdue payment, since when', () =>
    given(subscription, customer, began).when(word([{ ...told, status: 'past_due' }])).then({ type: 'SubscriptionTold', data: { accountId, ...told, status: 'past_due', pastDueSince: NOW, before } }));
  it('once more about it, still since when it began', () => {
    const overdue: SubscriptionFact = { type: 'SubscriptionTold', data: { accountId, ...told, status: 'past_due', pastDueSince: '2026-02-20T12:00:00.000Z', before } };
    given(subscription, customer, began, overdue).when(word([{ ...told, status: 'past_due' }])).thenNothing();
  });
  it('of an overdue payment for another subscription, since when for that', () => {
    const overdue: SubscriptionFact = { type: 'SubscriptionTold', data: { accountId, ...told, status: 'past_due', pastDueSince: '2026-02-20T12:00:00.000Z' } };
    const other = { ...told, subscriptionRef: 'sub_2', status: 'past_due' as const };
    given(subscription, customer, overdue).when(word([{ ...told, status: 'canceled' }, other])).then({ type: 'SubscriptionTold', data: { accountId, ...other, pastDueSince: NOW } });
  });
  it('of an invoice at another address is nothing new', () =>
    given(subscription, customer, { type: 'InvoiceTold', data: { accountId, ...bill, hostedUrl: 'https://pay.example/1' } }).when(word([], [{ ...bill, hostedUrl: 'https://pay.example/2' }])).thenNothing());
  it('of an invoice, with what it was before', () =>
    given(subscription, customer, { type: 'InvoiceTold', data: { accountId, ...bill } }).when(word([], [{ ...bill, status: 'paid' }])).then({ type: 'InvoiceTold', data: { accountId, ...bill, status: 'paid', before: 'open' } }));
});

describe('Two open subscriptions', () => {
  const second = { ...told, subscriptionRef: 'sub_2', plan: 'starter' as const, startedAt: '2026-03-01T12:01:00.000Z' };
  const found: SubscriptionFact = { type: 'SurplusSubscriptionFound', data: { accountId, subscriptionRef: 'sub_2', keptRef: 'sub_1' } };
  it('are one: the first counts, whichever is named first', () => {
    given(subscription, customer).when(word([second, told])).then(began, found);
    given(subscription, customer).when(word([told, second])).then(began, found);
  });
  it('are the one that is known, though the other began before it', () =>
    given(subscription, customer, { type: 'SubscriptionTold', data: { accountId, ...second } }).when(word([told, second])).then({ type: 'SurplusSubscriptionFound', data: { accountId, subscriptionRef: 'sub_1', keptRef: 'sub_2' } }));
  it('are found once', () => given(subscription, customer, began, found).when(word([told, second])).thenNothing());
  it('are not opened: there is no checkout beside one', () => given(subscription, customer, began).when({ type: 'NoteCheckout', accountId, checkoutRef: 'cs_1', plan: 'starter' }).thenRefused('CONFLICT'));
  it('and when ours is over, the other one counts', () =>
    given(subscription, customer, began).when(word([{ ...told, status: 'canceled' }, second])).then({ type: 'SubscriptionTold', data: { accountId, ...second } }));
});

describe('A smaller plan that is to come when a larger one is asked for', () => {
  const toCome: SubscriptionFact = { type: 'SubscriptionTold', data: { accountId, ...told, pendingPlan: 'starter' } };
  const letGo: SubscriptionFact = { type: 'SubscriptionTold', data: { accountId, ...told, before } };
  const [until, later] = ['2026-03-01T12:15:00.000Z', '2026-03-01T12:20:00.000Z'];
  const aside: SubscriptionFact = { type: 'PlannedPlanSetAside', data: { accountId, subscriptionRef: 'sub_1', plan: 'starter', larger: 'enterprise', until } };
  const settled: SubscriptionFact = { type: 'PlannedPlanSettled', data: { accountId, subscriptionRef: 'sub_1' } };
  const ask = { type: 'SetPlannedAside' as const, accountId, larger: 'enterprise' as const, now: NOW };
  const at = (now: string, its: ToldSubscription) => ({ ...word([its]), now });

  it('is noted before, and once more by whoever asks again after it was let go of', () => {
    given(subscription, customer, began).when(ask).thenNothing();
    given(subscription, customer, toCome).when(ask).then(aside);
    given(subscription, customer, toCome, aside, letGo).when({ ...ask, now: until }).then({ ...aside, data: { ...aside.data, until: '2026-03-01T12:30:00.000Z' } } as SubscriptionFact);
    given(subscription, customer, toCome, aside, { ...letGo, data: { ...letGo.data, subscriptionRef: 'sub_2' } } as SubscriptionFact).when(ask).thenNothing();
  });
  it('is seen to at once when the larger one has come, or another subscription counts', () => {
    const enterprise = { ...told, plan: 'enterprise' as const };
    given(subscription, customer, toCome, aside).when(at(NOW, enterprise)).then({ type: 'SubscriptionTold', data: { accountId, ...enterprise, before } }, settled);
    const other = { ...told, subscriptionRef: 'sub_2' };
    given(subscription, customer, toCome, aside).when(at(NOW, other)).then({ type: 'SubscriptionTold', data: { accountId, ...other } }, settled);
  });
  it('is waited for while the larger one may still come, and seen to later when it is to come again, or the subscription ends', () => {
    given(subscription, customer, toCome, aside).when(at(NOW, { ...told, pendingPlan: 'starter' })).thenNothing();
    given(subscription, customer, toCome, aside).when(at(later, { ...told, pendingPlan: 'starter' })).then(settled);
    given(subscription, customer, toCome, aside).when(at(later, { ...told, cancelAtPeriodEnd: true })).then({ type: 'SubscriptionTold', data: { accountId, ...told, cancelAtPeriodEnd: true, before } }, settled);
    given(subscription, customer, toCome, aside, letGo).when(at(later, told)).thenNothing();
  });
  it('is let go by whoever wants the present plan, or has had something else done; one that was set aside since is not', () => {
    const letPlannedGo = { type: 'LetPlannedGo' as const, accountId, until };
    given(subscription, customer, toCome, aside, letGo).when(letPlannedGo).then(settled);
    given(subscription, customer, toCome, aside, letGo, settled).when(letPlannedGo).thenNothing();
    given(subscription, customer, toCome, aside, letGo, { ...aside, data: { ...aside.data, until: later } } as SubscriptionFact).when(letPlannedGo).thenNothing();
  });
  it('is one that is to come also while it waits to be planned anew, and nothing of the kind once something else is so', () => {
    const waits = { subscriptionRef: 'sub_1', plan: 'starter' as const, larger: 'enterprise' as const, until };
    expect(planToCome(told, waits)).toBe('starter');
    expect(planToCome({ ...told, pendingPlan: 'starter' }, undefined)).toBe('starter');
    for (const its of [{ ...told, plan: 'enterprise' as const }, { ...told, cancelAtPeriodEnd: true }, { ...told, subscriptionRef: 'sub_2' }, { ...told, status: 'canceled' as const }]) expect(planToCome(its, waits)).toBeUndefined();
    expect(planToCome(told, undefined)).toBeUndefined();
  });
});

describe('When nothing is heard', () => {
  const asked = (times: number, nextAt?: string): SubscriptionFact => ({ type: 'ProviderAsked', data: { accountId, times, ...(nextAt && { nextAt }) } });
  const checkout: SubscriptionFact = { type: 'SubscriptionCheckoutOpened', data: { accountId, checkoutRef: 'cs_1', plan: 'starter' } };
  const ask = { type: 'NoteAsked' as const, accountId, now: NOW };
  it('of a checkout, the provider is asked again after twice as long', () => {
    given(subscription, customer, checkout).when(ask).then(asked(1, '2026-03-01T12:04:00.000Z'));
    given(subscription, customer, checkout, asked(1)).when(ask).then(asked(2, '2026-03-01T12:08:00.000Z'));
  });
  it('of it for long, every hour', () => given(subscription, customer, checkout, asked(10)).when(ask).then(asked(11, '2026-03-01T13:00:00.000Z')));
  it('for a day, it is let go', () => given(subscription, customer, checkout, asked(29)).when(ask).then(asked(30)));
  it('of a subscription, it is asked an hour after its renewal', () => given(subscription, customer, began).when(ask).then(asked(1, '2026-04-01T13:00:00.000Z')));
  it('of one that is overdue, every day, and its owners are told once when the grace is over', () => {
    const overdue = { type: 'SubscriptionTold', data: { ...began.data, status: 'past_due', pastDueSince: NOW } } as SubscriptionFact;
    const over: SubscriptionFact = { type: 'GraceEndNoticed', data: { accountId, pastDueSince: NOW } };
    const [before, after] = ['2026-03-15T11:59:59.000Z', '2026-03-15T12:00:00.000Z'].map((now) => ({ ...ask, now }));
    given(subscription, customer, overdue).when(before as typeof ask).then(asked(1, '2026-03-16T11:59:59.000Z'));
    given(subscription, customer, overdue).when(after as typeof ask).then(asked(1, '2026-03-16T12:00:00.000Z'), over);
    given(subscription, customer, overdue, over).when(after as typeof ask).then(asked(1, '2026-03-16T12:00:00.000Z'));
  });
  it('of one that is over, never', () => given(subscription, customer, { ...began, data: { ...began.data, status: 'canceled' } } as SubscriptionFact).when(ask).then(asked(1)));
});

describe('With another provider', () => {
  it('what the one before had sold counts no longer', () => {
    const moved: SubscriptionFact = { type: 'BillingCustomerCreated', data: { accountId, provider: 'local-test', customerRef: 'c' } };
    expect([customer, began, moved].reduce(subscription.evolve, subscription.initial)).toMatchObject({ provider: 'local-test', current: undefined });
  });
});

describe('Choosing a plan', () => {
  const its: Standing = { organization: { members: {}, invitations: {}, accepted: {}, apiKeys: {} }, plan: plans.professional, status: 'active' };
  const paid = { ...its, paid: told };
  const use = { machines: 3, users: 2 };
  it('begins at a checkout, goes up at once, down with the next period', () => {
    expect([directionOf(its, 'starter'), directionOf(paid, 'enterprise'), directionOf(paid, 'starter'), directionOf(paid, 'professional'), directionOf({ paid: { ...told, status: 'canceled' } }, 'professional')]).toEqual(['subscribe', 'upgrade', 'downgrade', 'keep', 'subscribe']);
    expect([costOf(its, 'starter', NOW).effectiveAt, costOf(paid, 'starter', NOW).effectiveAt]).toEqual([NOW, told.currentPeriodEnd]);
  });
  it('is refused when there is no room for the machines, and warned of when it includes fewer', () => {
    expect(objection(paid, 'starter', { ...use, machines: 6 })).toMatchObject({ refused: 'CONFLICT', data: { limit: 5, current: 6 } });
    for (const machines of [use.machines, plans.starter.machineCap]) expect(objection(paid, 'starter', { ...use, machines })).toBeUndefined();
    expect(warningsOf(paid, 'starter', use)).toEqual(['Essential includes 1 machine and you have 3. Everything keeps working, and you are over your plan.']);
    expect(warningsOf(paid, 'enterprise', { machines: 900, users: 900 })).toEqual([]);
  });
  it('waits until an overdue payment is settled, up as well as down; the one there is may be kept', () => {
    const overdue = { ...its, paid: { ...told, status: 'past_due' as const } };
    for (const other of ['enterprise', 'starter'] as const) expect(objection(overdue, other, use)).toMatchObject({ refused: 'CONFLICT', message: expect.stringMatching(/^Your last payment/) });
    expect(objection(overdue, told.plan, use)).toBeUndefined();
  });
});

it('an overdue organization keeps its plan for the grace, then has the smallest until it pays', () => {
  const subscription = { plan: 'enterprise' as const, status: 'past_due' as const, pastDueSince: NOW };
  expect(['2026-03-15T11:59:59.000Z', '2026-03-15T12:00:00.000Z'].map((now) => standing({ subscription }, now)).map(({ plan, status }) => [plan.id, status])).toEqual([['enterprise', 'past_due'], ['starter', 'past_due']]);
});

it('pages lead back to this site only', () => {
  const site = 'https://larder.example';
  expect([undefined, '/app/organization?x=1', 'https://larder.example/app'].map((wanted) => returnPathOf(wanted, site))).toEqual(['/app/subscription', '/app/organization?x=1', '/app']);
  for (const elsewhere of ['https://evil.example/', 'http://larder.example/', '//evil.example', '/\\evil.example', 'https://larder.example//evil.example', 'javascript:alert(1)', 'http://']) expect(returnPathOf(elsewhere, site)).toMatchObject({ refused: 'BAD_INPUT' });
});

it('views find an organization by its customer, and show the last word, heard once or twice', () => {
  const facts = stored([customer, began, { type: 'SubscriptionTold', data: { accountId, ...told, status: 'past_due', before } }] as SubscriptionFact[]);
  expect(viewOf(customerView, 'cus_1', facts)).toEqual({ account: 'acme' });
  expect(viewOf(subscriptionView, 'current', facts)).toEqual({ plan: 'professional', status: 'past_due' });
});
