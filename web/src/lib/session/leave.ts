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
