/** Imports of products: what is new is added, what is different changed, by SKU; and what became of each. */
import { Injectable } from '@nestjs/common';
import type { importProducts, ProductImportReport } from '@larder/contracts/product-files.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Imports } from '@larder/kit/imports.js';
import { Kit } from '@larder/kit/kit.js';
import { sortRows, type Sorted } from './import-rows.js';
import { readProductsCsv, type CsvRow } from './product-csv.js';
import { productView, type ProductRow } from './product-view.js';
import { Writing, type Written } from './writing.js';

/** Products under way at once: they share the log's commits. */
const AT_ONCE = 32;

@Injectable()
export class Importing {
  private readonly imports: Imports<ProductImportReport>;

  constructor(private readonly kit: Kit, private readonly writing: Writing) {
    this.imports = new Imports(kit, 'catalog.import');
  }

  reportOf(account: string, importId: string): Promise<ProductImportReport | undefined> {
    return this.imports.reportOf(account, importId);
  }

  /** Reads the file at once and takes it in the background. */
  begin(account: string, { fileName, csv, dryRun }: In<typeof importProducts>, asked: Asked): Promise<{ importId: string } | Refusal> {
    return this.imports.begin(account, asked, (importId) => {
      const rows = readProductsCsv(csv);
      if (isRefusal(rows)) return rows;
      const report: ProductImportReport = { importId, fileName, dryRun, state: 'running', rows: rows.length, doneRows: 0, added: 0, changed: 0, same: 0, refused: 0, outcomes: [] };
      return { report, work: () => this.take(account, rows, report, asked) };
    });
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

  private async write(account: string, { wanted, before, version, sku }: Sorted, asked: Asked): Promise<Written | Refusal | undefined> {
    if (!wanted) return undefined;
    const ours = { ...asked, commandId: `${asked.commandId}:${sku.toUpperCase()}` };
    return before ? this.writing.change(account, before, { ...wanted, productId: before.productId }, version, ours) : this.writing.add(account, { ...wanted, productId: this.kit.chance.uuid() }, ours);
  }
}

function note(report: ProductImportReport, { line, sku, name, outcome, reason, fields }: Sorted): void {
  report.doneRows += 1;
  report[COUNTED[outcome]] += 1;
  if (outcome !== 'same') report.outcomes.push({ line, sku, name, outcome, ...(reason !== undefined && { reason }), ...(fields && { fields }) });
}
const COUNTED = { new: 'added', changed: 'changed', same: 'same', refused: 'refused' } as const;
