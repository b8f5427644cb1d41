/** An operator's order that nothing was heard of is given up when its time to live is over. */
import type { OrderFact } from '@larder/contracts/device.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import type { Kit } from '@larder/kit/kit.js';
import { orders } from './orders.js';

/** A report that is on its way already may still come. */
const GRACE_MS = 2_000;
/** Neither a machine's id nor an order's has one. */
const BETWEEN = ' ';

export const orderDeadlines = (kit: Kit): DeadlineRules<OrderFact> => ({
  name: 'order-deadlines',
  categories: [orders.category],
  on({ type, data }) {
    const id = `${data.machineId}${BETWEEN}${data.orderId}`;
    if (type === 'DeviceOrdered') return data.sessionId === undefined ? { id, at: new Date(Date.parse(data.expiresAt) + GRACE_MS).toISOString() } : undefined;
    return type === 'DeviceOrderDelivered' ? undefined : { id, met: true };
  },
  async run({ id, account }) {
    const [machineId = '', orderId = ''] = id.split(BETWEEN);
    await kit.handle(orders, machineId, { type: 'ExpireOrder', machineId, orderId }, { commandId: `due:${id}`, account, actor: 'system:deadline', correlationId: orderId });
  },
});
