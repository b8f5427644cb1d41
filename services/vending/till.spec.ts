import { DEVICE_SLOTS } from '@larder/contracts/device/device-prices.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { TillFact } from '@larder/contracts/vending.js';
import { given } from '@larder/kit/testing.js';
import { till, visitOf, waitForTap } from './till.js';

const claim = { machineId: 'VM-001', sessionId: 's1', nfcSessionId: 'VM-001-042', guest: 'ann', expiresAt: '2026-03-01T12:05:00.000Z' };
const claimed: TillFact = { type: 'TillClaimed', data: claim };
const released: TillFact = { type: 'TillReleased', data: { machineId: 'VM-001', sessionId: 's1' } };
const now = '2026-03-01T12:01:00.000Z';
const stateAfter = (...facts: TillFact[]) => facts.reduce((state, fact) => till.evolve(state, fact), till.initial);

describe('One visit at a time at a machine', () => {
  it('gives the till to the first guest', () => given(till).when({ type: 'ClaimTill', ...claim, now }).then(claimed));

  it('keeps the visit of a guest who taps again', () => given(till, claimed).when({ type: 'ClaimTill', ...claim, sessionId: 's2', now }).thenNothing());

  it('turns a second guest away and says for how long', () =>
    given(till, claimed).when({ type: 'ClaimTill', ...claim, sessionId: 's2', guest: 'bob', now }).thenRefused('MACHINE_BUSY', { retryAfterSeconds: 240 }));

  it('does not hand a visit to whoever guesses the tag', () =>
    given(till, claimed).when({ type: 'ClaimTill', ...claim, sessionId: 's2', guest: 'mallory', nfcSessionId: claim.nfcSessionId, now }).thenRefused('MACHINE_BUSY'));

  it('is free again when the time is over, even if nobody released it', () => {
    const next = { ...claim, sessionId: 's2', guest: 'bob', expiresAt: '2026-03-01T12:10:00.000Z' };
    given(till, claimed).when({ type: 'ClaimTill', ...next, now: '2026-03-01T12:05:00.000Z' }).then({ type: 'TillClaimed', data: next });
  });

  it('stays with a visit whose time begins anew, and with no other', () => {
    const longer = { machineId: 'VM-001', sessionId: 's1', expiresAt: '2026-03-01T12:09:00.000Z' };
    const prolonged: TillFact = { type: 'TillProlonged', data: longer };
    given(till, claimed).when({ type: 'ProlongTill', ...longer }).then(prolonged);
    given(till, claimed).when({ type: 'ProlongTill', ...longer, sessionId: 's0' }).thenNothing();
    given(till, claimed, prolonged).when({ type: 'ProlongTill', ...longer }).thenNothing();
    given(till, claimed, prolonged).when({ type: 'ClaimTill', ...claim, sessionId: 's2', guest: 'bob', now: '2026-03-01T12:08:00.000Z', expiresAt: '2026-03-01T12:13:00.000Z' }).thenRefused('MACHINE_BUSY', { retryAfterSeconds: 60 });
  });

  it('is nobody\'s for longer than a visit takes where the clock was put back since; that of another copy may be half a minute behind', () => {
    const bobs = (start: string) => ({ ...claim, sessionId: 's2', guest: 'bob', expiresAt: new Date(Date.parse(start) + 300_000).toISOString() });
    const [hourBack, behind] = ['2026-03-01T11:00:00.000Z', '2026-03-01T11:59:30.000Z'];
    given(till, claimed).when({ type: 'ClaimTill', ...bobs(hourBack), now: hourBack }).then({ type: 'TillClaimed', data: bobs(hourBack) });
    given(till, claimed).when({ type: 'ClaimTill', ...bobs(behind), now: behind }).thenRefused('MACHINE_BUSY', { retryAfterSeconds: 330 });
  });

  it('is released by its own visit only', () => {
    given(till, claimed).when({ type: 'ReleaseTill', machineId: 'VM-001', sessionId: 's1' }).then({ type: 'TillReleased', data: { machineId: 'VM-001', sessionId: 's1' } });
    given(till, claimed).when({ type: 'ReleaseTill', machineId: 'VM-001', sessionId: 's0' }).thenNothing();
  });
});

describe('A claim of a tap that broke off before its visit began', () => {
  // Claimed at 12:00:00, for a visit of five minutes.
  const turn = claimed.data;

  it('keeps others waiting as long as the tap may still be answered', () =>
    expect(waitForTap(turn, 300, '2026-03-01T12:00:05.000Z')).toMatchObject({ refused: 'MACHINE_BUSY', data: { retryAfterSeconds: 10 } }));

  it('and not for the time of a visit', () => expect(waitForTap(turn, 300, '2026-03-01T12:00:15.000Z')).toBeUndefined());

  it('nor for as long as the clock was ahead when it was made', () => expect(waitForTap(turn, 300, '2026-03-01T11:00:00.000Z')).toBeUndefined());
});

describe('A claim that comes again', () => {
  const bobs: TillFact = { type: 'TillClaimed', data: { ...claim, sessionId: 's2', guest: 'bob' } };

  it('leads to its guest\'s own visit, also when that is over', () => {
    expect(visitOf(stateAfter(claimed), 'ann', now)).toBe('s1');
    expect(visitOf(stateAfter(claimed, released), 'ann', now)).toBe('s1');
  });

  it('leads to nobody else\'s', () => {
    expect(visitOf(stateAfter(claimed, released, bobs), 'ann', now)).toMatchObject({ refused: 'MACHINE_BUSY', data: { retryAfterSeconds: 240 } });
    expect(visitOf(stateAfter(claimed, released, bobs), 'ann', '2026-03-01T12:05:00.000Z')).toMatchObject({ refused: 'CONFLICT' });
    expect(visitOf(stateAfter(claimed, released, bobs, { type: 'TillReleased', data: { machineId: 'VM-001', sessionId: 's2' } }), 'ann', now)).toMatchObject({ refused: 'CONFLICT' });
  });
});

describe('While nobody is served', () => {
  const machineId = 'VM-001';
  const at = (minute: number): string => new Date(Date.parse(now) + minute * 60_000).toISOString();
  const alone = (change: object = {}) => ({ key: 'e:8', at: now, opened: false, left: 0, cameIn: 0, slots: [] as string[], ...change });

  it('a door that opens is noted', () =>
    given(till).when({ type: 'NoteDoor', machineId, key: 'e:8', now }).then({ type: 'DoorOpenedWithoutSession', data: { machineId, key: 'e:8', deviceAt: undefined, incident: alone({ opened: true }) } }));

  it('what leaves or comes back is noted', () => {
    const item = { machineId, key: 'e:8', slot: 'A1', quantity: 2 };
    given(till).when({ type: 'NoteItem', what: 'taken', ...item, now }).then({ type: 'ItemTakenWithoutSession', data: { ...item, incident: alone({ left: 2, slots: ['A1'] }) } });
    given(till).when({ type: 'NoteItem', what: 'returned', ...item, now }).then({ type: 'ItemReturnedWithoutSession', data: { ...item, back: 0, incident: alone({ cameIn: 2, slots: ['A1'] }) } });
  });

  it('what comes back of what had left is known: more than that may be somebody who fills the machine', () => {
    const item = { machineId, key: 'e:8', slot: 'A1' };
    const left: TillFact = { type: 'ItemTakenWithoutSession', data: { ...item, quantity: 2 } };
    const cameBack = (quantity: number, back: number, slot = 'A1'): TillFact => ({ type: 'ItemReturnedWithoutSession', data: { ...item, slot, quantity, back, incident: alone({ cameIn: quantity, slots: [slot] }) } });
    const comesBack = { type: 'NoteItem', what: 'returned', ...item, quantity: 3, now } as const;
    given(till, left).when(comesBack).then(cameBack(3, 2));
    given(till, left, claimed).when({ ...comesBack, quantity: 1 }).then(cameBack(1, 1));
    given(till, left, { type: 'ItemReturnedWithoutSession', data: { ...item, quantity: 1, back: 1 } }).when(comesBack).then(cameBack(3, 1));
    given(till, left).when({ ...comesBack, slot: 'toString' }).then(cameBack(3, 0, 'toString'));
  });

  it('what is told of ever more slots than any machine has is kept as if it were of as many: each report costs the same', () => {
    let state = stateAfter(claimed, released);
    let last: TillFact | undefined;
    for (let n = 0; n < 2_000; n++) {
      const found = till.decide({ type: 'NoteItem', what: 'taken', machineId, key: `e:${n}`, slot: `S${n}`, quantity: 1, now }, state);
      [last] = isRefusal(found) ? [] : found;
      state = last ? till.evolve(state, last) : state;
    }
    expect(last).toMatchObject({ data: { incident: { left: 2_000 } } });
    expect((last as TillFact & { data: { incident: { slots: string[] } } }).data.incident.slots).toHaveLength(DEVICE_SLOTS);
    expect(Object.keys(state.gone ?? {}).length).toBeLessThan(200);
    expect(till.decide({ type: 'NoteItem', what: 'returned', machineId, key: 'e:2000', slot: 'S1999', quantity: 2, now }, state)).toMatchObject([{ data: { back: 1 } }]);
  });

  it('what happens within ten minutes of what was before is one incident, until a guest is served', () => {
    const opened: TillFact = { type: 'DoorOpenedWithoutSession', data: { machineId, key: 'e:8', incident: alone({ opened: true }) } };
    const left: TillFact = { type: 'ItemTakenWithoutSession', data: { machineId, key: 'e:9', slot: 'A1', quantity: 2, incident: alone({ opened: true, at: at(9), left: 2, slots: ['A1'] }) } };
    const takes = (minute: number) => ({ type: 'NoteItem' as const, what: 'taken' as const, machineId, key: 'e:10', slot: 'A2', quantity: 1, now: at(minute) });
    const taken = (incident: object): TillFact => ({ type: 'ItemTakenWithoutSession', data: { machineId, key: 'e:10', slot: 'A2', quantity: 1, incident: alone(incident) } });
    given(till, opened, left).when(takes(18)).then(taken({ opened: true, at: at(18), left: 3, slots: ['A1', 'A2'] }));
    for (const before of [[opened], [opened, left, claimed]]) given(till, ...before).when(takes(10)).then(taken({ key: 'e:10', at: at(10), left: 1, slots: ['A2'] }));
  });
});
