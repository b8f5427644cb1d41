/** A difference between the provider's books and ours, in words. */
import type { PayoutCase } from '@larder/contracts/vending/payouts.js';
import { formatDay } from '../../../lib/format.js';
import { formatAmount } from '../../../lib/money-and-time.js';

export function caseText({ what, kind, expected, found, currency, day, state, closedBy }: PayoutCase): string {
  const name = kind === 'charge' ? 'charge' : 'refund';
  const [ours, theirs] = [formatAmount(expected ?? 0, currency), formatAmount(found ?? 0, currency)];
  switch (what) {
    case 'unknown': return `A ${name} of ${theirs} was paid out that no sale accounts for`;
    case 'different': return `A ${name} was paid out as ${theirs}; it should be ${ours} (${formatAmount((found ?? 0) - (expected ?? 0), currency)})`;
    case 'missing': return state === 'closed' ? `A ${name} of ${ours} was missing and came with payout ${(closedBy ?? '').slice(-12)}` : `A ${name} of ${ours} is in no payout by ${formatDay(day)}`;
  }
}
