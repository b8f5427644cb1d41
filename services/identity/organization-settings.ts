/** The settings of an organization: what they are until somebody sets them, and whether somebody else has set them meanwhile. */
import type { FactOf } from '@larder/contracts/fact.js';
import { toAmount } from '@larder/contracts/money.js';
import { USUAL_DISPUTE_DAYS, USUAL_HOLD_CENTS, USUAL_INSTANT_REFUND_CENTS, type organizationFacts } from '@larder/contracts/identity/organization.js';
import { overtaken, type Refusal } from '@larder/contracts/reply.js';

export type Settings = Omit<Extract<FactOf<typeof organizationFacts>, { type: 'OrganizationChanged' }>['data'], 'accountId'>;

/** Facts hold what somebody has set. */
export const withUsual = <S extends Settings>(set: S) =>
  ({ ...set, holdCents: set.holdCents ?? USUAL_HOLD_CENTS, instantRefundCents: set.instantRefundCents ?? USUAL_INSTANT_REFUND_CENTS, disputeDays: set.disputeDays ?? USUAL_DISPUTE_DAYS, requiresSecondFactor: set.requiresSecondFactor ?? false });

/** What each is called, and how it stands. */
const WORDS: { [F in keyof Settings]-?: (now: NonNullable<Settings[F]>) => string } = {
  name: (name) => `the name to ${name}`,
  timeZone: (zone) => `the time zone to ${zone}`,
  paymentFlow: (flow) => `how guests pay to ${flow === 'hold-first' ? 'card held first' : 'after taking'}`,
  currency: (currency) => `the currency to ${currency}`,
  holdCents: (cents) => `what is held on the card to ${toAmount(cents).toFixed(2)}`,
  statementDescriptor: (text) => `the name on card statements to ${text || 'none'}`,
  instantRefundCents: (cents) => `what is refunded at once to ${toAmount(cents).toFixed(2)}`,
  disputeDays: (days) => `the days to say something was wrong to ${days}`,
  guestContact: (text) => `where guests' questions go to ${text || 'nowhere'}`,
  requiresSecondFactor: (isAsked) => (isAsked ? 'two-step sign-in to be asked of everybody' : 'two-step sign-in to be left to everybody'),
};

/** Refused when one of the changes is made on something else than what is so, and would take that back unseen. */
export function overtakenBy({ changes, was = {} }: { changes: Partial<Settings>; was?: Partial<Settings> }, set: Settings): Refusal | undefined {
  const now: Settings = withUsual(set);
  const theirs = (Object.keys(changes) as (keyof Settings)[]).filter((name) => was[name] !== undefined && was[name] !== (now[name] ?? '') && changes[name] !== now[name]);
  if (theirs.length === 0) return undefined;
  const told = theirs.map((name) => (WORDS[name] as (now: unknown) => string)(now[name] ?? ''));
  return overtaken(`Somebody else has set ${told.join(' and ')} meanwhile`, Object.fromEntries(theirs.map((name) => [name, now[name] ?? ''])));
}
