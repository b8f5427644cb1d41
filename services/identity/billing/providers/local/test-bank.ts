/** The test provider's own memory of a customer: pages, a test card, subscriptions, invoices, credit. It renews, retries and gives up as a real one does, and moves no money. */
import type { Card, InvoiceLine, TestBillingFact, ToldInvoice, ToldSubscription } from '@larder/contracts/identity/billing.js';
import { plans, type PlanId } from '@larder/contracts/identity/plans.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import type { ChangeOrder } from '../billing.js';
import { addMonths } from '../../months.js';

type Data<T extends TestBillingFact['type']> = Extract<TestBillingFact, { type: T }>['data'];
export type BankPage = Omit<Data<'TestPageOpened'>, 'accountId'>;
type Held = ToldSubscription & { pageRef: string };
type Billed = ToldInvoice & { subscriptionRef: string; attempts: number };

/** Moments are ISO. */
export type BankCommand = { accountId: string } & (
  | { type: 'OpenPage'; page: BankPage }
  /** `declines`: the bank says no. `failsLater`: it says no from the next charge on. */
  | { type: 'EnterCard'; pageRef: string; card: Card; declines: boolean; failsLater: boolean; now: string }
  | { type: 'Change'; order: ChangeOrder; now: string }
  /** Renews and retries whatever is due. */
  | { type: 'RunDue'; now: string });

export interface BankState {
  pages: Readonly<Record<string, BankPage>>;
  card?: Card & { failsLater: boolean };
  subscriptions: Readonly<Record<string, Held>>;
  invoices: Readonly<Record<string, Billed>>;
  creditCents: number;
}

const DAY_MS = 86_400_000;
/** After each failed attempt, how long until the next (days); after the last the subscription is over. */
const RETRY_DAYS = [3, 4, 7];
const DECLINED = 'Your card was declined. Please try another one.';
/** Thirty years of months: a clock that was set wrong must not fill the log. */
const MOST_STEPS = 360;

export const testBank: Decider<BankCommand, TestBillingFact, BankState> = {
  category: 'testbilling',
  initial: { pages: {}, subscriptions: {}, invoices: {}, creditCents: 0 },
  decide(command, state) {
    const work = new Work(command.accountId, state);
    switch (command.type) {
      case 'OpenPage':
        return state.pages[command.page.pageRef] ? [] : [{ type: 'TestPageOpened', data: { accountId: command.accountId, ...command.page } }];
      case 'EnterCard':
        return enterCard(command, work);
      case 'Change':
        return change(command, work);
      case 'RunDue':
        return runDue(command.now, work);
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    const { accountId: _, ...data } = fact.data;
    switch (fact.type) {
      case 'TestPageOpened':
        return { ...state, pages: { ...state.pages, [fact.data.pageRef]: data as BankPage } };
      case 'TestCardEntered':
        return { ...state, card: { ...fact.data.card, failsLater: fact.data.failsLater } };
      case 'TestSubscriptionSet':
        return { ...state, subscriptions: { ...state.subscriptions, [fact.data.subscriptionRef]: data as Held } };
      case 'TestInvoiceSet':
        return { ...state, invoices: { ...state.invoices, [fact.data.invoiceRef]: data as Billed } };
      case 'TestCreditSet':
        return { ...state, creditCents: fact.data.creditCents };
      default:
        return never(fact);
    }
  },
};

/** The facts of one command, each seen by the next. */
class Work {
  readonly facts: TestBillingFact[] = [];
  constructor(readonly accountId: string, public state: BankState) {}

  add(fact: TestBillingFact): void {
    this.facts.push(fact);
    this.state = testBank.evolve(this.state, fact);
  }
  subscription = (data: Held): void => this.add({ type: 'TestSubscriptionSet', data: { accountId: this.accountId, ...data } });
  invoice = (data: Billed): void => this.add({ type: 'TestInvoiceSet', data: { accountId: this.accountId, ...data } });
  credit = (creditCents: number): void => {
    if (creditCents !== this.state.creditCents) this.add({ type: 'TestCreditSet', data: { accountId: this.accountId, creditCents } });
  };

  /** Credit goes first; the rest is charged, or stays open when the card says no. Answers whether it is paid. */
  bill(held: Held, lines: readonly InvoiceLine[], at: string, charges: boolean): boolean {
    const sum = lines.reduce((total, { amountCents }) => total + amountCents, 0);
    const fromCredit = Math.max(0, Math.min(this.state.creditCents, sum));
    const totalCents = Math.max(0, sum - fromCredit);
    const isPaid = totalCents === 0 || charges;
    const n = String(Object.keys(this.state.invoices).length + 1).padStart(4, '0');
    this.credit(this.state.creditCents - fromCredit + Math.max(0, -sum));
    this.invoice({
      invoiceRef: `test_in_${n}`, number: `TEST-${n}`, status: isPaid ? 'paid' : 'open', totalCents, currency: 'USD', issuedAt: at, periodStart: held.currentPeriodStart, periodEnd: held.currentPeriodEnd,
      lines: [...lines, ...(fromCredit > 0 ? [{ description: 'Credit', amountCents: -fromCredit }] : [])], subscriptionRef: held.subscriptionRef, attempts: 1, ...(!isPaid && { nextAttemptAt: later(at, 0) }),
    });
    return isPaid;
  }
}

const later = (at: string, attempt: number): string => new Date(Date.parse(at) + (RETRY_DAYS[attempt] ?? 0) * DAY_MS).toISOString();

function nextEnd(startedAt: string, after: string): string {
  for (let months = 1; ; months++) {
    const end = addMonths(startedAt, months);
    if (end > after) return end;
  }
}

const monthOf = (plan: PlanId): InvoiceLine => ({ description: `${plans[plan].displayName} plan, one month`, amountCents: plans[plan].priceCents });

/** The part of the period that is left, between 0 and 1. */
const leftOf = ({ currentPeriodStart, currentPeriodEnd }: ToldSubscription, now: string): number =>
  Math.min(1, Math.max(0, (Date.parse(currentPeriodEnd) - Date.parse(now)) / (Date.parse(currentPeriodEnd) - Date.parse(currentPeriodStart))));

/** What moving to another plan at `now` costs: the rest of the period at the new price, less the rest at the old. */
export function prorated(held: ToldSubscription, plan: PlanId, now: string, creditCents: number): { lines: InvoiceLine[]; dueNowCents: number } {
  const left = leftOf(held, now);
  const lines = [
    { description: `Unused time on ${plans[held.plan].displayName}`, amountCents: -Math.round(plans[held.plan].priceCents * left) },
    { description: `Remaining time on ${plans[plan].displayName}`, amountCents: Math.round(plans[plan].priceCents * left) },
  ];
  return { lines, dueNowCents: Math.max(0, lines.reduce((sum, { amountCents }) => sum + amountCents, 0) - creditCents) };
}

function enterCard({ accountId, pageRef, card, declines, failsLater, now }: Extract<BankCommand, { type: 'EnterCard' }>, work: Work): TestBillingFact[] | Refusal {
  const page = work.state.pages[pageRef];
  if (!page || page.expiresAt <= now) return refuse('NOT_FOUND', 'This page has expired. Please start again from Larder.');
  if (Object.values(work.state.subscriptions).some((held) => held.pageRef === pageRef)) return []; // the button was pressed twice
  if (declines) return refuse('CONFLICT', DECLINED);
  work.add({ type: 'TestCardEntered', data: { accountId, card, failsLater } });
  if (page.kind === 'subscribe' && page.plan) {
    const held: Held = { subscriptionRef: `test_sub_${pageRef}`, plan: page.plan, status: 'active', startedAt: now, currentPeriodStart: now, currentPeriodEnd: addMonths(now, 1), cancelAtPeriodEnd: false, pageRef };
    work.bill(held, [monthOf(page.plan)], now, true);
    work.subscription(held);
  } else if (!failsLater) for (const open of openInvoices(work.state)) settle(open, true, now, work);
  return work.facts;
}

const openInvoices = ({ invoices }: BankState): Billed[] => Object.values(invoices).filter(({ status }) => status === 'open');

/** Tries an open invoice once more. */
function settle({ nextAttemptAt: _, ...invoice }: Billed, isPaid: boolean, at: string, work: Work): void {
  const held = work.state.subscriptions[invoice.subscriptionRef];
  if (isPaid) {
    work.invoice({ ...invoice, status: 'paid' });
    if (held?.status === 'past_due') work.subscription({ ...held, status: 'active' });
    return;
  }
  const isLast = invoice.attempts >= RETRY_DAYS.length;
  work.invoice({ ...invoice, attempts: invoice.attempts + 1, status: isLast ? 'uncollectible' : 'open', ...(!isLast && { nextAttemptAt: later(at, invoice.attempts) }) });
  if (isLast && held) work.subscription({ ...held, status: 'canceled' });
}

function change({ order, now }: Extract<BankCommand, { type: 'Change' }>, work: Work): TestBillingFact[] | Refusal {
  const held = work.state.subscriptions[order.subscriptionRef];
  if (!held || held.status === 'canceled') return refuse('CONFLICT', 'This subscription is over.');
  const { pendingPlan: _, ...rest } = held;
  switch (order.to) {
    case 'larger': {
      if (work.state.card?.failsLater) return refuse('CONFLICT', DECLINED);
      work.bill(held, prorated(held, order.plan, now, 0).lines, now, true);
      work.subscription({ ...rest, plan: order.plan, cancelAtPeriodEnd: false });
      break;
    }
    case 'smaller':
      work.subscription({ ...rest, cancelAtPeriodEnd: false, ...(order.plan !== held.plan && { pendingPlan: order.plan }) });
      break;
    case 'cancel':
      work.subscription({ ...rest, cancelAtPeriodEnd: true });
      break;
    case 'resume':
      work.subscription({ ...rest, cancelAtPeriodEnd: false });
      break;
    case 'end':
      work.credit(work.state.creditCents + Math.round(plans[held.plan].priceCents * leftOf(held, now)));
      for (const { nextAttemptAt: _at, ...open } of openInvoices(work.state)) if (open.subscriptionRef === held.subscriptionRef) work.invoice({ ...open, status: 'void' });
      work.subscription({ ...rest, status: 'canceled', cancelAtPeriodEnd: false });
      break;
    default:
      return never(order);
  }
  return work.facts;
}

/** When something is due next (ISO): a period's end, or another attempt. */
function nextDue({ subscriptions, invoices }: BankState): { at: string; held?: Held; invoice?: Billed } | undefined {
  const dues = [
    ...Object.values(subscriptions).filter(({ status }) => status === 'active').map((held) => ({ at: held.currentPeriodEnd, held })),
    ...Object.values(invoices).flatMap((invoice) => (invoice.status === 'open' && invoice.nextAttemptAt ? [{ at: invoice.nextAttemptAt, invoice }] : [])),
  ];
  return dues.sort((a, b) => (a.at < b.at ? -1 : 1))[0];
}

/** As if it had been done at each moment, however late it is. */
function runDue(now: string, work: Work): TestBillingFact[] {
  for (let step = 0; step < MOST_STEPS; step++) {
    const due = nextDue(work.state);
    if (!due || due.at > now) break;
    const charges = work.state.card !== undefined && !work.state.card.failsLater;
    if (due.invoice) settle(due.invoice, charges, due.at, work);
    else if (due.held) renew(due.held, charges, work);
  }
  return work.facts;
}

function renew({ pendingPlan, ...held }: Held, charges: boolean, work: Work): void {
  if (held.cancelAtPeriodEnd) return work.subscription({ ...held, status: 'canceled' });
  const plan = pendingPlan ?? held.plan;
  const next = { ...held, plan, currentPeriodStart: held.currentPeriodEnd, currentPeriodEnd: nextEnd(held.startedAt, held.currentPeriodEnd) };
  const isPaid = work.bill(next, [monthOf(plan)], held.currentPeriodEnd, charges);
  work.subscription({ ...next, status: isPaid ? 'active' : 'past_due' });
}
