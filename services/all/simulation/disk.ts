/** The disk of a simulated day: what was acknowledged stays, and what was under way when the power went may be there or not. */
import { hash } from 'node:crypto';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { categoryOf, WrongRevision, type Appended, type Bookmarks, type EventStore, type Following, type NewFact } from '@larder/kit/events/event-store.js';
import { following } from '@larder/kit/events/following.js';
import type { Dice } from './dice.js';
import type { Timeline } from './timeline.js';

export interface DiskDefects {
  /** Says that facts are kept before they are. */
  forgetsAcknowledged?: boolean;
  /** Notes what was heard before it was dealt with. */
  bookmarksRunAhead?: boolean;
}

const AGAIN_MS = 1_000;
const BATCH = 64;
const never = <T>(): Promise<T> => new Promise(() => undefined);
const at = (position: number): Position => String(position).padStart(16, '0');

interface Append {
  stream: string;
  expected: number;
  facts: readonly NewFact[];
  resolve(appended: Appended): void;
  reject(error: unknown): void;
}

export class Disk {
  readonly facts: AnyFact[] = [];
  /** Appends until the power goes; undefined: it stays. */
  failsIn: number | undefined;
  /** How often writing fails without harm, as on a disk that is full for a while. */
  refuses = 0;
  /** Told when the power has gone: nothing of that process counts any more. */
  onPowerCut: () => void = () => undefined;
  private process = 0;
  private readonly streams = new Map<string, AnyFact[]>();
  private readonly ids = new Map<string, Appended>();
  /** By name, everything that was ever noted; the newest few may be lost. */
  private readonly notes = new Map<string, Position[]>();
  private unsure = 0;
  private waiting: Append[] = [];
  private flushing = false;
  private wake: (() => void)[] = [];

  constructor(private readonly dice: Dice, private readonly timeline: Timeline, readonly defects: DiskDefects) {}

  /** For a process that starts. */
  open(): { events: EventStore; bookmarks: Bookmarks } {
    const process = ++this.process;
    return { events: this.eventsOf(process), bookmarks: this.bookmarksOf(process) };
  }

  /** What the process had under way is kept up to some point; it never hears of it. */
  cutPower(): void {
    const last = this.dice.between(0, this.waiting.length);
    for (const append of this.waiting.slice(0, last)) if (this.expects(append)) this.keep(append);
    if (this.defects.forgetsAcknowledged) this.forget(this.unsure);
    this.waiting = [];
    this.unsure = 0;
    this.process++;
    this.failsIn = undefined;
    for (const noted of this.notes.values()) if (!this.defects.bookmarksRunAhead) noted.splice(Math.max(1, noted.length - this.dice.between(0, 3)));
    this.wake = [];
    this.onPowerCut();
  }

  /** What all facts come to; two days are the same when it is. */
  fingerprint(): string {
    return hash('sha256', JSON.stringify(this.facts), 'hex').slice(0, 16);
  }

  private forget(n: number): void {
    for (const fact of n === 0 ? [] : this.facts.splice(-n)) {
      this.streams.get(fact.stream)?.pop();
      this.ids.delete(fact.id);
    }
  }

  private expects = ({ stream, expected }: Append): boolean => (this.streams.get(stream)?.length ?? 0) - 1 === expected;

  private keep({ stream, expected, facts }: Append): Appended {
    const known = this.streams.get(stream) ?? [];
    this.streams.set(stream, known);
    facts.forEach((fact, n) => {
      const kept = Object.freeze(JSON.parse(JSON.stringify({ ...fact, stream, revision: expected + 1 + n, position: at(this.facts.length + 1) }))) as AnyFact;
      this.facts.push(kept);
      known.push(kept);
    });
    const appended = { revision: expected + facts.length, position: at(this.facts.length) };
    for (const { id } of facts) this.ids.set(id, appended);
    return appended;
  }

  private flush(process: number): void {
    this.flushing = false;
    if (process !== this.process) return;
    if (this.failsIn !== undefined && (this.failsIn -= this.waiting.length) <= 0) return this.cutPower();
    const batch = this.waiting;
    this.waiting = [];
    const refused = batch.length > 0 && this.dice.happens(this.refuses);
    for (const append of batch) {
      const known = this.ids.get(append.facts[0]?.id ?? '');
      if (refused) append.reject(new Error('There is no room on the disk'));
      else if (known) append.resolve(known);
      else if (!this.expects(append)) append.reject(new WrongRevision(append.stream, append.expected));
      else append.resolve(this.keep(append));
    }
    this.unsure = batch.reduce((sum, { facts }) => sum + facts.length, 0);
    for (const wake of this.wake.splice(0)) wake();
  }

  private eventsOf(process: number): EventStore {
    const isAlive = (): boolean => process === this.process;
    return {
      append: (stream, expected, facts) => new Promise((resolve, reject) => {
        if (!isAlive()) return;
        this.timeline.busy++;
        this.waiting.push({ stream, expected, facts, resolve, reject });
        if (!this.flushing) setImmediate(() => this.flush(this.process));
        this.flushing = true;
      }),
      read: (stream, from = 0, most = Infinity) => {
        this.timeline.busy++;
        return isAlive() ? Promise.resolve((this.streams.get(stream) ?? []).slice(from, from + most)) : never();
      },
      follow: (after, categories, onFacts) => this.follow(isAlive, Number(after), categories && new Set(categories), onFacts),
      head: async () => (this.facts.length > 0 ? at(this.facts.length) : ''),
      verify: async () => this.facts.length,
      close: async () => undefined,
    };
  }

  private follow(isAlive: () => boolean, after: number, categories: ReadonlySet<string> | undefined, onFacts: (facts: readonly AnyFact[]) => Promise<void>): Following {
    const target = this.facts.length;
    return following(async (signal, live) => {
      let reached = after;
      let wake = (): void => undefined;
      signal.addEventListener('abort', () => wake());
      while (!signal.aborted) {
        if (!isAlive()) return never();
        if (reached >= target) live();
        if (reached >= this.facts.length) {
          await new Promise<void>((woken) => this.wake.push((wake = woken)));
          continue;
        }
        const next = this.facts.slice(reached, reached + BATCH);
        const wanted = next.filter(({ stream }) => !categories || categories.has(categoryOf(stream)));
        this.timeline.busy++;
        const isDone = wanted.length === 0 || (await onFacts(wanted).then(() => true, () => false));
        if (isDone) reached += next.length;
        else await new Promise<void>((again) => this.timeline.set(AGAIN_MS, again));
      }
    });
  }

  private bookmarksOf(process: number): Bookmarks {
    return {
      get: async (name) => (this.defects.bookmarksRunAhead && this.notes.has(name) ? at(this.facts.length) : this.notes.get(name)?.at(-1)),
      set: async (name, position) => {
        if (process === this.process) this.notes.set(name, [...(this.notes.get(name) ?? []).slice(-5), position]);
      },
      all: async () => [...this.notes].map(([name, positions]): [string, string] => [name, positions.at(-1) as string]),
    };
  }
}

