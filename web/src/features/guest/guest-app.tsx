/** The guest's pages, one at a time, as the address says. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { serverNow } from '../../lib/server-clock.js';
import type { Followed } from './visit/follow-session.js';
import { navigate, useAddress } from './navigate.js';
import { SessionPage } from './pages/session-page.js';
import { StartPage } from './pages/start-page.js';
import { TapPage } from './pages/tap-page.js';
import { Loading } from './parts.js';
import { guestRoute } from './route.js';

/** What comes after a visit is loaded during it. */
const after = { success: () => import('./pages/success-page.js'), cancelled: () => import('./pages/cancelled-page.js'), receipt: () => import('./pages/receipt-page.js') };
const SuccessPage = lazy(async () => ({ default: (await after.success()).SuccessPage }));
const CancelledPage = lazy(async () => ({ default: (await after.cancelled()).CancelledPage }));
const ReceiptPage = lazy(async () => ({ default: (await after.receipt()).ReceiptPage }));
// Where a real payment provider is configured nobody sees it.
const CheckoutPage = lazy(async () => ({ default: (await import('./pages/checkout-page.js')).CheckoutPage }));

export const GuestApp = () => <Suspense fallback={<Loading />}><GuestPage /></Suspense>;

function GuestPage() {
  const { pathname, searchParams } = new URL(useAddress(), location.origin);
  const [begun, setBegun] = useState<Followed>();
  const onStarted = useCallback((view: SessionView) => setBegun({ view, heardAtMs: serverNow() }), []);
  const route = guestRoute(pathname, searchParams);
  useEffect(() => {
    if (route.page === 'session') for (const load of Object.values(after)) load().catch(() => undefined);
  }, [route.page]);
  switch (route.page) {
    case 'tap': return <TapPage />;
    case 'start': return <StartPage nfcSessionId={route.nfcSessionId} machineId={route.machineId} onStarted={onStarted} />;
    case 'session': {
      const seed = begun?.view?.sessionId === route.sessionId ? begun : undefined;
      return <SessionPage key={route.sessionId} sessionId={route.sessionId} authorized={route.authorized} seed={seed} />;
    }
    case 'success': return <SuccessPage paymentRef={route.paymentRef} />;
    case 'cancelled': return <CancelledPage sessionRef={route.sessionRef} />;
    case 'checkout': return <CheckoutPage checkoutId={route.checkoutId} />;
    case 'receipt': return <ReceiptPage key={route.token} token={route.token} proof={route.proof} />;
    case 'elsewhere': return <Elsewhere to={route.to} outside={route.outside} />;
  }
}

function Elsewhere({ to, outside }: { to: string; outside: boolean }) {
  useEffect(() => {
    if (outside) location.replace(to);
    else navigate(to, 'replace');
  }, [to, outside]);
  return null;
}
