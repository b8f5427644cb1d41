/** One import: what is new is found first, then machines and products are found or added, and each purchase is recorded once. */
import { adoptProduct, listProducts, type ProductDescription } from '@larder/contracts/catalog.js';
import { dayIn, startOfDay, type Day } from '@larder/contracts/day.js';
import { adoptMachine, listMachines } from '@larder/contracts/fleet.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { causeOf, type Kit } from '@larder/kit/kit.js';
import { importLog } from './import-log.js';
import { importView } from './import-view.js';
import { idsByName, soldUnder } from './known-here.js';
import { DailySums } from '../sums/daily-sums.js';
import { productSumView } from '../sums/product-sums.js';
import { saleDayView } from '../sums/sale-days.js';
import { saleTotalView } from '../sums/sale-totals.js';
import { machineDayView, productDayView, saleView } from '../sale-views.js';
import { sale, type SaleCommand, type Sale } from '../sale.js';
import { addressAt, latestOfEach, ownId, placeOf, spelledHere, type Place } from './places.js';
import type { SeedPurchase } from './seed-live.js';

/** Purchases under way at once: they share the log's commits. */
const AT_ONCE = 64;
const PAGE = 1000;
/** Lines that a fact names: a file that is wrong all through would fill it. */
const MOST_NAMED = 100;

export interface ImportJob {
  account: string;
  /** By whom. */
  asked: Asked;
  /** Of machines that are not there yet; the organization's when missing. */
  timeZone: string | undefined;
  /** Kept up to date while the import runs. */
  report: ImportReport;
}

interface PlaceOfImport extends Place {
  figures: ImportReport['machines'][number];
}

export class ImportRun {
  private readonly ours: Asked;
  private readonly now: string;
  /** By the id that a machine's name usually gives. */
  private readonly places = new Map<string, PlaceOfImport>();
  private readonly products = new Map<string, ProductDescription>();
  private readonly mornings = new Map<string, string>();
  private currency = '';
  private timeZone = '';
  private position = '';

  constructor(private readonly kit: Kit, private readonly job: ImportJob) {
    this.now = kit.clock.now().toISOString();
    this.ours = { ...job.asked, caller: { kind: 'service', name: 'sales' } };
  }

  /** A dry run does everything but write. Rejects when something it needs does not answer; what is recorded by then stays. */
  async take(purchases: readonly SeedPurchase[]): Promise<void> {
    const { account, asked, report } = this.job;
    const { importId, fileName, dryRun, rows } = report;
    const cause = causeOf(asked, account);
    if (!dryRun) await this.kit.handle(importLog, importId, { type: 'StartImport', started: { importId, fileName, rows } }, cause);
    const settings = sure(await this.kit.ask(accountSettings, { account }, this.ours));
    this.currency = report.currency = settings.currency;
    this.timeZone = this.job.timeZone ?? settings.timeZone;
    const machines = await all((page) => this.kit.ask(listMachines, { page, limit: PAGE }, asked), (page) => page.machines);
    const sold = Object.keys(await new DailySums(this.kit.views).revenue(account)).map((machineId) => ({ machineId }));
    const spelled = spelledHere([...sold, ...machines.filter(({ status }) => status !== 'pending_setup')]);
    for (const purchase of latestOfEach(purchases)) await this.visit(purchase, spelled(purchase.machineId));
    const fresh = await this.sift(purchases);
    await this.addMachines(fresh, machines);
    await this.addProducts(fresh);
    await inBatches(fresh, (purchase) => this.record(purchase));
    await this.shown();
    report.quarantine.sort((a, b) => a.line - b.line);
    if (dryRun) return;
    const { sales, known, totalCents, quarantine } = report;
    const finished = { importId, fileName, rows, sales, known, quarantined: quarantine.length, totalCents, quarantine: quarantine.slice(0, MOST_NAMED).map(({ line, reason }) => ({ line, reason })) };
    const noted = await this.kit.handle(importLog, importId, { type: 'FinishImport', finished }, { ...cause, commandId: `${cause.commandId}:finish` });
    if (!isRefusal(noted)) await this.kit.views.reached(importView, noted.position);
  }

  /** What is known of a machine here, or will be. */
  private async visit(purchase: SeedPurchase, machineId: string): Promise<void> {
    const { account, report } = this.job;
    const place = await placeOf(this.kit, { ...purchase, machineId }, { account, timeZone: this.timeZone, asked: this.ours });
    const figures = { machineId: place.machineId, name: purchase.machineName, ...(place.name !== purchase.machineName && { knownAs: place.name }), added: false, lines: 0, totalCents: 0 };
    report.machines.push(figures);
    this.places.set(purchase.machineId, { ...place, figures });
  }

  /** Sorts out what cannot be taken and what is recorded already; answers the rest. */
  private async sift(purchases: readonly SeedPurchase[]): Promise<SeedPurchase[]> {
    const fresh: SeedPurchase[] = [];
    await inBatches(purchases, async (purchase) => {
      const why = this.tooEarly(purchase);
      if (why) return this.refuse(purchase, why);
      const decided = sale.decide(this.order(purchase), await this.kit.look(sale, this.saleId(purchase), this.job.account));
      if (isRefusal(decided)) this.refuse(purchase, decided.message);
      else if (decided.length === 0) this.count(purchase, false);
      else fresh.push(purchase);
    });
    return fresh;
  }

  private tooEarly({ machineId, day }: SeedPurchase): string | undefined {
    const today = dayIn(this.place(machineId).timeZone, this.now);
    return day > today ? `Date is in the future: ${day}; today is ${today}` : undefined;
  }

  private async addMachines(fresh: readonly SeedPurchase[], known: readonly { machineId: string; name: string }[]): Promise<void> {
    const { report } = this.job;
    const missing = [...new Set(fresh.map((purchase) => purchase.machineId))].filter((machineId) => this.place(machineId).isNew);
    const ids = idsByName(known.map(({ machineId: id, name }) => ({ id, name })));
    for (const usual of missing) {
      const place = this.place(usual);
      if (!(await this.adopt(place, usual))) continue;
      const { machineId, name, figures } = place;
      report.machinesAdded++;
      figures.added = true;
      this.warn('machine', name, ids(name));
      if (machineId !== usual) report.warnings.push(`${name} is added as ${machineId}: another organization has a machine ${usual}.`);
    }
  }

  /** Whether it was not there before. An id that somebody else had once, or has since we looked, is left to them. */
  private async adopt(place: PlaceOfImport, usual: string): Promise<boolean> {
    const { account, asked, report } = this.job;
    if (report.dryRun) return true;
    const { machineId, name, address, timeZone, figures } = place;
    const adopted = await this.kit.ask(adoptMachine, { account, machineId, name, address, timeZone, currency: this.currency, origin: 'import' }, { ...this.ours, commandId: `${asked.commandId}:${machineId}` });
    if (!isRefusal(adopted)) return adopted.added;
    if (adopted.refused !== 'CONFLICT' || machineId !== usual) throw new Error(adopted.message);
    place.machineId = figures.machineId = ownId(usual, account);
    return this.adopt(place, usual);
  }

  private async addProducts(fresh: readonly SeedPurchase[]): Promise<void> {
    const { account, asked, report } = this.job;
    const products = await all((page) => this.kit.ask(listProducts, { page, limit: PAGE }, asked), (page) => page.products);
    const known = new Set(products.map(({ sku }) => sku.toUpperCase()));
    const ids = idsByName(products.map(({ sku: id, name }) => ({ id, name })));
    // Files may begin with the newest. What was given away once has a price all the same; without any it is not offered until it is given one.
    const freeFirst = fresh.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day))).flatMap((purchase) => purchase.lines).sort((a, b) => Number(a.unitPriceCents > 0) - Number(b.unitPriceCents > 0));
    const latest = new Map(freeFirst.map((line) => [line.sku, line]));
    const renamed = await soldUnder(this.kit, account, [...latest.values()].flatMap(({ sku, isUnnamed }) => (known.has(sku) || isUnnamed ? [] : [sku])), this.ours);
    await inBatches([...latest.values()], async ({ sku, product: name, category, unitPriceCents: priceCents }) => {
      const its = renamed.get(sku);
      if (its) return void this.products.set(sku, its);
      if (!report.dryRun) {
        const product = { sku, name, category, priceCents, costCents: null, weightGrams: null, isActive: priceCents > 0, allergens: [] };
        this.products.set(sku, sure(await this.kit.ask(adoptProduct, { account, product }, { ...this.ours, commandId: `${asked.commandId}:${sku}` })));
      }
      if (known.has(sku)) return;
      report.productsAdded++;
      this.warn('product', name, ids(name));
    });
  }

  private warn(what: 'machine' | 'product', name: string, ids: readonly string[]): void {
    if (ids.length > 0) this.job.report.warnings.push(`${name} is added as a ${what} of its own beside ${ids.join(', ')}, which ${ids.length === 1 ? 'has' : 'have'} the same name.`);
  }

  private async record(purchase: SeedPurchase): Promise<void> {
    const { account, asked, report } = this.job;
    if (report.dryRun) return this.count(purchase, true);
    const saleId = this.saleId(purchase);
    const done = await this.kit.handle(sale, saleId, this.order(purchase), { ...causeOf(asked, account), commandId: `${asked.commandId}:${saleId}` });
    if (isRefusal(done)) return this.refuse(purchase, done.message);
    this.count(purchase, done.facts.length > 0);
    if (done.position > this.position) this.position = done.position;
  }

  /** Resolves when the screens show what was recorded. */
  private async shown(): Promise<void> {
    if (this.position) await Promise.all([saleView, saleDayView, machineDayView, productDayView, productSumView, saleTotalView].map((view) => this.kit.views.reached(view, this.position)));
  }

  private count(purchase: SeedPurchase, isNew: boolean): void {
    const { report } = this.job;
    const { figures } = this.place(purchase.machineId);
    figures.lines += purchase.lines.length;
    figures.totalCents += purchase.totalCents;
    report.doneRows += purchase.lines.length;
    report.sales += isNew ? 1 : 0;
    report.known += isNew ? 0 : 1;
    report.totalCents += isNew ? purchase.totalCents : 0;
  }

  private refuse(purchase: SeedPurchase, reason: string): void {
    const { report } = this.job;
    report.doneRows += purchase.lines.length;
    for (const { line, raw } of purchase.lines) report.quarantine.push({ line, reason, row: raw });
  }

  private readonly place = (usual: string): PlaceOfImport => this.places.get(usual) as PlaceOfImport;

  private saleId(purchase: SeedPurchase): string {
    return `${this.job.account}.seed-live.${purchase.transaction}`;
  }

  private order(purchase: SeedPurchase): SaleCommand {
    const { day, method, totalCents, transaction } = purchase;
    const { machineId, name, timeZone, stays } = this.place(purchase.machineId);
    const soldAt = this.morning(timeZone, day);
    const recorded: Sale = {
      saleId: this.saleId(purchase), machineId, machineName: name, address: addressAt(stays, soldAt, purchase.location), soldAt, day, timeZone, timeKnown: false,
      method, currency: this.currency, totalCents, source: 'seed-live', reference: transaction,
      lines: purchase.lines.map((line) => ({
        productId: this.products.get(line.sku)?.productId ?? line.sku, name: line.product, sku: line.sku, category: line.category, quantity: line.quantity,
        unitPriceCents: line.unitPriceCents, costCents: null, totalCents: line.totalCents, slot: line.coil || undefined,
      })),
    };
    return { type: 'RecordSale', sale: recorded };
  }

  /** Remembered: looking up a time zone's rules takes longer than recording a sale. */
  private morning(timeZone: string, day: Day): string {
    const key = `${timeZone} ${day}`;
    const known = this.mornings.get(key) ?? startOfDay(timeZone, day);
    this.mornings.set(key, known);
    return known;
  }
}

/** Rejects with the first failure, but only when nothing is under way any more. */
async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const ends = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(work));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

/** Every row of a list that comes in pages. */
async function all<P extends { pages: number }, T>(ask: (page: number) => Promise<P | Refusal>, rowsOf: (page: P) => T[]): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const answer = sure(await ask(page));
    rows.push(...rowsOf(answer));
    if (page >= answer.pages) return rows;
  }
}

function sure<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(answer.message);
  return answer;
}
