import { estimateOf, sliderOf, usualEntered, valueOf } from './estimate.js';

describe('The calculator', () => {
  it('begins with one property at 150 dollars and 70 percent', () => {
    expect(estimateOf(usualEntered)).toMatchObject({ inputs: { properties: 1, nightlyRate: 150, occupancy: 70 }, roi: { annualRevenue: 3780, tier: 'Essential' } });
  });
  it.each(['', ' ', '0', '51', '2.5', 'two', '-1'])('waits while the number of properties is “%s”', (properties) => {
    expect(valueOf('properties', properties)).toBeUndefined();
    expect(estimateOf({ ...usualEntered, properties })).toBeUndefined();
  });
  it('takes a rate with cents', () => expect(valueOf('nightlyRate', '149.50')).toBe(149.5));
  it('keeps the slider within its ends while somebody types', () => {
    expect([sliderOf('occupancy', ''), sliderOf('occupancy', '7'), sliderOf('occupancy', '700'), sliderOf('occupancy', '55')]).toEqual([10, 10, 100, 55]);
  });
});
