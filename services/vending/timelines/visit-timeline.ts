/** What happened in a visit, in words, from the facts of its till, its session and its payment. */
import type { TimelineEntry } from '@larder/contracts/vending/black-box.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { formatCents, toAmount } from '@larder/contracts/money.js';
import { isolated } from '@larder/contracts/names.js';
import type { Line, PaymentFact, SessionFact, TillFact } from '@larder/contracts/vending.js';

type VisitFact = TillFact | SessionFact | PaymentFact;
type Words = Pick<TimelineEntry, 'what' | 'amount' | 'reason'>;
type Telling = { [K in VisitFact['type']]?: (data: Extract<VisitFact, { type: K }>['data']) => string | Words };

const money = (data: { amountCents: number; currency: string }): string => formatCents(data.amountCents, data.currency);
const paid = (what: string, data: { amountCents: number }): Words => ({ what, amount: toAmount(data.amountCents) });
const listed = (lines: readonly Line[]): string => lines.map(({ quantity, name }) => `${quantity}x ${isolated(name)}`).join(', ');
const COMMITTED = { door_closed: 'the door was closed', machine: 'the machine said so', expired: 'the time ran out' };
const UNPLACED = { after_end: 'the visit had ended', unknown_slot: 'nothing is on offer in that slot', not_there: 'there cannot have been so many in it', not_held: 'it was not taken before' };

const unsure = (alternatives: readonly string[] | undefined, so: string): { reason?: string } => (alternatives ? { reason: `the machine cannot tell it from slot ${alternatives.join(' or ')}; ${so}` } : {});

/** What has no sentence here is told by its name. */
const telling: Telling = {
  TillClaimed: ({ nfcSessionId }) => `Guest tapped tag ${nfcSessionId}`,
  TillProlonged: () => 'The visit\'s time begins anew',
  TillReleased: () => 'Machine free for the next guest',
  SessionStarted: ({ offers, flow }) => `Visit started with ${offers.length} offers, ${flow === 'pay-after' ? 'paid after' : 'card held first'}`,
  SessionHeld: ({ holdCents }) => paid('Card held: the door may unlock', { amountCents: holdCents }),
  VisitCutOff: () => ({ what: 'Machine not heard: the guest is told so', reason: 'two of its heartbeats did not come' }),
  VisitHeardAgain: () => 'Machine heard again',
  DoorOpened: () => 'Door opened',
  DoorClosed: () => 'Door closed',
  ItemTaken: ({ item, quantity, alternatives }) => ({ ...paid(`${quantity}x ${isolated(item.name)} taken from slot ${item.slot}`, { amountCents: item.priceCents * quantity }), ...unsure(alternatives, 'the cheapest is charged') }),
  ItemReturned: ({ item, quantity, alternatives }) => ({ ...paid(`${quantity}x ${isolated(item.name)} returned to slot ${item.slot}`, { amountCents: item.priceCents * quantity }), ...unsure(alternatives, 'the dearest that was taken comes off the bill') }),
  UnplacedItemReported: ({ quantity, slot, what, why }) => ({ what: `${quantity} ${what} at slot ${slot}, ${what === 'taken' ? 'not charged' : 'nothing comes off the bill'}`, reason: what === 'taken' && why === 'not_held' ? 'it had been put there before' : UNPLACED[why] }),
  SessionCommitted: ({ why, lines, totalCents }) => ({ ...paid(`Payment due for ${listed(lines)}`, { amountCents: totalCents }), reason: COMMITTED[why] }),
  SessionEndAsked: ({ by }) => ({ what: 'Machine told to lock: the visit ends when it has', reason: by === 'guest' ? 'the guest cancels' : 'the time ran out' }),
  SessionCancelled: ({ why }) => ({ what: 'Visit cancelled', reason: { guest: 'the guest cancelled', nothing_taken: 'nothing was taken', not_unlocked: 'the machine refused, or its power went before anybody opened it' }[why] }),
  SessionExpired: () => 'Visit expired',
  PaymentStarted: () => 'Guest went to the checkout',
  SessionOverdue: ({ totalCents, dueCents = totalCents }) => paid('Still unpaid: a case was opened', { amountCents: dueCents }),
  SessionPaid: ({ totalCents, unpaidCents, currency }) => paid(unpaidCents ? `Visit settled with what was paid; ${formatCents(unpaidCents, currency)} never came` : 'Visit paid', { amountCents: totalCents }),
  PaymentRequested: (data) => paid(`Payment of ${money(data)} requested`, data),
  CheckoutOpened: ({ provider, providerRef }) => `Checkout ${providerRef.slice(-8)} opened at ${provider}`,
  CheckoutRefused: (data) => ({ ...paid(`Payment provider would not open a checkout for ${money(data)}`, data), reason: data.why }),
  CheckoutAbandoned: ({ providerRef }) => `Checkout ${providerRef.slice(-8)} ended unpaid`,
  PaymentCaptured: (data) => paid(`${money(data)} captured by ${data.method}, checkout ${data.providerRef.slice(-8)}`, data),
  HoldRequested: (data) => paid(`Hold of ${money(data)} requested`, data),
  HoldPlaced: (data) => paid(`${money(data)} held on the card`, data),
  CaptureOrdered: (data) => paid(`Capture of ${money(data)} from the hold ordered`, data),
  CaptureFailed: ({ why }) => ({ what: 'Payment provider would not capture the hold', reason: why }),
  ReleaseOrdered: () => 'Release of the hold ordered',
  HoldReleased: (data) => paid(`${money(data)} of the hold released`, data),
  SecondCaptureFound: (data) => paid(`${money(data)} captured a second time; it goes back`, data),
  RefundOrdered: (data) => ({ ...paid(`Refund of ${money(data)} ordered from the payment provider`, data), reason: data.reason }),
  RefundIssued: (data) => paid(`Payment provider refunded ${money(data)}, reference ${data.refundRef.slice(-12)}`, data),
  RefundReturned: (data) => ({ ...paid(`Refund of ${money(data)} came back from the guest's bank`, data), reason: data.why }),
  RefundFailed: (data) => ({ ...paid(`Refund of ${money(data)} was refused`, data), reason: data.why }),
  ChargebackOpened: (data) => ({ ...paid(data.isInquiry ? `Guest's bank asks about ${money(data)}` : `Guest's bank took ${money(data)} back`, data), reason: data.why }),
  ChargebackClosed: (data) => paid(data.outcome === 'won' ? `Chargeback of ${money(data)} was won: the money is yours` : `Chargeback of ${money(data)} was lost: the guest's bank keeps the money`, data),
};

const sourceOf = (stream: string): TimelineEntry['source'] => (stream.startsWith('payment-') ? 'payment' : 'visit');
/** `PaymentCaptured` → 'Payment captured'. */
const plainly = (type: string): string => type.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export function entryOf(fact: Stored<VisitFact>): TimelineEntry {
  const { id, type, data, stream, revision, position, meta } = fact as AnyFact;
  const told = (telling[fact.type] as ((data: unknown) => string | Words) | undefined)?.(data) ?? plainly(type);
  const { deviceAt, key } = data as { deviceAt?: string; key?: string };
  return {
    at: meta.at, ...(deviceAt && { deviceAt }), ...(key && /^[0-9a-f]{8}:\d+$/.test(key) && { report: key }), source: sourceOf(stream), type, actor: meta.actor,
    facts: [{ id, type, stream, revision, at: meta.at }], position, ...(typeof told === 'string' ? { what: told } : told),
  };
}
