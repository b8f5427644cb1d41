import type { FleetFact } from '@larder/contracts/fleet.js';
import type { Stay } from '@larder/contracts/fleet/places.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import { stayView } from './stay-view.js';

const added: FleetFact = { type: 'MachineRegistered', data: { machineId: 'VM-001', name: 'Lobby', address: '1 Main Street', timeZone: 'America/New_York', currency: 'USD', origin: 'operator' } };
const changed = (address: string, more: { name?: string; onlyCorrected?: true } = {}): FleetFact => ({ type: 'MachineChanged', data: { machineId: 'VM-001', name: 'Lobby', address, ...more } });
const day = (n: number): string => `2026-03-0${n}T12:00:00.000Z`;

/** One fact a day. */
function staysAfter(...facts: FleetFact[]): readonly Stay[] | undefined {
  const told = stored(facts).map((fact, n) => ({ ...fact, meta: { ...fact.meta, at: day(n + 1) } }));
  return viewOf(stayView, 'VM-001', told)?.stays;
}
const main = { address: '1 Main Street', former: [], timeZone: 'America/New_York', from: day(1) };

describe('Where a machine stood', () => {
  it('is its address from when it is added until it is moved, with the clock on the wall there', () => {
    expect(staysAfter(added, changed('2 Hill Road'), { type: 'MachineZoned', data: { machineId: 'VM-001', timeZone: 'America/Chicago' } })).toEqual([
      { ...main, until: day(2) }, { address: '2 Hill Road', former: [], timeZone: 'America/Chicago', from: day(2) },
    ]);
  });
  it('stays where only its name is other, or how the address is capitalized and punctuated', () => {
    expect(staysAfter(added, changed('1 Main Street', { name: 'Hall' }))).toEqual([main]);
    expect(staysAfter(added, changed('1, main street.'))).toEqual([{ ...main, address: '1, main street.', former: ['1 Main Street'] }]);
  });
  it('has been the first address that it is given, where it came without one', () => {
    expect(staysAfter({ ...added, data: { ...added.data, address: '' } } as FleetFact, changed('1 Main Street'), changed('2 Hill Road'))).toEqual([{ ...main, former: [''], until: day(3) }, { address: '2 Hill Road', former: [], timeZone: 'America/New_York', from: day(3) }]);
  });
  it('is the same house where somebody says that the address was only wrongly written, each time that it stood there', () => {
    const corrected = { address: '1 Maine Street', former: ['1 Main Street'] };
    expect(staysAfter(added, changed('1 Maine Street', { onlyCorrected: true }))).toEqual([{ ...main, ...corrected }]);
    expect(staysAfter(added, changed('2 Hill Road'), changed('1 Main Street'), changed('1 Maine Street', { onlyCorrected: true }))).toMatchObject([{ ...corrected, until: day(2) }, { address: '2 Hill Road', former: [] }, { ...corrected, from: day(3) }]);
  });
  it('is mended where a correction was entered as a move: the wrong address once more, and then the right one as a correction', () => {
    const stays = staysAfter(added, changed('1 Maine Street'), changed('1 Main Street'), changed('1 Maine Street', { onlyCorrected: true }));
    expect(stays?.map(({ address }) => address)).toEqual(['1 Maine Street', '1 Maine Street', '1 Maine Street']);
  });
  it('is kept of one that is taken out of the fleet, and goes on when it comes back', () => {
    const removed: FleetFact = { type: 'MachineRemoved', data: { machineId: 'VM-001', name: 'Lobby' } };
    expect(staysAfter(added, removed, added)).toEqual([{ ...main, until: day(2) }, { ...main, from: day(3) }]);
  });
});
