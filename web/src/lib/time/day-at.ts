/** Days by the clocks of machines and organizations, whatever this browser knows of their zones. */
import { dayIn, type Day } from '@larder/contracts/day.js';
import { shownZone } from './time-zones.js';

/** The day on which a moment (ISO 8601) falls in a zone; by the browser's own clock where the zone is not known. */
export const dayAt = (zone: string, at: string): Day => dayIn(shownZone(zone), at);
