/** Keys of which there are more and more. */

/** All but the last are full. One more copies no more than that one, however many there are. */
export type Growing = readonly ReadonlySet<string>[];

const FULL = 256;

export function withKey(keys: Growing, key: string): Growing {
  const newest = keys.at(-1);
  return newest && newest.size < FULL ? [...keys.slice(0, -1), new Set(newest).add(key)] : [...keys, new Set([key])];
}

/** To look for many. */
export const allOf = (keys: Growing): ReadonlySet<string> => new Set(keys.flatMap((some) => [...some]));

export const hasKey = (keys: Growing, key: string): boolean => keys.some((some) => some.has(key));
