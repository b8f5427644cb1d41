/** How fast things sell where they are. Pure. */
import { dayIn, startOfDay } from '@larder/contracts/day.js';
import { PACE_DAYS, type Pace, type SoldLately } from '@larder/contracts/pace.js';
import type { Offer } from './offer-view.js';

const DAY_MS = 86_400_000;

export interface Shelf {
  machineId: string;
  timeZone: string;
  /** What is in its slots now. */
  productIds: readonly string[];
  offers: readonly Offer[];
}

/**
 * Units by the days on which they could be bought. What was sold here before it is known to have been in a slot, as imported
 * sales were, was there from its first sale on.
 * @param sold in this machine, in the last 28 days
 * @param now ISO 8601
 */
export function pacesOf({ machineId, timeZone, productIds, offers }: Shelf, sold: SoldLately, now: string): Pace[] {
  return [...new Set(productIds)].map((productId) => {
    const its = sold.find((one) => one.productId === productId);
    const offered = offers.filter((offer) => offer.productId === productId).map(({ from, until = now }) => ({ from, until }));
    const first = offered.reduce((earliest, { from }) => (from < earliest ? from : earliest), now);
    const before = its && its.firstDay < dayIn(timeZone, first) ? [{ from: startOfDay(timeZone, its.firstDay), until: first }] : [];
    return { machineId, productId, units: its?.units ?? 0, days: covered([...before, ...offered], Date.parse(now) - PACE_DAYS * DAY_MS) / DAY_MS };
  });
}

/** Milliseconds since `start` that lie in any of the spans; several slots may hold the same. */
function covered(spans: readonly { from: string; until: string }[], start: number): number {
  let [total, reached] = [0, start];
  for (const [from, until] of spans.map((span) => [Date.parse(span.from), Date.parse(span.until)] as const).sort(([a], [b]) => a - b)) {
    const begin = Math.max(from, reached);
    if (until <= begin) continue;
    total += until - begin;
    reached = until;
  }
  return total;
}
