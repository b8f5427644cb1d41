/** What waits for one consumer of a bus inside one process, handed in order to the consumer's instances in turn. */
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import type { HearingRules } from './bus.js';
import { Calls } from './calls.js';

/** Facts that may wait for one consumer before `publish` waits, too. */
const MOST_WAITING = 1_000;
/** Facts of one call. */
const MOST_IN_CALL = 256;
/** Facts of all calls that overlap: as many as come while somebody far away does not answer for a minute. */
const MOST_IN_HAND = 1_024;
/** Facts that were handled and are kept until as many are let go at once. */
const MOST_HANDLED = 500;
/** Of facts in a row that do not concern the consumer this one is handed over all the same: what comes before may have to be published again after a crash. */
const MOST_LEFT_OUT = 256;

/** One instance of the consumer. */
export type Instance = (facts: readonly AnyFact[]) => Promise<void>;

export class Queue {
  /** What is not handled yet, from `next` on; what comes before `handed` is in hand. */
  private facts: AnyFact[] = [];
  private next = 0;
  private handed = 0;
  private readonly instances: Instance[] = [];
  private isDue = false;
  private readonly abandoning = new AbortController();
  private readonly calls = new Calls<{ instance: Instance; count: number }>({
    landed: ({ count }) => this.forget(count),
    ended: () => this.handOutSoon(),
    again: () => {
      this.handed = this.next;
      this.handOut();
    },
    stopping: this.abandoning.signal,
  });
  private space: { made: Promise<void>; make: () => void } | undefined;

  /** Facts left out since the last one that was queued. */
  private leftOut = 0;

  /** @param served the position of the last fact that came; earlier ones are repeats */
  constructor(public served: Position, private readonly rules: HearingRules) {}

  get abandoned(): boolean {
    return this.instances.length === 0;
  }

  add(fact: AnyFact): void {
    if (fact.position <= this.served) return;
    const isConcerned = this.rules.concerns?.(fact) ?? true; // who throws here is asked again, and nothing has passed them by
    this.served = fact.position;
    if (!isConcerned && (this.leftOut += 1) < MOST_LEFT_OUT) return;
    this.leftOut = 0;
    this.facts.push(fact);
    this.handOutSoon();
  }

  /** Undefined, or resolves when a full queue has shrunk to half. */
  room(): Promise<void> | undefined {
    if (this.facts.length - this.handed < MOST_WAITING || this.abandoned) return undefined;
    if (!this.space) {
      let make = (): void => {};
      this.space = { made: new Promise<void>((made) => (make = made)), make };
    }
    return this.space.made;
  }

  join(instance: Instance): void {
    this.instances.push(instance);
    this.handOutSoon();
  }

  /** Resolves when this instance has no facts in hand. Without instances the waiting facts are let go: their consumer has not noted them. */
  async leave(instance: Instance): Promise<void> {
    this.instances.splice(this.instances.indexOf(instance), 1);
    if (this.abandoned) {
      this.abandoning.abort();
      this.makeSpace();
    }
    if (this.calls.first?.instance === instance) await this.calls.settled();
  }

  /** What is published together is heard together. */
  private handOutSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.handOut();
    });
  }

  private handOut(): void {
    while (!this.calls.isFailing && this.handed < this.facts.length && this.hasHandsFree()) {
      const instance = this.whoseTurn();
      if (!instance) return;
      const facts = this.facts.slice(this.handed, this.handed + MOST_IN_CALL);
      this.handed += facts.length;
      this.calls.make({ instance, count: facts.length }, () => instance(facts));
    }
    if (this.facts.length - this.handed <= MOST_WAITING / 2) this.makeSpace();
  }

  private hasHandsFree(): boolean {
    return !this.calls.first || (this.rules.overlaps === true && this.handed - this.next < MOST_IN_HAND);
  }

  /** Calls overlap within one instance only: two do not know of each other's. */
  private whoseTurn(): Instance | undefined {
    const { first } = this.calls;
    if (first) return this.instances.find((instance) => instance === first.instance);
    const instance = this.instances.shift();
    if (instance) this.instances.push(instance);
    return instance;
  }

  private forget(handled: number): void {
    this.next += handled;
    if (this.next < MOST_HANDLED && this.next < this.facts.length) return;
    this.facts = this.facts.slice(this.next);
    this.handed -= this.next;
    this.next = 0;
  }

  private makeSpace(): void {
    this.space?.make();
    this.space = undefined;
  }
}
