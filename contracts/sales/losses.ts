/** Losses: goods that left machines without being sold, by what became of them, and what they were worth. */
import { z } from 'zod';
import { grouping, ofRange, period, range } from './analytics.js';
import { flag } from '../catalog.js';
import { day } from '../day.js';
import { lossCause } from '../fleet.js';
import { machineId } from '../device/machine-id.js';
import { cents } from '../money.js';
import { query } from '../request.js';

/** `missing`: fewer were counted than the books had; `found`: more; `outside`: the machine saw them leave while it served nobody, or after the visit they were taken in had ended; `unpaid`: a guest took them, and has not paid since. */
export const lossKind = z.enum([...lossCause.options, 'missing', 'outside', 'unpaid', 'found']);
export type LossKind = z.infer<typeof lossKind>;

/** What a hold did not bring of a line: its units, and what they had cost, become a sale with what it did bring, and are none here. */
const rest = { restCents: cents.optional() };

/** For fleet: `from` is included, `until` is not. */
export const unpaidBetween = query('vending.unpaidBetween', 'services', 'What guests took and have not paid for, by when its case was opened', z.object({
  account: z.string(), from: z.string(), until: z.string(), machineId: z.string().optional(),
}), z.array(z.object({ at: z.string(), machineId, productId: z.string(), units: z.number().int(), priceCents: cents, ...rest })));

/** For sales: of a machine, or of all. `timeZone`: that of a machine of which nobody knows where it stood. */
export const lossesBetween = query('fleet.lossesBetween', 'services', 'What was lost in machines from one day to another, by the clock of each where it stood', z.object({
  account: z.string(), startDate: day, endDate: day, timeZone: z.string(), machineId: z.string().optional(),
}), z.object({
  losses: z.array(z.object({
    at: z.string(), day, machineId, productId: z.string(), kind: lossKind,
    /** Below zero: a loss that was taken back, what a machine told later of the time before a count, or what came back of those that had left outside of a visit. */
    units: z.number().int(),
    /** The slot's own price then, or what the guest was to pay; null where it followed the product's, and where it was not noted yet. */
    ownPriceCents: cents.nullable(), ...rest,
  })),
  /** Those that are there now, by their names. */
  machines: z.array(z.object({ machineId, name: z.string(), address: z.string() })),
}));
export type LossesBetween = z.infer<typeof lossesBetween.output>;
export type LossLine = LossesBetween['losses'][number];

/** Units by what became of them. */
const lost = {
  expired: z.number(), damaged: z.number(), stolen: z.number(), missing: z.number(), outside: z.number(), unpaid: z.number(),
  /** All of these, and what they had cost and would have been sold for, tax included, when they were lost. */
  units: z.number(), cost: z.number(), price: z.number(),
  /** Of these units, those whose cost nobody knows. */
  unitsWithoutCost: z.number(),
  /** Counted beyond what the books had: not taken off the rest, for much of it was filled and not entered. */
  found: z.number(),
};
/** Units sold in the range, and the percentage of sold and lost ones together that was lost; null where there are none. */
const besideSold = { sold: z.number(), share: z.number().nullable() };
const ofProduct = { productId: z.string(), name: z.string(), sku: z.string(), category: z.string() };
const ofMachine = { machineId: z.string(), name: z.string(), address: z.string() };
export const salesLosses = query('sales.losses', 'analytics.view', 'What expired, was damaged, stolen, missing or never paid, at cost and at selling price, by product, machine and period', z.object({
  ...range, groupBy: grouping.default('day'),
  /** Wants the lines as well: there may be many. */
  lines: flag.optional(),
}), z.object({
  ...ofRange, groupBy: grouping, total: z.object({ ...lost, ...besideSold }),
  /** Of what was sold in the range, as the overview has it: losses are not taken off. */
  profit: z.number(),
  /** What cost most first. */
  products: z.array(z.object({ ...ofProduct, ...lost, ...besideSold })), machines: z.array(z.object({ ...ofMachine, ...lost, ...besideSold })),
  /** Those in which something was lost or found, in their order; and in each, where it is asked for, what it was and where. */
  periods: z.array(z.object({ period, startDate: day, endDate: day, ...lost })),
  lines: z.array(z.object({ startDate: day, endDate: day, machineId: z.string(), machine: z.string(),
    /** Where it stood when it was lost, as that is written now. */
    address: z.string(), productId: z.string(), product: z.string(), sku: z.string(), category: z.string(), ...lost })).optional(),
}));
export type SalesLosses = z.infer<typeof salesLosses.output>;
