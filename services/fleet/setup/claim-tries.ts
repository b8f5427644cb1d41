/** Keeps guessers from claim codes: a few wrong ones from one address, then a pause. Kept in this process: a restart forgets, and so many copies allow so many times as many, which 160 bits can bear. */
import { isEarly } from '@larder/kit/time.js';

const WINDOW_MS = 15 * 60_000;
const MOST_WRONG = 10;
/** Addresses remembered at most; the longest quiet are forgotten first. */
const MOST_ADDRESSES = 10_000;

export class ClaimTries {
  private readonly wrong = new Map<string, number[]>();

  /** Seconds until this address may try again; 0 when it may now. */
  waitOf(address: string, nowMs: number): number {
    const recent = this.recent(address, nowMs);
    const [first] = recent;
    return first === undefined || recent.length < MOST_WRONG ? 0 : Math.ceil((first + WINDOW_MS - nowMs) / 1000);
  }

  note(address: string, nowMs: number): void {
    const recent = [...this.recent(address, nowMs), nowMs].slice(-MOST_WRONG);
    this.wrong.delete(address);
    this.wrong.set(address, recent);
    if (this.wrong.size > MOST_ADDRESSES) this.wrong.delete(this.wrong.keys().next().value as string);
  }

  private recent(address: string, nowMs: number): number[] {
    return (this.wrong.get(address) ?? []).filter((at) => isEarly(nowMs, at + WINDOW_MS, WINDOW_MS));
  }
}
