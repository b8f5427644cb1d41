/** What each export holds. */
import { listEntries, machinePerformance, salesHours, salesOverview, taxRates, topProducts, type SalesEntry, type SalesHours, type SalesOverview, type TaxRates } from '@larder/contracts/sales/analytics.js';
import type { exportSales, ExportType } from '@larder/contracts/sales/exports.js';
import { listPayouts, type PayoutView } from '@larder/contracts/vending/payouts.js';
import { salesLosses, type SalesLosses } from '@larder/contracts/sales/losses.js';
import { customReport } from '@larder/contracts/sales/reports.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { column, MOST_BARS, type Column, type Sheet } from './sheet.js';
import { reportBars, reportSheetColumns } from './report-sheet.js';
import { stockByProduct, stockLines, stockTotal, type StockLine, type StockOfProduct } from './stock-lines.js';

type Asks = In<typeof exportSales>;
export const TITLES: Record<ExportType, string> = { sales: 'Sales', machines: 'Machine Performance', products: 'Top Selling Products', summary: 'Sales Summary', hours: 'Peak Hours', taxes: 'Tax Rates', losses: 'Losses', stock: 'Stock', payouts: 'Payouts', report: 'Custom Report' };

export async function sheetOf(kit: Kit, asks: Asks, asked: Asked): Promise<Sheet | Refusal> {
  const { groupBy, startDate, endDate, timeframe, machineId, paymentMethod } = asks;
  const days = { startDate, endDate, timeframe };
  // What a machine's sales are paid out with is paid out together with those of all.
  const range = asks.type === 'payouts' ? days : { ...days, machineId };
  const method = asks.type === 'sales' ? paymentMethod : undefined;
  const overview = await kit.ask(salesOverview, { ...range, groupBy, paymentMethod: method }, asked);
  if (isRefusal(overview)) return overview;
  const only = [...('machineId' in range && range.machineId ? [`machine ${range.machineId}`] : []), ...(method ? [`paid by ${method}`] : [])].join(', ');
  const sheet = (records: string, columns: readonly Column[], rows: readonly unknown[], chart: Sheet['chart']): Sheet =>
    ({ type: asks.type, title: TITLES[asks.type], only, overview, records, columns, total: rows.length, batches: once(rows), chart });
  switch (asks.type) {
    case 'summary':
      return sheet('periods', summaryColumns(overview), overview.periods, byPeriod(overview));
    case 'products': {
      const answer = await kit.ask(topProducts, range, asked);
      return isRefusal(answer) ? answer : sheet('products', productColumns, answer.products, best('Top selling products', answer.products));
    }
    case 'machines': {
      const answer = await kit.ask(machinePerformance, range, asked);
      return isRefusal(answer) ? answer : sheet('machines', machineColumns, answer.places, best('Machine performance', answer.machines));
    }
    case 'hours': {
      const answer = await kit.ask(salesHours, range, asked);
      if (isRefusal(answer)) return answer;
      const told = sheet('hours', hourColumns(answer), answer.hours, { title: 'Sold by hour', bars: answer.hours.map((row) => ({ label: clockOf(row), value: row.sold })), empty: 'Nothing was sold at a known time in this period.' });
      return answer.untimed > 0 ? { ...told, only: [only, `without purchases of which only the day is known: ${answer.untimed}`].filter(Boolean).join(', ') } : told;
    }
    case 'taxes': {
      const answer = await kit.ask(taxRates, range, asked);
      return isRefusal(answer) ? answer : { ...sheet('machines', taxColumns(answer), answer.machines, byTaxRate(answer)), title: 'Each Machine', sums: { name: 'rates', title: 'Each Rate', columns: rateColumns, rows: answer.rates } };
    }
    case 'losses': {
      const answer = await kit.ask(salesLosses, { ...range, groupBy, lines: true }, asked);
      return isRefusal(answer) ? answer : { ...sheet('lines', lossColumns(answer), answer.lines ?? [], lostMost(answer)), onPaper: lossesOnPaper, title: 'Each Machine and Product', sums: { name: 'products', title: 'Each Product', columns: productLossColumns, rows: answer.products } };
    }
    case 'stock': {
      const lines = await stockLines(kit, overview, 'machineId' in range ? range.machineId : undefined, asked);
      return isRefusal(lines) ? lines : { ...inStock(sheet('lines', stockColumns(overview), lines, mostWorth(lines)), lines), title: 'Each Slot' };
    }
    case 'payouts': {
      const payouts = await payoutsOf(kit, overview, asked);
      return isRefusal(payouts) ? payouts : sheet('payouts', payoutColumns, payouts, { title: 'Paid out', bars: payouts.map(({ arrivedAt, net }) => ({ label: arrivedAt.slice(5, 10), value: net })), empty: 'Nothing was paid out in this period.' });
    }
    case 'report': {
      const answer = await kit.ask(customReport, { ...range, by: asks.by, split: asks.split }, asked);
      return isRefusal(answer) ? answer : sheet('rows', reportSheetColumns(answer, asks.columns), answer.rows, reportBars(answer));
    }
    case 'sales': {
      // The days that the totals are of: a long list is still being read when the next day begins.
      const page = (cursor?: string) => kit.ask(listEntries, { startDate: overview.startDate, endDate: overview.endDate, machineId, paymentMethod: method, cursor }, asked);
      const first = await page();
      return isRefusal(first) ? first : { ...sheet('sales', salesColumns, [], byPeriod(overview)), total: first.total ?? 0, batches: pages(first, page) };
    }
  }
}

/** In the order in which they arrived. */
async function payoutsOf(kit: Kit, { startDate, endDate }: SalesOverview, asked: Asked): Promise<PayoutView[] | Refusal> {
  const all: PayoutView[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await kit.ask(listPayouts, { startDate, endDate, page, limit: 1_000 }, asked);
    if (isRefusal(answer)) return answer;
    all.push(...answer.payouts);
    pages = answer.pages;
  }
  return all.reverse();
}

async function* once(rows: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  yield rows;
}

/** A page is asked for when the one before has been taken: nothing piles up here. */
async function* pages(first: Out<typeof listEntries>, ask: (cursor: string) => Promise<Out<typeof listEntries> | Refusal>): AsyncGenerator<readonly SalesEntry[]> {
  for (let page = first; ;) {
    yield page.entries;
    if (page.next === undefined) return;
    const next = await ask(page.next);
    if (isRefusal(next)) throw new Error(next.message);
    page = next;
  }
}

const byPeriod = ({ periods, groupBy }: SalesOverview): Sheet['chart'] => ({ title: `Revenue by ${groupBy}`, bars: periods.map(({ startDate, revenue }) => ({ label: startDate.slice(groupBy === 'month' ? 0 : 5, groupBy === 'month' ? 7 : 10), value: revenue })) });
const best = (title: string, rows: readonly { name: string; totalRevenue: number }[]): Sheet['chart'] => ({ title: `${title}, revenue`, bars: rows.slice(0, MOST_BARS).map(({ name, totalRevenue }) => ({ label: name, value: totalRevenue })) });
const byTaxRate = ({ rates }: TaxRates): Sheet['chart'] => ({ title: 'Revenue by tax rate', bars: rates.map(({ rate, revenue }) => ({ label: rate === null ? 'Not known' : `${rate}%`, value: revenue })) });

const lostMost = ({ products }: SalesLosses): Sheet['chart'] => ({ title: 'Losses at cost', bars: products.slice(0, MOST_BARS).map(({ name, cost }) => ({ label: name, value: cost })), empty: 'Nothing whose cost is known was lost in this period.' });

const clocks = new Map<string, Intl.DateTimeFormat>();
/** `17:03:21` on the wall there. */
function timeIn(timeZone: string, at: string): string {
  let clock = clocks.get(timeZone);
  if (!clock) clocks.set(timeZone, (clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' })));
  return clock.format(new Date(at));
}

const salesColumns = [
  column<SalesEntry>('Date', 9.5, (row) => row.day, 'day'), column<SalesEntry>('Time', 7.5, (row) => (row.soldAt ? timeIn(row.timeZone, row.soldAt) : '')), column<SalesEntry>('Time Zone', 0, (row) => row.timeZone),
  column<SalesEntry>('Type', 7, (row) => (row.kind === 'sale' ? 'Sale' : 'Refund')), column<SalesEntry>('Transaction', 0, (row) => row.transactionId),
  column<SalesEntry>('Machine ID', 11, (row) => row.machineId), column<SalesEntry>('Machine', 0, (row) => row.machine), column<SalesEntry>('Product', 19, (row) => row.product), column<SalesEntry>('SKU', 0, (row) => row.sku),
  column<SalesEntry>('Category', 0, (row) => row.category), column<SalesEntry>('Quantity', 8, (row) => row.quantity, 'number'), column<SalesEntry>('Unit Price', 0, (row) => row.unitPrice ?? '', 'money'), column<SalesEntry>('Amount', 10, (row) => row.amount, 'money'), column<SalesEntry>('Tax', 0, (row) => row.tax ?? '', 'money'),
  column<SalesEntry>('Currency', 0, (row) => row.currency), column<SalesEntry>('Payment', 8, (row) => row.paymentMethod), column<SalesEntry>('Reason', 0, (row) => row.reason), column<SalesEntry>('Tax Rate', 0, (row) => row.taxRate ?? '', 'percent'),
  column<SalesEntry>('Address', 16, (row) => row.address),
];
type Product = Out<typeof topProducts>['products'][number];
const productColumns = [
  column<Product>('Product', 24, (row) => row.name), column<Product>('SKU', 14, (row) => row.sku), column<Product>('Category', 13, (row) => row.category), column<Product>('Quantity Sold', 10, (row) => row.totalQuantity, 'number'),
  column<Product>('Revenue', 11, (row) => row.totalRevenue, 'money'), column<Product>('Avg Price', 10, (row) => row.avgPrice, 'money'), column<Product>('Transactions', 10, (row) => row.transactionCount, 'number'),
];
type Place = Out<typeof machinePerformance>['places'][number];
/** A machine that was moved is in a record for each of its addresses. */
const machineColumns = [
  column<Place>('Machine ID', 11, (row) => row.machineId), column<Place>('Name', 12, (row) => row.name), column<Place>('Address', 17, (row) => row.address), column<Place>('Revenue', 10, (row) => row.totalRevenue, 'money'),
  column<Place>('Transactions', 13, (row) => row.totalTransactions, 'number'), column<Place>('Avg Transaction', 12, (row) => row.avgTransactionValue, 'money'), column<Place>('Items Sold', 7, (row) => row.totalQuantity, 'number'),
  column<Place>('Stood There', 13, ({ stood }) => stood.map(({ startDate, endDate }) => (startDate === endDate ? startDate : `${startDate} to ${endDate}`)).join(', ')),
  column<Place>('Lost At Cost', 9, ({ lost }) => lost?.cost ?? '', 'money'), column<Place>('Lost At Price', 9, ({ lost }) => lost?.price ?? '', 'money'),
];
type Hour = SalesHours['hours'][number];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clockOf = ({ hour }: Hour): string => `${String(hour).padStart(2, '0')}:00`;
/** Purchases whose time is not known are in no hour: a table has no place for how many they are but beside each. */
const hourColumns = ({ startDate, endDate, currency, untimed }: SalesHours) => [
  column('From', 0, () => startDate, 'day'), column('To', 0, () => endDate, 'day'), column<Hour>('Hour', 12, clockOf),
  ...WEEKDAYS.map((title, at) => column<Hour>(title, 8, ({ weekdays }) => weekdays[at] ?? 0, 'number')), column<Hour>('Transactions', 12, (row) => row.transactions, 'number'), column<Hour>('Sold', 12, (row) => row.sold, 'money'), column('Currency', 0, () => currency), column('Time Not Known', 0, () => untimed, 'number'),
];
type AtRate = TaxRates['rates'][number];
const rateColumns = [
  column<AtRate>('Tax Rate', 9.5, (row) => row.rate ?? '', 'percent'), column<AtRate>('Sold', 11, (row) => row.sold, 'money'), column<AtRate>('Refunded', 10, (row) => -row.refunded || 0, 'money'), column<AtRate>('Revenue', 11, (row) => row.revenue, 'money'),
  column<AtRate>('Tax', 9, (row) => row.tax ?? '', 'money'), column<AtRate>('Net', 11, (row) => row.net ?? '', 'money'), column<AtRate>('Transactions', 12, (row) => row.transactions, 'number'),
];
type MachineAtRate = TaxRates['machines'][number];
const taxColumns = ({ startDate, endDate, currency }: TaxRates) => [
  column('From', 0, () => startDate, 'day'), column('To', 0, () => endDate, 'day'), column<MachineAtRate>('Machine ID', 12, (row) => row.machineId), column<MachineAtRate>('Machine', 14, (row) => row.name), column<MachineAtRate>('Address', 0, (row) => row.address),
  ...rateColumns, column('Currency', 0, () => currency),
];
type Lost = SalesLosses['periods'][number];
const lostColumns = [
  column<Lost>('Expired', 8, (row) => row.expired, 'number'), column<Lost>('Damaged', 9, (row) => row.damaged, 'number'), column<Lost>('Stolen', 7, (row) => row.stolen, 'number'), column<Lost>('Missing', 8, (row) => row.missing, 'number'), column<Lost>('Outside Visits', 8, (row) => row.outside, 'number'), column<Lost>('Not Paid', 6, (row) => row.unpaid, 'number'),
  column<Lost>('Lost', 6, (row) => row.units, 'number'), column<Lost>('At Cost', 9, (row) => row.cost, 'money'), column<Lost>('At Price', 9, (row) => row.price, 'money'), column<Lost>('Cost Not Known', 0, (row) => row.unitsWithoutCost, 'number'), column<Lost>('Found', 0, (row) => row.found, 'number'),
];
type ProductLost = SalesLosses['products'][number];
const productLossColumns = [
  column<ProductLost>('Product', 18, (row) => row.name), column<ProductLost>('SKU', 0, (row) => row.sku), column<ProductLost>('Category', 0, (row) => row.category), ...lostColumns, column<ProductLost>('Sold', 7, (row) => row.sold, 'number'), column<ProductLost>('Share Lost', 7, (row) => row.share ?? '', 'percent'),
];
type LossLine = Required<SalesLosses>['lines'][number];
const lossColumns = ({ currency }: SalesLosses) => [
  column<LossLine>('From', 0, (row) => row.startDate, 'day'), column<LossLine>('To', 0, (row) => row.endDate, 'day'), column<LossLine>('Machine ID', 0, (row) => row.machineId), column<LossLine>('Machine', 0, (row) => row.machine), column<LossLine>('Product', 0, (row) => row.product), column<LossLine>('SKU', 0, (row) => row.sku), column<LossLine>('Category', 0, (row) => row.category),
  ...lostColumns, column('Currency', 0, () => currency), column<LossLine>('Address', 0, (row) => row.address),
];
const BECAME = [['expired', 'expired'], ['damaged', 'damaged'], ['stolen', 'stolen'], ['missing', 'missing'], ['outside', 'outside visits'], ['unpaid', 'not paid'], ['found', 'found']] as const;
const lossesOnPaper = [
  column<LossLine>('From', 12, (row) => row.startDate, 'day'), column<LossLine>('Machine', 15, (row) => row.machine), column<LossLine>('Address', 19, (row) => row.address), column<LossLine>('Product', 18, (row) => row.product),
  column<LossLine>('What Became of It', 18, (row) => BECAME.flatMap(([kind, text]) => (row[kind] === 0 ? [] : [`${row[kind]} ${text}`])).join(', ') || (row.price === 0 ? '' : 'a part not paid')), column<LossLine>('At Cost', 9, (row) => row.cost, 'money'), column<LossLine>('At Price', 9, (row) => row.price, 'money'),
];
const mostWorth = (lines: readonly StockLine[]): Sheet['chart'] => ({ title: 'Stock at price', bars: stockByProduct(lines).sort((a, b) => b.atPrice - a.atPrice).slice(0, MOST_BARS).map(({ product, atPrice }) => ({ label: product, value: atPrice })), empty: 'Nothing was in the machines.' });
function inStock(sheet: Sheet, lines: readonly StockLine[]): Sheet {
  const { units, atCost, atPrice, unitsWithoutCost } = stockTotal(lines);
  return {
    ...sheet, only: [sheet.only, 'as it stood at the end of the last day'].filter(Boolean).join(', '), sums: { name: 'products', title: 'Each Product', columns: stockOfProductColumns, rows: stockByProduct(lines) },
    figures: [{ title: 'Units', kind: 'number', value: units }, { title: 'At Cost', kind: 'money', value: atCost }, { title: 'At Price', kind: 'money', value: atPrice }, { title: 'Units of Unknown Cost', kind: 'number', value: unitsWithoutCost }],
  };
}
const stockOfProductColumns = [
  column<StockOfProduct>('Product', 30, (row) => row.product), column<StockOfProduct>('SKU', 18, (row) => row.sku), column<StockOfProduct>('Category', 16, (row) => row.category), column<StockOfProduct>('Units', 9, (row) => row.units, 'number'),
  column<StockOfProduct>('Missing', 9, (row) => row.missing, 'number'), column<StockOfProduct>('At Cost', 9, (row) => row.atCost ?? '', 'money'), column<StockOfProduct>('At Price', 9, (row) => row.atPrice, 'money'),
];
const stockColumns = ({ endDate }: SalesOverview) => [
  column('Day', 0, () => endDate, 'day'), column<StockLine>('Machine ID', 12, (row) => row.machineId), column<StockLine>('Machine', 0, (row) => row.machine), column<StockLine>('Address', 0, (row) => row.address), column<StockLine>('Slot', 6, (row) => row.slot),
  column<StockLine>('Product', 24, (row) => row.product), column<StockLine>('SKU', 0, (row) => row.sku), column<StockLine>('Category', 0, (row) => row.category), column<StockLine>('Units', 7, (row) => row.units, 'number'), column<StockLine>('Par Level', 8, (row) => row.parLevel, 'number'), column<StockLine>('Missing', 8, (row) => row.missing, 'number'),
  column<StockLine>('Price', 0, (row) => row.price, 'money'), column<StockLine>('Cost', 0, (row) => row.cost ?? '', 'money'), column<StockLine>('At Cost', 11, (row) => row.atCost ?? '', 'money'), column<StockLine>('At Price', 11, (row) => row.atPrice, 'money'), column<StockLine>('Best Before', 13, (row) => row.bestBefore, 'day'), column<StockLine>('Currency', 0, (row) => row.currency),
];
const payoutColumns = [
  column<PayoutView>('Arrived', 12, (row) => row.arrivedAt.slice(0, 10), 'day'), column<PayoutView>('Payout', 24, (row) => row.payoutRef), column<PayoutView>('Charges', 12, (row) => row.charges, 'money'), column<PayoutView>('Refunds', 12, (row) => -row.refunds || 0, 'money'),
  column<PayoutView>('Fees', 12, (row) => -row.fees || 0, 'money'), column<PayoutView>('Paid Out', 12, (row) => row.net, 'money'), column<PayoutView>('Lines', 6, (row) => row.lines, 'number'), column<PayoutView>('Differences', 10, (row) => row.cases, 'number'), column<PayoutView>('Currency', 0, (row) => row.currency),
];
type Summed = SalesOverview['periods'][number];
const summaryColumns = ({ currency }: SalesOverview) => [
  column<Summed>('From', 12, (row) => row.startDate, 'day'), column<Summed>('To', 12, (row) => row.endDate, 'day'), column<Summed>('Revenue', 12, (row) => row.revenue, 'money'), column<Summed>('Cost', 12, (row) => row.cost, 'money'), column<Summed>('Profit', 12, (row) => row.profit, 'money'),
  column<Summed>('Transactions', 12, (row) => row.transactions, 'number'), column<Summed>('Quantity', 10, (row) => row.quantity, 'number'), column<Summed>('Currency', 0, () => currency), column<Summed>('Tax', 11, (row) => row.tax, 'money'),
];
