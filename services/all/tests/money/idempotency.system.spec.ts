/** Money is asked for once: the same Idempotency-Key with the same request answers the same, with another request it is refused, also after a restart. */
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { startRestarting, type Restarting } from './restarting.testing.js';
import type { AddedMachine, Answer } from '../testing.js';

let clock: StandingClock;
let product: Restarting;
let machine: AddedMachine;
let owner: string;
let sessionId: string;

beforeAll(async () => {
  clock = standingClock('2026-03-01T17:00:00.000Z');
  product = await startRestarting(clock);
  owner = await product.larder.signIn('owner');
  machine = await product.larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }, { slot: 'A2', name: 'Chips', price: 1.75 }] });
});
afterAll(() => product.end());

const REUSED = { status: 409, body: { success: false, error: 'CONFLICT', message: 'This Idempotency-Key was used with another request.' } };
/** The secret that the guest's browser keeps. */
const cookie = 'larder_guest=the-only-guest-of-these';
const send = <T>(path: string, body: object, key: string, token?: string): Promise<Answer<T>> => product.larder.call<T>('POST', path, { body, token, headers: { cookie, 'idempotency-key': key } });
const receipt = (): Promise<Receipt> => product.larder.ask('GET', `/api/vend/receipt/${sessionId}`);

it('going to the checkout', async () => {
  ({ sessionId } = await product.larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` }, headers: { cookie } }));
  machine.device.openDoor(sessionId);
  machine.device.take('A1', 2, sessionId);
  machine.device.take('A2', 1, sessionId);
  machine.device.closeDoor(sessionId);
  await until('payment is due', async () => (await product.larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`)).checkoutUrl);
  const pay = `/api/vend/session/${sessionId}/pay`;
  const first = await send<SessionView>(pay, {}, 'pay-1');
  await product.larder.ask('POST', `/api/vend${first.body.data?.checkoutUrl}`, { body: { outcome: 'pay' } });
  await until('it is paid', async () => (await product.larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`)).status === 'completed');
  // It is paid by now, and still the answer is the one that was given.
  expect(await send(pay, {}, 'pay-1')).toEqual(first);
  expect(await send(pay, { sessionId: 'x', more: 1 }, 'pay-1')).toEqual(REUSED);
});

it('a refund', async () => {
  await until('the sale is there', async () => (await product.larder.call('GET', `/api/vend/receipt/${sessionId}`)).status === 200);
  const path = `/api/admin/sales/visit.${sessionId}.0/refund`;
  const first = await send(path, { amount: 1, reason: 'It was warm' }, 'refund-1', owner);
  expect(first.status).toBe(200);
  await until('it is given back', async () => (await receipt()).refunded === 1);
  expect(await send(path, { reason: 'It was warm', amount: 1 }, 'refund-1', owner)).toEqual(first);
  expect(await send(path, { amount: 2, reason: 'It was warm' }, 'refund-1', owner)).toEqual(REUSED);
  await product.restart(machine);
  expect(await send(path, { amount: 1, reason: 'It was warm' }, 'refund-1', owner)).toEqual(first);
  expect(await send(path, { amount: 1, reason: 'Another' }, 'refund-1', owner)).toEqual(REUSED);
  expect((await receipt()).refunded).toBe(1);
});

it('a refund that was refused, until another key asks', async () => {
  const path = `/api/admin/sales/visit.${sessionId}.0/refund`;
  const first = await send(path, { amount: 4.5, reason: 'x' }, 'refund-2', owner);
  expect(first).toMatchObject({ status: 409, body: { message: 'At most $4.00 can still be refunded' } });
  expect(await send(path, { amount: 4.5, reason: 'x' }, 'refund-2', owner)).toEqual(first);
});

it('a dispute', async () => {
  const path = `/api/vend/receipt/${sessionId}/dispute`;
  const first = await send<Receipt>(path, { line: 1, claim: 'wrong', text: 'Stale' }, 'dispute-1');
  expect(first).toMatchObject({ status: 200, body: { data: { lines: [{}, { dispute: { state: 'open' } }] } } });
  await product.larder.ask('POST', `/api/admin/sales/disputes/visit.${sessionId}.1/approve`, { token: owner, body: {} });
  await until('it is given back', async () => (await receipt()).refunded === 2.75);
  await product.restart(machine);
  expect(await send(path, { line: 1, claim: 'wrong', text: 'Stale' }, 'dispute-1')).toEqual(first);
  expect(await send(path, { line: 0, claim: 'wrong' }, 'dispute-1')).toEqual(REUSED);
});

it('asked about another line is another request', async () => {
  const ofTheOther = await send(`/api/admin/sales/visit.${sessionId}.1/refund`, { amount: 1, reason: 'It was warm' }, 'refund-1', owner);
  expect(ofTheOther).toMatchObject({ status: 409, body: { message: 'This sale is refunded already' } });
});

it('asked by somebody else is another request', async () => {
  const path = `/api/admin/sales/visit.${sessionId}.0/refund`;
  const admin = await product.larder.signIn('admin');
  expect((await send(path, { amount: 0.5, reason: 'x' }, 'refund-1', admin)).status).toBe(200);
});
