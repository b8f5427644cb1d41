/** Those who follow a SQLite log: each goes at its own pace, and sleeps while nothing of its categories comes. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import type { Following } from './event-store.js';
import { following, persistently } from './following.js';
import type { SqliteLog } from './sqlite-log.js';
import { toPosition } from './sqlite-rows.js';

interface Follower {
  categories: ReadonlySet<string> | undefined;
  /** Everything up to here has been handed over. */
  position: number;
  /** While it sleeps: ends the sleep. */
  wake: (() => void) | undefined;
}

export class SqliteFollowers {
  private readonly followers = new Map<Follower, Following>();

  constructor(private readonly log: SqliteLog) {}

  /** As the port promises it. */
  follow(after: Position, categories: readonly string[] | undefined, onFacts: (facts: readonly AnyFact[]) => Promise<void>): Following {
    const { log } = this;
    const target = log.mark.position;
    const follower: Follower = { categories: categories && new Set(categories), position: Number(after), wake: undefined };
    if (!(follower.position <= target)) throw new Error(`${after} is not a position of this log, which ends at ${toPosition(target)}`);

    const loop = following(async (signal, live) => {
      signal.addEventListener('abort', () => follower.wake?.());
      while (!signal.aborted) {
        if (follower.position >= target) live();
        if (follower.position === log.mark.position) await sleep(follower);
        const next = await persistently(() => log.after(follower.position, follower.categories), signal);
        if (next?.facts.length) await persistently(() => onFacts(next.facts), signal);
        if (!signal.aborted) follower.position = next?.upTo ?? follower.position;
        if (follower.position < log.mark.position) await breathe(); // writers come first
      }
    }, async () => log.mark.position - follower.position, () => toPosition(follower.position));
    const stoppable = { ...loop, stop: () => loop.stop().finally(() => this.followers.delete(follower)) };
    this.followers.set(follower, stoppable);
    return stoppable;
  }

  /** After a commit: wakes whom it concerns, and lets the log forget what everybody has. */
  wake(): void {
    const { mark, written } = this.log;
    let behind = mark.position;
    for (const follower of this.followers.keys()) {
      behind = Math.min(behind, follower.position);
      if (!follower.wake) continue;
      if (!follower.categories || [...written].some((category) => follower.categories?.has(category))) follower.wake();
      else follower.position = mark.position;
    }
    this.log.forget(behind);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.followers.values()].map((following) => following.stop()));
  }
}

const sleep = (follower: Follower): Promise<void> =>
  new Promise((woken) => {
    follower.wake = () => {
      follower.wake = undefined;
      woken();
    };
  });
