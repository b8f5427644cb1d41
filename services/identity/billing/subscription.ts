/** An organization's subscription: the provider's last word about it, its invoices and its card. Never two open subscriptions; whatever is told twice or late changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { Card, SubscriptionFact, ToldInvoice, ToldSubscription } from '@larder/contracts/identity/billing.js';
import { graceEnd, type PlanId } from '@larder/contracts/identity/plans.js';
import { refuse } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import { isSettled, settledPlan, setAside, type PlanAside } from './plan-aside.js';
import type { BillingWord } from './providers/billing.js';

/** `accountId` comes with each, for a stream begins with any of them. Moments are ISO. */
export type SubscriptionCommand = { accountId: string } & (
  | { type: 'NoteCustomer'; provider: string; customerRef: string }
  | { type: 'NoteCheckout'; checkoutRef: string; plan: PlanId }
  /** A larger plan is about to be asked for. */
  | { type: 'SetPlannedAside'; larger: PlanId; now: string }
  /** The present plan is about to be asked for, something else was wanted and done, or the provider will not plan the smaller plan anew. `until`: of which one that is so. */
  | { type: 'LetPlannedGo'; until: string }
  /** How everything stood when the provider was asked. */
  | { type: 'NoteWord'; word: BillingWord; now: string }
  | { type: 'NoteAsked'; now: string }
  | { type: 'NoticeTrialEnding'; trialEndsAt: string });

export interface SubscriptionState {
  provider?: string;
  customerRef?: string;
  /** The last one opened, until a subscription came of it. */
  checkout?: { checkoutRef: string };
  current?: ToldSubscription & { pastDueSince?: string };
  /** The smaller plan that was to come when a larger one was asked for last, until it is known which of them does. */
  aside?: PlanAside | undefined;
  invoices: Readonly<Record<string, ToldInvoice>>;
  card: Card | null;
  /** Subscriptions that had to be ended because there was one already. */
  surplus: readonly string[];
  /** How often the provider was asked since something was heard. */
  asked: number;
  trialNoticed?: string;
  /** Since when it was overdue when its owners were told that the grace is over. */
  graceNoticed?: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** A checkout nobody was heard of is asked about after two minutes, then each time after twice as long, for about a day. */
export const FIRST_ASK_MS = 2 * MINUTE_MS;
const MOST_ASKED = 30;
/** A renewal is heard of soon after its moment. */
export const RENEWAL_SLACK_MS = HOUR_MS;

export const subscription: Decider<SubscriptionCommand, SubscriptionFact, SubscriptionState> = {
  category: 'subscription',
  initial: { invoices: {}, card: null, surplus: [], asked: 0 },
  decide(command, state) {
    const { accountId } = command;
    switch (command.type) {
      case 'NoteCustomer': {
        const { provider, customerRef } = command;
        return state.provider === provider && state.customerRef === customerRef ? [] : [{ type: 'BillingCustomerCreated', data: { accountId, provider, customerRef } }];
      }
      case 'NoteCheckout':
        if (state.current && isOpen(state.current)) return refuse('CONFLICT', 'There is a subscription already');
        return state.checkout?.checkoutRef === command.checkoutRef ? [] : [{ type: 'SubscriptionCheckoutOpened', data: { accountId, checkoutRef: command.checkoutRef, plan: command.plan } }];
      case 'SetPlannedAside':
        return setAside(accountId, command, state);
      case 'LetPlannedGo':
        // One that was set aside since is of a later wish.
        return state.aside?.until === command.until ? settledPlan(accountId, state) : [];
      case 'NoteWord':
        return [...aboutSubscriptions(accountId, command, state), ...aboutInvoices(accountId, command.word, state), ...aboutCard(accountId, command.word, state)];
      case 'NoteAsked': {
        const times = state.asked + 1;
        const nextAt = nextAsk(state, times, command.now);
        return [{ type: 'ProviderAsked', data: { accountId, times, ...(nextAt && { nextAt }) } }, ...graceOver(accountId, state, command.now)];
      }
      case 'NoticeTrialEnding':
        return state.trialNoticed === command.trialEndsAt ? [] : [{ type: 'TrialEndingNoticed', data: { accountId, trialEndsAt: command.trialEndsAt } }];
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'BillingCustomerCreated': {
        const { provider, customerRef } = fact.data;
        // What another provider had sold is no longer paid there.
        return { ...state, provider, customerRef, current: undefined, aside: undefined, checkout: undefined, card: null, surplus: [], asked: 0 };
      }
      case 'SubscriptionCheckoutOpened':
        return { ...state, checkout: { checkoutRef: fact.data.checkoutRef }, asked: 0 };
      case 'SubscriptionTold': {
        const { accountId: _, before: __, ...current } = fact.data;
        return { ...state, current, asked: 0, ...(isOpen(current) && { checkout: undefined }) };
      }
      case 'PlannedPlanSetAside': {
        const { accountId: _, ...aside } = fact.data;
        return { ...state, aside };
      }
      case 'PlannedPlanSettled':
        return { ...state, aside: undefined };
      case 'InvoiceTold': {
        const { accountId: _, before: __, ...invoice } = fact.data;
        return { ...state, invoices: { ...state.invoices, [invoice.invoiceRef]: invoice } };
      }
      case 'CardTold':
        return { ...state, card: fact.data.card };
      case 'SurplusSubscriptionFound':
        return { ...state, surplus: [...state.surplus, fact.data.subscriptionRef] };
      case 'ProviderAsked':
        return { ...state, asked: fact.data.times };
      case 'TrialEndingNoticed':
        return { ...state, trialNoticed: fact.data.trialEndsAt };
      case 'GraceEndNoticed':
        return { ...state, graceNoticed: fact.data.pastDueSince };
      default:
        return never(fact);
    }
  },
};

export const isOpen = ({ status }: Pick<ToldSubscription, 'status'>): boolean => status !== 'canceled';
const age = (a: ToldSubscription, b: ToldSubscription): number => (a.startedAt === b.startedAt ? (a.subscriptionRef < b.subscriptionRef ? -1 : 1) : a.startedAt < b.startedAt ? -1 : 1);

function over(current: SubscriptionState['current']): ToldSubscription | undefined {
  if (!current) return undefined;
  const { pastDueSince: _, pendingPlan: __, ...ended } = current;
  return { ...ended, status: 'canceled' };
}

/** The one that counts: ours while it is open, else the oldest open one, else the newest that is over. */
function counting({ subscriptions, isGone }: BillingWord, { current }: SubscriptionState): ToldSubscription | undefined {
  const open = subscriptions.filter(isOpen).sort(age);
  return open.find(({ subscriptionRef }) => subscriptionRef === current?.subscriptionRef) ?? open[0] ?? [...subscriptions].sort(age).at(-1) ?? (isGone ? over(current) : undefined);
}

/** Open ones beside the one that counts. */
export function surplusOf(word: BillingWord, state: SubscriptionState): string[] {
  const kept = counting(word, state);
  return word.subscriptions.filter((one) => isOpen(one) && one.subscriptionRef !== kept?.subscriptionRef).sort(age).map(({ subscriptionRef }) => subscriptionRef);
}

function aboutSubscriptions(accountId: string, { word, now }: { word: BillingWord; now: string }, state: SubscriptionState): SubscriptionFact[] {
  const kept = counting(word, state);
  if (!kept) return [];
  const was = state.current;
  const isSame = was?.subscriptionRef === kept.subscriptionRef;
  const told = { ...kept, ...(kept.status === 'past_due' && { pastDueSince: (isSame ? was?.pastDueSince : undefined) ?? now }) };
  const before = was && isSame ? { plan: was.plan, status: was.status, cancelAtPeriodEnd: was.cancelAtPeriodEnd } : undefined;
  return [
    ...(isDeepStrictEqual(told, was) ? [] : [{ type: 'SubscriptionTold' as const, data: { accountId, ...told, ...(before && { before }) } }]),
    ...surplusOf(word, state).filter((ref) => !state.surplus.includes(ref))
      .map((subscriptionRef) => ({ type: 'SurplusSubscriptionFound' as const, data: { accountId, subscriptionRef, keptRef: kept.subscriptionRef } })),
    ...(isSettled(state.aside, kept, now) ? settledPlan(accountId, state) : []),
  ];
}

function aboutInvoices(accountId: string, { invoices }: BillingWord, state: SubscriptionState): SubscriptionFact[] {
  return [...invoices].map(lasting).sort((a, b) => (a.issuedAt < b.issuedAt ? -1 : 1)).flatMap((invoice) => {
    const was = state.invoices[invoice.invoiceRef];
    return was && isDeepStrictEqual(invoice, lasting(was)) ? [] : [{ type: 'InvoiceTold' as const, data: { accountId, ...invoice, ...(was && { before: was.status }) } }];
  });
}

/** A provider's addresses run out, so each time it is asked they may be others, which is no news. */
const lasting = ({ hostedUrl: _, pdfUrl: __, ...invoice }: ToldInvoice): ToldInvoice => invoice;

function aboutCard(accountId: string, word: BillingWord, state: SubscriptionState): SubscriptionFact[] {
  const card = word.card ?? null;
  return isDeepStrictEqual(card, state.card) ? [] : [{ type: 'CardTold', data: { accountId, card } }];
}

/** The provider has been asked just now, and it is overdue all the same. */
function graceOver(accountId: string, { current, graceNoticed }: SubscriptionState, now: string): SubscriptionFact[] {
  if (current?.status !== 'past_due' || current.pastDueSince === undefined) return [];
  const { pastDueSince } = current;
  return pastDueSince !== graceNoticed && graceEnd(pastDueSince) <= now ? [{ type: 'GraceEndNoticed', data: { accountId, pastDueSince } }] : [];
}

/** When the provider should be asked again (ISO), should nothing be heard. */
function nextAsk({ checkout, current }: SubscriptionState, times: number, now: string): string | undefined {
  const after = (ms: number): string => new Date(Date.parse(now) + ms).toISOString();
  if (checkout) return times < MOST_ASKED ? after(Math.min(FIRST_ASK_MS * 2 ** times, HOUR_MS)) : undefined;
  if (!current || !isOpen(current)) return undefined;
  if (current.status === 'past_due') return after(DAY_MS);
  return current.currentPeriodEnd <= now ? after(Math.min(HOUR_MS * 2 ** times, DAY_MS)) : new Date(Date.parse(current.currentPeriodEnd) + RENEWAL_SLACK_MS).toISOString();
}
