/** What waits for one consumer of a bus inside one process, handled in order by the consumer's instances in turn. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import type { Hearer } from './bus.js';

/** Facts that may wait for one consumer before `publish` waits, too. */
const MOST_WAITING = 1_000;
/** Facts of one call. */
const MOST_IN_HAND = 256;
/** Of facts in a row that do not concern the consumer this one is handed over all the same: what comes before may have to be published again after a crash. */
const MOST_LEFT_OUT = 256;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export class Queue {
  private facts: AnyFact[] = [];
  private next = 0;
  private readonly hearers: Hearer[] = [];
  private inHand: { hearer: Hearer; done: Promise<void> } | undefined;
  private working = false;
  private readonly stopping = new AbortController();
  private space: { made: Promise<void>; make: () => void } | undefined;

  /** Facts left out since the last one that was queued. */
  private leftOut = 0;

  /** @param served the position of the last fact that came; earlier ones are repeats */
  constructor(public served: Position, private readonly concerns: (fact: AnyFact) => boolean) {}

  get abandoned(): boolean {
    return this.hearers.length === 0;
  }

  add(fact: AnyFact): void {
    if (fact.position <= this.served) return;
    const isConcerned = this.concerns(fact); // who throws here is asked again, and nothing has passed them by
    this.served = fact.position;
    if (!isConcerned && (this.leftOut += 1) < MOST_LEFT_OUT) return;
    this.leftOut = 0;
    this.facts.push(fact);
    if (!this.working) void this.work();
  }

  /** Undefined, or resolves when a full queue has shrunk to half. */
  room(): Promise<void> | undefined {
    if (this.facts.length - this.next < MOST_WAITING || this.abandoned) return undefined;
    if (!this.space) {
      let make = (): void => {};
      this.space = { made: new Promise<void>((made) => (make = made)), make };
    }
    return this.space.made;
  }

  join(hearer: Hearer): void {
    this.hearers.push(hearer);
  }

  /** Resolves when this instance has no facts in hand. Without instances the waiting facts are let go: their consumer has not noted them. */
  async leave(hearer: Hearer): Promise<void> {
    this.hearers.splice(this.hearers.indexOf(hearer), 1);
    if (this.abandoned) {
      this.stopping.abort();
      this.makeSpace();
    }
    if (this.inHand?.hearer === hearer) await this.inHand.done.catch(() => undefined);
  }

  private async work(): Promise<void> {
    this.working = true;
    await undefined; // what is published together is heard together
    for (let failures = 0; this.next < this.facts.length; ) {
      const hearer = this.hearers.shift();
      if (!hearer) break;
      this.hearers.push(hearer);
      const facts = this.facts.slice(this.next, this.next + MOST_IN_HAND);
      try {
        this.inHand = { hearer, done: hearer(facts) };
        await this.inHand.done;
        failures = 0;
        this.forget(facts.length);
      } catch {
        // Whoever consumes reports its own failures; here they only mean 'again, later'.
        await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
    this.working = false;
  }

  private forget(handled: number): void {
    this.next += handled;
    if (this.next < MOST_WAITING / 2 && this.next < this.facts.length) return;
    this.facts = this.facts.slice(this.next);
    this.next = 0;
    this.makeSpace();
  }

  private makeSpace(): void {
    this.space?.make();
    this.space = undefined;
  }
}
