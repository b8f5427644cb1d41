/** Adds daily sums up by what a custom report asks for. */
import { canSplit, isOfTime, MOST_REPORT_ROWS, reportByTitles, type CustomReport, type ReportBy, type ReportRow } from '@larder/contracts/sales/reports.js';
import { toAmount } from '@larder/contracts/money.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { eachInTurns } from '@larder/kit/turns/some-at-a-time.js';
import type { Figures, MachineDay, ProductDay } from '../sale-views.js';
import { averageOf, marginOf } from './analyze.js';
import { houseKeys } from './houses/houses.js';
import { wholeOf } from './periods.js';
import { add, nothing, profitCents } from './summary.js';

/** A daily sum, with what the view it is from knows of it. */
export type Source = Figures & { day: string } & Partial<Pick<MachineDay, 'machineId' | 'machineName' | 'address' | 'method'> & Pick<ProductDay, 'productId' | 'name' | 'category'>>;
export interface Asks {
  by: ReportBy;
  split?: ReportBy | undefined;
}

export const objectionToSplit = ({ by, split }: Asks): Refusal | undefined =>
  split === undefined || canSplit(by, split) ? undefined : refuse('BAD_INPUT', by === split ? 'Please choose two different things.' : `What was sold is not kept by ${reportByTitles[by].toLowerCase()} and ${reportByTitles[split].toLowerCase()} together.`);

/** A key, and what it is called by this sum. */
type Named = ReportRow['by'];
const same = (text: string): Named => ({ key: text, name: text });
const keysBy = (houseOf: (address: string) => string): Record<ReportBy, (row: Source) => Named> => ({
  day: ({ day }) => same(day),
  week: ({ day }) => same(wholeOf(day, 'week').startDate),
  month: ({ day }) => same(wholeOf(day, 'month').startDate),
  machine: ({ machineId = '', machineName = machineId }) => ({ key: machineId, name: machineName }),
  house: ({ address = '' }) => ({ key: houseOf(address), name: address }),
  method: ({ method = '' }) => same(method),
  product: ({ productId = '', name = '' }) => ({ key: productId, name }),
  category: ({ category = '' }) => same(category),
});

interface Group {
  by: string;
  split: string | undefined;
  total: Figures;
}

/** Rows looked at in one go. */
const ROWS_AT_ONCE = 5_000;

/**
 * Others have their turn meanwhile.
 * @param read some days after the other, in their order: what sold last says what it is called
 * @param total of all sales of the range: a purchase of two products is in two rows
 */
export async function addUp(read: AsyncIterable<readonly Source[]>, { by, split }: Asks, total: Figures): Promise<Pick<CustomReport, 'rows' | 'total'> | Refusal> {
  const groups = new Map<string, Group>();
  const names = new Map<string, string>();
  const revenues = new Map<string, number>();
  const keys = keysBy(houseKeys());
  const keyOf = (dimension: ReportBy, row: Source): string => {
    const { key, name } = keys[dimension](row);
    const place = dimension + key;
    if (row.transactions > 0 || !names.has(place)) names.set(place, name);
    return key;
  };
  const enter = (row: Source): void => {
    const [first, second] = [keyOf(by, row), split && keyOf(split, row)];
    const place = JSON.stringify([first, second]);
    let group = groups.get(place);
    if (!group) groups.set(place, (group = { by: first, split: second, total: { ...nothing } }));
    add(group.total, row);
    revenues.set(first, (revenues.get(first) ?? 0) + row.revenueCents);
  };
  for await (const rows of read) {
    await eachInTurns(rows, ROWS_AT_ONCE, enter);
    if (groups.size > MOST_REPORT_ROWS) return refuse('TOO_LARGE', `This report has more than ${MOST_REPORT_ROWS.toLocaleString('en-US')} rows. Please choose a shorter period or larger parts of it.`);
  }
  const named = (dimension: ReportBy, key: string): Named => ({ key, name: names.get(dimension + key) ?? key });
  const sorted = [...groups.values()].sort((a, b) => inOrder(by, a.by, b.by, revenues.get(a.by), revenues.get(b.by)) || (split ? inOrder(split, a.split, b.split, a.total.revenueCents, b.total.revenueCents) : 0));
  const isByProduct = by === 'product' || split === 'product';
  const countsPurchases = isByProduct || !(by === 'category' || split === 'category');
  return { rows: sorted.map((group) => ({ by: named(by, group.by), split: split && group.split !== undefined ? named(split, group.split) : null, ...shown(group.total, countsPurchases) })), total: shown(total, true) };
}

function inOrder(by: ReportBy, a = '', b = '', ofA = 0, ofB = 0): number {
  if (a === b) return 0;
  return (isOfTime(by) ? 0 : ofB - ofA) || (a < b ? -1 : 1);
}

function shown(total: Figures, countsPurchases: boolean): CustomReport['total'] {
  const { revenueCents, refundedCents, taxCents, costCents, transactions, quantity } = total;
  return {
    revenue: toAmount(revenueCents), refunded: toAmount(refundedCents), tax: toAmount(taxCents), net: toAmount(revenueCents - taxCents), cost: toAmount(costCents), profit: toAmount(profitCents(total)), margin: marginOf(total),
    transactions: countsPurchases ? transactions : null, average: countsPurchases ? averageOf(total) : null, units: quantity,
  };
}
