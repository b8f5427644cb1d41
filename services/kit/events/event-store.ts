/** The event store port: streams of facts that are only ever added to. The truth of the whole product lies behind it. */
import type { AnyFact, FactMeta, Position } from '@larder/contracts/fact.js';

export interface NewFact {
  /** Unique; the same id appended again at the same place is the same append. */
  id: string;
  type: string;
  data: unknown;
  meta: FactMeta;
}

/** Where an append ended: the last revision of its stream and the last position of the log it wrote. */
export interface Appended {
  revision: number;
  position: Position;
}

/** The expected revision of a stream that must not exist yet. */
export const NO_STREAM = -1;

/** The stream has moved on since it was read: read again, decide again. */
export class WrongRevision extends Error {
  constructor(readonly stream: string, readonly expected: number) {
    super(`${stream} is not at revision ${expected} any more`);
  }
}

/** The log does not hold what it once acknowledged. Thrown at open and by `verify`. */
export class BrokenLog extends Error {
  constructor(readonly position: Position, reason: string) {
    super(`The log is damaged at position ${position}: ${reason}. See deploy/runbooks/restore-from-backup.md`);
  }
}

export interface Following {
  /** Resolves when everything that was in the log when the following began has been handed over and handled. */
  live: Promise<void>;
  /** How many facts of the log it has not come past yet; where they can be counted by reading only, those of its categories, and 10 000 at most. */
  behind(): Promise<number>;
  /** Everything asked for up to here has been handed over and taken; '' when that is not known. */
  passed(): Position;
  /** Resolves when no call is under way and none will come. */
  stop(): Promise<void>;
}

export interface EventStore {
  /**
   * Adds facts (at least one) to a stream, all or none, if its last revision is still `expected` ({@link NO_STREAM} for a new one).
   * Resolves only when they would survive a power cut. Rejects with {@link WrongRevision}.
   * Repeating an append with the same fact ids and the same `expected` answers as the first time.
   */
  append(stream: string, expected: number, facts: readonly NewFact[]): Promise<Appended>;
  /** The facts of a stream in order, from revision `from` (0) on, the first `most` of them (all); empty when there is no such stream. */
  read(stream: string, from?: number, most?: number): Promise<AnyFact[]>;
  /**
   * Calls `onFacts` with everything after `after` ('' = from the beginning) whose stream's category (the text before its first `-`)
   * is one of `categories` (undefined = all), in the order of the log, first what is there, then what comes, one call at a time.
   * Several followers may be handed the same objects: they are to be read, not changed.
   * A rejected call is repeated with the same facts after a pause; why it failed is for the caller to tell.
   */
  follow(after: Position, categories: readonly string[] | undefined, onFacts: (facts: readonly AnyFact[]) => Promise<void>): Following;
  /** The position of the last fact, '' when there is none. */
  head(): Promise<Position>;
  /** Reads the whole log and compares it with its hash chain, where the adapter keeps one. Rejects with {@link BrokenLog}; resolves with the number of facts read. */
  verify(): Promise<number>;
  close(): Promise<void>;
}

/** Small durable notes of how far something has come. Losing the newest ones is harmless: what follows is repeated, and repeating has no effect. */
export interface Bookmarks {
  get(name: string): Promise<Position | undefined>;
  set(name: string, position: Position): Promise<void>;
  all(): Promise<[name: string, position: Position][]>;
}

export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));
