/** The guest's pages, one at a time, as the address says. */
import { useCallback, useEffect, useState } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { serverNow } from '../../lib/server-clock.js';
import type { Followed } from './visit/follow-session.js';
import { navigate, useAddress } from './navigate.js';
import { CancelledPage } from './pages/cancelled-page.js';
import { CheckoutPage } from './pages/checkout-page.js';
import { ReceiptPage } from './pages/receipt-page.js';
import { SessionPage } from './pages/session-page.js';
import { StartPage } from './pages/start-page.js';
import { SuccessPage } from './pages/success-page.js';
import { TapPage } from './pages/tap-page.js';
import { guestRoute } from './route.js';

export function GuestApp() {
  const { pathname, searchParams } = new URL(useAddress(), location.origin);
  const [begun, setBegun] = useState<Followed>();
  const onStarted = useCallback((view: SessionView) => setBegun({ view, heardAtMs: serverNow() }), []);
  const route = guestRoute(pathname, searchParams);
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
