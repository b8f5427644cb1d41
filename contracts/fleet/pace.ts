/** Pace: how fast goods sell in a machine, and so how long what is in it lasts. */
import { z } from 'zod';
import { day } from '../day.js';
import { machineId } from '../device/machine-id.js';
import { query } from '../request.js';

/** Sales of so many days say how fast something sells. */
export const PACE_DAYS = 28;

const pace = z.object({
  machineId, productId: z.string(),
  /** Units that were sold in `days`. */
  units: z.number().int(),
  /** Of the last 28 days those, and parts of them, in which any of it was there to be bought. */
  days: z.number(),
});
export type Pace = z.infer<typeof pace>;
/** For operators: of one machine, or of all; only of what is in a slot now. */
export const machinePace = query('fleet.machinePace', 'machines.read', 'How fast what is in a machine sells: units in the days of the last 28 on which it was there to be bought', z.object({ machineId: machineId.optional() }), z.array(pace));

/** For fleet: of one machine, or of all. `since`: of machines that were moved meanwhile, the day before which nothing counts. `firstDay`: the first of these days on which any was sold. */
export const soldLately = query('sales.soldLately', 'services', 'Units that were sold in the last 28 days, by machine and product', z.object({
  account: z.string(), machineId: z.string().optional(), since: z.record(z.string(), day).optional(),
}), z.array(z.object({
  machineId: z.string(), productId: z.string(), units: z.number().int(), firstDay: day,
})));
export type SoldLately = z.infer<typeof soldLately.output>;

const DAYS_OF_FEW = 14;
const UNITS_OF_MANY = 5;
const DAYS_OF_MANY = 3;

/** Whether a pace says anything: five sales in three days, or two weeks with few or none. One sale on the first day is no rule. */
export const isTelling = ({ units, days }: Pick<Pace, 'units' | 'days'>): boolean => days >= DAYS_OF_FEW || (days >= DAYS_OF_MANY && units >= UNITS_OF_MANY);

/** Days that so many units last; undefined where nobody can say, infinite where none is sold. */
export function daysLasting(left: number, pace: Pick<Pace, 'units' | 'days'> | undefined): number | undefined {
  if (!pace || !isTelling(pace)) return undefined;
  return pace.units <= 0 ? Infinity : (Math.max(0, left) * pace.days) / pace.units;
}
