/** Runs an import: machines and products are found or added, purchases recorded once, and the report says how far it has come. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { adoptProduct, type ProductDescription } from '@larder/contracts/catalog.js';
import { startOfDay } from '@larder/contracts/day.js';
import { adoptMachine, machineCard } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { ImportReport, startImport } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { importLog } from './import-log.js';
import { sale, type Sale } from './sale.js';
import { saleView } from './sale-views.js';
import { readSeedLive, type Quarantined, type SeedFile, type SeedPurchase } from './seed-live.js';

/** Purchases under way at once: they share the log's commits. */
const AT_ONCE = 64;
/** Reports kept for whoever asks later. */
const REMEMBERED = 100;

interface Job {
  account: string;
  asked: Asked;
  timeZone: string;
  report: ImportReport;
}

@Injectable()
export class Importing {
  private readonly reports = new Map<string, { account: string; report: ImportReport }>();

  constructor(private readonly kit: Kit) {}

  reportOf(account: string, importId: string): ImportReport | undefined {
    const found = this.reports.get(importId);
    return found?.account === account ? found.report : undefined;
  }

  /** Reads the file at once, throwing a sentence when it is none, and takes it in the background. Repeating the command answers the same import. */
  begin(account: string, { fileName, csv, dryRun, timeZone }: In<typeof startImport>, asked: Asked): string {
    const importId = createHash('sha256').update(`${account}\n${asked.commandId}`).digest('hex').slice(0, 24);
    if (this.reports.has(importId)) return importId;
    const file = readSeedLive(csv);
    const report: ImportReport = {
      importId, fileName, dryRun, state: 'running', rows: file.rows, doneRows: file.quarantine.length, sales: 0, known: 0, totalCents: 0, machinesAdded: 0, productsAdded: 0,
      machines: machinesOf(file.purchases), quarantine: file.quarantine,
    };
    this.reports.set(importId, { account, report });
    if (this.reports.size > REMEMBERED) this.reports.delete(this.reports.keys().next().value as string);
    const job: Job = { account, asked: { ...asked, caller: { kind: 'service', name: 'sales' } }, timeZone, report };
    void this.run(job, file).then(() => (report.state = 'done'), (error: unknown) => {
      report.state = 'failed';
      report.error = `The import stopped (${this.kit.surprise('import', error)}). Run it again: what is recorded already stays as it is.`;
    });
    return importId;
  }

  private async run(job: Job, file: SeedFile): Promise<void> {
    const { account, asked, report } = job;
    const { importId, fileName, dryRun, rows } = report;
    if (!dryRun) await this.kit.handle(importLog, importId, { type: 'StartImport', started: { importId, fileName, rows } }, causeOf(asked, account));
    const refusedMachines = await this.machines(job);
    const products = dryRun ? new Map<string, ProductDescription>() : await this.products(job, file.purchases);
    let position = '';
    for (let from = 0; from < file.purchases.length; from += AT_ONCE) {
      const reached = await Promise.all(file.purchases.slice(from, from + AT_ONCE).map((purchase) => this.take(job, purchase, products, refusedMachines.get(purchase.machineId))));
      position = reached.reduce((a, b) => (a > b ? a : b), position);
    }
    if (position) await this.kit.views.reached(saleView, position);
    report.quarantine.sort((a, b) => a.line - b.line);
    if (dryRun) return;
    const { sales, known, totalCents, quarantine } = report;
    await this.kit.handle(importLog, importId, { type: 'FinishImport', finished: { importId, fileName, rows, sales, known, quarantined: quarantine.length, totalCents } }, { ...causeOf(asked, account), commandId: `${asked.commandId}:finish` });
  }

  /** Adds the machines that are not there; answers why some could not be. */
  private async machines({ account, asked, timeZone, report }: Job): Promise<Map<string, string>> {
    const refused = new Map<string, string>();
    for (const { machineId, name } of report.machines) {
      const found = await this.kit.ask(machineCard, { account, machineId }, asked);
      if (!isRefusal(found)) continue;
      if (report.dryRun) {
        report.machinesAdded++;
        continue;
      }
      const adopted = await this.kit.ask(adoptMachine, { account, machineId, name, address: report.machines.find((m) => m.machineId === machineId)?.name ?? name, timeZone, currency: 'USD', origin: 'import' }, { ...asked, commandId: `${asked.commandId}:${machineId}` });
      if (isRefusal(adopted)) refused.set(machineId, adopted.message);
      else if (adopted.added) report.machinesAdded++;
    }
    return refused;
  }

  private async products({ account, asked, report }: Job, purchases: readonly SeedPurchase[]): Promise<Map<string, ProductDescription>> {
    const products = new Map<string, ProductDescription>();
    const latest = new Map(purchases.flatMap((p) => p.lines).map((line) => [line.sku, line]));
    const wanted = [...latest.values()];
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      await Promise.all(wanted.slice(from, from + AT_ONCE).map(async (line) => {
        const commandId = `${asked.commandId}:${line.sku}`;
        const adopted = await this.kit.ask(adoptProduct, { account, product: {
          sku: line.sku, name: line.product, category: line.category, priceCents: line.unitPriceCents, costCents: null, weightGrams: null, isActive: true, allergens: [],
        } }, { ...asked, commandId });
        if (isRefusal(adopted)) throw new Error(adopted.message);
        products.set(line.sku, adopted);
      }));
    }
    report.productsAdded = products.size;
    return products;
  }

  /** Records one purchase, or says why not; answers the position to wait for. */
  private async take({ account, asked, timeZone, report }: Job, purchase: SeedPurchase, products: Map<string, ProductDescription>, refused?: string): Promise<string> {
    const saleId = `${account}.seed-live.${purchase.transaction}`;
    report.doneRows += purchase.lines.length;
    if (refused) {
      report.quarantine.push(...all(purchase, refused));
      return '';
    }
    if (report.dryRun) {
      const isKnown = (await this.kit.look(sale, saleId, account)).sale !== undefined;
      count(report, purchase, isKnown);
      return '';
    }
    const done = await this.kit.handle(sale, saleId, { type: 'RecordSale', sale: saleOf(saleId, purchase, products, timeZone) }, { ...causeOf(asked, account), commandId: `import:${saleId}` });
    if (isRefusal(done)) {
      report.quarantine.push(...all(purchase, done.message));
      return '';
    }
    count(report, purchase, done.facts.length === 0);
    return done.position;
  }
}

function count(report: ImportReport, purchase: SeedPurchase, isKnown: boolean): void {
  if (isKnown) report.known++;
  else {
    report.sales++;
    report.totalCents += purchase.totalCents;
  }
}

const all = (purchase: SeedPurchase, reason: string): Quarantined[] => purchase.lines.map(({ line, product }) => ({ line, reason, row: `${purchase.transaction},${product}` }));

function machinesOf(purchases: readonly SeedPurchase[]): ImportReport['machines'] {
  const machines = new Map<string, ImportReport['machines'][number]>();
  for (const { machineId, machineName, lines, totalCents } of purchases) {
    const before = machines.get(machineId) ?? { machineId, name: machineName, lines: 0, totalCents: 0 };
    machines.set(machineId, { ...before, lines: before.lines + lines.length, totalCents: before.totalCents + totalCents });
  }
  return [...machines.values()];
}

function saleOf(saleId: string, purchase: SeedPurchase, products: Map<string, ProductDescription>, timeZone: string): Sale {
  return {
    saleId, machineId: purchase.machineId, machineName: purchase.machineName, address: purchase.location, soldAt: startOfDay(timeZone, purchase.day), day: purchase.day, timeKnown: false,
    method: purchase.method, currency: 'USD', totalCents: purchase.totalCents, source: 'seed-live', reference: purchase.transaction,
    lines: purchase.lines.map((line) => ({
      productId: products.get(line.sku)?.productId ?? line.sku, name: line.product, sku: line.sku, category: line.category, quantity: line.quantity,
      unitPriceCents: line.unitPriceCents, costCents: null, totalCents: line.totalCents, slot: line.coil || undefined,
    })),
  };
}
