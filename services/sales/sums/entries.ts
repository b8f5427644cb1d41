/** Sold lines and refunds in the order of their days, in pages that cost the same however many came before. */
import type { listEntries, SalesEntry } from '@larder/contracts/sales/analytics.js';
import { dayIn } from '@larder/contracts/day.js';
import { toAmount } from '@larder/contracts/money.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Kit } from '@larder/kit/kit.js';
import type { Filter } from '@larder/kit/rows/read-store.js';
import { refundView, saleView, type RefundRow, type SaleRow } from '../sale-views.js';
import type { Period } from './summary.js';

/** How far a page has come among rows of one kind: the last `when`, and how many rows that have it. Many do when only the day is known. */
interface Place {
  when: string;
  skip: number;
  /** Of the last row: what an import adds before it meanwhile moves it on. Missing before the first, and from older copies. */
  id?: string;
}
type Asks = Pick<In<typeof listEntries>, 'machineId' | 'paymentMethod' | 'limit' | 'cursor'>;
type Page = Pick<Out<typeof listEntries>, 'entries' | 'next' | 'total'>;
type Row = Pick<SaleRow | RefundRow, 'when' | 'id'>;
type Entry = { when: string; sale: SaleRow } | { when: string; refund: RefundRow };

export class Entries {
  constructor(private readonly kit: Kit) {}

  /** A page may hold fewer entries than its limit, or none, and still have a `next`: rows are narrowed after they are read, so that no page reads all. */
  async page(account: string, period: Period, timeZone: string, { machineId, paymentMethod, limit, cursor }: Asks): Promise<Page> {
    const from = readCursor(cursor) ?? { sales: { when: period.startDate, skip: 0 }, refunds: { when: period.startDate, skip: 0 } };
    const read = <R>(view: typeof saleView | typeof refundView, { when, skip }: Place) =>
      this.kit.views.find<R>(view, account, { filter: { when: { $gte: when, $lte: `${period.endDate}~` } }, sort: { by: 'when', order: 'asc' }, skip, limit, counted: false }).then(({ rows }) => rows);
    const [sales, refunds] = await Promise.all([read<SaleRow>(saleView, from.sales), read<RefundRow>(refundView, from.refunds)]);
    const fresh = { sales: sales.filter(isBehind(from.sales)), refunds: refunds.filter(isBehind(from.refunds)) };
    const merged: Entry[] = [...fresh.sales.map((sale) => ({ when: sale.when, sale })), ...fresh.refunds.map((refund) => ({ when: refund.when, refund }))].sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : 0));
    const taken = merged.slice(0, limit);
    const isLast = sales.length < limit && refunds.length < limit && merged.length <= limit;
    const places = {
      sales: after(from.sales, sales.length - fresh.sales.length, taken.flatMap((entry) => ('sale' in entry ? [entry.sale] : []))),
      refunds: after(from.refunds, refunds.length - fresh.refunds.length, taken.flatMap((entry) => ('refund' in entry ? [entry.refund] : []))),
    };
    const isChosen = (row: SaleRow | RefundRow): boolean => (!machineId || row.machineId === machineId) && (!paymentMethod || row.method === paymentMethod);
    const chosen = taken.filter((entry) => isChosen('sale' in entry ? entry.sale : entry.refund));
    return {
      entries: await this.entriesOf(account, chosen, timeZone),
      ...(!isLast && { next: JSON.stringify(places) }),
      ...(cursor === undefined && { total: await this.count(account, { ...(machineId && { machineId }), ...(paymentMethod && { method: paymentMethod }), when: { $gte: period.startDate, $lte: `${period.endDate}~` } }) }),
    };
  }

  /** Those of a period, each with the rate at which its sale was taxed. */
  async refunds(account: string, { startDate, endDate }: Period, machineId: string | undefined): Promise<(RefundRow & { taxBasisPoints: number | null })[]> {
    const rows = await this.kit.views.all<RefundRow>(refundView, account, { ...(machineId && { machineId }), when: { $gte: startDate, $lte: `${endDate}~` } }, { by: 'when', order: 'asc' });
    const sold = await this.soldLines(account, rows);
    return rows.map((row, n) => ({ ...row, taxBasisPoints: sold[n]?.taxBasisPoints ?? null }));
  }

  /** What each was given back of, in their order. */
  private soldLines = (account: string, refunds: readonly RefundRow[]): Promise<(SaleRow | undefined)[]> => this.kit.views.some<SaleRow>(saleView, account, refunds.map(({ saleId, line }) => `${saleId}.${line}`));

  private async entriesOf(account: string, chosen: readonly Entry[], timeZone: string): Promise<SalesEntry[]> {
    const refunds = chosen.flatMap((entry) => ('refund' in entry ? [entry.refund] : []));
    const sold = new Map((await this.soldLines(account, refunds)).map((line, n) => [refunds[n], line]));
    return chosen.map((entry) => ('sale' in entry ? saleEntry(entry.sale, timeZone) : refundEntry(entry.refund, sold.get(entry.refund), timeZone)));
  }

  private async count(account: string, filter: Filter): Promise<number> {
    const found = await Promise.all([saleView, refundView].map((view) => this.kit.views.find(view, account, { filter, limit: 1, sort: { by: 'when', order: 'asc' } })));
    return found.reduce((sum, { total }) => sum + total, 0);
  }
}

/** Rows of one moment come in the order of their ids. */
const isBehind = (place: Place) => ({ when, id }: Row): boolean => place.id === undefined || when !== place.when || id > place.id;

/** @param moved how many rows were passed by: shown by an earlier page, or added before its last one since */
function after(from: Place, moved: number, taken: readonly Row[]): Place {
  const last = taken[taken.length - 1];
  if (!last) return { ...from, skip: from.skip + moved };
  const tied = taken.filter(({ when }) => when === last.when).length;
  return { when: last.when, skip: tied + (from.when === last.when ? from.skip + moved : 0), id: last.id };
}

/** One that is not ours reads as the beginning. */
function readCursor(text: string | undefined): { sales: Place; refunds: Place } | undefined {
  try {
    const read = JSON.parse(text ?? '') as { sales: Place; refunds: Place };
    return [read.sales, read.refunds].every(({ when, skip, id }) => typeof when === 'string' && Number.isInteger(skip) && skip >= 0 && (id === undefined || typeof id === 'string')) ? read : undefined;
  } catch {
    return undefined;
  }
}

const saleEntry = (row: SaleRow, timeZone: string): SalesEntry => ({
  kind: 'sale', day: row.day, soldAt: row.timeKnown ? row.soldAt : null, timeZone: row.timeZone ?? timeZone, saleId: row.saleId, transactionId: row.reference, machineId: row.machineId, machine: row.machineName, address: row.address,
  product: row.name, sku: row.sku, category: row.category, quantity: row.quantity, unitPrice: toAmount(row.unitPriceCents), amount: toAmount(row.totalCents), ...taxed(row.taxBasisPoints, row.taxCents), currency: row.currency, paymentMethod: row.method, reason: '',
});

function refundEntry(row: RefundRow, sold: SaleRow | undefined, timeZone: string): SalesEntry {
  // In which its moment lies on its day: the organization's, or the machine's where it had tomorrow already.
  const zone = dayIn(timeZone, row.refundedAt) === row.day ? timeZone : (sold?.timeZone ?? timeZone);
  return {
    kind: 'refund', day: row.day, soldAt: row.refundedAt, timeZone: zone, saleId: row.saleId, transactionId: row.saleId.slice(row.saleId.lastIndexOf('.') + 1), machineId: row.machineId, machine: row.machineName, address: row.address,
    product: row.name, sku: row.sku, category: row.category, quantity: 0, unitPrice: null, amount: toAmount(-row.amountCents), ...taxed(sold?.taxBasisPoints, row.taxCents === undefined ? undefined : -row.taxCents), currency: row.currency, paymentMethod: row.method, reason: row.reason,
  };
}

const taxed = (basisPoints: number | undefined, cents: number | undefined): Pick<SalesEntry, 'tax' | 'taxRate'> => ({ tax: cents === undefined ? null : toAmount(cents), taxRate: basisPoints === undefined ? null : basisPoints / 100 });
