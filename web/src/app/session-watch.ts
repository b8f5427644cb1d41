/** Keeps an open page in step with the sign-in, whichever tab or answer changed it. */
import { api } from '../lib/api.js';
import { claimsOf, sessionChange } from '../lib/session/claims.js';
import { leaveEnded } from '../lib/session/leave.js';
import { paths } from '../lib/paths.js';
import { browserTokens, onTokens } from '../lib/session/tokens.js';
import { store } from './store.js';

export function watchSession(): void {
  let known = browserTokens.read('idToken');
  onTokens(() => {
    const now = browserTokens.read('idToken');
    const change = sessionChange(known, now);
    known = now;
    const { pathname, search } = location;
    const isInside = pathname.startsWith(`${paths.app}/`);
    if (change === 'ended' && isInside) leaveEnded((isMeant) => paths.login({ returnTo: pathname + search, ...(!isMeant && { error: 'session_expired' }) }));
    else if (change === 'another-person' && isInside) location.reload();
    else if (change === 'another-person' || change === 'standing') store.dispatch(api.util.invalidateTags(['profile', 'account', 'members']));
  });
}

/** Seconds until the sign-in in this browser ends, if nothing renews it. */
export const secondsLeft = (nowMs: number): number => (claimsOf(browserTokens.read('idToken')).exp ?? Infinity) - nowMs / 1000;
