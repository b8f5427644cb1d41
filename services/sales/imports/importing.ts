/** Begins imports and remembers what became of them. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { ImportReport, startImport } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { ImportRun } from './import-run.js';
import { readSeedLive } from './seed-live.js';

/** Reports kept for whoever asks later: each holds every row it put in quarantine. */
const REMEMBERED = 20;

@Injectable()
export class Importing {
  private readonly reports = new Map<string, { account: string; report: ImportReport }>();

  constructor(private readonly kit: Kit) {}

  reportOf(account: string, importId: string): ImportReport | undefined {
    const found = this.reports.get(importId);
    return found?.account === account ? found.report : undefined;
  }

  /** Reads the file at once and takes it in the background. Repeating the command answers the same import; an organization runs one at a time. */
  begin(account: string, { fileName, csv, dryRun, timeZone }: In<typeof startImport>, asked: Asked): { importId: string } | Refusal {
    const importId = createHash('sha256').update(`${account}\n${asked.commandId}`).digest('hex').slice(0, 24);
    if (this.reports.has(importId)) return { importId };
    if ([...this.reports.values()].some((known) => known.account === account && known.report.state === 'running')) return refuse('CONFLICT', 'An import is running already. Please wait until it has ended.');
    const file = readSeedLive(csv);
    if (isRefusal(file)) return file;
    const report: ImportReport = {
      importId, fileName, dryRun, state: 'running', rows: file.rows, doneRows: file.quarantine.length, sales: 0, known: 0, totalCents: 0, machinesAdded: 0, productsAdded: 0,
      machines: [], quarantine: file.quarantine,
    };
    this.remember(account, report);
    void new ImportRun(this.kit, { account, asked, timeZone, report }).take(file.purchases).then(() => (report.state = 'done'), (error: unknown) => {
      report.state = 'failed';
      report.error = `The import stopped (${this.kit.surprise('import', error)}). Run it again: what is recorded already stays as it is.`;
    });
    return { importId };
  }

  private remember(account: string, report: ImportReport): void {
    this.reports.set(report.importId, { account, report });
    for (const [id, { report: old }] of this.reports) {
      if (this.reports.size <= REMEMBERED) return;
      if (old.state !== 'running') this.reports.delete(id);
    }
  }
}
