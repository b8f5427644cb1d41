import type { DeviceEvent, JournalFact } from '@larder/contracts/device.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { given } from '@larder/kit/testing.js';
import { completeness, completeTo, journal, told, type JournalState } from './journal.js';

const receivedAt = '2026-03-01T12:00:00.000Z';
const tap = (s: number, e = '0a1b2c3d'): DeviceEvent => ({ v: 1, e, s, at: 0, t: 'tap', tag: 'VM-001-042' });
const tapped = (sequence: number, epoch = '0a1b2c3d'): JournalFact => ({ type: 'DeviceTapped', data: { machineId: 'VM-001', epoch, sequence, receivedAt, deviceAt: undefined, tag: 'VM-001-042' } });
const receive = (event: DeviceEvent, passGap = false) => ({ type: 'ReceiveEvents' as const, machineId: 'VM-001', events: [event], receivedAt, passGap });
const receiveAll = (numbers: number[], passGap = false) => ({ type: 'ReceiveEvents' as const, machineId: 'VM-001', events: numbers.map((s) => tap(s)), receivedAt, passGap });
const gap = (missing: number[], completeAt: number): JournalFact => ({ type: 'DeviceGapFound', data: { machineId: 'VM-001', epoch: '0a1b2c3d', missing, completeTo: completeAt } });
const after = (...facts: JournalFact[]): JournalState => facts.reduce((s, fact) => journal.evolve(s, fact), journal.initial);

describe('The journal of a machine', () => {
  it('takes the events in their order', () => given(journal, tapped(1)).when(receive(tap(2))).then(tapped(2)));

  it('takes each number once, however often it is delivered', () => {
    for (let n = 0; n < 5; n++) given(journal, tapped(1), tapped(2)).when(receive(tap(2))).thenNothing();
    // The oldest that a machine has, by its own word, when only the acknowledgement of it was lost.
    given(journal, tapped(1), tapped(2)).when(receive(tap(2), true)).thenNothing();
  });

  it('takes what came together in one go, and of that what is new', () => {
    given(journal, tapped(1)).when(receiveAll([2, 3, 4])).then(tapped(2), tapped(3), tapped(4));
    given(journal, tapped(1), tapped(2)).when(receiveAll([1, 2, 3, 4])).then(tapped(3), tapped(4));
    given(journal, tapped(1)).when(receiveAll([3, 4])).thenNothing();
    given(journal, tapped(1)).when(receiveAll([4, 5], true)).then(gap([2, 3], 1), tapped(4), tapped(5));
    given(journal, tapped(1), gap([2, 3], 1), tapped(4)).when(receiveAll([2, 3])).then(tapped(2), tapped(3), { type: 'DeviceGapClosed', data: { machineId: 'VM-001', epoch: '0a1b2c3d', completeTo: 4 } });
  });

  it('waits for a number that is missing', () => given(journal, tapped(1)).when(receive(tap(4))).thenNothing());

  it('passes over what was waited for in vain, and says what is missing', () => given(journal, tapped(1)).when(receive(tap(4), true)).then(gap([2, 3], 1), tapped(4)));

  it('still takes a missing number late, and says when the gap is closed', () => {
    given(journal, tapped(1), gap([2, 3], 1), tapped(4)).when(receive(tap(3))).then(tapped(3));
    given(journal, tapped(1), gap([2, 3], 1), tapped(4), tapped(3)).when(receive(tap(2))).then(tapped(2), { type: 'DeviceGapClosed', data: { machineId: 'VM-001', epoch: '0a1b2c3d', completeTo: 4 } });
  });

  it('begins to count anew after the device was formatted', () => given(journal, tapped(1), tapped(2)).when(receive(tap(1, 'ffffffff'))).then(tapped(1, 'ffffffff')));

  it('does not grow with epochs and gaps that a device makes up', () => {
    const epochOf = (n: number): string => (n + 0xa0000000).toString(16);
    let state = after(...Array.from({ length: 5_000 }, (_, n) => tapped(1, epochOf(n))));
    expect(Object.keys(state.epochs).length).toBeLessThanOrEqual(32);
    expect(completeness(state, epochOf(4_999)).reached).toBe(1);
    for (let s = 1_001; s < 500_000; s += 1_001) state = (journal.decide(receive(tap(s), true), state) as JournalFact[]).reduce(journal.evolve, state);
    const { missing, reached } = completeness(state, '0a1b2c3d');
    expect([missing.length, missing.at(-1), reached]).toEqual([1_000, 499_498, 499_499]);
    const [found] = journal.decide(receive(tap(4_000_000), true), after(tapped(1))) as [Extract<JournalFact, { type: 'DeviceGapFound' }>];
    expect(found.data.missing).toHaveLength(1_000);
  });

  it('takes what a device still keeps late, also of a gap of which it has forgotten most', () => {
    const passed = (journal.decide(receive(tap(5_001), true), after(tapped(1))) as JournalFact[]).reduce(journal.evolve, after(tapped(1)));
    expect(completeTo(completeness(passed, '0a1b2c3d'))).toBe(1);
    expect(journal.decide(receive(tap(4_700)), passed)).toEqual([tapped(4_700)]);
  });

  it('keeps the latest epoch when others come, also one of digits alone', () => {
    const state = after(...Array.from({ length: 40 }, (_, n) => tapped(1, (n + 0xa0000000).toString(16))), tapped(1, '12345678'), tapped(1, 'ffffffff'));
    expect([completeness(state, '12345678').reached, completeness(state, 'ffffffff').reached, Object.keys(state.epochs).length]).toEqual([1, 1, 32]);
  });

  it('says how far it is complete', () => {
    const state = completeness(after(tapped(1), gap([2, 3], 1), tapped(4), tapped(3)), '0a1b2c3d');
    expect(state).toMatchObject({ reached: 4, missing: [2], late: 1 });
    expect(completeTo(state)).toBe(1);
    expect(completeTo(completeness(after(tapped(1), gap([2], 1), tapped(3), tapped(2)), '0a1b2c3d'))).toBe(3);
  });

  it('says by epoch how far it has been told, also past what is missing', () => {
    expect(told(after(tapped(1), gap([2, 3], 1), tapped(4), tapped(2), tapped(1, 'ffffffff')))).toEqual({ '0a1b2c3d': 4, ffffffff: 1 });
    expect(told(after())).toEqual({});
  });

  it('keeps the device\'s clock beside the server\'s, where the device knows the time', () =>
    given(journal).when(receive({ ...tap(1), at: 1_772_366_400_000 })).then({ type: 'DeviceTapped', data: { ...(tapped(1).data as object), deviceAt: '2026-03-01T12:00:00.000Z' } } as JournalFact));

  it('says of what comes late when it was by our clock, as far as the device can tell', () => {
    const [hourMs, now] = [3_600_000, Date.parse(receivedAt)];
    const momentOf = (at: number, aheadMs?: number): string | undefined => {
      const facts = journal.decide({ ...receive({ ...tap(1), at }), aheadMs }, journal.initial);
      const [fact] = isRefusal(facts) ? [] : facts;
      return fact && 'happenedAt' in fact.data ? fact.data.happenedAt : undefined;
    };
    expect([momentOf(now - hourMs, 0), momentOf(now - hourMs, 2 * hourMs), momentOf(now + hourMs, 2 * hourMs)]).toEqual(['2026-03-01T11:00:00.000Z', '2026-03-01T09:00:00.000Z', '2026-03-01T11:00:00.000Z']);
    // A slot is counted in a few seconds.
    expect(momentOf(now - 5_000, 0)).toBe(new Date(now - 5_000).toISOString());
    // Nobody has compared the clocks; it has just been; the device does not know; it is still to come; it was never set.
    expect([momentOf(now - hourMs), momentOf(now - 1_500, 0), momentOf(0, 0), momentOf(now - hourMs, -hourMs), momentOf(1000, 0)]).toEqual(Array(5).fill(undefined));
  });
});
