/** What a guest can do with a visit: cancel it or go to the checkout. */
import { useEffect, useState } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { cancelSession, startPayment } from '../call.js';
import { navigate } from '../navigate.js';
import { cancelRefusal, payRefusal } from './refusals.js';

export interface VisitActions {
  /** Nothing more is begun. Buttons say so and keep the focus: disabled, they would lose it, and with it whoever listens or types. */
  busy: boolean;
  /** Why the last one did not happen. */
  refusal?: string;
  cancel(): void;
  pay(): void;
}

export function useVisitActions(sessionId: string, view: SessionView | undefined, accept: (view: SessionView) => void): VisitActions {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ message: string; at?: string; isOffline?: boolean }>();
  const at = view && `${view.status} ${view.totalAmount}`;
  useEffect(() => {
    // Coming back from the checkout, the browser may show this page as it was left: busy.
    const back = () => setBusy(false);
    const online = () => setRefused((before) => (before?.isOffline ? undefined : before));
    window.addEventListener('pageshow', back);
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('pageshow', back);
      window.removeEventListener('online', online);
    };
  }, []);

  const refuse = (message: string, code?: string) => {
    setBusy(false);
    setRefused({ message, ...(at !== undefined && { at }), ...(code === 'NETWORK' && { isOffline: true }) });
  };
  const begin = () => {
    setBusy(true);
    setRefused(undefined);
  };
  const cancel = async () => {
    begin();
    const answer = await cancelSession(sessionId);
    if (!answer.ok) return refuse(cancelRefusal(answer), answer.code);
    if (answer.data.status !== 'active') return navigate(guestPaths.cancelled(sessionId), 'replace');
    accept(answer.data); // the machine has not answered yet
    setBusy(false);
  };
  const pay = async () => {
    begin();
    const answer = await startPayment(sessionId);
    if (!answer.ok) return refuse(payRefusal(answer, view?.status !== 'payment_pending'), answer.code);
    accept(answer.data);
    if (answer.data.checkoutUrl) location.assign(answer.data.checkoutUrl);
    else refuse('No payment URL available. Please try refreshing the page.');
  };
  // A refusal is about the visit as it was; it goes once something was taken or returned, or the door was closed.
  const refusal = refused && refused.at === at ? refused.message : undefined;
  return { busy, ...(refusal && { refusal }), cancel: () => void (busy || cancel()), pay: () => void (busy || pay()) };
}
