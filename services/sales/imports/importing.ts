/** Begins imports and remembers what became of them. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { ImportReport, startImport } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { NoAnswer, type Subscription } from '@larder/kit/bus/bus.js';
import { Kit } from '@larder/kit/kit.js';
import { ImportRun } from './import-run.js';
import { readSeedLive } from './seed-live.js';

/** Reports kept for whoever asks later: each holds every row it put in quarantine. */
const REMEMBERED = 20;

interface Known {
  account: string;
  report: ImportReport;
  /** For other copies of this service, which do not have it. */
  answering: Promise<Subscription>;
}

/** Under these subjects the copy that runs an import answers the others: with its report, and while it runs for an organization. */
const reportSubject = (importId: string): string => `sales.import-report.${importId}`;
const runningSubject = (account: string): string => `sales.import-running.${account}`;

@Injectable()
export class Importing {
  private readonly reports = new Map<string, Known>();

  constructor(private readonly kit: Kit) {}

  async reportOf(account: string, importId: string): Promise<ImportReport | undefined> {
    return this.own(account, importId) ?? ((await this.elsewhere(reportSubject(importId), { account })) as ImportReport | undefined);
  }

  /** Reads the file at once and takes it in the background. Repeating the command answers the same import; an organization runs one at a time. */
  async begin(account: string, { fileName, csv, dryRun, timeZone }: In<typeof startImport>, asked: Asked): Promise<{ importId: string } | Refusal> {
    const importId = createHash('sha256').update(`${account}\n${asked.commandId}`).digest('hex').slice(0, 24);
    if (await this.reportOf(account, importId)) return { importId };
    const isRunningElsewhere = await this.elsewhere(runningSubject(account), {});
    // The same request may have come twice meanwhile.
    if (this.own(account, importId)) return { importId };
    if (isRunningElsewhere || this.isRunning(account)) return refuse('CONFLICT', 'An import is running already. Please wait until it has ended.');
    const file = readSeedLive(csv);
    if (isRefusal(file)) return file;
    const report: ImportReport = {
      importId, fileName, dryRun, state: 'running', rows: file.rows, doneRows: file.quarantine.length, sales: 0, known: 0, totalCents: 0, machinesAdded: 0, productsAdded: 0,
      machines: [], quarantine: file.quarantine,
    };
    this.remember(account, report);
    const running = this.kit.bus.answer(runningSubject(account), async () => this.isRunning(account));
    void new ImportRun(this.kit, { account, asked, timeZone, report }).take(file.purchases).then(() => (report.state = 'done'), (error: unknown) => {
      report.state = 'failed';
      report.error = `The import stopped (${this.kit.surprise('import', error)}). Run it again: what is recorded already stays as it is.`;
    }).finally(() => stop(running));
    return { importId };
  }

  private own(account: string, importId: string): ImportReport | undefined {
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

  private remember(account: string, report: ImportReport): void {
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
