/** One product elsewhere: what sales say of it, and the machines that hold it. */
import { z } from 'zod';
import { day } from '../day.js';
import { machineStatus } from '../fleet.js';
import { machineId } from '../device/machine-id.js';
import { currency } from '../money.js';
import { lookingBack, query } from '../request.js';

/** The window of a product's figures. */
export const PRODUCT_DAYS = 30;

const figures = { revenue: z.number(), quantity: z.number(), transactions: z.number() };
export const productSales = lookingBack(query('sales.productSales', 'sales.read', 'Units, revenue and profit of one product by day, over the last 30 days', z.object({ id: z.string().max(64) }), z.object({
  startDate: day, endDate: day, timeZone: z.string(), currency, ...figures,
  /** After tax; null where the cost of something sold is not known. */
  profit: z.number().nullable(),
  days: z.array(z.object({ day, ...figures, profit: z.number().nullable() })),
})));
export type ProductSales = z.infer<typeof productSales.output>;

/** For the catalogue; a product that was not sold is missing. Revenue may be below zero: refunds count on their own day. */
export const productTotals = query('sales.productTotals', 'services', 'Units and revenue by product, over the last 30 days', z.object({ account: z.string() }), z.record(z.string(), z.object({ quantity: z.number(), revenueCents: z.number().int() })));

export const productMachines = lookingBack(query('fleet.productMachines', 'machines.read', 'The machines that hold a product, slot by slot', z.object({ id: z.string().max(64),
  /** For whoever deletes it: what is in the slots at this moment, whatever a view of them has heard. */
  now: z.literal(true).optional(),
}), z.array(z.object({
  machineId, name: z.string(), address: z.string(), status: machineStatus, isOnline: z.boolean(), currency,
  slot: z.string(), quantity: z.number(), maxQuantity: z.number(), lowStockPercent: z.number(),
  /** What a guest pays here. */
  price: z.number(),
  /** The slot's own price; null when it follows the product's. */
  ownPrice: z.number().nullable(),
}))));
export type ProductMachine = z.infer<typeof productMachines.output>[number];
