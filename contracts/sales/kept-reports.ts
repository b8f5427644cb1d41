/** Custom reports under a name, for everybody of the organization: what their rows are, what divides these, and which columns they show. The period is chosen anew each time. */
import { z } from 'zod';
import type { FactOf } from '../fact.js';
import { command, onPlan, query } from '../request.js';
import { reportBy, reportColumn } from './reports.js';

/** Of one organization. */
export const MOST_KEPT_REPORTS = 100;

export const reportName = z.string().trim().min(1, 'Name is required').max(60, 'At most 60 characters').refine((text) => !/\p{Cc}/u.test(text), 'Please write it in one line');

const choice = { name: z.string(), by: reportBy, split: reportBy.optional(), columns: z.array(reportColumn).min(1).max(reportColumn.options.length) };

/** Stream `keptreports-<account>`. */
export const keptReportFacts = {
  ReportKept: z.object({ reportId: z.string(), ...choice, userId: z.string(), keptAt: z.string() }),
  ReportDropped: z.object({ reportId: z.string(), userId: z.string() }),
};
export type KeptReportFact = FactOf<typeof keptReportFacts>;

const keptReport = z.object({ reportId: z.string(), ...choice });
export type KeptReport = z.infer<typeof keptReport>;

/** In the order of their names. */
export const keptReports = onPlan('custom_reports', query('sales.keptReports', 'analytics.view', 'The custom reports that are kept under a name', z.object({}), z.object({ reports: z.array(keptReport) })));
export const keepReport = onPlan('custom_reports', command('sales.keepReport', 'analytics.export', 'Keep a custom report under a name, for everybody of the organization', z.object({ ...choice, name: reportName }), z.object({ report: keptReport })));
export const dropReport = command('sales.dropReport', 'analytics.export', 'Drop a custom report that is kept under a name', z.object({ reportId: z.string().max(100) }), z.object({}));
