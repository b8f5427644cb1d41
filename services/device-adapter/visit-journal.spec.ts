import type { JournalFact, OrderFact } from '@larder/contracts/device.js';
import { missingReports } from '@larder/contracts/vending/disputes.js';
import { visitJournal } from '@larder/contracts/vending/black-box.js';
import { stored } from '@larder/kit/testing.js';
import { journalOf } from './visit-journal.js';

/** The highest number of the protocol. */
const FURTHEST = 0xffffffff;
const at = '2026-03-01T12:00:00.000Z';
const visit = { sessionId: 's1', nfcSessionId: 'VM-1-042', startedAt: at, reports: ['aaaa0001:4'] };
const heard = (sequence: number, epoch = 'aaaa0001') => ({ machineId: 'VM-1', epoch, sequence, receivedAt: at, deviceAt: '2026-03-01T11:59:58.000Z' });
const journal = (...facts: JournalFact[]) => stored<JournalFact>(facts, { stream: 'journal-VM-1' });
const order = (orderId: string, sessionId?: string): OrderFact => ({ type: 'DeviceOrdered', data: { machineId: 'VM-1', orderId, action: 'unlock', sessionId, expiresAt: at } });

describe('The journal of a visit', () => {
  it('has what names the visit, what the visit took, its tap and its orders; nothing of other visits', () => {
    const found = journalOf(visit, journal(
      { type: 'DeviceTapped', data: { ...heard(1), tag: 'VM-1-042' } }, { type: 'DeviceTapped', data: { ...heard(2), tag: 'VM-1-777' } },
      { type: 'DeviceDoorOpened', data: { ...heard(3), mode: 'customer', sessionId: 's1' } }, { type: 'DeviceItemTaken', data: { ...heard(4), slot: 'A1', quantity: 1 } },
      { type: 'DeviceItemTaken', data: { ...heard(5), slot: 'A1', quantity: 1, sessionId: 's2' } }, { type: 'DeviceCommandDone', data: { ...heard(6), orderId: 's1:unlock', ok: false, why: 'jammed' } },
    ), stored<OrderFact>([order('s1:unlock', 's1'), order('s2:unlock', 's2')]));
    expect(found.entries.map(({ what, report, reason }) => [what, report, reason])).toEqual([
      ['Machine told to unlock', undefined, undefined], ['Machine saw a tap of tag VM-1-042', 'aaaa0001:1', undefined], ['Machine reported its door open', 'aaaa0001:3', undefined],
      ['Machine reported 1 taken from slot A1', 'aaaa0001:4', undefined], ['Machine could not: unlock', 'aaaa0001:6', 'jammed'],
    ]);
    expect(found.entries[1]).toMatchObject({ at, deviceAt: '2026-03-01T11:59:58.000Z', source: 'machine' });
  });

  it('leaves out a tap of the same tag at another time', () => {
    const tapped = journal({ type: 'DeviceTapped', data: { ...heard(1), tag: 'VM-1-042' } });
    expect(journalOf({ ...visit, startedAt: '2026-03-01T12:01:01.000Z' }, tapped, []).entries).toEqual([]);
  });

  it('says which numbers never came between the first and the last, by epoch', () => {
    const opened = (sequence: number, epoch?: string): JournalFact => ({ type: 'DeviceDoorOpened', data: { ...heard(sequence, epoch), mode: 'customer', sessionId: 's1' } });
    const other: JournalFact = { type: 'DeviceItemTaken', data: { ...heard(3), slot: 'A1', quantity: 1, sessionId: 's2' } };
    const gap: JournalFact = { type: 'DeviceGapFound', data: { machineId: 'VM-1', epoch: 'aaaa0001', missing: [4], completeTo: 3 } };
    expect(journalOf(visit, journal(opened(2), other, gap, opened(5), opened(1, 'bbbb0001'), { type: 'DeviceTapped', data: { ...heard(4, 'bbbb0001'), tag: 'VM-1-777' } }), []).completeness).toEqual([
      { epoch: 'aaaa0001', first: 2, last: 5, missing: [4] }, { epoch: 'bbbb0001', first: 1, last: 1, missing: [] },
    ]);
  });

  it('names the last thousand of numbers that never came, however far a board has leapt in a visit', () => {
    const opened = (sequence: number): JournalFact => ({ type: 'DeviceDoorOpened', data: { ...heard(sequence), mode: 'customer', sessionId: 's1' } });
    const [found] = journalOf(visit, journal(opened(1), opened(FURTHEST), opened(3)), []).completeness;
    expect([found?.first, found?.last, found?.missing.length, found?.missing[0], found?.missing.at(-1)]).toEqual([1, FURTHEST, 1_000, FURTHEST - 1_000, FURTHEST - 1]);
    const [near] = journalOf(visit, journal(opened(1), opened(4), opened(6)), []).completeness;
    expect(near?.missing).toEqual([2, 3, 5]);
  });

  it('may be asked for of an hour in which a switch came and went as often as a board counts it', () => {
    const reports = Array.from({ length: 6_000 }, (_, n) => `aaaa0001:${n + 1}`);
    const asked = { account: 'acme', machineId: 'VM-1', ...visit, reports };
    expect([visitJournal, missingReports].map(({ input }) => input.safeParse(asked).error?.message)).toEqual([undefined, undefined]);
  });
});
