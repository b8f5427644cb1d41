/** What each machine sold in the last weeks, in one row: from the daily sums, 420,000 rows of a fleet of 500 machines were read for it. */
import { addDays, countDays, type Day } from '@larder/contracts/day.js';
import { PACE_DAYS, type SoldLately } from '@larder/contracts/fleet/pace.js';
import type { Stored } from '@larder/contracts/fact.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { SaleFact } from '../sale.js';
import { account } from '../sale-views.js';
import type { Period } from './summary.js';

interface SoldProduct {
  productId: string;
  /** How many were sold on the row's day, on the day before, and so on, up to the first day on which any was. */
  units: readonly number[];
}

export interface Lately {
  machineId: string;
  /** From which days are counted back: the one after the row's last sale was entered. */
  day: Day;
  products: readonly SoldProduct[];
}

/** As days are counted from tomorrow, where some machines are already, there are more of them than are asked for. */
const KEPT_DAYS = PACE_DAYS + 3;

export const latelyView: Projection<SaleFact, Lately> = {
  collection: 'sale-lately',
  version: 1,
  orders: [],
  categories: ['sale'],
  rows: (fact) => (fact.type === 'SaleRecorded' && daysAgo(fact) !== undefined ? [{ account: account(fact), id: fact.data.machineId }] : []),
  apply(row, fact) {
    const ago = daysAgo(fact);
    if (fact.type !== 'SaleRecorded' || ago === undefined) return row;
    const day = countedFrom(fact);
    const units = new Map<string, number[]>(row?.products.map((product) => [product.productId, shifted(product.units, passed(row.day, day))]));
    for (const { productId, quantity } of fact.data.lines) units.set(productId, withUnits(units.get(productId), ago, quantity));
    return { machineId: fact.data.machineId, day, products: [...units].filter(([, its]) => its.length > 0).map(([productId, its]) => ({ productId, units: its })) };
  },
};

/** Also a machine whose wall shows tomorrow has sold by then. Of when a sale was entered, not of its own day: one that is wrongly dated would hide those of years. */
const countedFrom = ({ meta }: Stored<SaleFact>): Day => addDays(meta.at.slice(0, 10), 1);

/** Undefined where that is too long ago to be asked for, or has not come yet. */
function daysAgo(fact: Stored<SaleFact>): number | undefined {
  if (fact.type !== 'SaleRecorded') return undefined;
  const ago = passed(fact.data.day, countedFrom(fact));
  return ago >= 0 && ago < KEPT_DAYS ? ago : undefined;
}

const passed = (from: Day, to: Day): number => (to >= from ? countDays(from, to) - 1 : 1 - countDays(to, from));

/** As counted from a day that is so much later; where the clock was put back, what lies behind that day is left out. */
function shifted(units: readonly number[], days: number): number[] {
  const moved = days >= 0 ? [...Array.from({ length: Math.min(days, KEPT_DAYS) }, () => 0), ...units] : units.slice(-days);
  const kept = moved.slice(0, KEPT_DAYS);
  return kept.slice(0, kept.findLastIndex((sold) => sold > 0) + 1);
}

function withUnits(units: readonly number[] = [], ago: number, quantity: number): number[] {
  return Array.from({ length: Math.max(units.length, ago + 1) }, (_, n) => (units[n] ?? 0) + (n === ago ? quantity : 0));
}

/**
 * Units of a period by machine and product.
 * @param since of some machines: the day before which nothing counts
 */
export function soldWithin(rows: readonly Lately[], { startDate, endDate }: Period, since: ReadonlyMap<string, Day> = new Map()): SoldLately {
  return rows.flatMap(({ machineId, day, products }) => {
    const from = [startDate, since.get(machineId) ?? startDate].sort().at(-1) as Day;
    const [first, end] = [Math.max(0, passed(endDate, day)), passed(from, day) + 1];
    return products.flatMap(({ productId, units }) => {
      let [sum, last] = [0, -1];
      for (let ago = first; ago < end && ago < units.length; ago++) {
        const sold = units[ago] ?? 0;
        sum += sold;
        if (sold > 0) last = ago;
      }
      return last < 0 ? [] : [{ machineId, productId, units: sum, firstDay: addDays(day, -last) }];
    });
  });
}
