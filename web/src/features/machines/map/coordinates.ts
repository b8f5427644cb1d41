/** Degrees as people type and read them. Pure. */
import { coordinates } from '@larder/contracts/fleet.js';
import { firstIssues, type Errors } from '../../../lib/first-issues.js';

/** `40,22` and `40.22` are the same; what is no number, or nothing, is NaN. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** To about a decimetre. */
export const shownNumber = (degrees: number): string => String(Number(degrees.toFixed(6)));

export function problemsOf({ lat, lon }: { lat: string; lon: string }): Errors<{ lat: string; lon: string }> {
  const issues = firstIssues(coordinates, { lat: numberOf(lat), lon: numberOf(lon) });
  return { ...(issues.lat && { lat: issues.lat }), ...(issues.lon && { lon: issues.lon }) };
}
