/** The guest's pages, one at a time, as the address says. */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Followed } from './visit/follow-session.js';
import { navigate, useAddress } from './navigate.js';
import { SessionPage } from './pages/session-page.js';
import { startEarly, StartPage } from './pages/start-page.js';
import { TapPage } from './pages/tap-page.js';
import { Loading } from './parts.js';
import { guestRoute, type GuestRoute } from './route.js';
import { speakOfStandIns } from './words/speak.js';

/** What comes after a visit, and what stands in for a checkout where no payment provider is configured. */
const later = {
  success: () => import('./pages/success-page.js'), cancelled: () => import('./pages/cancelled-page.js'), receipt: () => import('./pages/receipt-page.js'),
  checkout: async () => (await Promise.all([import('./pages/checkout-page.js'), speakOfStandIns()]))[0],
};
const SuccessPage = lazy(async () => ({ default: (await later.success()).SuccessPage }));
const CancelledPage = lazy(async () => ({ default: (await later.cancelled()).CancelledPage }));
const ReceiptPage = lazy(async () => ({ default: (await later.receipt()).ReceiptPage }));
const CheckoutPage = lazy(async () => ({ default: (await later.checkout()).CheckoutPage }));

/** Call before the first render: what is there by then is shown at once, while React holds back for a third of a second what has to be waited for. */
export async function loadPage(page: GuestRoute['page']): Promise<void> {
  if (page in later) await later[page as keyof typeof later]().catch(() => undefined); // said when it is to be shown
}

/** Call once, at the address that was opened, before anything else has come. */
export function begin(route: GuestRoute): Promise<void> {
  // People send the address on, and whoever has the proof may do what the guest may. It is there still when the page is loaded anew.
  if (route.page === 'receipt' && route.proof) history.replaceState({ proof: route.proof }, '', location.pathname);
  if (route.page === 'start') startEarly(route);
  return loadPage(route.page);
}

export const GuestApp = () => <Suspense fallback={<Loading />}><GuestPage /></Suspense>;

function GuestPage() {
  const { pathname, searchParams } = new URL(useAddress(), location.origin);
  const [begun, setBegun] = useState<Followed>();
  const route = guestRoute(pathname, searchParams);
  useEffect(() => {
    // In one file, all three of them.
    if (route.page === 'session') void loadPage('cancelled');
  }, [route.page]);
  switch (route.page) {
    case 'tap': return <TapPage />;
    case 'start': return <StartPage nfcSessionId={route.nfcSessionId} machineId={route.machineId} onStarted={setBegun} />;
    case 'session': {
      const seed = begun?.view?.sessionId === route.sessionId ? begun : undefined;
      return <SessionPage key={route.sessionId} sessionId={route.sessionId} authorized={route.authorized} seed={seed} />;
    }
    case 'success': return <SuccessPage paymentRef={route.paymentRef} />;
    case 'cancelled': return <CancelledPage sessionRef={route.sessionRef} />;
    case 'checkout': return <CheckoutPage checkoutId={route.checkoutId} />;
    case 'receipt': return <ReceiptPage key={route.token} token={route.token} proof={(history.state as { proof?: string } | null)?.proof} />;
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
