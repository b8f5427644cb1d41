/** The custom reports that an organization keeps: no two of one name. */
import { plain } from '@larder/contracts/names.js';
import { MOST_KEPT_REPORTS, type KeptReportFact } from '@larder/contracts/sales/kept-reports.js';
import { refuse } from '@larder/contracts/reply.js';
import type { Decider } from '@larder/kit/commands/decider.js';
import { objectionToSplit } from '../sums/report.js';

export type Kept = Extract<KeptReportFact, { type: 'ReportKept' }>['data'];

export type KeptReportsCommand =
  | { type: 'KeepReport'; report: Kept }
  | { type: 'DropReport'; reportId: string; userId: string };

export interface KeptReportsState {
  reports: Readonly<Record<string, Kept>>;
}

export const keptReportsOf: Decider<KeptReportsCommand, KeptReportFact, KeptReportsState> = {
  category: 'keptreports',
  readsOn: true,
  initial: { reports: {} },
  decide(command, { reports }) {
    if (command.type === 'DropReport') {
      const { reportId, userId } = command;
      return reports[reportId] ? [{ type: 'ReportDropped', data: { reportId, userId } }] : refuse('NOT_FOUND', 'Report not found');
    }
    const { report } = command;
    const objection = objectionToSplit(report);
    if (objection) return objection;
    if (withName(reports, report.name)) return refuse('CONFLICT', 'A report of this name is kept already. Please choose another name.');
    if (Object.keys(reports).length >= MOST_KEPT_REPORTS) return refuse('CONFLICT', `${MOST_KEPT_REPORTS} reports are kept already. Please drop one first.`);
    return [{ type: 'ReportKept', data: report }];
  },
  evolve({ reports }, { type, data }) {
    if (type === 'ReportKept') return { reports: { ...reports, [data.reportId]: data } };
    const { [data.reportId]: _, ...others } = reports;
    return { reports: others };
  },
};

/** Case and accents do not make another one. */
export const withName = (reports: KeptReportsState['reports'], name: string): Kept | undefined => Object.values(reports).find((one) => plain(one.name) === plain(name));
