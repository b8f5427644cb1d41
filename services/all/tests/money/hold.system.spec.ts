/** Organizations that have the card authorised before the door unlocks, and what happens when messages do not come. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { SaleView } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { payment } from '@larder/vending/money/payment.js';
import { startLarder, type AddedMachine, type Answer, type TestLarder } from '../testing.js';

let larder: TestLarder;
let clock: StandingClock;
let machine: AddedMachine;
let owner: string;

beforeAll(async () => {
  clock = standingClock('2026-03-01T17:00:00.000Z');
  larder = await startLarder({ clock });
  owner = await larder.signIn('owner');
  await larder.ask('PUT', '/api/cognito-auth/account', { token: owner, body: { paymentFlow: 'hold-first', holdCents: 1500 } });
});
afterAll(() => larder.stop());
beforeEach(async () => void (machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 3.2 }, { slot: 'A2', name: 'Cable', price: 14 }] })));

const session = (id: string) => larder.ask<SessionView>('GET', `/api/vend/session/${id}`);
const becomes = (id: string, what: string, is: (view: SessionView) => unknown): Promise<SessionView> => until(what, async () => {
  const view = await session(id);
  return is(view) ? view : undefined;
});
const begin = async (): Promise<SessionView> => {
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` } });
  return becomes(sessionId, 'the hold can be placed', ({ hold, checkoutUrl }) => hold?.state === 'needed' && checkoutUrl);
};
const settle = (view: SessionView, body: object = {}) => larder.call<{ returnUrl: string }>('POST', `/api/vend${view.checkoutUrl}`, { body: { outcome: 'pay', ...body } });
const unlocked = (id: string): boolean => machine.heard.some((order) => order.do === 'unlock' && order.sid === id);
const held = async (): Promise<string> => {
  const view = await begin();
  await settle(view);
  await until('the door is unlocked', () => unlocked(view.sessionId));
  return view.sessionId;
};
const shop = (id: string, ...slots: string[]): void => {
  machine.device.openDoor(id);
  for (const slot of slots) machine.device.take(slot, 1, id);
  machine.device.closeDoor(id);
};
const salesOf = async (): Promise<SaleView[]> => (await larder.ask<{ sales: SaleView[] }>('GET', `/api/admin/sales?machineId=${machine.machineId}`, { token: owner })).sales;
const theCase = async (): Promise<AlertView | undefined> =>
  (await larder.ask<{ alerts: AlertView[] }>('GET', `/api/admin/dashboard/alerts?machineId=${machine.machineId}`, { token: owner })).alerts.find(({ details }) => details.reason === 'unpaid_session');

it('holds, unlocks, takes exactly what was taken, and releases the rest', async () => {
  const view = await begin();
  expect(view).toMatchObject({ status: 'active', hold: { amount: 15, state: 'needed' }, message: expect.stringContaining('$15.00 are held') });
  expect(await larder.ask('GET', `/api/vend${view.checkoutUrl}`)).toMatchObject({ kind: 'hold', amountCents: 1500, state: 'open', lines: [] });
  expect(unlocked(view.sessionId)).toBe(false);
  expect((await settle(view)).body.data?.returnUrl).toBe(`/vend/session/${view.sessionId}?authorized=1`);
  await until('the door is unlocked', () => unlocked(view.sessionId));
  shop(view.sessionId, 'A1', 'A1');
  expect(await becomes(view.sessionId, 'all is settled', ({ status, hold }) => status === 'completed' && hold?.state === 'settled')).toMatchObject({ totalAmount: 6.4, hold: { amount: 15, charged: 6.4, released: 8.6 } });
  expect(await until('the sale is there', async () => (await salesOf())[0])).toMatchObject({ amount: 6.4, paymentMethod: 'card' });
});

it('nothing taken means nothing charged and all released', async () => {
  const id = await held();
  shop(id);
  expect(await becomes(id, 'it is released', ({ hold }) => hold?.state === 'settled')).toMatchObject({ status: 'cancelled', hold: { charged: 0, released: 15 } });
  expect(await salesOf()).toEqual([]);
});

it('no card is held before a machine that says it would unlock for nobody, until it would', async () => {
  const says = (what: object): void => machine.device.sendRaw('tel', JSON.stringify({ v: 1, t: 'beat', at: 0, door: 'closed', mode: 'locked', rssi: -58, up: 60, ...what }));
  const tap = async (): Promise<Answer<SessionView>['body']> => {
    const { body } = await larder.call<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` } });
    if (body.data) await larder.ask('DELETE', `/api/vend/session/${body.data.sessionId}`);
    return body;
  };
  const shut = [
    () => says({ shut: 'It was too warm for too long' }),
    () => says({ mode: 'restocking', left: 900 }),
    () => larder.ask('PUT', `/api/hardware/configuration/${machine.machineId}`, { token: owner, body: { revision: 0, duty: 'rest', lockAboveC: null } }), // it confirms that with a heartbeat
  ];
  for (const shuts of shut) {
    await shuts();
    const { error, message } = await until('guests are turned away', async () => {
      const body = await tap();
      return body.error === 'MACHINE_UNAVAILABLE' && body;
    });
    expect({ error, message }).toEqual({ error: 'MACHINE_UNAVAILABLE', message: 'This machine serves nobody right now, or somebody is working at it. Nothing was held on your card. Please try again later.' });
    says({ shut: '' });
    await until('the next guest is asked for a card', async () => (await tap()).data);
  }
});

it('nothing can be held for a visit that is over: banks take days to let it go', async () => {
  const [late, left] = [await begin(), async (view: SessionView) => (await larder.ask<{ state: string }>('GET', `/api/vend${view.checkoutUrl}`)).state === 'abandoned'];
  clock.pass(301_000);
  await until('its checkout is closed', () => left(late));
  expect(await settle(late)).toMatchObject({ status: 409, body: { message: 'This session has already ended' } });
  expect(await session(late.sessionId)).toMatchObject({ status: 'expired', hold: { state: 'needed' } });
  const cancelled = await begin();
  await larder.ask('DELETE', `/api/vend/session/${cancelled.sessionId}`);
  await until('its checkout is closed', () => left(cancelled));
});

it('the door stays shut without a hold, and a hold of which the word comes after the time is let go', async () => {
  const view = await begin();
  expect(await settle(view, { outcome: 'decline' })).toMatchObject({ status: 409, body: { message: 'Your card was declined. Please try another one.' } });
  clock.pass(121_000);
  await until('the provider was asked', async () => (await larder.kit.look(payment, view.sessionId)).asked === 1);
  clock.pass(170_000);
  await settle(view, { delivery: 'never' });
  clock.pass(11_000);
  await becomes(view.sessionId, 'it is over', ({ status }) => status === 'expired');
  clock.pass(125_000);
  expect(await becomes(view.sessionId, 'it is released', ({ hold }) => hold?.state === 'settled')).toMatchObject({ status: 'expired', hold: { charged: 0, released: 15 } });
  expect(unlocked(view.sessionId)).toBe(false);
});

it('the time for taking begins when the card is held, however long that took', async () => {
  const view = await begin();
  clock.pass(290_000);
  await settle(view);
  await until('the door is unlocked', () => unlocked(view.sessionId));
  expect(await session(view.sessionId)).toMatchObject({ status: 'active', timeRemaining: 300 });
  clock.pass(60_000);
  machine.device.beat();
  await until('another guest is told to wait', async () => (await larder.call('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-043` } })).body.error === 'MACHINE_BUSY');
  shop(view.sessionId, 'A1');
  await becomes(view.sessionId, 'it is paid', ({ status }) => status === 'completed');
});

it('what the hold does not reach for is asked of the guest, and the sale is recorded when all is paid', async () => {
  const id = await held();
  shop(id, 'A2', 'A1');
  const due = await becomes(id, 'the rest can be paid', ({ status, checkoutUrl }) => status !== 'active' && checkoutUrl);
  expect(await larder.ask('GET', `/api/vend${due.checkoutUrl}`)).toMatchObject({ kind: 'charge', amountCents: 220 });
  expect(await salesOf()).toEqual([]);
  await settle(due);
  expect(await becomes(id, 'all is paid', ({ status }) => status === 'completed')).toMatchObject({ totalAmount: 17.2 });
  expect((await until('the sale is there', async () => (await salesOf()).length === 2 && salesOf())).reduce((sum, sale) => sum + sale.amount, 0)).toBeCloseTo(17.2);
  expect(await larder.ask<Receipt>('GET', `/api/vend/receipt/${id}`)).toMatchObject({ total: 17.2, hold: { held: 15, charged: 15, released: 0 } });
});

it('a message that comes twice counts once, and one that never comes is asked for', async () => {
  const twice = await begin();
  await settle(twice, { delivery: 'twice' });
  await until('the door is unlocked', () => unlocked(twice.sessionId));
  shop(twice.sessionId, 'A1');
  expect(await becomes(twice.sessionId, 'it is settled', ({ hold }) => hold?.state === 'settled')).toMatchObject({ hold: { charged: 3.2, released: 11.8 } });

  const never = await begin();
  await settle(never, { delivery: 'never' });
  expect(unlocked(never.sessionId)).toBe(false);
  clock.pass(121_000);
  await until('the door is unlocked', () => unlocked(never.sessionId));
});

it('a rest that nobody pays becomes a case of just that, and after a week what came is the sale', async () => {
  const id = await held();
  shop(id, 'A2', 'A1');
  await becomes(id, 'the rest is asked for', ({ checkoutUrl, hold }) => hold?.charged && checkoutUrl);
  const told = await until('the case is open', async () => {
    clock.pass(5_000);
    return theCase();
  });
  expect(told).toMatchObject({ details: { amountCents: 220 }, message: expect.stringContaining('not paid for ($2.20)') });

  // Paid at the checkout that is still open, it would be money without a sale.
  clock.pass(7 * 86_400_000);
  await until('the provider was asked of it for a day', async () => {
    expect(await session(id)).toMatchObject({ status: 'committed' });
    clock.pass(3_600_000);
    return (await larder.kit.stream(`payment-${id}`)).some(({ type, data }) => type === 'CheckoutsAsked' && (data as { isOver: boolean }).isOver);
  });
  const settled = await becomes(id, 'the rest is given up', ({ status }) => {
    clock.pass(30_000);
    return status === 'completed';
  });
  owner = await larder.signIn('owner');
  expect(settled).toMatchObject({ message: '$2.20 of it was never paid.', hold: { charged: 15 } });
  const sales = await until('the sale is there', async () => (await salesOf()).length === 2 && salesOf());
  expect(sales.reduce((sum, sale) => sum + sale.amount, 0)).toBeCloseTo(15);
  const { total } = await larder.ask<SalesLosses>('GET', `/api/admin/sales/losses?timeframe=all&machineId=${machine.machineId}`, { token: owner });
  expect(total).toMatchObject({ unpaid: 0, units: 0, cost: 0, price: 2.2 });
  expect(await theCase()).toMatchObject({ isResolved: false });
  const cable = sales.find(({ product }) => product.name === 'Cable') as SaleView;
  await larder.ask('POST', `/api/admin/sales/${cable.id}/refund`, { token: owner, body: { reason: 'The cable is broken' } });
  await until('it went back by the card', async () => (await salesOf()).find((sale) => sale.id === cable.id)?.refunded);
});

it('holds nothing while the machine is not heard: banks take days to let it go', async () => {
  const { sessionId } = await begin();
  await machine.device.disconnect();
  let looks = 0;
  await becomes(sessionId, 'the guest is told', ({ offline }) => {
    if (looks++ < 12) clock.pass(5_000);
    return offline;
  });
  const pay = () => larder.call<SessionView>('POST', `/api/vend/session/${sessionId}/pay`, { body: {} });
  expect((await pay()).body).toMatchObject({ success: false, error: 'MACHINE_UNAVAILABLE', message: expect.stringContaining('Nothing is held on your card meanwhile.') });
  await machine.device.connect();
  await becomes(sessionId, 'it is back', ({ offline }) => !offline);
  expect((await pay()).body.data?.checkoutUrl).toBeDefined();
});
