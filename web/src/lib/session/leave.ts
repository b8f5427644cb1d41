/** Ends the sign-in in this browser. The page is loaded anew, so that nothing of this person stays in memory. */
import { browserTokens } from './tokens.js';

/** Here tabs tell each other that somebody ends the sign-in, or stays signed in after all. */
const tabs = new BroadcastChannel('larder.leaving');
let isMeant = false;
let leaving = false;
/** Whether the sign-in is being ended here. */
export const isLeaving = (): boolean => leaving;
tabs.addEventListener('message', ({ data }) => (isMeant = data as boolean));

/**
 * The first call decides where to.
 * @param by leads away over another site; `path` is where to go when that fails
 */
export function leave(path: string, by?: () => Promise<void>): void {
  tabs.postMessage(true);
  go(path, by);
}

/**
 * The sign-in has ended, whoever ended it.
 * @param pathOf told whether somebody meant it to, in another tab
 * @param stays asked only when nobody in this browser meant it
 * @returns whether the page stays
 */
export function leaveEnded(pathOf: (isMeant: boolean) => string, stays = () => false): boolean {
  if (!leaving && !isMeant && stays()) return true;
  go(pathOf(isMeant));
  return false;
}

function go(path: string, by?: () => Promise<void>): void {
  if (leaving) return;
  leaving = true;
  browserTokens.clear();
  // Whoever comes back to it would find it as it was left: waiting to be gone.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  if (by) void by().catch(() => location.assign(path));
  else location.assign(path);
}

/**
 * Asks the server to end the sign-in, and leaves; stays with what could not be done.
 * The answer has the browser forget the tokens before it is read: whoever notices first, here or in another tab, must not say that the session expired.
 */
export async function leaveAfter<A extends { error?: unknown }>(ask: () => PromiseLike<A>, path: string, by?: () => Promise<void>): Promise<A> {
  leaving = true;
  tabs.postMessage(true);
  const answer = await ask();
  leaving = false;
  if (!answer.error || browserTokens.read('idToken') === null) leave(path, by);
  else tabs.postMessage(false);
  return answer;
}
