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
  /** What is on its way. */
  underWay?: UnderWay;
  /** Why the last one did not happen. */
  refusal?: string;
  cancel(): void;
  pay(): void;
}

/** In words, as a button that has turned grey says nothing. */
export interface UnderWay {
  what: 'cancel' | 'pay';
  text: string;
}
const LONG_MS = 5_000;
const begun = { cancel: 'Ending your session...', pay: 'Opening the checkout...' };
/** The call is asked again under the key it has, and the checkout that is open opens again. */
const long = { cancel: 'This takes longer than usual. Please wait.', pay: 'This takes longer than usual. Please wait: you are not charged twice.' };

export function useVisitActions(sessionId: string, view: SessionView | undefined, accept: (view: SessionView) => void): VisitActions {
  const [underWay, setUnderWay] = useState<UnderWay>();
  const [refused, setRefused] = useState<{ message: string; at?: string; isOffline?: boolean }>();
  const at = view && `${view.status} ${view.totalAmount}`;
  const what = underWay?.what;
  useEffect(() => {
    if (!what) return;
    const timer = setTimeout(() => setUnderWay({ what, text: long[what] }), LONG_MS);
    return () => clearTimeout(timer);
  }, [what]);
  useEffect(() => {
    // Coming back from the checkout, the browser may show this page as it was left: busy.
    const back = () => setUnderWay(undefined);
    const online = () => setRefused((before) => (before?.isOffline ? undefined : before));
    window.addEventListener('pageshow', back);
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('pageshow', back);
      window.removeEventListener('online', online);
    };
  }, []);

  const refuse = (message: string, code?: string) => {
    setUnderWay(undefined);
    setRefused({ message, ...(at !== undefined && { at }), ...(code === 'NETWORK' && { isOffline: true }) });
  };
  const begin = (doing: UnderWay['what']) => {
    setUnderWay({ what: doing, text: begun[doing] });
    setRefused(undefined);
  };
  const cancel = async () => {
    begin('cancel');
    const answer = await cancelSession(sessionId);
    if (!answer.ok) return refuse(cancelRefusal(answer), answer.code);
    if (answer.data.status !== 'active') return navigate(guestPaths.cancelled(sessionId), 'replace');
    accept(answer.data); // the machine has not answered yet
    setUnderWay(undefined);
  };
  const pay = async () => {
    begin('pay');
    const answer = await startPayment(sessionId);
    if (!answer.ok) return refuse(payRefusal(answer, view?.status !== 'payment_pending'), answer.code);
    // Back from this checkout they come from none that was paid at.
    navigate(guestPaths.session(sessionId), 'replace');
    accept(answer.data);
    if (answer.data.checkoutUrl) location.assign(answer.data.checkoutUrl);
    else refuse('No payment URL available. Please try refreshing the page.');
  };
  // A refusal is about the visit as it was; it goes once something was taken or returned, or the door was closed.
  const refusal = refused && refused.at === at ? refused.message : undefined;
  const busy = underWay !== undefined;
  return { busy, ...(underWay && { underWay }), ...(refusal && { refusal }), cancel: () => void (busy || cancel()), pay: () => void (busy || pay()) };
}
