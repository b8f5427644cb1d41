/** A tap that is sent again under its key, because no answer came. */
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { till } from '@larder/vending/till.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let machine: AddedMachine;

beforeAll(async () => {
  larder = await startLarder();
});
afterAll(() => larder.stop());
beforeEach(async () => {
  machine = await larder.addMachine();
});

const tap = (headers: Record<string, string>) => larder.call<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` }, headers });

it('leads to its guest\'s own visit and never to another\'s', async () => {
  const [ann, bob] = ['larder_guest=the-secret-of-ann', 'larder_guest=the-secret-of-bob'];
  const again = () => tap({ cookie: ann, 'idempotency-key': 'tap-1' });
  const sessionId = (await again()).body.data?.sessionId ?? '';
  expect((await again()).body.data?.sessionId).toBe(sessionId);
  await larder.ask('DELETE', `/api/vend/session/${sessionId}`);
  const bobs = await until('bob is served', async () => {
    const answer = await tap({ cookie: bob });
    return answer.status === 200 && answer.body.data?.sessionId;
  });
  expect(await again()).toMatchObject({ status: 409, body: { error: 'MACHINE_BUSY' } });
  await larder.ask('DELETE', `/api/vend/session/${bobs}`);
  await until('the till is free', async () => (await again()).body.error === 'CONFLICT');
  expect((await tap({ cookie: ann, 'idempotency-key': 'tap-2' })).status).toBe(200);
});

it('shows after the visit how it ended, and begins none', async () => {
  const again = () => tap({ cookie: 'larder_guest=the-secret-of-cat', 'idempotency-key': 'tap-1' });
  const sessionId = (await again()).body.data?.sessionId ?? '';
  await larder.ask('DELETE', `/api/vend/session/${sessionId}`);
  await until('the till is free', async () => (await larder.kit.look(till, machine.machineId)).current === undefined);
  expect((await again()).body.data).toMatchObject({ sessionId, status: 'cancelled' });
});

describe('A guest who taps again', () => {
  const dan = () => tap({ cookie: `larder_guest=the-secret-of-dan-${machine.machineId}` });
  const unlocks = (sid: string) => machine.heard.filter((order) => order.do === 'unlock' && order.sid === sid);
  const view = (sessionId: string) => larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
  const begins = async (): Promise<string> => {
    const { sessionId = '' } = (await dan()).body.data ?? {};
    await until('the door is unlocked', () => unlocks(sessionId).length === 1);
    return sessionId;
  };

  it('before the door was opened has it unlocked again: it may have locked itself meanwhile', async () => {
    const sessionId = await begins();
    expect((await dan()).body.data?.sessionId).toBe(sessionId);
    await until('it is unlocked again', () => unlocks(sessionId).length === 2);
  });

  it('after that only sees the visit', async () => {
    const sessionId = await begins();
    machine.device.openDoor(sessionId);
    machine.device.take('A1', 1, sessionId);
    await until('it is seen', async () => (await view(sessionId)).totalAmount > 0);
    expect((await dan()).body.data).toMatchObject({ sessionId, totalAmount: 2.5 });
    machine.device.closeDoor(sessionId);
    await until('the bill is made', async () => (await view(sessionId)).checkoutUrl);
    expect(unlocks(sessionId)).toHaveLength(1);
  });

  it('comes back to the bill that is still open, wherever the page has gone, and then begins anew', async () => {
    const sessionId = await begins();
    machine.device.openDoor(sessionId);
    machine.device.take('A1', 1, sessionId);
    machine.device.closeDoor(sessionId);
    await until('the bill is made', async () => (await view(sessionId)).checkoutUrl);
    const again = await dan();
    expect(again.body.data).toMatchObject({ sessionId, status: 'committed' });
    await larder.ask('POST', `/api/vend${again.body.data?.checkoutUrl}`, { body: { outcome: 'pay' } });
    await until('it is paid', async () => (await view(sessionId)).status === 'completed');
    expect((await dan()).body.data?.sessionId).not.toBe(sessionId);
  });

  it('comes back to the visit though the machine was taken out of service', async () => {
    const sessionId = await begins();
    const token = await larder.signIn('operator');
    await larder.ask('PUT', `/api/cognito-auth/machines/${machine.machineId}/status`, { token, body: { status: 'maintenance' } });
    await until('it serves nobody else', async () => (await tap({ cookie: 'larder_guest=the-secret-of-eve' })).body.error === 'MACHINE_UNAVAILABLE');
    expect((await dan()).body.data?.sessionId).toBe(sessionId);
  });
});

it('that came half way, so that no visit began, is no visit that an operator has to wait for', async () => {
  const { machineId } = machine;
  const cause = { commandId: 'half-a-tap', account: 'acme', actor: 'guest', correlationId: 'half-a-tap' };
  await larder.kit.handle(till, machineId, { type: 'ClaimTill', machineId, sessionId: 'never-begun', nfcSessionId: `${machineId}-001`, guest: 'nobody', now: '2026-03-01T12:00:00.000Z', expiresAt: '2026-03-01T12:05:00.000Z' }, cause);
  expect(await larder.call('DELETE', `/api/cognito-auth/machines/${machineId}`, { token: await larder.signIn('owner') })).toMatchObject({ status: 200 });
});
