/** What machines are called and where they stand, and where they have stood: for alerts, and for sales of years. */
import { z } from 'zod';
import { timeZone } from '../day.js';
import { machineId } from '../device/machine-id.js';
import { currency } from '../money.js';
import { query } from '../request.js';

const card = z.object({ machineId, name: z.string(), address: z.string(), timeZone, currency });
export const machineCard = query('fleet.machineCard', 'services', 'Name and place of a machine', z.object({ account: z.string(), machineId }), card);
/** Refused where it is here for its history only and the plan has no room for one more. */
export const machineToUse = query('fleet.machineToUse', 'services', 'The same of a machine that is put to use', z.object({ account: z.string(), machineId }), card);
/** As many as a list of alerts has. */
export const MOST_CARDS = 200;
/** By machine; those that the organization does not have are missing. */
export const machineCards = query('fleet.machineCards', 'services', 'Names and places of machines', z.object({ account: z.string(), ids: z.array(machineId).max(MOST_CARDS) }), z.record(z.string(), card));
/** A machine at one address. */
const stay = z.object({
  address: z.string(),
  /** How the address was written before somebody corrected it. */
  former: z.array(z.string()), timeZone, from: z.string(),
  /** Missing while it stands there. */
  until: z.string().optional(),
});
export type Stay = z.infer<typeof stay>;
/** For sales: of one machine, or of all, in their order, also of those that are gone. */
export const machineStays = query('fleet.machineStays', 'services', 'Where machines have stood, and since when', z.object({ account: z.string(), machineId: machineId.optional() }), z.array(z.object({ machineId, stays: z.array(stay) })));
