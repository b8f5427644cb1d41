/** What a machine was told to do, until it says that it did or the time to live is over. */
import type { DeviceOrder, OrderFact } from '@larder/contracts/device.js';
import { refuse } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';

type Ordered = Extract<OrderFact, { type: 'DeviceOrdered' }>['data'];
export type OrderCommand =
  | { type: 'Order'; order: Ordered }
  | { type: 'NoteObeyed'; machineId: string; orderId: string; ok: boolean; why?: string }
  | { type: 'NoteDelivered' | 'ExpireOrder'; machineId: string; orderId: string };

export interface OrdersState {
  /** Not obeyed yet, oldest first; those whose time is over are of no use to anybody. */
  pending: (Ordered & { delivered?: true })[];
  /** Given up; a late report is still noted. */
  expired: string[];
}

/** More orders of operators are never under way at one machine, and of visits' no more are kept. */
const MOST_PENDING = 50;

const isOperators = ({ sessionId }: Ordered): boolean => sessionId === undefined;

/** A machine remembers few commands, and each for as long as it lives: a visit's live shortly there, and are sent again when it says hello. */
const VISITS_SECONDS = 60;

/** Copies' clocks may differ by so much. */
const SKEW_SECONDS = 5;

/** What goes to the machine at `now` (milliseconds since 1970); undefined when the order's time is over, and where the clock is before the order: it was put back, and nobody knows how long ago somebody wanted it. */
export function commandOf({ orderId, action, sessionId, expiresAt, ttlSeconds }: Ordered, now: number): DeviceOrder | undefined {
  const until = Math.ceil((Date.parse(expiresAt) - now) / 1000);
  const left = Math.min(until, ttlSeconds ?? until);
  if (left <= 0 || until > left + SKEW_SECONDS) return undefined;
  return { v: 1, t: 'cmd', id: orderId, do: action, ttl: sessionId === undefined ? left : Math.min(left, VISITS_SECONDS), ...(sessionId !== undefined && { sid: sessionId }) };
}

/** Told to lock for a visit, a machine is not told again to unlock for it when it says hello. */
const isTakenBack = ({ action, sessionId }: Ordered, by: Ordered): boolean => action === 'unlock' && by.action === 'lock' && sessionId !== undefined && sessionId === by.sessionId;

export const orders: Decider<OrderCommand, OrderFact, OrdersState> = {
  category: 'orders',
  snapshots: 3,
  initial: { pending: [], expired: [] },
  decide(command, { pending, expired }) {
    if (command.type === 'Order') {
      if (pending.some((order) => order.orderId === command.order.orderId)) return [];
      if (isOperators(command.order) && pending.filter(isOperators).length >= MOST_PENDING) return refuse('CONFLICT', `${command.order.machineId} waits for ${MOST_PENDING} orders already. Please try again when it has done some, or their time is over.`);
      return [{ type: 'DeviceOrdered', data: command.order }];
    }
    const { type, ...noted } = command;
    const order = pending.find(({ orderId }) => orderId === command.orderId);
    // What becomes of a visit's orders on the way there is of no interest: the visit itself is watched.
    const isFollowed = order !== undefined && isOperators(order);
    switch (type) {
      case 'NoteObeyed':
        return order || expired.includes(command.orderId) ? [{ type: 'DeviceObeyed', data: noted as Extract<OrderFact, { type: 'DeviceObeyed' }>['data'] }] : [];
      case 'NoteDelivered':
        return isFollowed && !order.delivered ? [{ type: 'DeviceOrderDelivered', data: noted }] : [];
      case 'ExpireOrder':
        return isFollowed ? [{ type: 'DeviceOrderExpired', data: noted }] : [];
      default:
        return never(type);
    }
  },
  evolve({ pending, expired }, fact) {
    const { orderId } = fact.data;
    const others = pending.filter((order) => order.orderId !== orderId);
    switch (fact.type) {
      case 'DeviceOrdered': {
        const all = [...pending.filter((order) => !isTakenBack(order, fact.data)), fact.data];
        // An operator's is kept until it has an ending.
        const forgotten = all.filter((order) => !isOperators(order)).at(-1 - MOST_PENDING);
        return { pending: all.filter((order) => order !== forgotten), expired };
      }
      case 'DeviceOrderDelivered':
        return { pending: pending.map((order) => (order.orderId === orderId ? { ...order, delivered: true } : order)), expired };
      case 'DeviceOrderExpired':
        return { pending: others, expired: [...expired, orderId].slice(-MOST_PENDING) };
      case 'DeviceObeyed':
        return { pending: others, expired: expired.filter((id) => id !== orderId) };
      default:
        return never(fact);
    }
  },
};
