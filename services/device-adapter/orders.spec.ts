import type { OrderFact } from '@larder/contracts/device.js';
import { given } from '@larder/kit/testing.js';
import { orders } from './orders.js';

const order = { machineId: 'VM-001', orderId: 's1:unlock', action: 'unlock' as const, sessionId: 's1', expiresAt: '2026-03-01T12:00:30.000Z' };
const ordered: OrderFact = { type: 'DeviceOrdered', data: order };

describe('Orders to a machine', () => {
  it('are given once', () => {
    given(orders).when({ type: 'Order', order }).then(ordered);
    given(orders, ordered).when({ type: 'Order', order }).thenNothing();
  });
  it('are closed by the machine\'s word, once', () => {
    const obeyed: OrderFact = { type: 'DeviceObeyed', data: { machineId: 'VM-001', orderId: 's1:unlock', ok: true } };
    given(orders, ordered).when({ type: 'NoteObeyed', machineId: 'VM-001', orderId: 's1:unlock', ok: true }).then(obeyed);
    given(orders, ordered, obeyed).when({ type: 'NoteObeyed', machineId: 'VM-001', orderId: 's1:unlock', ok: true }).thenNothing();
  });
});
