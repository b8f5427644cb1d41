/** Sales: what was sold, when, for how much; and what follows from it. */
import { z } from 'zod';
import type { FactOf } from './fact.js';
import { amountToGive, cents, currency } from './money.js';
import { machineId } from './device/machine-id.js';
import { askedDay, day, timeZone } from './day.js';
import { command, lookingBack, once, query } from './request.js';
import { flag, paging } from './catalog.js';
import { paymentMethod } from './vending.js';

const soldLine = z.object({
  productId: z.string(), name: z.string(), sku: z.string(), category: z.string(), quantity: z.number().int().positive(), unitPriceCents: cents,
  /** Per unit; null when nobody knew it. */
  costCents: cents.nullable(), totalCents: cents, slot: z.string().optional(),
  /** Included in `totalCents`; missing for sales from before tax was known. */
  taxCents: cents.optional(),
  /** Where the goods have a rate of their own; else it is the sale's. */
  taxBasisPoints: z.number().int().optional(),
});
export type SoldLine = z.infer<typeof soldLine>;

/** `line` counts from 0 within the sale. */
const refundOf = z.object({ saleId: z.string(), refundId: z.string(), line: z.number().int().nonnegative(), amountCents: cents, currency });

/** What is kept for good of a row that could not be taken; the row itself is in the operator's file. */
const setAside = z.object({ line: z.number().int(), reason: z.string() });

const givenBack = refundOf.extend({ reason: z.string(), day, machineId, machineName: z.string(), address: z.string(), method: paymentMethod, productId: z.string(), name: z.string(), sku: z.string(), category: z.string(),
  /** Its share of the line's tax. */
  taxCents: cents.optional(),
  /** Nobody knew what the goods had cost. */
  isUncosted: z.literal(true).optional(),
});

/** Where the fact lies that it follows from, of what the guest's bank took or gave back. Missing of other refunds, and from older facts. */
const heard = z.object({ stream: z.string(), revision: z.number().int() }).optional();
/** Streams `sale-<id>` and `import-<id>`. Everything a sale is judged by later is copied onto it. */
export const salesFacts = {
  SaleRecorded: z.object({
    saleId: z.string(), machineId, machineName: z.string(), address: z.string(),
    soldAt: z.string(),
    /** In the machine's time zone. */
    day,
    /** The machine's. */
    timeZone: timeZone.optional(),
    /** False when only the day is known; `soldAt` is then the day's beginning. */
    timeKnown: z.boolean(),
    method: paymentMethod, currency, lines: z.array(soldLine).min(1), totalCents: cents,
    source: z.enum(['visit', 'seed-live']),
    /** The visit, or the transaction number of the file. */
    reference: z.string(), paymentId: z.string().optional(),
    /** Included in the prices of what has no rate of its own, in hundredths of a percent; how its cents come about is said in tax.ts. */
    taxBasisPoints: z.number().int().optional(), taxCents: cents.optional(),
  }),
  /** The operator gave back (part of) a line; the provider has still to do it when there is one. `by` is `provider` where the guest's bank took it back. */
  RefundRequested: refundOf.extend({ reason: z.string(), by: z.string(), paymentId: z.string().optional(), reference: z.string() }),
  /** An entry of its own, on the day of the refund: the sale stays what it was. */
  SaleRefunded: givenBack.extend({ refundedAt: z.string(), heard }),
  /** What the guest's bank had kept is the operator's after all: an entry of its own, too. */
  RefundUndone: givenBack.extend({ undoneAt: z.string(), heard }),
  RefundRefused: refundOf.extend({ why: z.string() }),
  ImportStarted: z.object({ importId: z.string(), fileName: z.string(), rows: z.number().int() }),
  ImportFinished: z.object({ importId: z.string(), fileName: z.string(), rows: z.number().int(), sales: z.number().int(), known: z.number().int(), quarantined: z.number().int(), totalCents: cents,
    /** The first of them; the oldest facts lack it. */
    quarantine: z.array(setAside).optional() }),
};
export type SalesFact = FactOf<typeof salesFacts>;

/** How a transaction is called on receipts and screens. */
export const endingOf = (transaction: string): string => transaction.slice(-8);

/** One line of a purchase, as the sales list shows it. Amounts are decimals. */
export const saleView = z.object({
  id: z.string(), transactionId: z.string(), date: z.string(), timestamp: z.string(), day, timeKnown: z.boolean(),
  /** The machine's, or the organization's where that is not known. */
  timeZone: z.string(),
  product: z.object({ id: z.string(), name: z.string(), sku: z.string() }), quantity: z.number(),
  machine: z.object({ machineId, name: z.string() }), amount: z.number(), totalAmount: z.number(), currency, paymentMethod, refunded: z.boolean(),
  /** Given back so far, and under way at the payment provider. `refunded` means all of it. */
  refundedAmount: z.number(), refundingAmount: z.number(),
  /** `hand`: Larder has no payment to give back through, so a refund is only recorded. */
  refundsBy: z.enum(['provider', 'hand']),
  refunds: z.array(z.object({ refundId: z.string(), amount: z.number(), reason: z.string(), state: z.enum(['asked', 'done', 'refused']), why: z.string().optional(), at: z.string() })),
});
export type SaleView = z.infer<typeof saleView>;

export const timeframe = z.enum(['7d', '30d', '90d', '1y']);
const filters = { machineId: z.string().max(40).optional(), paymentMethod: paymentMethod.optional(), startDate: askedDay.optional(), endDate: askedDay.optional(), timeframe: timeframe.optional() };
export const listSales = query('sales.listSales', 'sales.read', 'Sales of the organization, newest first', z.object({ ...paging, limit: z.coerce.number().int().min(1).max(200).default(20), ...filters,
  /** The transaction's number, or its end as receipts show it ({@link endingOf}), or else the payment reference that the page after paying shows. It names a purchase whenever and wherever it was, so nothing else is looked at. */
  transaction: z.string().trim().max(120).optional(),
}), z.object({
  sales: z.array(saleView), total: z.number(), page: z.number(), pages: z.number(),
  /** Asked for, as it is written; missing when none has ever sold under it. */
  machineId: machineId.optional(),
  /** The organization's. */
  timeZone: z.string(),
  /** Purchases, units and money of the whole filter, not of the page. */
  totalSales: z.number(), totalRevenue: z.number(),
  /** In the filter's days, of whatever day; the revenue is what is left. */
  totalRefunded: z.number(),
  totalQuantity: z.number(), averageTransaction: z.number(), currency,
  /** Over the days of the period as far as it has come; without a start, from the first day with a sale to the last. */
  analytics: z.object({ dailyAverage: z.number() }),
}));

export const refundSale = once(command('sales.refund', 'sales.refund', 'Give (part of) a sold line back; by card through the payment provider', z.object({
  /** Of the line, as the list shows it. */
  id: z.string().max(200),
  /** A decimal; all that is left when missing. */
  amount: amountToGive.optional(),
  reason: z.string({ error: 'Please give a reason' }).trim().min(1, 'Please give a reason').max(300, 'A reason cannot exceed 300 characters'),
}), z.object({ sale: saleView })));

const figures = { revenue: z.number(), transactions: z.number(), quantity: z.number() };
export const salesSummary = lookingBack(query('sales.summary', 'sales.read', 'Revenue by day, machine, product and method of a period', z.object({
  startDate: askedDay.optional(), endDate: askedDay.optional(), machineId: z.string().max(40).optional(), compare: z.enum(['none', 'previous']).default('none'),
}), z.object({
  startDate: day, endDate: day, timeZone: z.string(), currency, ...figures, tax: z.number(), cost: z.number(), profit: z.number(),
  previous: z.object(figures).optional(),
  days: z.array(z.object({ day, ...figures })),
  months: z.array(z.object({ month: z.string(), ...figures })),
  machines: z.array(z.object({ machineId: z.string(), name: z.string(), address: z.string(), ...figures })),
  products: z.array(z.object({ productId: z.string(), name: z.string(), sku: z.string(), category: z.string(), ...figures })),
  /** `percentage`: of the revenue of those methods that took more than they gave back. */
  methods: z.array(z.object({ method: paymentMethod, count: z.number(), revenue: z.number(), percentage: z.number() })),
  today: z.object({ day, ...figures }),
  /** The seven days up to today, and the month as far as it has come. */
  week: z.object(figures), month: z.object(figures),
})));
export type SalesSummary = z.infer<typeof salesSummary.output>;
/** The organization's month, by the days on the machines' walls. What was imported is history. */
export const soldThisMonth = query('sales.soldThisMonth', 'services', 'Purchases of this month at machines of Larder', z.object({ account: z.string() }), z.object({ transactions: z.number() }));
export const machineRevenue = query('sales.machineRevenue', 'services', 'All-time revenue by machine', z.object({ account: z.string() }), z.record(z.string(), cents));

/** A row that could not be taken, as it goes to the quarantine file. */
export const quarantined = z.object({ line: z.number().int(), reason: z.string(), row: z.string() });
export const importReport = z.object({
  importId: z.string(), fileName: z.string(), dryRun: z.boolean(), state: z.enum(['running', 'done', 'failed']), error: z.string().optional(),
  /** Data lines in the file and lines dealt with so far. */
  rows: z.number(), doneRows: z.number(),
  /** Purchases that are (or would be) new, that were there before, and money of the new ones in cents. */
  sales: z.number(), known: z.number(), totalCents: cents, machinesAdded: z.number(), productsAdded: z.number(),
  /** The organization's; there before anything is counted. */
  currency: currency.optional(),
  /** What was (or would be) taken or was known, by machine; `knownAs` is its name here when the file calls it otherwise, and `added`: it was (or would be) added. */
  machines: z.array(z.object({ machineId: z.string(), name: z.string(), knownAs: z.string().optional(), added: z.boolean(), lines: z.number(), totalCents: cents })),
  /** Sentences: what is added beside something of the same name. */
  warnings: z.array(z.string()),
  quarantine: z.array(quarantined),
});
export type ImportReport = z.infer<typeof importReport>;
/** An import that was run; trials are none. */
const pastImport = z.object({
  importId: z.string(), fileName: z.string(),
  /** Who brought the file; empty for who is no member any more. */
  by: z.string(), startedAt: z.string(),
  /** `stopped`: it ended with its process or by a failure; running it again goes on. */
  state: z.enum(['running', 'done', 'stopped']),
  /** As in its report; nothing is counted before it is done. */
  rows: z.number(), sales: z.number(), known: z.number(), totalCents: cents, quarantined: z.number(),
  /** The first hundred of those lines. */
  quarantine: z.array(setAside),
});
export type PastImport = z.infer<typeof pastImport>;
export const listImports = query('sales.listImports', 'sales.import', 'Imports of sales, newest first', z.object(paging), z.object({ imports: z.array(pastImport), total: z.number(), page: z.number(), pages: z.number() }));
export const MOST_IMPORT_CHARACTERS = 20_000_000;
export const TOO_LARGE_TO_IMPORT = 'The file is larger than 20 MB. Please split it.';
export const startImport = command('sales.startImport', 'sales.import', 'Import a Seed Live export (CSV)', z.object({
  fileName: z.string().max(200), csv: z.string({ error: 'Please choose a CSV file' }).max(MOST_IMPORT_CHARACTERS, TOO_LARGE_TO_IMPORT), dryRun: flag.default(false),
  /** Of machines that are not there yet; the organization's when missing. */
  timeZone: z.string().max(60).optional(),
}), z.object({ importId: z.string() }));
export const getImport = query('sales.getImport', 'sales.import', 'How far an import has come', z.object({ importId: z.string() }), importReport);

