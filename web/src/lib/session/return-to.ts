/** Where to go after signing in. */
import { paths } from '../paths.js';

/** The wanted address if it is a path of this site, else the dashboard. */
export function safeReturnTo(wanted: string | null, origin: string): string {
  if (!wanted?.startsWith('/')) return paths.dashboard;
  try {
    const url = new URL(wanted, origin);
    const path = url.pathname + url.search + url.hash;
    // `//elsewhere` and `/\elsewhere` begin with a slash and still leave the site; a sign-in page would lead in circles.
    const stays = url.origin === origin && !path.startsWith('//') && url.pathname !== paths.login();
    return stays ? path : paths.dashboard;
  } catch {
    return paths.dashboard;
  }
}
