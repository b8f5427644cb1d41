/** What the product does for people, through its front door only: the same in every shape it is deployed in. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { Dashboard } from '@larder/contracts/gateway.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import type { SaleView } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { addMachine, before, found, join, PATIENCE_MS, sessionOf, shop, streamed, type Front, type Machine } from './people.testing.js';
import type { Shape } from './shape.testing.js';

const START_MS = 60_000;
/** Stores that are shared remember earlier runs. */
const SUFFIX = process.pid.toString(36) + Date.now().toString(36);

export function everywhereSuite(open: () => Promise<Shape>): void {
  let shape: Shape;
  let front: Front;
  let owner: string;
  let machine: Machine;
  let sale: SaleView;
  let paymentRef: string;

  beforeAll(async () => {
    shape = await open();
    front = before(shape);
  }, START_MS);
  afterAll(async () => {
    await machine?.device.disconnect();
    await shape?.stop();
  });

  const at = (path: string): string => `/api/cognito-auth/${path}`;
  const ask = <T>(path: string): Promise<T> => front.ask<T>('GET', path, { token: owner });
  const stockOf = async (slot: string) => (await ask<MachineView>(at(`machines/${machine.machineId}`))).inventory.find((item) => item.slot === slot)?.quantity;
  const salesNow = async (): Promise<SaleView[]> => (await ask<{ sales: SaleView[] }>('/api/admin/sales')).sales;
  const eventually = <T>(what: string, look: () => Promise<T>) => until(what, look, PATIENCE_MS);

  it('somebody signs up with the code from an e-mail, and the organization is theirs', async () => {
    owner = await found(front, `owner@${SUFFIX}.example`, `Reed Stays ${SUFFIX}`);
    expect(await ask(at('account'))).toMatchObject({ account: { name: `Reed Stays ${SUFFIX}` }, member: { role: 'owner' } });
  });

  it('sets up a machine that is soon heard', async () => {
    machine = await addMachine(front, shape, owner, `VM-${SUFFIX}`, [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 4, room: 10 }, { slot: 'A2', name: 'Chips', price: 3.25 }]);
    expect(await ask(at(`machines/${machine.machineId}`))).toMatchObject({ status: 'online', stock: { left: 14 } });
    expect((await ask<{ products: { name: string }[] }>(at('products'))).products.map(({ name }) => name).sort()).toEqual(['Chips', 'Cola']);
  });

  it('a guest buys: the door unlocks, the screen follows the hand, the payment ends the visit', async () => {
    const { sessionId } = await front.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` } });
    await eventually('the door is unlocked', async () => machine.unlocked.has(sessionId));
    const seen = await streamed(`${front.url}/api/vend/session/${sessionId}/events`, {}, async () => shop(machine, sessionId, ['A1', 'A1', 'A1']), (text) => text.includes('"checkoutUrl"'));
    expect(seen).toContain('"totalAmount":2.75');
    expect(seen).toContain('"totalAmount":8.25');
    const { checkoutUrl } = await sessionOf(front, sessionId);
    const { returnUrl } = await front.ask<{ returnUrl: string }>('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
    paymentRef = new URLSearchParams(returnUrl.split('?')[1]).get('session_id') ?? '';
    await eventually('the visit has ended', async () => (await sessionOf(front, sessionId)).status === 'completed');
  });

  it('a guest who cancels is told so as soon as the machine has locked', async () => {
    const { sessionId } = await front.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` } });
    await eventually('the door is unlocked', async () => machine.unlocked.has(sessionId));
    expect((await front.ask<SessionView>('DELETE', `/api/vend/session/${sessionId}`)).status).toBe('cancelled');
  });

  it('the operator sees the sale, the day\'s revenue, the stock, and an alert that it is low', async () => {
    sale = await eventually('the sale is there', async () => (await salesNow())[0]);
    expect(sale).toMatchObject({ amount: 8.25, quantity: 3, product: { name: 'Cola' }, refunded: false });
    await eventually('the stock follows', async () => (await stockOf('A1')) === 1);
    await eventually('the dashboard counts it', async () => (await ask<Dashboard>(at('dashboard'))).today.revenue === 8.25);
    const alert = await eventually('the alert is there', async () => (await ask<{ alerts: AlertView[] }>('/api/admin/dashboard/alerts?isResolved=false')).alerts.find(({ type }) => type === 'low_stock'));
    expect(alert).toMatchObject({ machine: { machineId: machine.machineId }, details: { currentStock: 1 } });
  });

  it('what expired is told of by what it had cost, and the sale is found by the reference of its payment', async () => {
    await front.ask('POST', at(`machines/${machine.machineId}/inventory/A2/adjust`), { token: owner, body: { change: -2, reason: 'Expired', cause: 'expired' } });
    await eventually('the loss is counted', async () => (await ask<SalesLosses>('/api/admin/sales/losses')).total.expired === 2);
    expect(await ask('/api/admin/sales/losses')).toMatchObject({ products: [{ name: 'Chips', units: 2, price: 6.5 }], machines: [{ machineId: machine.machineId }] });
    await eventually('the sale is found', async () => (await ask<{ sales: SaleView[] }>(`/api/admin/sales?transaction=${paymentRef.slice(-8)}`)).sales[0]?.id === sale.id);
  });

  it('a refund goes back through the payment, and the open screen of an operator is told', async () => {
    const refund = () => front.ask('POST', `/api/admin/sales/${sale.id}/refund`, { token: owner, body: { amount: 2.75, reason: 'One was warm' } });
    expect(await streamed(`${front.url}/api/live`, { authorization: `Bearer ${owner}` }, refund, (text) => text.includes('"view":"sales"'))).toContain('changed');
    await eventually('the provider has done it', async () => (await salesNow()).some(({ refundedAmount }) => refundedAmount === 2.75));
  });

  it('a colleague who may only look is let in to look, and refused all else', async () => {
    const viewer = await join(front, owner, `viewer@${SUFFIX}.example`, 'viewer');
    expect((await front.call('GET', '/api/admin/sales', { token: viewer })).status).toBe(200);
    expect(await front.call('POST', `/api/admin/sales/${sale.id}/refund`, { token: viewer, body: { reason: 'x' } })).toMatchObject({ status: 403, body: { success: false, error: 'FORBIDDEN' } });
  });

  it('nobody sees anything of another organization', async () => {
    const stranger = await found(front, `stranger@${SUFFIX}.example`, `Else ${SUFFIX}`);
    expect((await front.call('GET', at(`machines/${machine.machineId}`), { token: stranger })).status).toBe(404);
    expect((await front.ask<{ sales: SaleView[] }>('GET', '/api/admin/sales', { token: stranger })).sales).toEqual([]);
  });
}
