/** What machines may earn: the calculator's formula, the same on the page and in what is stored of a lead. */
import { planOf, type Plan } from './price-list.js';

/** Nightly rate in US dollars, occupancy in percent. */
export const roiRanges = { properties: { min: 1, max: 50 }, nightlyRate: { min: 50, max: 1000 }, occupancy: { min: 10, max: 100 } } as const;
/** Whole properties; each within its range. */
export type RoiInputs = Record<keyof typeof roiRanges, number>;
export const usualRoiInputs: RoiInputs = { properties: 1, nightlyRate: 150, occupancy: 70 };

export interface Roi {
  /** US dollars. */
  monthlyRevenue: number;
  annualRevenue: number;
  /** Percent of the plan's yearly cost, never below 0. */
  annualROI: number;
  tier: Plan['displayName'];
  /** US dollars a year. */
  tierCost: number;
}

/** Monthly revenue = 1.5 × nights sold × a factor by nightly rate (15 above 200, 10 above 100, else 7) × properties. */
export function roiOf({ properties, nightlyRate, occupancy }: RoiInputs): Roi {
  const perNight = nightlyRate > 200 ? 15 : nightlyRate > 100 ? 10 : 7;
  const monthlyRevenue = 1.5 * ((occupancy / 100) * 30) * perNight * properties;
  const annualRevenue = 12 * monthlyRevenue;
  const { displayName: tier, priceCents } = planOf(properties <= 2 ? 'essential' : properties <= 8 ? 'growth' : 'enterprise');
  const tierCost = (priceCents / 100) * 12;
  return { monthlyRevenue, annualRevenue, annualROI: Math.max(0, ((annualRevenue - tierCost) / tierCost) * 100), tier, tierCost };
}
