/** How long an answer is waited for, in browsers that cannot say so themselves: there is no `AbortSignal.any` before Safari 17.4 and Chrome 116, no `AbortSignal.timeout` before Safari 16. */

/** Does `work`, which is told to end by its signal after `ms` milliseconds; no clock goes on when it has ended before. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(new DOMException('Nobody answered in time', 'TimeoutError')), ms);
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Aborts with whichever is first. */
export function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const end = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) end.abort(signal.reason);
    else signal.addEventListener('abort', () => end.abort(signal.reason), { once: true, signal: end.signal });
  }
  return end.signal;
}
