/** Which of the guest's pages an address names. */
import { guestPaths } from '../../lib/guest-paths.js';

export type GuestRoute =
  | { page: 'tap' }
  | { page: 'start'; nfcSessionId: string; machineId?: string }
  /** `authorized`: they come from letting the card be held. */
  | { page: 'session'; sessionId: string; authorized?: true }
  | { page: 'success'; paymentRef: string | null }
  | { page: 'cancelled'; sessionRef: string | null }
  | { page: 'checkout'; checkoutId: string }
  /** `proof`: from the link of an e-mailed receipt. */
  | { page: 'receipt'; token: string; proof?: string }
  /** `outside`: not one of the guest's pages. */
  | { page: 'elsewhere'; to: string; outside: boolean };

export function guestRoute(pathname: string, query: URLSearchParams): GuestRoute {
  const path = pathname.replace(/\/+$/, '');
  const session = idAfter(path, '/vend/session/');
  if (session) return { page: 'session', sessionId: session, ...(query.has('authorized') && { authorized: true }) };
  const checkout = idAfter(path, '/checkout/');
  if (checkout) return { page: 'checkout', checkoutId: checkout };
  const receipt = idAfter(path, '/vend/receipt/');
  const proof = query.get('proof');
  if (receipt) return { page: 'receipt', token: receipt, ...(proof && { proof }) };
  switch (path) {
    case '/vend/new': return { page: 'tap' };
    case '/vend/start': return start(query);
    case '/vend/success': return { page: 'success', paymentRef: query.get('session_id') };
    case '/vend/cancel':
    case '/vend/cancelled': return { page: 'cancelled', sessionRef: query.get('session_id') };
    default: return { page: 'elsewhere', to: guestPaths.home, outside: true };
  }
}

function start(query: URLSearchParams): GuestRoute {
  const sessionId = query.get('sessionId');
  const nfcSessionId = query.get('nfcSessionId');
  const machineId = query.get('machineId');
  if (sessionId) return { page: 'elsewhere', to: guestPaths.session(sessionId), outside: false };
  if (!nfcSessionId) return { page: 'elsewhere', to: guestPaths.tap, outside: false };
  return { page: 'start', nfcSessionId, ...(machineId && { machineId }) };
}

function idAfter(path: string, prefix: string): string | undefined {
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  if (!rest || rest.includes('/')) return undefined;
  try {
    return decodeURIComponent(rest);
  } catch {
    return undefined;
  }
}
