/** Imports of products: what is new is added, what is different changed, by SKU; and what became of each. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { importProducts, ProductImportReport } from '@larder/contracts/product-files.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { NoAnswer, type Subscription } from '@larder/kit/bus/bus.js';
import { Kit } from '@larder/kit/kit.js';
import { sortRows, type Sorted } from './import-rows.js';
import { readProductsCsv, type CsvRow } from './product-csv.js';
import { productView, type ProductRow } from './product-view.js';
import { Writing, type Written } from './writing.js';

/** Reports kept for whoever asks later. */
const REMEMBERED = 20;
/** Products under way at once: they share the log's commits. */
const AT_ONCE = 32;

interface Known {
  account: string;
  report: ProductImportReport;
  /** For other copies of this service, which do not have it. */
  answering: Promise<Subscription>;
}

/** Under these subjects the copy that runs an import answers the others: with its report, and while it runs for an organization. */
const reportSubject = (importId: string): string => `catalog.import-report.${importId}`;
const runningSubject = (account: string): string => `catalog.import-running.${account}`;

@Injectable()
export class Importing {
  private readonly reports = new Map<string, Known>();

  constructor(private readonly kit: Kit, private readonly writing: Writing) {}

  async reportOf(account: string, importId: string): Promise<ProductImportReport | undefined> {
    return this.own(account, importId) ?? ((await this.elsewhere(reportSubject(importId), { account })) as ProductImportReport | undefined);
  }

  /** Reads the file at once and takes it in the background. Repeating the command answers the same import; an organization runs one at a time. */
  async begin(account: string, { fileName, csv, dryRun }: In<typeof importProducts>, asked: Asked): Promise<{ importId: string } | Refusal> {
    const importId = createHash('sha256').update(`${account}\n${asked.commandId}`).digest('hex').slice(0, 24);
    if (await this.reportOf(account, importId)) return { importId };
    const isRunningElsewhere = await this.elsewhere(runningSubject(account), {});
    // The same request may have come twice meanwhile.
    if (this.own(account, importId)) return { importId };
    if (isRunningElsewhere || this.isRunning(account)) return refuse('CONFLICT', 'An import is running already. Please wait until it has ended.');
    const rows = readProductsCsv(csv);
    if (isRefusal(rows)) return rows;
    const report: ProductImportReport = { importId, fileName, dryRun, state: 'running', rows: rows.length, doneRows: 0, added: 0, changed: 0, same: 0, refused: 0, outcomes: [] };
    this.remember(account, report);
    const running = this.kit.bus.answer(runningSubject(account), async () => this.isRunning(account));
    void this.take(account, rows, report, asked).then(() => (report.state = 'done'), (error: unknown) => {
      report.state = 'failed';
      report.error = `The import stopped (${this.kit.surprise('product import', error)}). Run it again: what is done already stays as it is.`;
    }).finally(() => stop(running));
    return { importId };
  }

  private async take(account: string, rows: readonly CsvRow[], report: ProductImportReport, asked: Asked): Promise<void> {
    const there = await this.kit.views.all<ProductRow>(productView, account, { deleted: false });
    const sorted = sortRows(rows, new Map(there.map((row) => [row.sku.toUpperCase(), row])));
    let position = '';
    for (let from = 0; from < sorted.length; from += AT_ONCE) {
      const batch = sorted.slice(from, from + AT_ONCE);
      const done = await Promise.all(batch.map((row) => (report.dryRun ? undefined : this.write(account, row, asked))));
      for (const [n, row] of batch.entries()) {
        const its = done[n];
        note(report, isRefusal(its) ? { ...row, outcome: 'refused', reason: its.message } : row);
        if (its && !isRefusal(its) && its.position > position) position = its.position;
      }
    }
    await this.kit.views.reached(productView, position);
  }

  private async write(account: string, { wanted, before, sku }: Sorted, asked: Asked): Promise<Written | Refusal | undefined> {
    if (!wanted) return undefined;
    const ours = { ...asked, commandId: `${asked.commandId}:${sku.toUpperCase()}` };
    return before ? this.writing.change(account, before, { ...wanted, productId: before.productId }, undefined, ours) : this.writing.add(account, { ...wanted, productId: this.kit.chance.uuid() }, ours);
  }

  private own(account: string, importId: string): ProductImportReport | undefined {
    const found = this.reports.get(importId);
    return found?.account === account ? found.report : undefined;
  }

  private isRunning(account: string): boolean {
    return [...this.reports.values()].some((known) => known.account === account && known.report.state === 'running');
  }

  /** What another copy of this service knows; undefined when none does. */
  private async elsewhere(subject: string, payload: { account?: string }): Promise<unknown> {
    try {
      return (await this.kit.bus.ask(subject, payload)) ?? undefined;
    } catch (error) {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    }
  }

  private remember(account: string, report: ProductImportReport): void {
    const { importId } = report;
    const answering = this.kit.bus.answer(reportSubject(importId), async (asked) => this.own((asked as { account: string }).account, importId));
    this.reports.set(importId, { account, report, answering });
    for (const [id, { report: old, answering: its }] of this.reports) {
      if (this.reports.size <= REMEMBERED) return;
      if (old.state === 'running') continue;
      this.reports.delete(id);
      stop(its);
    }
  }
}

/** Nobody waits for it. */
const stop = (answering: Promise<Subscription>): void => void answering.then((subscription) => subscription.stop()).catch(() => undefined);

function note(report: ProductImportReport, { line, sku, name, outcome, reason, fields }: Sorted): void {
  report.doneRows += 1;
  report[COUNTED[outcome]] += 1;
  if (outcome !== 'same') report.outcomes.push({ line, sku, name, outcome, ...(reason !== undefined && { reason }), ...(fields && { fields }) });
}
const COUNTED = { new: 'added', changed: 'changed', same: 'same', refused: 'refused' } as const;
