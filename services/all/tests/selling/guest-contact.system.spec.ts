/** Whom guests may ask, as the host has written it down. */
import type { Account } from '@larder/contracts/identity/organization.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { PurchaseSummary, SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const CONTACT = '+1 555 0100, ask for Ida';
let larder: TestLarder;
let machine: AddedMachine;
let token: string;

beforeAll(async () => {
  larder = await startLarder();
  token = await larder.signIn('owner');
  machine = await larder.addMachine();
});
afterAll(() => larder.stop());

const write = (guestContact: string) => larder.call<{ account: Account }>('PUT', '/api/cognito-auth/account', { token, body: { guestContact } });
const begin = () => larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` } });
const cancel = ({ sessionId }: SessionView) => larder.ask<SessionView>('DELETE', `/api/vend/session/${sessionId}`);

it('is on the guest\'s screen, with the purchase and on the receipt', async () => {
  expect((await write(CONTACT)).body.data?.account.guestContact).toBe(CONTACT);
  const { sessionId, guestContact } = await begin();
  expect(guestContact).toBe(CONTACT);
  machine.device.openDoor(sessionId);
  machine.device.take('A1', 1, sessionId);
  machine.device.closeDoor(sessionId);
  const { checkoutUrl = '' } = await until('payment is due', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.checkoutUrl && view;
  });
  const { returnUrl } = await larder.ask<{ returnUrl: string }>('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
  const paymentRef = new URL(returnUrl, larder.url).searchParams.get('session_id') ?? '';
  expect(await larder.ask<PurchaseSummary>('GET', `/api/vend/session/lookup?stripeSessionId=${paymentRef}`)).toMatchObject({ guestContact: CONTACT });
  const receipt = await until('the receipt is there', async () => (await larder.call<Receipt>('GET', `/api/vend/receipt/${sessionId}`)).body.data);
  expect(receipt.guestContact).toBe(CONTACT);
});

it('is one line, and may be taken away again', async () => {
  expect([(await write('one\nand another')).status, (await write('x'.repeat(121))).status]).toEqual([400, 400]);
  await write('');
  const view = await begin();
  expect(view).not.toHaveProperty('guestContact');
  await cancel(view);
});
