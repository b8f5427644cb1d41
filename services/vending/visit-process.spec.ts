import { sendOrder } from '@larder/contracts/device.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock } from '@larder/kit/testing.js';
import type { Payments } from './money/payments.js';
import { session, type SessionCommand } from './session.js';
import { VisitProcess } from './visit-process.js';

const start = {
  sessionId: 's1', machineId: 'VM-001', nfcSessionId: 'VM-001-042', machine: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' },
  currency: 'USD', offers: [], flow: 'pay-after' as const, expiresAt: '2026-03-01T12:05:00.000Z',
};
let kit: Kit;
let ordered: string[];
beforeEach(async () => {
  kit = new Kit(await openParts('vending', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
  ordered = [];
  await kit.bus.answer(sendOrder.subject, async (asking) => {
    const { input: { action } } = asking as { input: { action: string } };
    ordered.push(action);
    return { ok: null };
  });
});
afterEach(() => kit.end());

async function factOf(command: SessionCommand): Promise<AnyFact> {
  const done = await kit.handle(session, 's1', command, { commandId: command.type, account: 'acme', actor: 'guest', correlationId: 's1' });
  if (isRefusal(done) || !done.facts[0]) throw new Error(`${command.type} led to nothing`);
  return done.facts[0] as unknown as AnyFact;
}
const process = (): VisitProcess => new VisitProcess(kit, {} as Payments);

it('the door is unlocked for a visit that has begun, and told to lock when its end is asked for', async () => {
  await process().on(await factOf({ type: 'StartSession', start }));
  await process().on(await factOf({ type: 'CancelSession' }));
  expect(ordered).toEqual(['unlock', 'lock']);
});

it('a beginning that is heard when the end was asked for already, or has come, unlocks nothing', async () => {
  const begun = await factOf({ type: 'StartSession', start });
  await factOf({ type: 'CancelSession' });
  await process().on(begun);
  await factOf({ type: 'NoteLocked', by: 'VM-001' });
  await process().on(begun);
  expect(ordered).toEqual([]);
});
