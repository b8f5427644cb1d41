/** Calls of a handler that overlap: each brings what comes behind the one before, and they count in that order. */
import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Before something is tried again that has failed before: longer after each of so many `failures`, and over at once when it is to stop. */
export const pauseAfter = (failures: number, stopping: AbortSignal): Promise<void> =>
  pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), undefined, { signal: stopping }).catch(() => undefined);

interface Call<W> {
  what: W;
  state: 'under way' | 'done' | 'failed';
  ended: Promise<void>;
}

export interface CallsOptions<W> {
  /** What a call brought is handled, and so is everything before it. */
  landed(what: W): void;
  /** A call failed, and nothing is under way any more: what has not landed is to be handed over again. Called after a pause that grows. */
  again(): void;
  /** A call has ended. */
  ended(): void;
  /** Ends the pause. */
  stopping: AbortSignal;
}

export class Calls<W> {
  private calls: Call<W>[] = [];
  private failures = 0;
  private pausing: Promise<void> | undefined;
  /** Since a call failed, until what it brought is to be handed over again: no other is to be made. */
  isFailing = false;

  constructor(private readonly options: CallsOptions<W>) {}

  /** What the first brought that has not landed; undefined when none is under way. */
  get first(): W | undefined {
    return this.calls[0]?.what;
  }

  /** Whoever handles it reports its own failures; here they only mean 'again, later'. */
  make(what: W, work: () => Promise<void>): void {
    const call: Call<W> = { what, state: 'under way', ended: Promise.resolve() };
    this.calls.push(call);
    call.ended = work().then(() => this.ended(call, 'done'), () => this.ended(call, 'failed'));
  }

  /** Resolves when no call is under way, and none that failed still waits to be made again. */
  async settled(): Promise<void> {
    await Promise.all(this.calls.map(({ ended }) => ended));
    await this.pausing;
  }

  private ended(call: Call<W>, state: 'done' | 'failed'): void {
    call.state = state;
    while (this.calls[0]?.state === 'done') this.options.landed((this.calls.shift() as Call<W>).what);
    if (state === 'failed') this.isFailing = true;
    else if (!this.isFailing) this.failures = 0;
    if (this.isFailing && !this.calls.some((other) => other.state === 'under way')) this.pausing = this.pause();
    this.options.ended();
  }

  private async pause(): Promise<void> {
    await pauseAfter(this.failures++, this.options.stopping);
    this.calls = [];
    this.pausing = undefined;
    this.isFailing = false;
    this.options.again();
  }
}
