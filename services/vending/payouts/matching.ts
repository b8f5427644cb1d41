/** Holds the lines of a provider's payout against money of ours. */
import type { BookLine } from '../checkouts/books.js';

/** Money of ours that is in no payout yet. */
export interface Moved {
  /** Ours: the checkout it came through, or the provider's name for the refund. */
  id: string;
  kind: 'charge' | 'refund';
  sessionId: string;
  amountCents: number;
  currency: string;
  /** ISO 8601. */
  at: string;
}
export interface Difference {
  what: 'unknown' | 'different';
  line: BookLine & { kind: 'charge' | 'refund' };
  expectedCents: number | null;
}
export interface Matched {
  /** Ids of ours that are in the payout, with the right amount or another. */
  matched: string[];
  differences: Difference[];
}

/** A refund is known by the provider's name for it, a charge by its visit. */
const nameOf = (kind: Moved['kind'], ref: string, sessionId: string | undefined): string => `${kind} ${kind === 'refund' ? ref : sessionId}`;

/** Of a visit that paid twice, the one with the same amount comes first. */
export function match(lines: readonly BookLine[], moved: readonly Moved[]): Matched {
  const left = new Set(moved.map(({ id }) => id));
  const named = new Map<string, Moved[]>();
  for (const one of moved) {
    const name = nameOf(one.kind, one.id, one.sessionId);
    const its = named.get(name);
    if (its) its.push(one);
    else named.set(name, [one]);
  }
  const matched: string[] = [];
  const differences: Difference[] = [];
  const moneyLines = lines.filter((line): line is Difference['line'] => line.kind === 'charge' || line.kind === 'refund');
  const fits = ({ kind, ref, sessionId, currency, amountCents }: Difference['line'], exactly: boolean): Moved | undefined =>
    named.get(nameOf(kind, ref, sessionId))?.find((one) => left.has(one.id) && one.currency === currency && (!exactly || one.amountCents === amountCents));
  const rest = moneyLines.filter((line) => {
    const same = fits(line, true);
    if (same) matched.push(same.id);
    return !(same && left.delete(same.id));
  });
  for (const line of rest) {
    const near = fits(line, false);
    if (near) matched.push(near.id);
    if (near) left.delete(near.id);
    differences.push({ what: near ? 'different' : 'unknown', line, expectedCents: near?.amountCents ?? null });
  }
  return { matched, differences };
}
