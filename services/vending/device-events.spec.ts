import type { JournalFact } from '@larder/contracts/device.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, stored } from '@larder/kit/testing.js';
import { DeviceEvents } from './device-events.js';
import { session } from './session.js';
import { till } from './till.js';

const machineId = 'VM-001';
const expiresAt = '2026-03-01T12:05:00.000Z';
const cola = { slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 250, costCents: 80 };
let kit: Kit;
beforeEach(async () => {
  kit = new Kit(await openParts('vending', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
});
afterEach(() => kit.end());

const because = (commandId: string) => ({ commandId, account: 'acme', actor: 'guest', correlationId: commandId });
async function begin(sessionId: string, knownSince?: string): Promise<void> {
  const claimed = await kit.handle(till, machineId, { type: 'ClaimTill', machineId, sessionId, nfcSessionId: 'VM-001-042', guest: sessionId, now: '2026-03-01T12:00:00.000Z', expiresAt }, because(`claim ${sessionId}`));
  const machine = { machineId, name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' };
  const offers = [{ ...cola, ...(knownSince && { knownSince }) }];
  const begun = await kit.handle(session, sessionId, { type: 'StartSession', start: { sessionId, machineId, nfcSessionId: 'VM-001-042', machine, currency: 'USD', offers, flow: 'pay-after', expiresAt } }, because(`start ${sessionId}`));
  if (isRefusal(claimed) || isRefusal(begun)) throw new Error(`${sessionId} did not begin`);
}
const end = (sessionId: string) => kit.handle(till, machineId, { type: 'ReleaseTill', machineId, sessionId }, because(`end ${sessionId}`));

let reports = 0;
beforeEach(() => (reports = 0));
/** What the machine tells next. */
function told(type: 'DeviceDoorOpened' | 'DeviceDoorClosed' | 'DeviceItemTaken' | 'DeviceItemReturned', data: { sessionId?: string; happenedAt?: string; mode?: 'locked' } = {}): AnyFact {
  const sequence = ++reports;
  const about = { machineId, epoch: 'e', sequence, receivedAt: '2026-03-01T12:00:00.000Z', ...data };
  const facts = Array.from({ length: sequence }, (): JournalFact => (type === 'DeviceItemTaken' || type === 'DeviceItemReturned' ? { type, data: { ...about, slot: 'A1', quantity: 1 } } : { type, data: { mode: 'customer', ...about } }));
  return stored(facts).at(-1) as unknown as AnyFact;
}
const hear = async (...facts: AnyFact[]): Promise<void> => {
  for (const fact of facts) await new DeviceEvents(kit).on(fact);
};
const visit = (sessionId: string) => kit.look(session, sessionId, 'acme');
const alone = async () => (await kit.history(till, machineId, 'acme')).filter(({ type }) => type.endsWith('WithoutSession'));

describe('A report without a visit\'s name that is heard again, after a crash, when the next guest is served', () => {
  it('is not on their bill when it was nobody\'s', async () => {
    const taken = told('DeviceItemTaken');
    await hear(taken);
    await begin('s1');
    const opened = told('DeviceDoorOpened', { sessionId: 's1' });
    await hear(opened);
    await hear(taken, opened);
    expect((await visit('s1')).held).toEqual([]);
    expect(await alone()).toHaveLength(1);
  });

  it('is on the bill before, once', async () => {
    await begin('s1');
    const first = [told('DeviceDoorOpened'), told('DeviceItemTaken'), told('DeviceDoorClosed')];
    await hear(...first);
    await end('s1');
    await begin('s2');
    await hear(...first);
    const opened = told('DeviceDoorOpened', { sessionId: 's2' });
    await hear(opened);
    await hear(...first, opened);
    expect((await visit('s1')).held).toMatchObject([{ slot: 'A1', quantity: 1 }]);
    expect(await visit('s2')).toMatchObject({ status: 'active', isDoorOpen: true, held: [] });
    expect(await alone()).toEqual([]);
  });

  it('neither opens nor closes a door that they have not opened yet', async () => {
    const before = [told('DeviceDoorOpened'), told('DeviceDoorClosed')];
    await hear(...before);
    await begin('s1');
    await hear(...before);
    expect(await visit('s1')).toMatchObject({ status: 'active', seen: { count: 0 } });
    expect(await alone()).toHaveLength(1);
  });
});

describe('What a machine that was cut off tells to have moved while nobody was served', () => {
  const [counted, happenedAt] = ['2026-03-01T08:00:00.000Z', '2026-03-01T07:00:00.000Z'];
  const dates = async () => (await alone()).map(({ data }) => ('knownSince' in data ? data.knownSince : undefined));

  it('was after the count that was known at a visit which it had told of before', async () => {
    await begin('s1', counted);
    await hear(told('DeviceItemTaken', { happenedAt }));
    await hear(told('DeviceDoorOpened', { sessionId: 's1' }), told('DeviceDoorClosed', { sessionId: 's1' }));
    await end('s1');
    await hear(told('DeviceItemTaken', { happenedAt }));
    await begin('s2', '2026-03-01T09:00:00.000Z');
    await hear(told('DeviceItemTaken', { happenedAt }), told('DeviceItemTaken'));
    expect(await dates()).toEqual([undefined, counted, counted, undefined]);
  });

  it('is not after what was told of it late', async () => {
    await begin('s1', counted);
    const late = told('DeviceItemTaken', { happenedAt });
    await hear(told('DeviceDoorOpened', { sessionId: 's1' }), told('DeviceDoorClosed', { sessionId: 's1' }), late);
    expect(await dates()).toEqual([undefined]);
  });
});

describe('A report without a visit\'s name that comes after the visit has ended', () => {
  const late = async (sessionId = 's1') => (await visit(sessionId)).late;
  /** Its guest holds a cola, and it has ended by time with its door open. */
  async function leftOpen(sessionId = 's1'): Promise<void> {
    await begin(sessionId);
    await hear(told('DeviceDoorOpened', { sessionId }), told('DeviceItemTaken', { sessionId }));
    await kit.handle(session, sessionId, { type: 'ExpireSession', now: '2026-03-01T14:00:00.000Z' }, because(`expire ${sessionId}`));
    await end(sessionId);
  }

  it('is of that visit until its door is closed, and told with it', async () => {
    await leftOpen();
    await hear(told('DeviceItemReturned'), told('DeviceItemTaken'), told('DeviceItemReturned'), told('DeviceDoorClosed'));
    expect([await late(), (await visit('s1')).isDoorOpen, await alone()]).toEqual([{ taken: 1, returned: 2, slots: ['A1'] }, false, []]);
    await hear(told('DeviceItemReturned'));
    expect([await late(), (await alone()).map(({ type }) => type)]).toEqual([{ taken: 1, returned: 2, slots: ['A1'] }, ['ItemReturnedWithoutSession']]);
  });

  it('is of that visit where the next guest has not opened the door yet, and heard again once they have', async () => {
    await leftOpen();
    await begin('s2');
    const back = told('DeviceItemReturned');
    await hear(back, told('DeviceDoorClosed'), told('DeviceDoorOpened', { sessionId: 's2' }), back);
    expect([await late(), await visit('s2'), await alone()]).toMatchObject([{ returned: 1 }, { status: 'active', held: [], isDoorOpen: true }, []]);
    expect(await late('s2')).toBeUndefined();
  });

  it('is of that visit where the machine numbered it between what it told of the visit, and passed it over at first', async () => {
    await begin('s1');
    const [opened, taken, back, closed, after] = [told('DeviceDoorOpened', { sessionId: 's1' }), told('DeviceItemTaken', { sessionId: 's1' }), told('DeviceItemReturned'), told('DeviceDoorClosed', { sessionId: 's1' }), told('DeviceItemReturned')] as const;
    await hear(opened, taken, closed);
    await end('s1');
    await hear(back, after);
    expect([await late(), (await alone()).map(({ type }) => type)]).toEqual([{ taken: 0, returned: 1, slots: ['A1'] }, ['ItemReturnedWithoutSession']]);
  });

  it('is of nobody once its door was closed by a machine that names no visit with that either, which ends no visit that has begun meanwhile', async () => {
    await leftOpen();
    await begin('s2');
    await hear(told('DeviceDoorClosed', { mode: 'locked' }), told('DeviceItemReturned'));
    expect([await late(), (await visit('s1')).isDoorOpen, (await visit('s2')).status, (await alone()).map(({ type }) => type)]).toEqual([undefined, false, 'active', ['ItemReturnedWithoutSession']]);
  });

  it('is nobody\'s once the door was opened for nobody, as its closing was lost, and before the visit', async () => {
    const before = told('DeviceItemReturned');
    await leftOpen();
    await hear(before, told('DeviceDoorOpened'), told('DeviceItemReturned'));
    expect([await late(), (await alone()).map(({ type }) => type)]).toEqual([undefined, ['ItemReturnedWithoutSession', 'DoorOpenedWithoutSession', 'ItemReturnedWithoutSession']]);
  });
});
