import { daysLasting, isTelling, type Pace } from '@larder/contracts/fleet/pace.js';
import type { Offer } from './offer-view.js';
import { goneOf, movedIn, pacesOf, type Shelf } from './pace.js';

const now = '2026-03-31T12:00:00.000Z';
const cola = (from: string, until?: string, slot = 'A1'): Offer => ({ slot, productId: 'cola', from: `2026-03-${from}:00:00.000Z`, ...(until && { until: `2026-03-${until}:00:00.000Z` }) });

/** Of cola, sold so many times, on the first of these days first. */
function paceOf(offers: readonly Offer[], units = 0, firstDay = '2026-03-21', more: Partial<Shelf> = {}): Pace | undefined {
  const [pace] = pacesOf({ machineId: 'VM-001', timeZone: 'UTC', productIds: ['cola', 'cola'], offers, closings: [], ...more }, units > 0 ? [{ machineId: 'VM-001', productId: 'cola', units, firstDay }] : [], now);
  return pace;
}

describe('The pace of what is in a machine', () => {
  it('is of the days on which there was any', () => {
    expect(paceOf([cola('21T12')], 5)).toEqual({ machineId: 'VM-001', productId: 'cola', units: 5, days: 10 });
    expect(paceOf([cola('21T12', '23T12'), cola('30T12')], 5)?.days).toBe(3);
  });
  it('counts a day once where two slots have the same, and not where both are empty', () => {
    expect(paceOf([cola('21T12', '25T12'), cola('23T12', '27T12', 'A2'), cola('30T12', undefined, 'A2')])?.days).toBe(7);
  });
  it('is of four weeks at most', () => expect(paceOf([{ slot: 'A1', productId: 'cola', from: '2025-12-24T12:00:00.000Z' }], 9)?.days).toBe(28));
  it('begins with the first sale where that was before anything is known to have been in a slot, as of imported sales', () => {
    expect(paceOf([cola('29T12')], 40, '2026-03-11')).toMatchObject({ units: 40, days: 20.5 });
    expect(paceOf([], 40, '2026-03-11')?.days).toBe(20.5);
  });
  it('does not begin before the slot was filled where the first was sold on that day', () => expect(paceOf([cola('29T12')], 3, '2026-03-29')?.days).toBe(2));
  it('is of no day where there was never any', () => expect(paceOf([])).toEqual({ machineId: 'VM-001', productId: 'cola', units: 0, days: 0 }));
  it('is one for each product', () => expect(pacesOf({ machineId: 'VM-001', timeZone: 'UTC', productIds: ['cola', 'chips', 'cola'], offers: [], closings: [] }, [], now)).toHaveLength(2));
  it('leaves out when the machine served nobody', () => {
    const closings = [{ from: '2026-03-22T12:00:00.000Z', until: '2026-03-24T12:00:00.000Z' }, { from: '2026-03-30T12:00:00.000Z' }];
    expect(paceOf([cola('21T12')], 5, '2026-03-21', { closings })?.days).toBe(7);
    expect(paceOf([cola('23T12', '25T12'), cola('30T00')], 5, '2026-03-23', { closings })?.days).toBe(1.5);
  });
  it('begins with the first whole day where the machine stands', () => expect(paceOf([cola('01T12')], 5, '2026-03-26', { since: '2026-03-26' })?.days).toBe(5.5));
});

describe('The house whose pace it is', () => {
  const stay = (address: string, from: string, timeZone = 'America/New_York') => ({ address, former: [], timeZone, from: `2026-03-${from}:00:00.000Z` });
  it('is the one where the machine stands, from the day after it came', () => {
    expect(movedIn([stay('1 Main Street', '01T12'), stay('2 Hill Road', '20T12')])).toBe('2026-03-21');
    expect(movedIn([stay('1 Main Street', '01T12'), stay('2 Hill Road', '20T03')])).toBe('2026-03-20'); // the evening before in New York
  });
  it('is the same all the time where it was never moved, also when it was taken out of the fleet for a while', () => {
    expect(movedIn([])).toBeUndefined();
    expect(movedIn([stay('1 Main Street', '01T12')])).toBeUndefined();
    expect(movedIn([stay('1 Main Street', '01T12'), stay('1 main street', '20T12')])).toBeUndefined();
  });
  it('is the one where it is back', () => expect(movedIn([stay('1 Main Street', '01T12'), stay('2 Hill Road', '10T12'), stay('1 Main Street', '20T12'), stay('1 Main Street', '22T12')])).toBe('2026-03-21'));
});

describe('What is gone', () => {
  const of = (machineId: string, productId: string, units: number, firstDay = '2026-03-10') => ({ machineId, productId, units, firstDay });
  it('is what was sold and what was taken without being paid for, where the machine stands', () => {
    const unpaid = [{ at: '2026-03-12T12:00:00.000Z', machineId: 'VM-001', productId: 'cola', units: 2 }, { at: '2026-03-13T12:00:00.000Z', machineId: 'VM-002', productId: 'tea', units: 1 }, { at: '2026-03-13T12:00:00.000Z', machineId: 'VM-001', productId: 'nuts', units: 0 }];
    expect(goneOf([of('VM-001', 'cola', 3)], unpaid, new Map())).toEqual(new Map([['VM-001', [of('VM-001', 'cola', 5)]], ['VM-002', [of('VM-002', 'tea', 1, '2026-03-13')]]]));
    expect(goneOf([of('VM-001', 'cola', 3)], unpaid, new Map([['VM-001', '2026-03-13'], ['VM-002', '2026-03-13']]))).toEqual(new Map([['VM-001', [of('VM-001', 'cola', 3)]], ['VM-002', [of('VM-002', 'tea', 1, '2026-03-13')]]]));
  });
});

describe('How long something lasts', () => {
  it('is by what was sold in a day', () => {
    expect(daysLasting(6, { units: 20, days: 10 })).toBe(3);
    expect(daysLasting(0, { units: 20, days: 10 })).toBe(0);
    expect(daysLasting(-2, { units: 20, days: 10 })).toBe(0);
  });
  it('is for ever where none is sold in two weeks', () => expect(daysLasting(6, { units: 0, days: 14 })).toBe(Infinity));
  it('is not said of what was there for a few days, or not at all', () => {
    expect(daysLasting(6, undefined)).toBeUndefined();
    expect(daysLasting(6, { units: 1, days: 1 })).toBeUndefined();
    expect([{ units: 4, days: 13 }, { units: 9, days: 2 }, { units: 0, days: 0 }].map(isTelling)).toEqual([false, false, false]);
    expect([{ units: 5, days: 3 }, { units: 1, days: 14 }].map(isTelling)).toEqual([true, true]);
  });
});
