/** {@link authorize} in this browser. */
import { authorize } from './authorize.js';
import { browserTokens } from './tokens.js';

let last: Promise<unknown> = Promise.resolve();

export const authorizedFetch = authorize({
  fetch: (path, init) => fetch(path, init),
  tokens: browserTokens,
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    // Browsers offer locks across tabs on secure origins only; elsewhere the order holds within this tab.
    if (navigator.locks) return navigator.locks.request('larder.refresh', work) as Promise<T>;
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  },
  nowMs: () => Date.now(),
});
