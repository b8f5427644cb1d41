/** How fast things sell where they are. Pure. */
import { addDays, dayIn, startOfDay, type Day } from '@larder/contracts/day.js';
import type { unpaidBetween } from '@larder/contracts/sales/losses.js';
import { houseKey } from '@larder/contracts/names.js';
import { PACE_DAYS, type Pace, type SoldLately } from '@larder/contracts/fleet/pace.js';
import type { Stay } from '@larder/contracts/fleet/places.js';
import type { Out } from '@larder/contracts/request.js';
import type { Closing } from './closed-view.js';
import type { Offer } from './offer-view.js';

const DAY_MS = 86_400_000;

export interface Shelf {
  machineId: string;
  timeZone: string;
  /** What is in its slots now. */
  productIds: readonly string[];
  offers: readonly Offer[];
  /** When it served nobody. */
  closings: readonly Closing[];
  /** The first whole day where it stands, if it was moved there. */
  since?: Day | undefined;
}

/** The first whole day of a machine in the house where it stands; undefined where it has always stood there. How well things sell in a house says nothing of another one. */
export function movedIn(stays: readonly Stay[]): Day | undefined {
  const now = stays.at(-1);
  const before = stays.findLastIndex(({ address }) => now && houseKey(address) !== houseKey(now.address));
  const moved = stays[before + 1];
  return before >= 0 && moved ? addDays(dayIn(moved.timeZone, moved.from), 1) : undefined;
}

/** What is not there any more, by machine: what was sold, and what was taken and is still to be paid for. `since` as a {@link Shelf} has it. */
export function goneOf(sold: SoldLately, unpaid: readonly Unpaid[], since: ReadonlyMap<string, Day>): ReadonlyMap<string, SoldLately> {
  const gone = new Map<string, SoldLately>();
  const taken = unpaid.map(({ at, units, machineId, productId }) => ({ machineId, productId, units, firstDay: at.slice(0, 10) }));
  for (const one of [...sold, ...taken.filter(({ machineId, units, firstDay }) => units > 0 && firstDay >= (since.get(machineId) ?? ''))]) {
    const its = gone.get(one.machineId) ?? [];
    const before = its.find(({ productId }) => productId === one.productId);
    if (before) before.units += one.units;
    else its.push({ ...one });
    gone.set(one.machineId, its);
  }
  return gone;
}
type Unpaid = Pick<Out<typeof unpaidBetween>[number], 'at' | 'machineId' | 'productId' | 'units'>;

/**
 * Units by the days on which they could be bought. What was sold here before it is known to have been in a slot, as imported
 * sales were, was there from its first sale on.
 * @param gone from this machine in the last 28 days, where it stands
 * @param now ISO 8601
 */
export function pacesOf({ machineId, timeZone, productIds, offers, closings, since }: Shelf, gone: SoldLately, now: string): Pace[] {
  const start = Math.max(Date.parse(now) - PACE_DAYS * DAY_MS, since === undefined ? 0 : Date.parse(startOfDay(timeZone, since)));
  const closed = closings.map(inMs(now));
  return [...new Set(productIds)].map((productId) => {
    const its = gone.find((one) => one.productId === productId);
    const offered = offers.filter((offer) => offer.productId === productId);
    const first = offered.reduce((earliest, { from }) => (from < earliest ? from : earliest), now);
    const before = its && isBefore(its.firstDay, first, timeZone) ? [{ from: startOfDay(timeZone, its.firstDay), until: first }] : [];
    return { machineId, productId, units: its?.units ?? 0, days: covered([...before, ...offered].map(inMs(now)), closed, start) / DAY_MS };
  });
}

/** Whether a day was over, on the wall there, when something began. In Greenwich it is the next day or the one before at most, so the wall is seldom asked: that takes a fleet's answer half a second. */
const isBefore = (day: Day, at: string, timeZone: string): boolean => day <= at.slice(0, 10) && day < dayIn(timeZone, at);

/** In milliseconds. */
type Span = readonly [from: number, until: number];
const inMs = (now: string) => ({ from, until = now }: { from: string; until?: string }): Span => [Date.parse(from), Date.parse(until)];

/** Milliseconds since `start` that lie in any of the spans, as several slots may hold the same, and in none of those that are left out, which do not overlap. */
function covered(spans: readonly Span[], without: readonly Span[], start: number): number {
  let [total, reached] = [0, start];
  for (const [from, until] of spans.toSorted(([a], [b]) => a - b)) {
    const begin = Math.max(from, reached);
    if (until <= begin) continue;
    total += until - begin - without.reduce((sum, [out, back]) => sum + Math.max(0, Math.min(until, back) - Math.max(begin, out)), 0);
    reached = until;
  }
  return total;
}
