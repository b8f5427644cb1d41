/** The bus port: how services ask each other, hear each other's facts, and tell screens that something changed. */
import type { AnyFact, Position } from '@larder/contracts/fact.js';

export interface Subscription {
  stop(): Promise<void>;
}

/** Nobody answered in time, or nobody is there to answer. */
export class NoAnswer extends Error {
  constructor(readonly subject: string) {
    super(`${subject} did not answer`);
  }
}

/** The transport no longer holds facts it once took. They are still in the log: ask {@link Bus.published} and publish again from there. */
export class FactsLost extends Error {
  constructor(readonly source: string, readonly held: Position, readonly published: Position) {
    super(`The transport holds the facts of ${source} up to '${held}' only, but had them up to '${published}'`);
  }
}

/** Whoever publishes the facts of `source` answers it: `{ after }` asks for all of them behind that position, because a consumer needs older ones than the transport holds. */
export const earlierSubject = (source: string): string => `facts-from.${source}`;

/** Told about what no caller can be told: a handler that threw, a connection that is lost. `where` names the subject or the consumer. */
export type OnTrouble = (where: string, error: unknown) => void;

/** The position of the last fact a consumer has handled ('' for none), or how to ask for it: several instances may go on from one place. */
export type Whereabouts = Position | (() => Promise<Position>);

/** Handles consecutive facts of one source, at least one. `stopping` is aborted when the consumer is to stop: what is not handled by then is handed over at the next start. */
export type Hearer = (facts: readonly AnyFact[], stopping: AbortSignal) => Promise<void>;

export interface HearingRules {
  /** Facts that do not concern the consumer may be left out, but for one now and then, by which it knows its place. All concern it unless told. */
  concerns?(fact: AnyFact): boolean;
  /**
   * The handler itself keeps in order what has to be: it is called with what comes next while earlier calls are under way, with about a thousand facts in hand at most.
   * Where a call rejects, no other is made until all have ended; then its facts are handed over again with all that came behind them, also what was handled meanwhile.
   */
  overlaps?: boolean;
}

export interface Bus {
  /**
   * Asks one of those who {@link answer} the subject. Payloads are JSON values. Rejects with {@link NoAnswer} after `timeoutMs` (10 000),
   * sooner when nobody is there. `mayRepeat` says that asking twice does no harm: a transport that can lose a question then asks again within that time.
   */
  ask(subject: string, payload: unknown, timeoutMs?: number, mayRepeat?: boolean): Promise<unknown>;
  /** Answers a subject; several instances share the work. A handler that throws answers nothing: it must turn its errors into values. */
  answer(subject: string, handler: (payload: unknown) => Promise<unknown>): Promise<Subscription>;
  /**
   * Hands facts of `source` (a service's name) to the transport, in the order of the log and without a gap; what the transport holds already is
   * dropped. Resolves when the transport has them; when it rejects, repeating is safe. Rejects with {@link FactsLost} until
   * {@link published} is asked again.
   */
  publish(source: string, facts: readonly AnyFact[]): Promise<void>;
  /**
   * Behind which position the facts of `source` are to be published: the last one the transport holds, or `head` (the end of the log) when it
   * holds nothing: what is older is carried when a consumer needs it ({@link earlierSubject}).
   * An in-process bus holds nothing itself: it answers how far the slowest of its consumers of that source has been served.
   */
  published(source: string, head: Position): Promise<Position>;
  /** Lets go of what the transport holds of `source`, unless everything behind `after` is there; from now on it takes what comes behind `after`. */
  beginEarlier(source: string, after: Position): Promise<void>;
  /** Lets go of all that the transport holds of `source` when the newest of it is none that `isOurs`; resolves with whether it did. */
  disown(source: string, isOurs: (fact: AnyFact) => Promise<boolean>): Promise<boolean>;
  /**
   * Hears the facts of `source` at least once and in the order of the log, by one instance at a time of all that share this `consumer` name, one call at a time unless calls may overlap.
   * A call brings one fact or several consecutive ones: what is waiting, 256 at most.
   * Others may be handed the same objects: they are to be read, not changed. Facts up to `after` are skipped. A handler that rejects is called again with the same facts, perhaps with more behind them, after a pause;
   * nothing overtakes them.
   */
  consume(consumer: string, source: string, after: Whereabouts, handler: Hearer, rules?: HearingRules): Promise<Subscription>;
  /**
   * Tells whoever listens right now; nobody may be, and nothing is kept. Listeners read the payload and do not change it. `subject` is dot-separated; listeners may end with `>` for all below,
   * or use `*` for one part.
   */
  tell(subject: string, payload: unknown): void;
  listen(subject: string, handler: (payload: unknown, subject: string) => void): Promise<Subscription>;
  close(): Promise<void>;
}
