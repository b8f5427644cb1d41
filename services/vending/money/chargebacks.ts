/** What of a payment the guest's bank takes back: the part of {@link payment} that is about it. */
import { formatCents } from '@larder/contracts/money.js';
import type { PaymentFact } from '@larder/contracts/vending.js';

type Opened = Extract<PaymentFact, { type: 'ChargebackOpened' }>['data'];
type Closed = Extract<PaymentFact, { type: 'ChargebackClosed' }>['data'];
type About = Pick<Opened, 'sessionId' | 'paymentId'>;

/** All that the provider says of one; without `outcome` it is not decided. */
export type NotedChargeback = Omit<Opened, keyof About> & { outcome?: Closed['outcome'] };
/** By the provider's reference. */
export type Chargebacks = Readonly<Record<string, Pick<Opened, 'machineId' | 'amountCents' | 'why' | 'isInquiry'> & { outcome?: Closed['outcome'] }>>;

/** The word of its end may come first, or alone: it was opened all the same. An inquiry may become a chargeback, never the other way round. */
export function noteChargeback({ outcome, ...told }: NotedChargeback, chargebacks: Chargebacks = {}, about: About): PaymentFact[] {
  const { chargebackRef, machineId, amountCents, currency } = told;
  const known = chargebacks[chargebackRef];
  if (known && !known.isInquiry && told.isInquiry) return []; // late, of the inquiry that it was
  const isOpening = !known || (known.isInquiry === true && !told.isInquiry);
  const opened: PaymentFact[] = isOpening ? [{ type: 'ChargebackOpened', data: { ...about, ...told } }] : [];
  const isClosing = outcome !== undefined && (isOpening || known.outcome !== outcome);
  if (!isClosing) return opened;
  const lost = outcome === 'won' ? lostOf(chargebacks).filter((one) => one.chargebackRef !== chargebackRef) : [];
  return [...opened, { type: 'ChargebackClosed', data: { ...about, chargebackRef, machineId, amountCents, currency, outcome, ...(lost.length > 0 && { lost }) } }];
}

/** Opened again, it is undecided again. */
export function withChargeback(chargebacks: Chargebacks = {}, fact: Extract<PaymentFact, { type: 'ChargebackOpened' | 'ChargebackClosed' }>): Chargebacks {
  const { chargebackRef } = fact.data;
  if (fact.type === 'ChargebackOpened') {
    const { machineId, amountCents, why, isInquiry } = fact.data;
    return { ...chargebacks, [chargebackRef]: { machineId, amountCents, why, ...(isInquiry && { isInquiry }) } };
  }
  const opened = chargebacks[chargebackRef];
  return opened ? { ...chargebacks, [chargebackRef]: { ...opened, outcome: fact.data.outcome } } : chargebacks;
}

/** What the bank keeps. */
export const lostOf = (chargebacks: Chargebacks = {}): { chargebackRef: string; amountCents: number }[] =>
  Object.entries(chargebacks).flatMap(([chargebackRef, { outcome, amountCents }]) => (outcome === 'lost' ? { chargebackRef, amountCents } : []));

/** What the guest has through the bank, and why that is not given back on top. A bank that only asks has taken nothing, and giving it back may settle it. */
export function takenBack(chargebacks: Chargebacks = {}, { paidCents, currency }: { paidCents: number; currency: string }): { cents: number; machineId: string; why: string } | undefined {
  const taken = Object.values(chargebacks).filter(({ outcome, isInquiry }) => outcome === 'lost' || (!outcome && !isInquiry));
  const worst = taken.find(({ outcome }) => outcome === 'lost') ?? taken[0];
  if (!worst) return undefined;
  const { machineId, why, outcome } = worst;
  const cents = taken.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const what = cents < paidCents ? `${formatCents(cents, currency)} of this payment` : 'this payment';
  return {
    cents, machineId,
    why: outcome ? `The guest has ${what} back already: the bank took it (${why}), and the chargeback is lost` : `The guest's bank has taken ${what} back (${why}) and has not decided yet; it can be given back when the chargeback is won`,
  };
}
