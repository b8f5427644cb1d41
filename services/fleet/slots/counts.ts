/** When a slot was counted, what that found, and what a machine that was cut off tells later of the time before. */
import type { FleetFact } from '@larder/contracts/fleet.js';
import type { ToldUpTo } from '@larder/contracts/device/machine-id.js';

/** `off`: how many more were there than the books had; below zero: fewer. */
interface Count {
  at: string;
  toldUpTo?: ToldUpTo;
  off: number;
  reason: string;
}
/** The latest counts of what is in a slot, the oldest first. */
export interface Counted {
  counts?: readonly Count[];
}
interface Late extends When {
  type: 'TakeStock' | 'ReturnStock';
  quantity: number;
  sessionId: string;
}
/** `number`: `<epoch>:<sequence>`, the machine's own. */
interface When {
  number?: string | undefined;
  happenedAt?: string | undefined;
}
/** When a slot was counted, or got its product. */
interface Known {
  at?: string | undefined;
  toldUpTo?: ToldUpTo | undefined;
}
type DataOf<T extends FleetFact['type']> = Extract<FleetFact, { type: T }>['data'];

const MOST_KEPT = 5;

/** No more was there to be lost, or to come back, than the books had: what they count below nothing was never entered, or a sensor was wrong. */
export const there = (left: number): number => Math.max(0, left);

/** By the machine's own numbers it was before; they are right whatever clocks say. */
export function isNumberedBefore({ number = '' }: When, { toldUpTo = {} }: Known): boolean {
  const [epoch = '', sequence] = number.split(':');
  return Object.hasOwn(toldUpTo, epoch) && Number(sequence) <= (toldUpTo[epoch] as number);
}
export const isDatedBefore = ({ happenedAt }: When, { at }: Known): boolean => happenedAt !== undefined && at !== undefined && happenedAt < at;

export function withCount({ counts = [] }: Counted, { countedAt, toldUpTo, left, change, reason }: DataOf<'StockAdjusted'>): Counted {
  return countedAt === undefined ? {} : { counts: [...counts, { at: countedAt, ...(toldUpTo && { toldUpTo }), off: there(left) - there(left - change), reason }].slice(-MOST_KEPT) };
}

/** What the first count after it found, less what a guest is to pay for, or more what came back; nothing where none is known. */
export function explained({ counts = [] }: Counted, { type, quantity, sessionId, ...when }: Late): Omit<DataOf<'StockCountExplained'>, 'machineId' | 'slot' | 'productId'> | undefined {
  const count = counts.find((one) => isNumberedBefore(when, one) || isDatedBefore(when, one));
  if (!count) return undefined;
  const off = offAfter(count, type, quantity);
  return { countedAt: count.at, reason: count.reason, what: type === 'TakeStock' ? 'taken' : 'returned', quantity, missing: there(-off) - there(-count.off), found: there(off) - there(count.off), sessionId };
}

export const withExplained = ({ counts = [] }: Counted, { countedAt, what, quantity }: DataOf<'StockCountExplained'>): Counted =>
  ({ counts: counts.map((count) => (count.at === countedAt ? { ...count, off: offAfter(count, what === 'taken' ? 'TakeStock' : 'ReturnStock', quantity) } : count)) });

const offAfter = ({ off }: Count, type: Late['type'], quantity: number): number => (type === 'TakeStock' ? off + quantity : off - quantity);
