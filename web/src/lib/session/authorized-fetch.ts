/** {@link authorize} in this browser. */
import { within } from '../patience.js';
import { learnClock, serverNow } from '../time/server-clock.js';
import { authorize, ENDING_S } from './authorize.js';
import { endsWithin } from './claims.js';
import { refresh } from './refresh.js';
import { startsAnew } from './start-anew.js';
import { browserTokens, lookAtTokens, onTokens } from './tokens.js';

/** How long another tab is waited for. */
const PATIENCE_MS = 1000;

let last: Promise<unknown> = Promise.resolve();

const authorized = authorize({
  async fetch(path, init) {
    const answer = await fetch(path, init);
    learnClock(answer);
    return answer;
  },
  refresh,
  tokens: browserTokens,
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(() => acrossTabs(work));
    last = mine.catch(() => undefined);
    return mine;
  },
  othersToken: (used) => new Promise((answer) => {
    const look = () => {
      const token = browserTokens.read('idToken');
      if (token !== null && token !== used) end(token);
    };
    const end = (token?: string) => {
      stop();
      clearTimeout(timer);
      answer(token);
    };
    const stop = onTokens(look);
    const timer = setTimeout(end, PATIENCE_MS);
    look();
  }),
  nowMs: serverNow,
});

/** {@link authorize}'s call, of the person whose page this is; rejects when the page is about to be loaded for somebody else. */
export const authorizedFetch: typeof authorized.call = async (path, init) => {
  lookAtTokens();
  if (startsAnew()) throw new Error('Somebody else is signed in by now');
  return authorized.call(path, init);
};

/** For calls at the identity provider. An access token lives shorter than the sign-in: answers of our API renew the ID token alone. */
export async function goodAccessToken(): Promise<string> {
  if (endsWithin(ENDING_S, browserTokens.read('accessToken'), serverNow())) await authorized.renew(browserTokens.read('idToken') ?? '');
  return browserTokens.read('accessToken') ?? '';
}

/** Browsers offer locks on secure origins only; elsewhere the order holds within this tab. A tab that hangs must not hold up the others. */
async function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  let begun = false;
  const mine = () => {
    begun = true;
    return work();
  };
  try {
    return await within(PATIENCE_MS, (signal) => navigator.locks.request('larder.refresh', { signal }, mine) as Promise<T>);
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}
