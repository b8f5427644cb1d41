/** Passes: small rows with an end, such as sign-ins, refresh tokens, used challenges and counted tries. Protocol state, not facts: losing them signs people out and harms nothing else. */

export interface Pass {
  kind: string;
  id: string;
  /** The person it belongs to; '' for nobody. */
  owner: string;
  /** What ends together: the sign-in. '' for nothing. */
  group: string;
  /** JSON. */
  content: unknown;
  /** ISO; it is as good as gone from then on. */
  expiresAt: string;
  /** ISO; when it was used first. Only read. */
  usedAt?: string;
}

/** `now` is ISO everywhere: the caller has the clock. What one copy of the process does counts for every other as soon as it resolves. */
export interface Passes {
  /** Adds or replaces. */
  put(pass: Pass): Promise<void>;
  /** Replaces one that is there; false when it is gone, and stays so. */
  replace(pass: Pass): Promise<boolean>;
  get(kind: string, id: string, now: string): Promise<Pass | undefined>;
  /** The first use counts: answers when that was, `now` for the first. Undefined when there is no such pass. */
  use(kind: string, id: string, now: string): Promise<string | undefined>;
  remove(kind: string, id: string): Promise<void>;
  removeGroup(group: string): Promise<void>;
  ofOwner(kind: string, owner: string, now: string): Promise<Pass[]>;
  /** Everything of a person, such as when they are forgotten. */
  removeOwner(owner: string): Promise<void>;
  /** Newest first, for screens. */
  newest(kind: string, now: string, limit: number): Promise<Pass[]>;
  /** Notes a try at `now` unless `most`, the same for a key every time, were noted since `since` (and up to {@link lastTry}); answers whether it was noted. One step: tries side by side are all counted. */
  try(key: string, id: string, now: string, since: string, most: number): Promise<boolean>;
  /** Takes a noted try back. */
  forgive(id: string): Promise<void>;
  /** Forgets what has ended. */
  sweep(now: string): Promise<void>;
  close(): Promise<void>;
}

/** ISO; what was noted later than this was noted by a clock that was put back since, and would count for as long as it had been ahead. */
export const lastTry = (now: string, since: string): string => new Date(2 * Date.parse(now) - Date.parse(since)).toISOString();

/** Injection token. */
export const PASSES = Symbol('passes');
