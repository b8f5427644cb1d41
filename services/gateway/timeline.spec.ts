import type { TimelineEntry } from '@larder/contracts/vending/black-box.js';
import { inOneOrder, named, namesOf } from './timeline.js';

const entry = (type: string, given: Partial<TimelineEntry> = {}): TimelineEntry => ({
  at: '2026-03-01T12:00:00.000Z', source: 'visit', type, what: type, actor: 'system:vending', position: '1', facts: [{ id: type, type, stream: 's-1', revision: 0, at: '2026-03-01T12:00:00.000Z' }], ...given,
});

describe('One timeline', () => {
  it('goes by the server\'s clock, then by the place in the log', () => {
    const late = entry('late', { at: '2026-03-01T12:00:01.000Z', position: '1' });
    expect(inOneOrder([late, entry('second', { position: '3' }), entry('first', { position: '2' })]).map(({ type }) => type)).toEqual(['first', 'second', 'late']);
  });

  it('holds what the machine reported and the visit took once, with the machine\'s clock and both facts', () => {
    const reported = entry('DeviceItemTaken', { source: 'machine', report: 'e:4', actor: 'device:VM-1', deviceAt: '2026-03-01T11:00:00.000Z' });
    const [joined, ...rest] = inOneOrder([reported, entry('ItemTaken', { report: 'e:4' })]);
    expect(joined).toMatchObject({ type: 'ItemTaken', actor: 'device:VM-1', deviceAt: '2026-03-01T11:00:00.000Z', facts: [{ type: 'DeviceItemTaken' }, { type: 'ItemTaken' }] });
    expect(rest).toEqual([]);
  });

  it('keeps a report that no visit took', () => {
    expect(inOneOrder([entry('DeviceTapped', { source: 'machine', report: 'e:1' }), entry('TillClaimed')]).map(({ type }) => type)).toEqual(['DeviceTapped', 'TillClaimed']);
  });

  it('calls everybody by name', () => {
    const nameOf = namesOf({ members: [{ userId: 'u1', firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.example', role: 'owner', status: 'active' }], programs: [{ id: 'k1', name: 'Books' }] });
    expect(['user:u1', 'user:gone', 'program:k1', 'guest', 'device:VM-1', 'system:stripe', 'system:vending'].map(nameOf)).toEqual(['Ada Lovelace', 'Somebody who has left', 'Books (API key)', 'Guest', 'Machine VM-1', 'Payment provider', 'Larder']);
    expect(named([entry('x', { actor: 'user:u1' })], nameOf)[0]).toMatchObject({ actorName: 'Ada Lovelace' });
  });
});
