/** Imports of purchases from the export of a former system. */
import { Injectable } from '@nestjs/common';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { ImportReport, startImport } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Imports } from '@larder/kit/imports.js';
import { Kit } from '@larder/kit/kit.js';
import { ImportRun } from './import-run.js';
import { readSeedLiveInTurns } from './seed-live.js';

@Injectable()
export class Importing {
  private readonly imports: Imports<ImportReport>;

  constructor(private readonly kit: Kit) {
    this.imports = new Imports(kit, 'sales.import');
  }

  reportOf(account: string, importId: string): Promise<ImportReport | undefined> {
    return this.imports.reportOf(account, importId);
  }

  /** What became of an import of which no end is known. */
  async unfinished(account: string, importId: string): Promise<'running' | 'stopped'> {
    return (await this.reportOf(account, importId))?.state === 'running' ? 'running' : 'stopped';
  }

  /** Answers when the file is read; it is taken in the background. */
  begin(account: string, { fileName, csv, dryRun, timeZone }: In<typeof startImport>, asked: Asked): Promise<{ importId: string } | Refusal> {
    return this.imports.begin(account, asked, async (importId) => {
      const file = await readSeedLiveInTurns(csv);
      if (isRefusal(file)) return file;
      const report: ImportReport = {
        importId, fileName, dryRun, state: 'running', rows: file.rows, doneRows: file.quarantine.length, sales: 0, known: 0, totalCents: 0, machinesAdded: 0, productsAdded: 0,
        machines: [], warnings: [], quarantine: file.quarantine,
      };
      return { report, work: () => new ImportRun(this.kit, { account, asked, timeZone, report }).take(file.purchases) };
    });
  }
}
