/** In production without a mail server nothing is said to be sent. */
import { until } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => {
  larder = await startLarder({ settings: { NODE_ENV: 'production' } });
});
afterAll(() => larder.stop());

it('a guest who wants the receipt by e-mail is told that none can be sent', async () => {
  const cookie = `larder_guest=${'gus'.padEnd(22, '-')}`;
  const sessionId = await buy(larder, await larder.addMachine(), 1, { cookie });
  await until('there is a receipt', async () => (await larder.call('GET', `/api/vend/receipt/${sessionId}`)).status === 200);
  const { status, body } = await larder.call('POST', `/api/vend/receipt/${sessionId}/mail`, { headers: { cookie }, body: { email: 'gus@guests.example' } });
  expect([status, body.error, body.message]).toEqual([400, 'BAD_INPUT', 'No e-mails can be sent from here']);
});

it('a member who wants the month by e-mail is told the same, and is promised nothing', async () => {
  const token = await larder.signIn('viewer');
  const { status, body } = await larder.call('PUT', '/api/admin/sales/month-letter', { token, body: { wanted: true } });
  expect([status, body.message]).toEqual([409, 'No e-mails can be sent from here: whoever runs Larder has to name a mail server first']);
  expect(await larder.ask('GET', '/api/admin/sales/month-letter', { token })).toMatchObject({ wanted: false });
});
