/** Ends the sign-in in this browser. The page is loaded anew, so that nothing of this person stays in memory. */
import { browserTokens } from './tokens.js';

let leaving = false;

/**
 * The first call decides where to.
 * @param by leads away over another site; `path` is where to go when that fails
 */
export function leave(path: string, by?: () => Promise<void>): void {
  if (leaving) return;
  leaving = true;
  browserTokens.clear();
  if (by) void by().catch(() => location.assign(path));
  else location.assign(path);
}

/**
 * Asks the server to end the sign-in, and leaves; stays with what could not be done.
 * The answer has the browser forget the tokens before it is read: whoever notices first must not say that the session expired.
 */
export async function leaveAfter<A extends { error?: unknown }>(ask: () => PromiseLike<A>, path: string, by?: () => Promise<void>): Promise<A> {
  leaving = true;
  const answer = await ask();
  leaving = false;
  if (!answer.error || browserTokens.read('idToken') === null) leave(path, by);
  return answer;
}
