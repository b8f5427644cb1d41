/** Keeps an open page in step with the sign-in, whichever tab or answer changed it. */
import { api, liveTags } from '../lib/api.js';
import { claimsOf, sessionChange } from '../lib/session/claims.js';
import { leaveEnded } from '../lib/session/leave.js';
import { startAnew } from '../lib/session/start-anew.js';
import { paths } from '../lib/paths.js';
import { browserTokens, onTokens } from '../lib/session/tokens.js';
import { isTyped } from '../ui/typed.js';
import { store } from './store.js';

let waiting = false;

export function watchSession(): void {
  let known = browserTokens.read('idToken');
  onTokens(() => {
    const now = browserTokens.read('idToken');
    // Who waits is still the one who was signed in.
    if (waiting && now === null) return;
    const change = sessionChange(known, now);
    const before = known;
    known = now;
    const { pathname, search, hash } = location;
    const isInside = pathname.startsWith(`${paths.app}/`);
    if (change === 'ended' && isInside) waiting = leaveEnded((isMeant) => paths.login({ returnTo: pathname + search + hash, ...(!isMeant && { error: 'session_expired' }) }), isTyped);
    else if (change === 'elsewhere' && isInside) startAnew();
    else if (waiting) {
      waiting = false;
      store.dispatch(api.util.invalidateTags([...liveTags, 'profile', 'members', 'sessions']));
    } else if (change === 'elsewhere' || change === 'standing') store.dispatch(api.util.invalidateTags(['profile', 'account', 'members']));
    if (waiting) known = before;
  });
}

/** Whether the sign-in has ended over something typed: the page stays, until its person has signed in again. */
export const isWaiting = (): boolean => waiting;

/** Seconds until the sign-in in this browser ends, if nothing renews it. */
export const secondsLeft = (nowMs: number): number => (claimsOf(browserTokens.read('idToken')).exp ?? Infinity) - nowMs / 1000;
