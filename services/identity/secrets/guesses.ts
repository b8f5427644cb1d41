/** Keeps guessers from the verifiers: at most ten tries in a quarter of an hour, per account and per address, whether they exist or not. */
import { Inject, Injectable } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { PASSES, type Passes } from './passes.js';

export const WINDOW_MS = 15 * 60_000;
const MOST_TRIES = 10;

@Injectable()
export class Guesses {
  constructor(private readonly kit: Kit, @Inject(PASSES) private readonly passes: Passes) {}

  /** Notes a try under every key. Undefined: too many under one of them, and noted under none; otherwise how to take it back, for a try that was right. Counted before the verifier is asked, so tries side by side are all counted. */
  async note(...keys: readonly (string | undefined)[]): Promise<(() => Promise<void>) | undefined> {
    const noted: (() => Promise<void>)[] = [];
    const forgive = async (): Promise<void> => void (await Promise.all(noted.map((takeBack) => takeBack())));
    for (const key of keys.filter((key) => key !== undefined)) {
      const takeBack = await this.noteAmong(key, MOST_TRIES, WINDOW_MS);
      if (!takeBack) {
        // Or whoever may try nothing more could go on using up the tries of others.
        await forgive();
        return undefined;
      }
      noted.push(takeBack);
    }
    return forgive;
  }

  /** The same under one key, `most` within a time of its own: an hour at the longest, as they are not kept for longer. */
  async noteAmong(key: string, most: number, withinMs: number): Promise<(() => Promise<void>) | undefined> {
    const now = this.kit.clock.now();
    const id = this.kit.chance.uuid();
    const isNoted = await this.passes.try(key, id, now.toISOString(), new Date(now.getTime() - withinMs).toISOString(), most);
    return isNoted ? () => this.passes.forgive(id) : undefined;
  }
}
