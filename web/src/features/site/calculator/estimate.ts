/** What somebody has typed into the calculator, and what can be calculated from it. */
import { roiOf, roiRanges, usualRoiInputs, type Roi, type RoiInputs } from '@larder/contracts/identity/roi.js';

export type Name = keyof RoiInputs;
/** As typed: a number may be on its way to becoming one. */
export type Entered = Record<Name, string>;

export const names = Object.keys(roiRanges) as Name[];

export const usualEntered: Entered = { properties: String(usualRoiInputs.properties), nightlyRate: String(usualRoiInputs.nightlyRate), occupancy: String(usualRoiInputs.occupancy) };

/** Undefined for what is no number, out of range, or half a property. */
export function valueOf(name: Name, text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const { min, max } = roiRanges[name];
  const isWhole = name !== 'properties' || Number.isInteger(value);
  return value >= min && value <= max && isWhole ? value : undefined;
}

/** Where the slider stands: at the nearest end for what is out of range. */
export function sliderOf(name: Name, text: string): number {
  const { min, max } = roiRanges[name];
  return Math.min(max, Math.max(min, Number(text) || min));
}

export interface Estimate {
  inputs: RoiInputs;
  roi: Roi;
}

/** Undefined as long as something is missing. */
export function estimateOf(entered: Entered): Estimate | undefined {
  const properties = valueOf('properties', entered.properties);
  const nightlyRate = valueOf('nightlyRate', entered.nightlyRate);
  const occupancy = valueOf('occupancy', entered.occupancy);
  if (properties === undefined || nightlyRate === undefined || occupancy === undefined) return undefined;
  const inputs = { properties, nightlyRate, occupancy };
  return { inputs, roi: roiOf(inputs) };
}
