import type { TillFact } from '@larder/contracts/vending.js';
import { given } from '@larder/kit/testing.js';
import { till, visitOf } from './till.js';

const claim = { machineId: 'VM-001', sessionId: 's1', nfcSessionId: 'VM-001-042', guest: 'ann', expiresAt: '2026-03-01T12:05:00.000Z' };
const claimed: TillFact = { type: 'TillClaimed', data: claim };
const now = '2026-03-01T12:01:00.000Z';

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
    given(till, claimed, prolonged).when({ type: 'ClaimTill', ...claim, sessionId: 's2', guest: 'bob', now: '2026-03-01T12:08:00.000Z' }).thenRefused('MACHINE_BUSY', { retryAfterSeconds: 60 });
  });

  it('is released by its own visit only', () => {
    given(till, claimed).when({ type: 'ReleaseTill', machineId: 'VM-001', sessionId: 's1' }).then({ type: 'TillReleased', data: { machineId: 'VM-001', sessionId: 's1' } });
    given(till, claimed).when({ type: 'ReleaseTill', machineId: 'VM-001', sessionId: 's0' }).thenNothing();
  });
});

describe('A claim that comes again', () => {
  const stateAfter = (...facts: TillFact[]) => facts.reduce((state, fact) => till.evolve(state, fact), till.initial);
  const released: TillFact = { type: 'TillReleased', data: { machineId: 'VM-001', sessionId: 's1' } };
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

it('notes a door that opens while nobody is served', () =>
  given(till).when({ type: 'NoteDoor', machineId: 'VM-001', key: 'e:7' }).then({ type: 'DoorOpenedWithoutSession', data: { machineId: 'VM-001', key: 'e:7', deviceAt: undefined } }));

it('notes what leaves or comes back while nobody is served', () => {
  const item = { machineId: 'VM-001', key: 'e:8', slot: 'A1', quantity: 2 };
  given(till).when({ type: 'NoteItem', what: 'taken', ...item }).then({ type: 'ItemTakenWithoutSession', data: item });
  given(till).when({ type: 'NoteItem', what: 'returned', ...item }).then({ type: 'ItemReturnedWithoutSession', data: { ...item, back: 0 } });
});

it('knows what comes back of what had left: more than that may be somebody who fills the machine', () => {
  const item = { machineId: 'VM-001', key: 'e:8', slot: 'A1' };
  const left: TillFact = { type: 'ItemTakenWithoutSession', data: { ...item, quantity: 2 } };
  const cameBack = (quantity: number, back: number): TillFact => ({ type: 'ItemReturnedWithoutSession', data: { ...item, quantity, back } });
  const comesBack = { type: 'NoteItem', what: 'returned', ...item, quantity: 3 } as const;
  given(till, left).when(comesBack).then(cameBack(3, 2));
  given(till, left, claimed).when({ ...comesBack, quantity: 1 }).then(cameBack(1, 1));
  given(till, left, cameBack(1, 1)).when(comesBack).then(cameBack(3, 1));
  given(till, left).when({ ...comesBack, slot: 'toString' }).then({ type: 'ItemReturnedWithoutSession', data: { ...item, slot: 'toString', quantity: 3, back: 0 } });
});
