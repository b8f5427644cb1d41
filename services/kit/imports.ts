/** Imports under way and what became of them: the copy of a service that runs one answers the others for it. An organization runs one at a time. */
import { createHash } from 'node:crypto';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from './bus/ask.js';
import { NoAnswer, type Subscription } from './bus/bus.js';
import type { Kit } from './kit.js';

/** Reports kept for whoever asks later. Each may hold every line of a file: of an organization it is the one that runs and the one before. */
const REMEMBERED = 20;

interface Report {
  importId: string;
  state: 'running' | 'done' | 'failed';
  error?: string;
}

interface Known<R> {
  account: string;
  report: R;
  /** For other copies of this service, which do not have it. */
  answering: Promise<Subscription>;
}

/** What a file came to: its first report and the rest of the work, or why it cannot be taken. */
type Begun<R> = { report: R; work: () => Promise<void> } | Refusal;

export class Imports<R extends Report> {
  private readonly reports = new Map<string, Known<R>>();
  /** Whose file is being read, by organization. */
  private readonly preparing = new Map<string, { importId: string; begun: Promise<{ importId: string } | Refusal> }>();

  /** @param subject under it the copies of a service ask each other, like `sales.import` */
  constructor(private readonly kit: Pick<Kit, 'bus' | 'surprise'>, private readonly subject: string) {}

  /** The report of an import of this organization, as it is by now; undefined when no copy knows of it. */
  async reportOf(account: string, importId: string): Promise<R | undefined> {
    return this.own(account, importId) ?? ((await this.elsewhere(this.reportSubject(importId), { account })) as R | undefined);
  }

  /**
   * Begins what `prepare` made of the file: its first report, and the work that goes on in the background and writes into it. Repeating the
   * command answers the same import; refuses while another one of the organization runs.
   */
  async begin(account: string, { commandId }: Asked, prepare: (importId: string) => Begun<R> | Promise<Begun<R>>): Promise<{ importId: string } | Refusal> {
    const importId = createHash('sha256').update(`${account}\n${commandId}`).digest('hex').slice(0, 24);
    if (await this.reportOf(account, importId)) return { importId };
    const isRunningElsewhere = await this.elsewhere(this.runningSubject(account), {});
    // The same request may have come twice meanwhile.
    if (this.own(account, importId)) return { importId };
    const preparing = this.preparing.get(account);
    if (preparing?.importId === importId) return preparing.begun;
    if (isRunningElsewhere || preparing || this.isRunning(account)) return refuse('CONFLICT', 'An import is running already. Please wait until it has ended.');
    const begun = this.prepared(account, importId, prepare).finally(() => this.preparing.delete(account));
    this.preparing.set(account, { importId, begun });
    return begun;
  }

  private async prepared(account: string, importId: string, prepare: (importId: string) => Begun<R> | Promise<Begun<R>>): Promise<{ importId: string } | Refusal> {
    const prepared = await prepare(importId);
    if (isRefusal(prepared)) return prepared;
    this.remember(account, prepared.report);
    void this.run(account, prepared);
    return { importId };
  }

  private async run(account: string, { report, work }: { report: R; work: () => Promise<void> }): Promise<void> {
    const running = this.kit.bus.answer(this.runningSubject(account), async () => this.isRunning(account));
    try {
      await work();
      report.state = 'done';
    } catch (error) {
      report.state = 'failed';
      report.error = `The import stopped (${this.kit.surprise(this.subject, error)}). Run it again: what is done already stays as it is.`;
    }
    stop(running);
  }

  private own(account: string, importId: string): R | undefined {
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

  private remember(account: string, report: R): void {
    const { importId } = report;
    for (const one of [...this.reports].filter(([, known]) => known.account === account).slice(0, -1)) this.forget(one);
    const answering = this.kit.bus.answer(this.reportSubject(importId), async (asked) => this.own((asked as { account: string }).account, importId));
    this.reports.set(importId, { account, report, answering });
    for (const one of this.reports) {
      if (this.reports.size <= REMEMBERED) return;
      if (one[1].report.state !== 'running') this.forget(one);
    }
  }

  private forget([importId, { answering }]: [string, Known<R>]): void {
    this.reports.delete(importId);
    stop(answering);
  }

  private reportSubject(importId: string): string {
    return `${this.subject}-report.${importId}`;
  }

  private runningSubject(account: string): string {
    return `${this.subject}-running.${account}`;
  }
}

/** Nobody waits for it. */
const stop = (answering: Promise<Subscription>): void => void answering.then((subscription) => subscription.stop()).catch(() => undefined);
