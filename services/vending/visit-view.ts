/** The visit as its guest sees it, plus what the vending service needs to find it by. */
import type { Stored } from '@larder/contracts/fact.js';
import { formatCents, toAmount, toCents } from '@larder/contracts/money.js';
import type { Line, PaymentFact, SessionFact, SessionView } from '@larder/contracts/vending.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { put, totalOf } from './moves.js';

export interface Visit {
  account: string;
  screen: SessionView;
  lines: Line[];
  amountCents: number;
  /** The provider's name for the checkout that is open or was paid; '' before. */
  providerRef: string;
  kind: 'charge' | 'hold';
  /** The guest went to a checkout. */
  isPaying?: true;
  /** Its machine is not heard, as far as is known. */
  isCutOff?: true | undefined;
  paidAt?: string;
}

/** Guests have no organization: their rows are found by ids nobody can guess. */
export const GUESTS = 'guests';

/** Until something happens. */
const BACK = 'The machine is connected again';
const OPEN = 'You can open the door.';
const PAY_AGAIN = 'The payment was not completed. You can pay again.';
const gone = { committed: false, checkoutUrl: undefined, ending: undefined };

const CANCELLED = {
  guest: 'The session was cancelled. You have not been charged.',
  nothing_taken: 'Nothing was taken, so there is nothing to pay.',
  not_unlocked: 'The machine did not open: somebody may be working at it, or it cannot sell right now. You have not been charged. Please tap again in a moment.',
};

export const visitView: Projection<SessionFact | PaymentFact, Visit> = {
  collection: 'visits',
  version: 8,
  isShownAhead: true,
  orders: ['providerRef'],
  categories: ['session', 'payment'],
  rows: (fact) => [{ account: GUESTS, id: fact.data.sessionId }],
  apply(before, fact) {
    if (fact.type === 'SessionStarted') return started(fact);
    const visit = before && afterwards(before, fact);
    return visit && connected(visit, fact);
  },
};

function afterwards(before: Visit, fact: Stored<SessionFact | PaymentFact>): Visit {
  const visit = isPast(before, fact) ? { ...before, screen: { ...before.screen, message: whileHeld(before) } } : before;
  const show = (change: Partial<SessionView>): Visit => ({ ...visit, screen: { ...visit.screen, ...change } });
  switch (fact.type) {
    case 'ItemTaken':
      return hold(visit, put(visit.lines, fact.data.item, fact.data.quantity));
    case 'ItemReturned':
      return hold(visit, put(visit.lines, fact.data.item, -fact.data.quantity));
    case 'SessionEndAsked':
      return show({ ending: true, message: visit.lines.length > 0 ? 'The time is over. Please close the door: what you took is due then, or when the machine has a connection again.' : 'Your session ends as soon as the machine has answered. Nothing is charged when nothing was taken.' });
    case 'DoorOpened':
      return visit.screen.ending ? show({ ending: undefined, message: 'The door was opened, so the session goes on. It ends when you close the door.' }) : visit;
    case 'SessionCommitted':
      return show({ status: 'committed', committed: true, ending: undefined, message: fact.data.why === 'expired' ? 'The time ran out. Please pay for the items you took.' : undefined });
    case 'PaymentStarted':
      return { ...show({ status: 'payment_pending' }), isPaying: true };
    case 'SessionPaid':
      return { ...show({ status: 'completed', message: fact.data.unpaidCents ? `${formatCents(fact.data.unpaidCents, fact.data.currency)} of it was never paid.` : undefined }), paidAt: fact.data.paidAt };
    case 'SessionCancelled':
      return show({ status: 'cancelled', ...gone, message: CANCELLED[fact.data.why] });
    case 'SessionExpired':
      return show({ status: 'expired', ...gone, message: 'Session has expired' });
    case 'CheckoutOpened': {
      const isAgain = visit.screen.message === PAY_AGAIN;
      const opened = { checkoutUrl: fact.data.url, ...(isAgain && { message: undefined, ...(visit.isPaying && { status: 'payment_pending' as const }) }) };
      return { ...show(isOver(visit) ? {} : opened), providerRef: fact.data.providerRef, kind: fact.data.kind ?? 'charge' };
    }
    case 'HoldRequested':
      return isOver(visit) ? visit : show({ hold: { amount: toAmount(fact.data.amountCents), state: 'needed' }, message: `Your card is checked first: ${formatCents(fact.data.amountCents, fact.data.currency)} are held, you pay only for what you take, and the rest is released.` });
    case 'HoldPlaced':
      return show({ hold: { amount: toAmount(fact.data.amountCents), state: 'placed' }, checkoutUrl: undefined });
    case 'SessionHeld':
      return show({ message: `${formatCents(fact.data.holdCents, fact.data.currency)} are held on your card. ${OPEN}`, ...(fact.data.expiresAt && { expiresAt: fact.data.expiresAt }) });
    case 'PaymentCaptured':
      return visit.screen.hold ? show({ hold: { ...visit.screen.hold, charged: add(visit.screen.hold.charged, fact.data.amountCents) } }) : visit;
    case 'HoldReleased': {
      const { hold } = visit.screen;
      return hold ? show({ hold: { ...hold, state: 'settled', charged: hold.charged ?? 0, released: toAmount(fact.data.amountCents) } }) : visit;
    }
    case 'CheckoutAbandoned':
      if (isOver(visit) || visit.screen.status === 'completed') return visit;
      if (visit.screen.status === 'active') return show({ checkoutUrl: undefined, message: 'The card was not authorised. You can try again.' });
      return show({ status: 'committed', checkoutUrl: undefined, message: PAY_AGAIN });
    default:
      return visit;
  }
}

/** What was said until something happens, and it does. */
const isPast = ({ screen: { message = '' } }: Visit, { type }: SessionFact | PaymentFact): boolean => message.startsWith(BACK) || (message.endsWith(OPEN) && (type === 'DoorOpened' || type === 'ItemTaken'));

const heldOf = ({ screen: { hold, currency } }: Visit): string | undefined => (hold?.state === 'placed' ? `${formatCents(toCents(hold.amount), currency)} are held on your card` : undefined);
const whileHeld = (visit: Visit): string | undefined => heldOf(visit)?.concat('. You pay only for what you take.');

/** What to do now that the machine is heard again. An order to unlock lives half a minute, and may be over. */
function onceBack(visit: Visit): string {
  if (visit.lines.length > 0) return `${BACK}. Go on, and close the door when you have everything.`;
  return `${[BACK, heldOf(visit)].filter(Boolean).join(', and ')}. Door still locked? Tap the tag once more.`;
}

/** Whether the machine is heard, as far as that matters to who is being served. Whoever reports is. */
function connected(visit: Visit, { type, data }: SessionFact | PaymentFact): Visit {
  const isCutOff = visit.screen.status === 'active' && (type === 'VisitCutOff' || (visit.isCutOff === true && type !== 'VisitHeardAgain' && !('key' in data)));
  if (!isCutOff && !visit.isCutOff) return visit;
  const { message } = visit.screen;
  const isBack = type === 'VisitHeardAgain' && (message === undefined || message.includes('held on your card. '));
  return { ...visit, isCutOff: isCutOff || undefined, screen: { ...visit.screen, offline: isCutOff ? `The machine has no connection right now. ${untilHeard(visit)}` : undefined, message: isBack ? onceBack(visit) : message } };
}

/** What a guest whose machine is not heard can rely on, and do: what has moved there meanwhile nobody knows yet. */
function untilHeard({ lines, screen: { hold, ending } }: Visit): string {
  if (hold?.state === 'needed') return 'Nothing is held on your card meanwhile. Please wait a moment, or cancel.';
  const bill = hold ? 'your card is charged' : 'you pay here';
  if (lines.length > 0) return `What you take is counted all the same. Close the door when you have everything and keep this page: ${bill} when the machine is heard again.`;
  if (ending) return 'You need not wait for it: nothing is charged when nothing was taken.';
  return `Door locked? Wait a moment, or cancel: nothing is charged when nothing was taken. Door open? What you take is counted all the same, and ${bill} when the machine is heard again.`;
}

function started({ data, meta }: Extract<Stored<SessionFact>, { type: 'SessionStarted' }>): Visit {
  const { machineId, name, address } = data.machine;
  return {
    account: meta.account, lines: [], amountCents: 0, providerRef: '', kind: 'charge',
    screen: {
      sessionId: data.sessionId, status: 'active', items: [], totalAmount: 0, currency: data.currency, committed: false, timeRemaining: 0, expiresAt: data.expiresAt,
      machine: { machineId, name, location: { address } }, ...(data.guestContact && { guestContact: data.guestContact }),
    },
  };
}

/** The guest was told so; what the provider was asked for just before changes nothing about it. */
const isOver = ({ screen: { status } }: Visit): boolean => status === 'cancelled' || status === 'expired';

function hold(visit: Visit, lines: Line[]): Visit {
  const items = lines.map(({ name, sku, quantity, priceCents }) => ({ name, sku, quantity, price: toAmount(priceCents) }));
  const amountCents = totalOf(lines);
  return { ...visit, lines, amountCents, screen: { ...visit.screen, items, totalAmount: toAmount(amountCents) } };
}

const add = (amount: number | undefined, cents: number): number => toAmount(Math.round((amount ?? 0) * 100) + cents);
