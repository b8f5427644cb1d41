/** What operators told machines, and what became of it. A visit's orders are told with the visit. */
import type { DeviceOrderView, OrderFact } from '@larder/contracts/device.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface OrderRow extends Omit<DeviceOrderView, 'by'> {
  /** Who told it. */
  actor: string;
}

export const ordersView: Projection<OrderFact, OrderRow> = {
  collection: 'orders',
  version: 1,
  orders: ['sentAt'],
  categories: ['orders'],
  rows: (fact) => (fact.type === 'DeviceOrdered' && fact.data.sessionId !== undefined ? [] : [{ account: fact.meta.account, id: fact.data.orderId }]),
  apply(row, { type, data, meta }) {
    switch (type) {
      case 'DeviceOrdered': {
        const { machineId, orderId, action, reason, expiresAt } = data;
        return { machineId, orderId, command: action, status: 'sent', sentAt: meta.at, expiresAt, actor: meta.actor, ...(reason && { reason }) };
      }
      case 'DeviceOrderDelivered':
        return row && { ...row, status: 'delivered' };
      case 'DeviceOrderExpired':
        return row && { ...row, status: 'expired', endedAt: meta.at };
      case 'DeviceObeyed':
        return row && { ...row, status: data.ok ? 'obeyed' : 'refused', endedAt: meta.at, ...(data.why && { why: data.why }) };
    }
  },
};
