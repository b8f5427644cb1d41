/** Where a page of the provider leads back to: this site only. */
import { refuse, type Refusal } from '@larder/contracts/reply.js';

const HOME = '/app/subscription';

/** @param site the public address of this deployment */
export function returnPathOf(wanted: string | undefined, site: string): string | Refusal {
  if (!wanted) return HOME;
  const elsewhere = refuse('BAD_INPUT', 'returnUrl has to be a page of this site');
  try {
    const url = new URL(wanted, site);
    const path = url.pathname + url.search + url.hash;
    // `//elsewhere` and `/\elsewhere` begin with a slash and still leave the site.
    return url.origin === new URL(site).origin && !path.startsWith('//') ? path : elsewhere;
  } catch {
    return elsewhere;
  }
}
