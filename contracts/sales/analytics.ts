/** Analytics: what sales add up to by period, product and machine. Amounts are decimals. */
import { z } from 'zod';
import { askedDay, day } from '../day.js';
import { machineId } from '../device/machine-id.js';
import { currency } from '../money.js';
import { onPlan, query } from '../request.js';
import { timeframe } from '../sales.js';
import { paymentMethod } from '../vending.js';

export const grouping = z.enum(['day', 'week', 'month']);
export type Grouping = z.infer<typeof grouping>;
/** The last 30 days unless told, `all` begins with the first sale, or the first loss where losses are asked for; of all machines or of one. */
export const range = { startDate: askedDay.optional(), endDate: askedDay.optional(), timeframe: z.enum([...timeframe.options, 'all']).optional(), machineId: z.string().max(40).optional() };
/** What a list of sales is narrowed to. */
export const narrowed = { ...range, paymentMethod: paymentMethod.optional() };
export const ofRange = { startDate: day, endDate: day, timeZone: z.string(), currency };

/** `year` with `day` and `month`, with `week` (ISO 8601), or with `month`. */
export const period = z.object({ year: z.number(), month: z.number().optional(), week: z.number().optional(), day: z.number().optional() });
/** The part of a period that lies in the range asked for. */
const inPeriod = { period, startDate: day, endDate: day, revenue: z.number(), tax: z.number(), transactions: z.number(), quantity: z.number() };

const totals = z.object({
  totalRevenue: z.number(),
  /** What was given back in the range, of whatever day: the revenue is what is left. */
  totalRefunded: z.number(),
  /** Included in the revenue, as far as it is known. */
  totalTax: z.number(), totalCost: z.number(),
  /** After tax. */
  totalProfit: z.number(),
  /** Percent of the revenue after tax whose cost is known; null where there is none. */
  profitMargin: z.number().nullable(),
  /** Revenue, after tax, of units whose cost nobody knows: the profit takes it for free. */
  revenueWithoutCost: z.number(),
  totalTransactions: z.number(), totalQuantity: z.number(), averageTransactionValue: z.number(),
});
export type Totals = z.infer<typeof totals>;
const topProduct = z.object({ productId: z.string(), name: z.string(), sku: z.string(), category: z.string(), totalQuantity: z.number(), totalRevenue: z.number(), avgPrice: z.number(), transactionCount: z.number() });
export type TopProduct = z.infer<typeof topProduct>;

export const salesOverview = query('sales.overview', 'analytics.view', 'Totals, revenue by period and payment methods', z.object({ ...narrowed, groupBy: grouping.default('day') }), z.object({
  ...ofRange, groupBy: grouping, summary: totals,
  /** The range of the same length just before. */
  previous: totals,
  periods: z.array(z.object({ ...inPeriod, cost: z.number(), profit: z.number() })),
  /** `percentage`: of the revenue of those methods that took more than they gave back. */
  methods: z.array(z.object({ method: paymentMethod, count: z.number(), revenue: z.number(), percentage: z.number() })),
  todayStats: z.object({ day, revenue: z.number(), transactions: z.number(), topProducts: z.array(topProduct) }),
  /** Those that sold in the period, best first. */
  machines: z.array(z.object({ machineId, name: z.string(), address: z.string() })),
}));
export type SalesOverview = z.infer<typeof salesOverview.output>;

/** Growth in percent against the same days one period earlier; null when there was no revenue then. */
const growth = z.number().nullable();
export const salesTrends = onPlan('advanced_analytics', query('sales.trends', 'analytics.view', 'Revenue, growth and margin by period', z.object({ ...range, groupBy: grouping.default('day') }), z.object({
  ...ofRange, groupBy: grouping,
  trends: z.array(z.object({
    ...inPeriod, cost: z.number(), profit: z.number(), profitMargin: z.number().nullable(), avgTransactionValue: z.number(), uniqueProductCount: z.number(), revenueGrowth: growth, profitGrowth: growth,
  })),
})));
export type SalesTrends = z.infer<typeof salesTrends.output>;

export const topProducts = query('sales.topProducts', 'analytics.view', 'Products by revenue', z.object(range), z.object({ ...ofRange, products: z.array(topProduct) }));
export type TopProducts = z.infer<typeof topProducts.output>;

const performed = { totalRevenue: z.number(), totalTransactions: z.number(), avgTransactionValue: z.number(), totalQuantity: z.number() };
export const machinePerformance = onPlan('advanced_analytics', query('sales.machinePerformance', 'analytics.view', 'Machines by revenue', z.object(range), z.object({
  ...ofRange,
  /** Each with the address it sold at last. */
  machines: z.array(z.object({ machineId, name: z.string(), address: z.string(), ...performed })),
  /** What each machine sold, or lost, at each address: those of a house are what the house is worth. One that was moved is in several. */
  places: z.array(z.object({ machineId, name: z.string(), address: z.string(),
    /** When it stood there in the range, in their order; empty where it no longer did, and something was given back. */
    stood: z.array(z.object({ startDate: day, endDate: day })), ...performed,
    /** While it stood there, of the same range as the losses have it: units, and what they had cost, as far as that is known, and would have been sold for. Null while fleet, catalog or vending cannot say. */
    lost: z.object({ units: z.number(), cost: z.number(), price: z.number(), unitsWithoutCost: z.number() }).nullable() })),
})));
export type MachinePerformance = z.infer<typeof machinePerformance.output>;

/** Included tax by the rate at which it was sold. */
const atRate = {
  /** In percent; null where none is known, as of machines without one and of what another system sold. */
  rate: z.number().nullable(),
  /** What sales of the range brought, what was given back in it, and the one less the other. */
  sold: z.number(), refunded: z.number(), revenue: z.number(),
  /** In the revenue, and the revenue without it: the tax of single purchases added up. Null where no rate is known. */
  tax: z.number().nullable(), net: z.number().nullable(),
  /** With something at this rate: one may count at several. */
  transactions: z.number(),
};
export const taxRates = query('sales.taxRates', 'analytics.view', 'What was sold, given back and is tax at each tax rate, of all machines and of each', z.object(range), z.object({
  ...ofRange,
  /** The highest rate first, then what none is known of. */
  rates: z.array(z.object(atRate)), machines: z.array(z.object({ machineId, name: z.string(), address: z.string(), ...atRate })),
}));
export type TaxRates = z.infer<typeof taxRates.output>;

/** At which hours guests buy, by the clock on the wall of each machine. */
export const salesHours = onPlan('advanced_analytics', query('sales.hours', 'analytics.view', 'Purchases by hour of the day and day of the week, of all machines or of one', z.object(range), z.object({
  ...ofRange,
  /** Purchases whose time nobody knows, as of most that were imported: they are in no hour. */
  untimed: z.number(),
  /** The 24 of a day. `sold`: before anything was given back; `weekdays`: transactions from Monday to Sunday. */
  hours: z.array(z.object({ hour: z.number(), transactions: z.number(), sold: z.number(), weekdays: z.array(z.number()) })),
})));
export type SalesHours = z.infer<typeof salesHours.output>;

/** A sold line on its day, or what was given back on the day of the refund, as less than nothing. */
export const salesEntry = z.object({
  kind: z.enum(['sale', 'refund']), day,
  /** Null when only the day is known. */
  soldAt: z.string().nullable(), timeZone: z.string(), saleId: z.string(), transactionId: z.string(), machineId, machine: z.string(),
  /** Where it was sold, as that is written now; of what is given back, too. */
  address: z.string(), product: z.string(), sku: z.string(), category: z.string(),
  quantity: z.number(), unitPrice: z.number().nullable(), amount: z.number(),
  /** Included in the amount; null when none is known. */
  tax: z.number().nullable(),
  /** In percent. */
  taxRate: z.number().nullable(), currency, paymentMethod, reason: z.string(),
});
export type SalesEntry = z.infer<typeof salesEntry>;
export const listEntries = query('sales.listEntries', 'analytics.export', 'Sold lines and refunds in the order of their days, page by page', z.object({
  ...narrowed, limit: z.coerce.number().int().min(1).max(2_000).default(1_000),
  /** `next` of the page before. */
  cursor: z.string().max(400).optional(),
}), z.object({
  ...ofRange, entries: z.array(salesEntry), next: z.string().optional(),
  /** Of all pages; told on the first one only. */
  total: z.number().optional(),
}));
