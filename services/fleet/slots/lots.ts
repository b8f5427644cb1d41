/** What of a slot is best before which day. What has no day is the rest of it. */
import type { Day } from '@larder/contracts/day.js';
import type { FleetFact } from '@larder/contracts/fleet.js';

/** Units that are best before the same day. */
export interface Lot {
  bestBefore: Day;
  quantity: number;
}
/** `lots`: the earliest day first, missing where no day is known, never more than is in the slot. `lastOut`: what the latest visit that took of them has not brought back. */
export interface Dated {
  lots?: readonly Lot[];
  lastOut?: { sessionId: string | undefined; lots: readonly Lot[] };
}
type Moved = Extract<FleetFact, { type: 'StockRestocked' | 'StockAdjusted' | 'StockTaken' | 'StockReturned' }>;

/** A slot of which no day is known yet. */
export const dateless = <S extends Dated>({ lots: _lots, lastOut: _lastOut, ...rest }: S): Omit<S, keyof Dated> => rest;

/** The lots after something was moved. Guests take from the front, where the earliest day stands: what leaves is of that. */
export function afterMove({ lots = [], lastOut }: Dated, { type, data }: Moved): Dated {
  const within = (now: readonly Lot[]): readonly Lot[] => split(now, units(now) - Math.max(0, data.left)).kept;
  switch (type) {
    case 'StockRestocked':
      return dated(within(data.bestBefore === undefined ? lots : join(lots, [{ bestBefore: data.bestBefore, quantity: data.added }])), lastOut);
    case 'StockAdjusted':
      return dated(within(split(lots, -data.change).kept), lastOut);
    case 'StockTaken': {
      const { out, kept } = split(lots, data.quantity);
      const before = outWith(data.sessionId, lastOut);
      const isKnown = data.sessionId !== undefined && (before !== undefined || out.length > 0);
      return dated(within(kept), isKnown ? { sessionId: data.sessionId, lots: join(before ?? [], out) } : lastOut);
    }
    case 'StockReturned': {
      const known = outWith(data.sessionId, lastOut);
      // What this visit took besides had no day; of what nobody knows the worst is assumed.
      const { out, kept } = split(known ?? lots.slice(0, 1).map((first) => ({ ...first, quantity: data.quantity })), data.quantity);
      return dated(within(join(lots, out)), known && lastOut ? { ...lastOut, lots: kept } : lastOut);
    }
  }
}

const outWith = (sessionId: string | undefined, lastOut: Dated['lastOut']): readonly Lot[] | undefined => (sessionId !== undefined && lastOut?.sessionId === sessionId ? lastOut.lots : undefined);

const units = (lots: readonly Lot[]): number => lots.reduce((sum, { quantity }) => sum + quantity, 0);

/** What is of no lot says nothing, so that machines without days stay as they were. */
const dated = (lots: readonly Lot[], lastOut: Dated['lastOut']): Dated => ({ ...(lots.length > 0 && { lots }), ...(lastOut && { lastOut }) });

function split(lots: readonly Lot[], quantity: number): { out: Lot[]; kept: Lot[] } {
  let open = Math.max(0, quantity);
  const [out, kept]: [Lot[], Lot[]] = [[], []];
  for (const lot of lots) {
    const gone = Math.min(open, lot.quantity);
    open -= gone;
    if (gone > 0) out.push({ ...lot, quantity: gone });
    if (gone < lot.quantity) kept.push({ ...lot, quantity: lot.quantity - gone });
  }
  return { out, kept };
}

function join(lots: readonly Lot[], more: readonly Lot[]): Lot[] {
  const byDay = new Map<Day, number>();
  for (const { bestBefore, quantity } of [...lots, ...more]) byDay.set(bestBefore, (byDay.get(bestBefore) ?? 0) + quantity);
  return [...byDay].map(([bestBefore, quantity]) => ({ bestBefore, quantity })).sort((a, b) => (a.bestBefore < b.bestBefore ? -1 : 1));
}
