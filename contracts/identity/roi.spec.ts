import { roiOf, usualRoiInputs } from './roi.js';

describe('What machines may earn', () => {
  it('is 3,780 dollars a year for one property at 150 dollars and 70 percent', () => {
    expect(roiOf(usualRoiInputs)).toEqual({ monthlyRevenue: 315, annualRevenue: 3780, annualROI: expect.closeTo(298.73, 2), tier: 'Essential', tierCost: 948 });
  });
  it.each([[100, 7], [101, 10], [200, 10], [201, 15]])('counts a nightly rate of %i dollars with factor %i', (nightlyRate, factor) => {
    expect(roiOf({ properties: 1, nightlyRate, occupancy: 100 }).monthlyRevenue).toBe(1.5 * 30 * factor);
  });
  it.each([[2, 'Essential', 948], [3, 'Growth', 1788], [8, 'Growth', 1788], [9, 'Enterprise', 3588]])('recommends for %i properties %s at %i dollars a year', (properties, tier, tierCost) => {
    expect(roiOf({ ...usualRoiInputs, properties })).toMatchObject({ tier, tierCost });
  });
  it('is never a negative return', () => {
    expect(roiOf({ properties: 1, nightlyRate: 50, occupancy: 10 }).annualROI).toBe(0);
  });
});
