/** What an export holds, whatever its format: records with columns, the totals of the screen, and what its chart shows. */
import type { SalesOverview } from '@larder/contracts/sales/analytics.js';
import type { ExportType } from '@larder/contracts/sales/exports.js';

export type Value = string | number;
export interface Column {
  title: string;
  /** Share of a page's width. */
  width: number;
  /** `day`: of the calendar, as text. */
  kind: 'text' | 'day' | 'number' | 'percent' | 'money';
  of(row: unknown): Value;
}
export interface Bar {
  label: string;
  value: number;
}
export interface Sheet {
  type: ExportType;
  /** Of the records. */
  title: string;
  /** What they are narrowed to, beside days; empty when to nothing. */
  only: string;
  overview: SalesOverview;
  /** The name of the records in JSON. */
  records: string;
  columns: readonly Column[];
  /** What a document shows of each record, where the columns are too many for its pages. */
  onPaper?: readonly Column[];
  /** Records to come. */
  total: number;
  batches: AsyncIterable<readonly unknown[]>;
  /** `empty`: what is said where there are no bars; that nothing was sold, without it. */
  chart: { title: string; bars: Bar[]; empty?: string };
  /** What stands first in a document; the totals of the sales, without it. */
  figures?: readonly { title: string; kind: Column['kind']; value: Value }[];
  /** What the records add up to, under the name it has in JSON. */
  sums?: { name: string; title: string; columns: readonly Column[]; rows: readonly unknown[] };
}

export const column = <R>(title: string, width: number, of: (row: R) => Value, kind: Column['kind'] = 'text'): Column => ({ title, width, kind, of: of as Column['of'] });

/** More are no picture. */
export const MOST_BARS = 10;
