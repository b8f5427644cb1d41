/** What the screen of a visit shows and allows in each of its states. */
import type { SessionView } from '@larder/contracts/vending.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { asMinutes, spokenCountdown } from './countdown.js';

export interface Note {
  tone: 'calm' | 'due' | 'bad' | 'good';
  text: string;
  /** It changes every second: what is told of it to somebody who listens is in {@link spokenCountdown}. */
  isClock?: true;
}
export interface SessionScreen {
  notes: Note[];
  canCancel: boolean;
  canPay: boolean;
  /** Nothing taken yet: say how it works. */
  inviting: boolean;
  /** There is time to take something: what is in the machine can be read. */
  choosing: boolean;
  /** Something was taken and the door is still to be closed before paying. */
  closingFirst: boolean;
  /** The card that is held is charged: nothing is to be paid here, unless that is refused. */
  isFromHold: boolean;
  /** The card has to be authorised before the door unlocks. */
  holdFirst: boolean;
  /** It was, as far as the browser knows; the provider's word is still to come. */
  isChecking: boolean;
  over: boolean;
}

const finalStates = new Set<SessionView['status']>(['completed', 'cancelled', 'expired']);
const isFinal = (status: SessionView['status']): boolean => finalStates.has(status);
/** Nothing changes any more: also what was held on the card is charged or released. */
export const isSettled = ({ status, hold }: Pick<SessionView, 'status' | 'hold'>): boolean => isFinal(status) && hold?.state !== 'placed';

/** @param authorized the guest comes from letting the card be held @param isLeaving for the checkout: what to do when one is back from there is not said yet */
export function sessionScreen(view: SessionView, secondsLeft: number, authorized = false, isLeaving = false): SessionScreen {
  const { status } = view;
  const running = status === 'active' || status === 'committed';
  return {
    notes: notesOf(view, secondsLeft, isLeaving),
    canCancel: running && !view.ending,
    canPay: canPay(view),
    isFromHold: isFromHold(view),
    holdFirst: status === 'active' && view.hold?.state === 'needed' && secondsLeft > 0,
    isChecking: authorized && view.checkoutUrl !== undefined,
    inviting: status === 'active' && view.hold?.state !== 'needed' && view.items.length === 0 && secondsLeft > 0 && !view.ending,
    choosing: status === 'active' && secondsLeft > 0 && !view.ending,
    closingFirst: status === 'active' && view.items.length > 0 && secondsLeft > 0,
    over: isFinal(status),
  };
}

function notesOf(view: SessionView, secondsLeft: number, isLeaving: boolean): Note[] {
  const { status } = view;
  const notes: Note[] = [];
  // Once items are out for good the server stops the clock (0): the visit no longer ends by itself.
  if (status === 'active' || (status === 'committed' && view.timeRemaining > 0)) {
    notes.push(secondsLeft > 0 ? { tone: 'calm', text: `Session expires in ${asMinutes(secondsLeft)}`, isClock: true } : { tone: 'bad', text: 'Session has expired' });
  }
  if (view.offline) notes.push({ tone: 'due', text: view.offline });
  else if (status === 'active' && secondsLeft === 0 && !view.ending) notes.push({ tone: 'calm', text: 'Please close the door: the visit goes on while it is open, or while the machine has no connection.' });
  if (status === 'committed') notes.push({ tone: 'due', text: `Items removed - ${isFromHold(view) ? 'Your card is being charged' : 'Payment required'}` });
  if (status === 'payment_pending') {
    notes.push({ tone: 'due', text: 'Payment in progress...' });
    // The same checkout opens again, and one that was paid takes no second payment.
    if (canPay(view) && !isLeaving) notes.push({ tone: 'calm', text: 'If you have paid, just wait: this screen changes by itself. If not, pay here. You are not charged twice.' });
  }
  if (status === 'completed') notes.push({ tone: 'good', text: 'Payment completed!' });
  if (status === 'cancelled') notes.push({ tone: 'calm', text: 'Session cancelled' });
  if (status === 'expired') notes.push({ tone: 'bad', text: 'Session has expired' });
  if (view.hold?.state === 'settled') notes.push({ tone: 'good', text: holdText(view.hold, view.currency) });
  if (view.message && !notes.some((note) => note.text === view.message)) notes.push({ tone: 'calm', text: view.message });
  return notes;
}

/** Also in the moment between the charge, which settles the hold, and the word that everything is paid. */
const isFromHold = (view: SessionView): boolean => (view.hold?.state === 'placed' && !view.checkoutUrl) || (view.hold?.state === 'settled' && dueOf(view) <= 0);

const canPay = (view: SessionView): boolean => (view.status === 'committed' || view.status === 'payment_pending') && !isFromHold(view);

/** What is still to be paid. */
export const dueOf = ({ totalAmount, hold }: Pick<SessionView, 'totalAmount' | 'hold'>): number => Math.round((totalAmount - (hold?.charged ?? 0)) * 100) / 100;

/** 'held $15.00 · charged $6.40 · released $8.60'; what came through a checkout beside it is not of the hold. */
function holdText({ amount, released = 0 }: NonNullable<SessionView['hold']>, currency: string): string {
  return `held ${formatAmount(amount, currency)} · charged ${formatAmount(amount - released, currency)} · released ${formatAmount(released, currency)}`;
}

/** What is said aloud beside the notes when it changes: what was taken, and a few moments of the time that is left. */
export function spokenState(view: SessionView, secondsLeft: number): string[] {
  const count = view.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const names = view.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} x ${name}` : name)).join(', ');
  const items = count === 0 ? 'No items taken.' : `${count} ${count === 1 ? 'item' : 'items'}, total ${formatAmount(view.totalAmount, view.currency)}: ${names}.`;
  return [items, view.status === 'active' ? spokenCountdown(secondsLeft) : ''].filter(Boolean);
}
