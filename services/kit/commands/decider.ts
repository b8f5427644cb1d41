/** Deciders: what may happen to one stream, as three pure functions. No clock, no chance, no I/O: those come in with the command. */
import type { Refusal } from '@larder/contracts/reply.js';

export interface Decider<C, F, S> {
  /** Its streams are named `<category>-<id>`. */
  category: string;
  /** For streams that go on for years: what they have come to is kept, as JSON, and understood by the same version only. Raise it when `evolve` changes. */
  snapshots?: number;
  /** A command that comes again leads to nothing because of the state alone, e.g. by its number. Then no ids of commands are remembered, which grow with the stream. */
  knowsRepeats?: true;
  /** What is known of it is told also where a newer version has written what this one does not know, e.g. after an update was taken back: for settings, without which nobody of an organization could do anything. Else nobody goes by half of the truth. */
  readsOn?: true;
  /** What is so before anything happened. */
  initial: S;
  /** The facts a command leads to (none: nothing new), or why it may not. */
  decide(command: C, state: S): F[] | Refusal;
  /** What is so after one more fact. */
  evolve(state: S, fact: F): S;
}

/** A command nobody handles: the compiler finds it, and so does the first run. At run time it may also be a fact of a newer version; what it says belongs into no log. */
export function never(value: never): never {
  throw new Error(`Not handled: ${(value as { type?: string }).type ?? JSON.stringify(value)}`);
}
