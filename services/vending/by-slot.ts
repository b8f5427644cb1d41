/** What is counted and listed by slots. How many slots a machine has is its word alone: one that makes them up makes neither every report dearer than the one before nor every fact longer. */
import { DEVICE_SLOTS } from '@larder/contracts/device/device-prices.js';

export type BySlot = Readonly<Record<string, number>>;

/** Of slots that a machine had as well, under other names, as many again, several times over. */
const MOST_COUNTED = 4 * DEVICE_SLOTS;

/** A slot may be called `toString`. */
export const countOf = (slot: string, counts: BySlot = {}): number => (Object.hasOwn(counts, slot) ? (counts[slot] as number) : 0);

/** So many more, or less, of a slot. Of too many, half of the others is forgotten: one each time, an object would be put together anew for each report. */
export function withChange(slot: string, change: number, counts: BySlot = {}): BySlot {
  const count = countOf(slot, counts) + change;
  if (Object.hasOwn(counts, slot) || Object.keys(counts).length < MOST_COUNTED) return { ...counts, [slot]: count };
  return Object.fromEntries([...Object.entries(counts).slice(MOST_COUNTED / 2), [slot, count]]);
}

/** The slots that something is told of, in their order, this one included; no more than a machine can have. */
export const listedWith = (slot: string, slots: readonly string[]): string[] => [...new Set([...slots, slot])].slice(0, DEVICE_SLOTS);
