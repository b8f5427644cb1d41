/** A custom report as a file: what its rows are of, and the columns that were chosen. */
import { columnsOf, isOfTime, kindOfColumn, reportByTitles, reportColumnTitles, type CustomReport, type ReportBy, type ReportRow } from '@larder/contracts/sales/reports.js';
import { column, MOST_BARS, type Column, type Sheet } from './sheet.js';

/** A page has this share of its width for names. */
const NAMES_WIDTH = 48;

/** @param chosen as in the address */
export function reportSheetColumns({ by, split, currency }: CustomReport, chosen: string | undefined): readonly Column[] {
  const figures = columnsOf(chosen);
  const width = NAMES_WIDTH / (split ? 2 : 1);
  return [
    ...named(by, width, (row) => row.by), ...(split ? named(split, width, (row) => row.split ?? row.by) : []),
    ...figures.map((figure) => column<ReportRow>(reportColumnTitles[figure], (100 - NAMES_WIDTH) / figures.length, (row) => row[figure] ?? '', kindOfColumn(figure))),
    column('Currency', 0, () => currency),
  ];
}

/** A machine has an id beside its name; a week and a month are told by their first day, which a spreadsheet can sort. */
function named(by: ReportBy, width: number, of: (row: ReportRow) => ReportRow['by']): Column[] {
  if (by === 'week' || by === 'month') return [column<ReportRow>(`${reportByTitles[by]} From`, width, (row) => of(row).key, 'day')];
  if (by === 'day') return [column<ReportRow>('Day', width, (row) => of(row).key, 'day')];
  return [...(by === 'machine' ? [column<ReportRow>('Machine ID', 0, (row) => of(row).key)] : []), column<ReportRow>(reportByTitles[by], width, (row) => of(row).name)];
}

/** The best, or each day, week or month. */
export function reportBars({ by, rows }: CustomReport): Sheet['chart'] {
  const revenues = new Map<string, { label: string; value: number }>();
  for (const { by: { key, name }, revenue } of rows) revenues.set(key, { label: isOfTime(by) ? key : name, value: Math.round(((revenues.get(key)?.value ?? 0) + revenue) * 100) / 100 });
  const bars = [...revenues.values()];
  return { title: `Revenue by ${reportByTitles[by].toLowerCase()}`, bars: isOfTime(by) ? bars : bars.slice(0, MOST_BARS) };
}
