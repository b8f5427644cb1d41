/** Those who follow a SQLite log: each goes at its own pace, and sleeps while nothing of its categories comes. */
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import type { Following } from '../event-store.js';
import { following, handedOver, persistently } from '../following.js';
import type { SqliteLog, Wanting } from './sqlite-log.js';
import { AHEAD } from './sqlite-readings.js';
import { toPosition } from './sqlite-rows.js';

interface Follower extends Wanting {
  /** Everything up to here has been handed over. */
  position: number;
  /** While it sleeps: ends the sleep. */
  wake: (() => void) | undefined;
  /** When it went on last. */
  movedAt: number;
}

/** Nobody waits for one who is stuck for as long. */
const STUCK_MS = 1_000;

export class SqliteFollowers {
  private readonly followers = new Map<Follower, Following>();
  /** Those who are ahead of others who read along. */
  private held: (() => void)[] = [];
  private turns: Promise<void> = Promise.resolve();
  /** Those who are woken in turn. */
  private readonly patient = new Set<Follower>();

  constructor(private readonly log: SqliteLog) {}

  /** As the port promises it. */
  follow(after: Position, categories: readonly string[] | undefined, onFacts: (facts: readonly AnyFact[]) => Promise<void>): Following {
    const { log } = this;
    const target = log.mark.position;
    const follower: Follower = { categories: categories && new Set(categories), wanted: String(categories), position: Number(after), wake: undefined, movedAt: performance.now() };
    if (!(follower.position <= target)) throw new Error(`${after} is not a position of this log, which ends at ${toPosition(target)}`);

    const loop = following(async (signal, live) => {
      signal.addEventListener('abort', () => follower.wake?.());
      while (!signal.aborted) {
        if (follower.position >= target) live();
        if (follower.position === log.mark.position) await sleep(follower);
        while (!signal.aborted && this.isAhead(follower)) await this.hold();
        const next = log.newest(follower.position, follower) ?? (await persistently(() => log.after(follower.position, follower.categories), signal));
        if (next?.facts.length) await handedOver(() => onFacts(next.facts), signal);
        if (!signal.aborted) follower.position = next?.upTo ?? follower.position;
        follower.movedAt = performance.now();
        this.letGo();
        if (follower.position < log.mark.position) await (log.isRecent(follower.position) ? breathe() : this.turn()); // writers come first
      }
    }, async () => log.mark.position - follower.position, () => toPosition(follower.position));
    const stoppable = { ...loop, stop: () => this.ended(follower, loop.stop()) };
    this.followers.set(follower, stoppable);
    return stoppable;
  }

  /**
   * After a commit: wakes whom it concerns, and lets the log forget what everybody has. Those whom only facts concern that answer facts are woken
   * later, those with the same words in one turn of the loop: all together they would keep a guest waiting who has just done something.
   */
  wake(): void {
    const { mark, written, firstHand } = this.log;
    let behind = mark.position;
    for (const follower of this.followers.keys()) {
      behind = Math.min(behind, follower.position);
      if (!follower.wake) continue;
      if (concerns(follower, firstHand)) follower.wake();
      else if (concerns(follower, written)) this.wakeInTurn(follower);
      else if (!this.patient.has(follower)) follower.position = mark.position;
    }
    this.log.forget(behind);
  }

  private wakeInTurn(follower: Follower): void {
    if (this.patient.size === 0) setImmediate(() => this.nextTurn());
    this.patient.add(follower);
  }

  /** Views of one screen have the same words: who hears of one that has changed finds the others changed, too. */
  private nextTurn(): void {
    const [first] = this.patient;
    for (const follower of this.patient) {
      if (follower.wanted !== first?.wanted) continue;
      this.patient.delete(follower);
      follower.wake?.();
    }
    if (this.patient.size > 0) setImmediate(() => this.nextTurn());
  }

  /** Whether others who read the same from the file are so far behind that it would be read again for them. */
  private isAhead({ wanted, position }: Follower): boolean {
    if (this.log.isRecent(position)) return false;
    for (const other of this.followers.keys()) {
      if (other.wanted === wanted && other.position < position - AHEAD && !other.wake && performance.now() - other.movedAt < STUCK_MS) return true;
    }
    return false;
  }

  /** Those who read from the file do so one after another, so that nobody else waits for more than one of them. */
  private turn(): Promise<void> {
    return (this.turns = this.turns.then(() => breathe()));
  }

  /** Until somebody has gone on, or is stuck. */
  private hold = (): Promise<void> => Promise.race([new Promise<void>((go) => this.held.push(go)), pause(STUCK_MS, undefined, { ref: false })]);

  private letGo(): void {
    for (const go of this.held.splice(0)) go();
  }

  private async ended(follower: Follower, ending: Promise<void>): Promise<void> {
    this.letGo();
    await ending.finally(() => this.followers.delete(follower));
    this.letGo();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.followers.values()].map((following) => following.stop()));
  }
}

/** Asked of everybody after each commit, so it makes nothing that the collector would have to take away. */
function concerns({ categories }: Follower, written: readonly string[]): boolean {
  if (!categories) return written.length > 0;
  for (const category of written) if (categories.has(category)) return true;
  return false;
}

const sleep = (follower: Follower): Promise<void> =>
  new Promise((woken) => {
    follower.wake = () => {
      follower.wake = undefined;
      woken();
    };
  });
