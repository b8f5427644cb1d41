import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, stored } from '@larder/kit/testing.js';
import { session, type SessionCommand } from '../session.js';
import { givingUp } from './giving-up.js';
import { payment, type PaymentCommand } from './payment.js';

const cola = { slot: 'A1', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 2000, costCents: 80 };
const start = {
  sessionId: 's1', machineId: 'VM-001', nfcSessionId: 'VM-001-042', machine: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' },
  currency: 'USD', offers: [cola], flow: 'hold-first' as const, holdCents: 1500, expiresAt: '2026-03-01T12:05:00.000Z',
};
const about = { sessionId: 's1', currency: 'USD', machineName: 'Lobby' };
const rest = { provider: 'local-test', providerRef: 'cs_2', url: '/checkout/cs_2', kind: 'charge' as const };
let kit: Kit;
let step: number;
beforeEach(async () => {
  step = 0;
  kit = new Kit(await openParts('vending', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
  await visit({ type: 'StartSession', start }, { type: 'NoteHold', holdCents: 1500, expiresAt: start.expiresAt }, { type: 'TakeItem', key: 'k1', slot: 'A1', quantity: 1 }, { type: 'CompleteSession' });
  await money({ type: 'RequestHold', ...about, amountCents: 1500 }, { type: 'NoteHold', providerRef: 'cs_1', holdRef: 'pi_1', amountCents: 1500, currency: 'USD', placedAt: '2026-03-01T12:01:00.000Z' });
  await money({ type: 'RequestPayment', ...about, amountCents: 2000, lines: [{ ...cola, quantity: 1 }] }, { type: 'OrderCapture' });
});
afterEach(() => kit.end());

const cause = () => ({ commandId: `step${++step}`, account: 'acme', actor: 'guest', correlationId: 's1' });
async function visit(...commands: SessionCommand[]): Promise<void> {
  for (const command of commands) expect(isRefusal(await kit.handle(session, 's1', command, cause()))).toBe(false);
}
async function money(...commands: PaymentCommand[]): Promise<void> {
  for (const command of commands) expect(isRefusal(await kit.handle(payment, 's1', command, cause()))).toBe(false);
}
const captured = { type: 'CapturePayment' as const, providerRef: 'cs_1', amountCents: 1500, currency: 'USD', method: 'card' as const, capturedAt: '2026-03-01T12:30:00.000Z' };
const afterAWeek = async () => {
  await givingUp(kit).run({ id: 's1', at: '2026-03-08T12:05:00.000Z', account: 'acme' });
  return (await kit.look(session, 's1', 'acme')).status;
};

it('what a hold brought is the sale, also when nothing had come when the visit became a case', async () => {
  await visit({ type: 'NoteOverdue', paidCents: 0 });
  await money(captured);
  expect(await afterAWeek()).toBe('completed');
});

it('what the bank has kept of it by then goes with the sale', async () => {
  await visit({ type: 'NoteOverdue', paidCents: 1500 });
  await money(captured, { type: 'NoteChargeback', chargebackRef: 'dp_1', machineId: 'VM-001', amountCents: 1500, currency: 'USD', why: 'fraudulent', openedAt: '2026-03-02T12:00:00.000Z', outcome: 'lost' });
  expect(await afterAWeek()).toBe('completed');
  expect((await kit.history(session, 's1', 'acme')).at(-1)).toMatchObject({ type: 'SessionPaid', data: { totalCents: 1500, unpaidCents: 500, lost: [{ chargebackRef: 'dp_1', amountCents: 1500 }] } });
});

it('nothing is a sale of which nothing came', async () => {
  await visit({ type: 'NoteOverdue', paidCents: 0 });
  expect(await afterAWeek()).toBe('committed');
});

it('a rest is not given up while it can still be paid at a checkout', async () => {
  await visit({ type: 'NoteOverdue', paidCents: 1500 });
  await money(captured, { type: 'NoteCheckout', ...rest });
  expect(await afterAWeek()).toBe('committed');
  await money({ type: 'NoteAbandoned', providerRef: 'cs_2' });
  expect(await afterAWeek()).toBe('committed'); // a slow bank may still pay there
  for (let asked = 0; asked < 30; asked++) await money({ type: 'NoteAsked' });
  expect(await afterAWeek()).toBe('completed');
});

it('is due a week after the hold was asked for what was taken, unless all is paid or the hold gave nothing', () => {
  const of = (fact: PaymentFact | SessionFact) => givingUp(kit).on(stored<PaymentFact | SessionFact>([fact])[0] as never);
  const hold = { sessionId: 's1', paymentId: 'pay_s1', holdRef: 'pi_1' };
  expect(of({ type: 'CaptureOrdered', data: { ...hold, amountCents: 1500, currency: 'USD' } })).toEqual({ id: 's1', at: expect.stringMatching(/^2026-03-08T/) });
  expect(of({ type: 'CaptureFailed', data: { ...hold, why: 'expired' } })).toEqual({ id: 's1', met: true });
});
