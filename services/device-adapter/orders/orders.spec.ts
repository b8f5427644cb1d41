import type { OrderFact } from '@larder/contracts/device.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { orderDeadlines } from './order-deadlines.js';
import { ordersView } from './orders-view.js';
import { commandOf, orders } from './orders.js';

const order = { machineId: 'VM-001', orderId: 's1:unlock', action: 'unlock' as const, sessionId: 's1', expiresAt: '2026-03-01T12:00:30.000Z' };
const ordered: OrderFact = { type: 'DeviceOrdered', data: order };

describe('Orders to a machine', () => {
  it('are given once', () => {
    given(orders).when({ type: 'Order', order }).then(ordered);
    given(orders, ordered).when({ type: 'Order', order }).thenNothing();
  });
  it('go to the machine for what is left of their time, a visit\'s for a minute at most', () => {
    const at = (seconds: number) => Date.parse(order.expiresAt) - seconds * 1000;
    expect(commandOf(order, at(29.5))).toEqual({ v: 1, t: 'cmd', id: 's1:unlock', do: 'unlock', ttl: 30, sid: 's1' });
    expect(commandOf({ ...order, action: 'lock' }, at(3600))).toMatchObject({ do: 'lock', ttl: 60 });
    expect(commandOf({ machineId: 'VM-001', orderId: 'op:1', action: 'restock', expiresAt: order.expiresAt }, at(3600))).toEqual({ v: 1, t: 'cmd', id: 'op:1', do: 'restock', ttl: 3600 });
    expect(commandOf(order, at(0))).toBeUndefined();
    const wanted = { machineId: 'VM-001', orderId: 'op:1', action: 'unlock' as const, expiresAt: order.expiresAt, ttlSeconds: 60 };
    expect([commandOf(wanted, at(64)), commandOf(wanted, at(66))]).toEqual([expect.objectContaining({ ttl: 60 }), undefined]);
  });
  it('to unlock for a visit are taken back by one to lock for it', () => {
    const after = (...facts: OrderFact[]) => facts.reduce((state, fact) => orders.evolve(state, fact), orders.initial).pending.map(({ orderId }) => orderId);
    const locks = (sessionId?: string): OrderFact => ({ type: 'DeviceOrdered', data: { ...order, orderId: 'x:lock', action: 'lock', sessionId } });
    expect(after(ordered, locks('s1'))).toEqual(['x:lock']);
    expect(after(ordered, locks('s2'))).toEqual(['s1:unlock', 'x:lock']);
    expect(after(ordered, locks())).toEqual(['s1:unlock', 'x:lock']);
  });
  it('are kept for fifty visits, of which the oldest makes room', () => {
    const visits = (count: number) => Array.from({ length: count }, (_, n): OrderFact => ({ type: 'DeviceOrdered', data: { ...order, orderId: `s${n}:unlock`, sessionId: `s${n}` } }));
    const first = { type: 'NoteObeyed' as const, machineId: 'VM-001', orderId: 's0:unlock', ok: true };
    given(orders, ...visits(50)).when(first).then({ type: 'DeviceObeyed', data: { machineId: 'VM-001', orderId: 's0:unlock', ok: true } });
    given(orders, ...visits(51)).when(first).thenNothing();
  });
  it('are closed by the machine\'s word, once', () => {
    const obeyed: OrderFact = { type: 'DeviceObeyed', data: { machineId: 'VM-001', orderId: 's1:unlock', ok: true } };
    given(orders, ordered).when({ type: 'NoteObeyed', machineId: 'VM-001', orderId: 's1:unlock', ok: true }).then(obeyed);
    given(orders, ordered, obeyed).when({ type: 'NoteObeyed', machineId: 'VM-001', orderId: 's1:unlock', ok: true }).thenNothing();
  });
});

describe('An operator\'s order', () => {
  const wanted = { machineId: 'VM-001', orderId: 'op:1', action: 'restock' as const, reason: 'full van', expiresAt: '2026-03-01T12:01:00.000Z' };
  const asked: OrderFact = { type: 'DeviceOrdered', data: wanted };
  const others = (count: number) => Array.from({ length: count }, (_, n): OrderFact => ({ type: 'DeviceOrdered', data: { ...wanted, orderId: `op:other${n}` } }));
  const its = { machineId: 'VM-001', orderId: 'op:1' };
  const delivered: OrderFact = { type: 'DeviceOrderDelivered', data: its };
  const expired: OrderFact = { type: 'DeviceOrderExpired', data: its };
  const obeyed: OrderFact = { type: 'DeviceObeyed', data: { ...its, ok: true } };

  it('is followed on its way to the machine, once; a visit\'s is not', () => {
    given(orders, asked).when({ type: 'NoteDelivered', ...its }).then(delivered);
    given(orders, asked, delivered).when({ type: 'NoteDelivered', ...its }).thenNothing();
    given(orders, ordered).when({ type: 'NoteDelivered', machineId: 'VM-001', orderId: 's1:unlock' }).thenNothing();
  });

  it('is given up when its time is over, unless the machine was faster', () => {
    given(orders, asked, delivered).when({ type: 'ExpireOrder', ...its }).then(expired);
    given(orders, asked, obeyed).when({ type: 'ExpireOrder', ...its }).thenNothing();
  });

  it('is given up a little later than its time ends, for the report of what was done in time is still on its way; a visit\'s is not', () => {
    const [dueBy, id] = [orderDeadlines(undefined as never).on, 'VM-001 op:1'];
    expect(stored([asked, delivered, expired, obeyed, ordered]).map(dueBy)).toEqual([{ id, at: '2026-03-01T12:01:02.000Z' }, undefined, { id, met: true }, { id, met: true }, undefined]);
  });

  it('is refused while the machine waits for fifty, until one of them has an ending; a visit\'s is not', () => {
    const oneExpired: OrderFact = { type: 'DeviceOrderExpired', data: { ...its, orderId: 'op:other0' } };
    given(orders, ...others(50)).when({ type: 'Order', order: wanted }).thenRefused('CONFLICT');
    given(orders, ...others(50), oneExpired).when({ type: 'Order', order: wanted }).then(asked);
    given(orders, ...others(50)).when({ type: 'Order', order }).then(ordered);
  });

  it('has its ending however many were given after it, as was possible once', () => {
    given(orders, asked, ...others(60)).when({ type: 'ExpireOrder', ...its }).then(expired);
    given(orders, asked, ...others(60)).when({ type: 'NoteObeyed', ...its, ok: true }).then(obeyed);
    const visits = Array.from({ length: 60 }, (_, n): OrderFact => ({ type: 'DeviceOrdered', data: { ...order, orderId: `s${n}:unlock` } }));
    given(orders, asked, ...visits).when({ type: 'ExpireOrder', ...its }).then(expired);
  });

  it('that was obeyed in time and reported late counts as obeyed', () => {
    given(orders, asked, expired).when({ type: 'NoteObeyed', ...its, ok: true }).then(obeyed);
    const later = (n: number): OrderFact[] => [{ type: 'DeviceOrdered', data: { ...wanted, orderId: `later${n}` } }, { type: 'DeviceOrderExpired', data: { ...its, orderId: `later${n}` } }];
    given(orders, asked, expired, ...Array.from({ length: 49 }, (_, n) => later(n)).flat()).when({ type: 'NoteObeyed', ...its, ok: true }).then(obeyed);
    given(orders, asked, expired, obeyed).when({ type: 'NoteObeyed', ...its, ok: true }).thenNothing();
  });

  it('is shown with what became of it, and what became of it last counts', () => {
    const shown = (...facts: OrderFact[]) => viewOf(ordersView, 'op:1', stored(facts));
    expect(shown(asked)).toMatchObject({ command: 'restock', reason: 'full van', status: 'sent', actor: 'test' });
    expect(shown(asked, delivered)?.status).toBe('delivered');
    expect(shown(asked, expired)).toMatchObject({ status: 'expired', endedAt: '2026-03-01T12:00:00.000Z' });
    expect(shown(asked, expired, obeyed)?.status).toBe('obeyed');
    expect(shown(asked, { type: 'DeviceObeyed', data: { ...its, ok: false, why: 'The door is open' } })).toMatchObject({ status: 'refused', why: 'The door is open' });
    expect(viewOf(ordersView, 's1:unlock', stored([ordered]))).toBeUndefined();
  });
});
