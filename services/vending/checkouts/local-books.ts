/** The test provider's books: it pays out every night what moved on the day before, by UTC, each currency by itself. */
import { addDays, dayIn, type Day } from '@larder/contracts/day.js';
import type { Kit } from '@larder/kit/kit.js';
import type { Books, Payout } from './books.js';
import { TEST_PROVIDER, testBooksView, type TestLine } from './test-account.js';

/** The day whose money the next payout from a moment on holds: that of the following midnight, or of this very one, holds the day before it. */
const firstPaidOut = (from: string): Day => (from.endsWith('T00:00:00.000Z') ? addDays(dayIn('UTC', from), -1) : dayIn('UTC', from));

export const openLocalBooks = (kit: Pick<Kit, 'views'>): Books => ({
  provider: 'local-test',
  settlesWithinDays: 1,
  async payouts(since, until) {
    const moved = { $gte: `${firstPaidOut(since)}T00:00:00.000Z`, $lt: `${firstPaidOut(until)}T00:00:00.000Z` };
    const lines = await kit.views.all<TestLine>(testBooksView, TEST_PROVIDER, { at: moved }, { by: 'at', order: 'asc' });
    const of = ({ at, currency }: TestLine): string => `${dayIn('UTC', at)} ${currency}`;
    return [...new Set(lines.map(of))].map((paidOut): Payout => {
      const [day = '', currency = ''] = paidOut.split(' ');
      const its = lines.filter((line) => of(line) === paidOut).map(({ at: _, ...line }) => line);
      return {
        payoutRef: `test_payout_${day}${currency === 'USD' ? '' : `_${currency.toLowerCase()}`}`, currency, arrivesAt: `${addDays(day, 1)}T00:00:00.000Z`, lines: its,
        amountCents: its.reduce((sum, { kind, amountCents }) => sum + (kind === 'refund' ? -amountCents : amountCents), 0),
      };
    });
  },
});
