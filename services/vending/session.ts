/** A visit: started by a tap, filled by what the machine sees, ended by payment, cancellation or time. */
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Line, PaymentMethod, SessionFact } from '@larder/contracts/vending.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import { moment, moveItem, putBy, returned, taken, totalOf, type FromDevice, type InHand, type Move } from './moves.js';
import { nothingSeen, wasSeen, withSeen } from './seen.js';

type Started = Extract<SessionFact, { type: 'SessionStarted' }>['data'];
interface Payment {
  paymentId: string;
  method: PaymentMethod;
  paidAt: string;
  /** What the guest's bank has kept of it already. */
  lost?: readonly { chargebackRef: string; amountCents: number }[];
}
export type SessionCommand =
  | { type: 'StartSession'; start: Started }
  | ({ type: 'OpenDoor' | 'CloseDoor' } & FromDevice)
  | Move
  | { type: 'CompleteSession' }
  | { type: 'CancelSession' }
  /** The machine refused to unlock. */
  | { type: 'NoteStillLocked'; by?: string }
  /** The machine has done what it was told when the end was asked for, and everything that was before it has been heard. */
  | { type: 'NoteLocked'; by?: string }
  /** The machine is not heard, or is again. */
  | { type: 'NoteCutOff' | 'NoteHeardAgain'; by?: string }
  | { type: 'ExpireSession'; now: string }
  | { type: 'NoteHold'; holdCents: number; expiresAt: string }
  | { type: 'StartPayment' }
  /** `paidCents`: of the total, so far. */
  | { type: 'NoteOverdue'; paidCents: number }
  | ({ type: 'MarkPaid' } & Payment)
  /** The rest is given up: `paidCents` of the total is what the visit brought. */
  | ({ type: 'SettleInPart'; paidCents: number } & Payment);

export interface SessionState extends InHand {
  status: 'none' | 'active' | 'committed' | 'payment_pending' | 'completed' | 'cancelled' | 'expired';
  start?: Started;
  /** What is held on the card. */
  heldCents?: number;
  isDoorOpen?: boolean;
  /** Its machine is not heard, as far as is known. */
  isCutOff?: boolean;
  /** Who asked for the end that the machine has not answered yet. */
  endAskedBy?: 'guest' | 'clock' | undefined;
  isOverdue?: boolean;
}

/** A visit goes on for so long after its time while its door is open, or while its machine does not answer and nothing was taken. */
export const LONGEST_OPEN_MS = 3_600_000;

export const session: Decider<SessionCommand, SessionFact, SessionState> = {
  category: 'session',
  initial: { status: 'none', held: [], unsure: [], putThere: {}, seen: nothingSeen },
  decide(command, state) {
    if (command.type === 'StartSession') return state.start ? [] : [{ type: 'SessionStarted', data: command.start }];
    const { start } = state;
    if (!start || ('by' in command && command.by !== start.machineId)) return refuse('NOT_FOUND', 'No session found');
    const visit = { sessionId: start.sessionId, machineId: start.machineId };
    switch (command.type) {
      case 'OpenDoor':
        return wasSeen(state.seen, command.key) ? [] : [{ type: 'DoorOpened', data: { ...visit, ...moment(command) } }];
      case 'CloseDoor': {
        if (wasSeen(state.seen, command.key)) return [];
        const closed: SessionFact = { type: 'DoorClosed', data: { ...visit, ...moment(command) } };
        if (state.status !== 'active') return [closed];
        return [closed, state.held.length > 0 ? committed(start, state.held, state.endAskedBy === 'clock' ? 'expired' : 'door_closed') : { type: 'SessionCancelled', data: { ...visit, why: 'nothing_taken' } }];
      }
      case 'TakeItem':
      case 'ReturnItem':
        return moveItem(command, state, start);
      case 'CompleteSession':
        if (state.status !== 'active') return notActive(state);
        return [state.held.length > 0 ? committed(start, state.held, 'machine') : { type: 'SessionCancelled', data: { ...visit, why: 'nothing_taken' } }];
      case 'CancelSession':
        return cancel(state, start);
      case 'NoteStillLocked':
        // Once the machine has reported anything of the visit it was open, and the refusal is of an order that came again.
        return state.status === 'active' && state.seen.count === 0 ? [{ type: 'SessionCancelled', data: { ...visit, why: 'not_unlocked' } }] : [];
      case 'NoteLocked':
        if (state.status !== 'active' || !state.endAskedBy || state.isDoorOpen || state.held.length > 0) return [];
        return [state.endAskedBy === 'guest' ? { type: 'SessionCancelled', data: { ...visit, why: 'guest' } } : { type: 'SessionExpired', data: visit }];
      case 'NoteCutOff':
        return state.status === 'active' && !state.isCutOff ? [{ type: 'VisitCutOff', data: visit }] : [];
      case 'NoteHeardAgain':
        return state.status === 'active' && state.isCutOff ? [{ type: 'VisitHeardAgain', data: visit }] : [];
      case 'ExpireSession': {
        if (state.status !== 'active' || command.now < start.expiresAt) return [];
        const isLast = Date.parse(command.now) >= Date.parse(start.expiresAt) + LONGEST_OPEN_MS;
        if (state.held.length > 0 && (isLast || !state.isDoorOpen)) return [committed(start, state.held, 'expired')];
        if (isLast || !isAdmitted(state)) return [{ type: 'SessionExpired', data: visit }];
        // What leaves or comes back through an open door after the end would be on nobody's bill.
        if (state.endAskedBy || (state.isDoorOpen && state.held.length === 0)) return [];
        return [{ type: 'SessionEndAsked', data: { ...visit, by: 'clock', ...(state.held.length > 0 && { totalCents: totalOf(state.held), currency: start.currency }) } }];
      }
      case 'NoteHold':
        return state.status === 'active' && state.heldCents === undefined ? [{ type: 'SessionHeld', data: { ...visit, holdCents: command.holdCents, currency: start.currency, expiresAt: command.expiresAt } }] : [];
      case 'StartPayment':
        if (state.status === 'committed') return [{ type: 'PaymentStarted', data: visit }];
        return state.status === 'payment_pending' || state.status === 'completed' ? [] : refuse('SESSION_NOT_OPEN', 'There is nothing to pay in this session');
      case 'NoteOverdue':
        return owes(state) ? [overdue(start, state.held, command.paidCents)] : [];
      case 'MarkPaid':
        return owes(state) ? [paid(start, state.held, command, totalOf(state.held))] : [];
      case 'SettleInPart': {
        const isPart = command.paidCents > 0 && command.paidCents < totalOf(state.held);
        return owes(state) && state.isOverdue && isPart ? [paid(start, state.held, command, command.paidCents)] : [];
      }
      default:
        return never(command);
    }
  },
  evolve(before, fact) {
    // Whoever reports is heard.
    const state = before.isCutOff && 'key' in fact.data ? { ...before, isCutOff: false } : before;
    switch (fact.type) {
      case 'VisitCutOff':
      case 'VisitHeardAgain':
        return { ...state, isCutOff: fact.type === 'VisitCutOff' };
      case 'SessionStarted':
        return { ...state, status: 'active', start: fact.data };
      case 'DoorOpened':
      case 'DoorClosed':
        return { ...state, seen: withSeen(state.seen, fact.data.key), isDoorOpen: fact.type === 'DoorOpened', endAskedBy: undefined };
      case 'UnplacedItemReported':
        return { ...state, seen: withSeen(state.seen, fact.data.key), late: fact.data.late ?? state.late, putThere: fact.data.why === 'not_there' || (fact.data.why === 'not_held' && state.isDoorOpen !== undefined) ? putBy(fact.data, state.putThere) : state.putThere };
      case 'ItemTaken':
        return { ...state, seen: withSeen(state.seen, fact.data.key), ...taken(state, fact.data) };
      case 'ItemReturned':
        return { ...state, seen: withSeen(state.seen, fact.data.key), ...returned(state, fact.data) };
      case 'SessionEndAsked':
        return { ...state, endAskedBy: fact.data.by };
      case 'SessionCommitted':
        return { ...state, status: 'committed' };
      case 'PaymentStarted':
        return { ...state, status: 'payment_pending' };
      case 'SessionPaid':
        return { ...state, status: 'completed' };
      case 'SessionCancelled':
        return { ...state, status: 'cancelled' };
      case 'SessionExpired':
        return { ...state, status: 'expired' };
      case 'SessionHeld':
        return { ...state, heldCents: fact.data.holdCents, ...(state.start && fact.data.expiresAt && { start: { ...state.start, expiresAt: fact.data.expiresAt } }) };
      case 'SessionOverdue':
        return { ...state, isOverdue: true };
      default:
        return never(fact);
    }
  },
};

const owes = (state: SessionState): boolean => state.status === 'committed' || state.status === 'payment_pending';
/** A guest who taps again comes back to it: something can still be taken, or is to be paid and has not become a case yet. */
export function isTheirsStill(state: SessionState, now: string): boolean {
  if (state.status === 'active') return state.isDoorOpen === true || (state.start?.expiresAt ?? '') > now;
  return owes(state) && !state.isOverdue;
}

/** Nothing has to be held on a card before the door unlocks, or it is. */
const isAdmitted = ({ start, heldCents }: SessionState): boolean => start?.flow === 'pay-after' || !start?.holdCents || heldCents !== undefined;

/** Nobody has opened the door yet, and it may be opened. */
export const mayUnlock = (state: SessionState): boolean => state.status === 'active' && !state.endAskedBy && state.seen.count === 0 && isAdmitted(state);

function cancel(state: SessionState, start: Started): SessionFact[] | Refusal {
  if (state.status === 'cancelled') return [];
  if (state.status === 'completed' || state.status === 'expired') return notActive(state);
  if (state.held.length === 0) {
    if (state.isDoorOpen) return refuse('CANCELLATION_BLOCKED', 'Please close the door: the session ends with it, and nothing is charged when nothing was taken');
    const visit = { sessionId: start.sessionId, machineId: start.machineId };
    if (!isAdmitted(state)) return [{ type: 'SessionCancelled', data: { ...visit, why: 'guest' } }];
    return state.endAskedBy ? [] : [{ type: 'SessionEndAsked', data: { ...visit, by: 'guest' } }];
  }
  // Behind the door that is shut nothing can be put back any more.
  if (owes(state)) return refuse('CANCELLATION_BLOCKED', 'Cannot cancel - the items you took are still to be paid for');
  const itemsToReturn = state.held.map(({ name, sku, quantity }) => ({ name, sku, quantity }));
  return refuse('CANCELLATION_BLOCKED', `Cannot cancel - please return items first: ${itemsToReturn.map((i) => `${i.quantity}x ${i.name}`).join(', ')}`, { itemsToReturn });
}

function notActive(state: SessionState): Refusal {
  return state.status === 'expired' ? refuse('SESSION_EXPIRED', 'Session has expired') : refuse('SESSION_NOT_OPEN', 'This session has already ended');
}

function overdue({ sessionId, machineId, currency }: Started, lines: Line[], paidCents: number): SessionFact {
  const totalCents = totalOf(lines);
  return { type: 'SessionOverdue', data: { sessionId, machineId, totalCents, currency, lines, ...(paidCents > 0 && { dueCents: Math.max(0, totalCents - paidCents) }) } };
}

function paid({ sessionId, machineId, machine, currency, taxBasisPoints }: Started, lines: Line[], { paymentId, method, paidAt, lost = [] }: Payment, totalCents: number): SessionFact {
  const unpaidCents = totalOf(lines) - totalCents;
  return { type: 'SessionPaid', data: { sessionId, machineId, paymentId, method, paidAt, machine, lines, totalCents, currency, ...(taxBasisPoints !== undefined && { taxBasisPoints }), ...(unpaidCents > 0 && { unpaidCents }), ...(lost.length > 0 && { lost: [...lost] }) } };
}

function committed(start: Started, held: Line[], why: 'door_closed' | 'machine' | 'expired'): SessionFact {
  return { type: 'SessionCommitted', data: { sessionId: start.sessionId, machineId: start.machineId, why, lines: held, totalCents: totalOf(held), currency: start.currency } };
}
