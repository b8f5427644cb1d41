/** How long an answer is waited for, in browsers that cannot say so themselves: there is no `AbortSignal.any` before Safari 17.4 and Chrome 116, no `AbortSignal.timeout` before Safari 16. */

/** Aborts after `ms` milliseconds. */
export function patience(ms: number): AbortSignal {
  const end = new AbortController();
  setTimeout(() => end.abort(new DOMException('Nobody answered in time', 'TimeoutError')), ms);
  return end.signal;
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
