import type { FleetFact } from '@larder/contracts/fleet.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import { closedView, type Closing } from './closed-view.js';

const machineId = 'VM-001';
const heard: FleetFact = { type: 'MachineCameOnline', data: { machineId, name: 'Lobby', heartbeatAt: '2026-03-01T12:00:00.000Z' } };
const silent = (lastHeartbeatAt: string): FleetFact => ({ type: 'MachineWentOffline', data: { machineId, name: 'Lobby', lastHeartbeatAt } });
const mode = (wanted: 'in_service' | 'maintenance'): FleetFact => ({ type: 'ModeIntended', data: { machineId, mode: wanted } });
const removed: FleetFact = { type: 'MachineRemoved', data: { machineId, name: 'Lobby' } };
const at = (day: number, time = '12:00'): string => `2026-03-${String(day).padStart(2, '0')}T${time}:00.000Z`;

function closingsAfter(...facts: [at: string, fact: FleetFact][]): readonly Closing[] | undefined {
  const told = stored(facts.map(([, fact]) => fact)).map((fact, n) => ({ ...fact, meta: { ...fact.meta, at: facts[n]?.[0] ?? '' } }));
  return viewOf(closedView, machineId, told)?.closings;
}

describe('When a machine served nobody', () => {
  it('is from when it was last heard until it is heard again', () => {
    expect(closingsAfter([at(1), heard], [at(3, '12:01'), silent(at(3))], [at(5), heard])).toEqual([{ from: at(3), until: at(5) }]);
    expect(closingsAfter([at(1), heard], [at(3, '12:01'), silent(at(3))])).toEqual([{ from: at(3) }]);
  });
  it('is while it is in maintenance, once where it is not heard meanwhile', () => {
    expect(closingsAfter([at(1), heard], [at(3), mode('maintenance')], [at(4), mode('in_service')])).toEqual([{ from: at(3), until: at(4) }]);
    expect(closingsAfter([at(1), heard], [at(3), mode('maintenance')], [at(4), silent(at(4))], [at(6), mode('in_service')], [at(8), heard])).toEqual([{ from: at(3), until: at(8) }]);
  });
  it('is not before it was heard for the first time: it may sell through another system', () => expect(closingsAfter([at(1), mode('in_service')], [at(4), heard])).toEqual([]));
  it('leaves out what was shorter than an hour, as of a bad connection', () => {
    expect(closingsAfter([at(1), heard], [at(3, '12:01'), silent(at(3))], [at(3, '12:59'), heard])).toEqual([]);
    expect(closingsAfter([at(1), heard], [at(3, '12:01'), silent(at(3))], [at(3, '13:00'), heard])).toEqual([{ from: at(3), until: at(3, '13:00') }]);
  });
  it('ends where it is taken out of the fleet', () => expect(closingsAfter([at(1), heard], [at(3), mode('maintenance')], [at(4), removed])).toEqual([{ from: at(3), until: at(4) }]));
  it('is forgotten four weeks after it has ended', () => {
    expect(closingsAfter([at(1), silent(at(1))], [at(2), heard], [at(30), mode('maintenance')])).toHaveLength(2);
    expect(closingsAfter([at(1), silent(at(1))], [at(2), heard], [at(31), mode('maintenance')])).toEqual([{ from: at(31) }]);
  });
});
