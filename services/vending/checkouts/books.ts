/** The provider's books: which of our money it says it has paid out to the bank, line by line. */

export interface BookLine {
  /** The provider's name for the line. */
  ref: string;
  /** `charged_back`: what the guest's bank took back. `returned`: what came back from it, a refund it would not take or a chargeback that was won. `other`: fees, adjustments and what else is not about a visit. */
  kind: 'charge' | 'refund' | 'charged_back' | 'returned' | 'other';
  /** The visit, as it was named when the money moved. */
  sessionId?: string;
  /** Positive for all of them. */
  amountCents: number;
  /** What the provider kept of it. */
  feeCents: number;
  currency: string;
}
export interface Payout {
  payoutRef: string;
  /** What reaches the bank, after fees. */
  amountCents: number;
  currency: string;
  /** ISO 8601. */
  arrivesAt: string;
  lines: BookLine[];
}

export interface Books {
  provider: string;
  /** Money that is in no payout so many days after it moved is missing. */
  settlesWithinDays: number;
  /** Payouts that arrive from `since` on and before `until` (ISO 8601), with every line of them. Rejects when the provider cannot tell now. */
  payouts(since: string, until: string): Promise<Payout[]>;
}

/** Injection token. */
export const BOOKS = Symbol('books');
