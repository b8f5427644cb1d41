/** What a machine was told to do, until it says that it did or the time to live is over. */
import type { OrderFact } from '@larder/contracts/device.js';
import { never, type Decider } from '@larder/kit/decider.js';

type Ordered = Extract<OrderFact, { type: 'DeviceOrdered' }>['data'];
export type OrderCommand = { type: 'Order'; order: Ordered } | { type: 'NoteObeyed'; machineId: string; orderId: string; ok: boolean; why?: string };

export interface OrdersState {
  /** Not obeyed yet, oldest first; those whose time is over are of no use to anybody. */
  pending: Ordered[];
}

/** More are never under way at one machine. */
const MOST_PENDING = 50;

export const orders: Decider<OrderCommand, OrderFact, OrdersState> = {
  category: 'orders',
  initial: { pending: [] },
  decide(command, { pending }) {
    switch (command.type) {
      case 'Order':
        return pending.some((order) => order.orderId === command.order.orderId) ? [] : [{ type: 'DeviceOrdered', data: command.order }];
      case 'NoteObeyed': {
        const { type: _, ...obeyed } = command;
        return pending.some((order) => order.orderId === command.orderId) ? [{ type: 'DeviceObeyed', data: obeyed }] : [];
      }
      default:
        return never(command);
    }
  },
  evolve: ({ pending }, fact) =>
    fact.type === 'DeviceOrdered'
      ? { pending: [...pending, fact.data].slice(-MOST_PENDING) }
      : { pending: pending.filter((order) => order.orderId !== fact.data.orderId) },
};
