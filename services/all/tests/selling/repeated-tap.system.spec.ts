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
