/** A report as somebody puts it together: what its rows are, what these are divided by, and what it shows of each. The address holds it. */
import { canSplit, columnsOf, kindOfColumn, reportBy, reportByTitles, reportColumn, reportColumnTitles, type CustomReport, type ReportBy, type ReportColumn, type ReportRow } from '@larder/contracts/sales/reports.js';
import { Select, Table, type TableColumnsType } from 'antd';
import { useId } from 'react';
import { capitalized, formatDay, formatNumber, plural } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { Blank } from '../../ui/blank.js';
import { CopyButton } from '../../ui/copy-button.js';
import { FiguresTable } from '../../ui/figures-table.js';
import { useReportQuery } from './analytics-api.js';
import { rangeOf, reportOf, type AnalyticsFilters } from './analytics-filters.js';
import { AnswerSection, useHasFeature } from './answer-section.js';
import { formatPercent, monthLabel } from './figures.js';
import { KeptReports } from './kept-reports.js';
import { ReportNote } from './upgrade-note.js';

interface Props {
  filters: AnalyticsFilters;
  onFilters(filters: AnalyticsFilters): void;
}

export function Report({ filters, onFilters }: Props) {
  const isInPlan = useHasFeature('custom_reports');
  const answer = useReportQuery({ ...rangeOf(filters), ...reportOf(filters) }, { ...usePolling(), skip: isInPlan === false });
  return (
    <>
      {isInPlan !== false && <div className="section"><Choices filters={filters} onFilters={onFilters} /></div>}
      <AnswerSection<CustomReport> title="Custom Report" isInPlan={isInPlan} notInPlan={<ReportNote />} answer={answer}>
        {(report) => (report.rows.length === 0 ? <Blank title="Nothing was sold in this period" /> : <Rows report={report} columns={filters.columns} />)}
      </AnswerSection>
    </>
  );
}

const NOTHING = '';
function Choices({ filters, onFilters }: Props) {
  const id = useId();
  const { by, split, columns } = filters;
  const optionsOf = (some: readonly ReportBy[]): { value: ReportBy; label: string }[] => some.map((value) => ({ value, label: reportByTitles[value] }));
  const splits = [{ value: NOTHING, label: 'Nothing else' }, ...optionsOf(reportBy.options.filter((one) => canSplit(by, one)))];
  const rowsOf = (chosen: ReportBy): AnalyticsFilters => {
    const { split: _, ...others } = filters;
    return { ...others, by: chosen, ...(split && canSplit(chosen, split) && { split }) };
  };
  const splitBy = (chosen: string): AnalyticsFilters => {
    const { split: _, ...others } = filters;
    return { ...others, ...(chosen !== NOTHING && { split: chosen as ReportBy }) };
  };
  return (
    <div className="stack">
      <KeptReports filters={filters} onFilters={onFilters} />
      <div className="filter-bar">
        <label htmlFor={`${id}r`}>Rows<Select<ReportBy> id={`${id}r`} value={by} options={optionsOf(reportBy.options)} onChange={(chosen) => onFilters(rowsOf(chosen))} /></label>
        <label htmlFor={`${id}s`}>Divided By<Select<string> id={`${id}s`} value={split ?? NOTHING} options={splits} onChange={(chosen) => onFilters(splitBy(chosen))} /></label>
        <label htmlFor={`${id}c`} className="report-columns">Columns<Select<ReportColumn[]> id={`${id}c`} mode="multiple" value={[...columns]} options={reportColumn.options.map((value) => ({ value, label: reportColumnTitles[value] }))} onChange={(chosen) => onFilters({ ...filters, columns: columnsOf(chosen.join()) })} /></label>
      </div>
      <p className="quiet no-print">The address of this page is this report: bookmark it, or send it to a colleague. <CopyButton what="Link to the report" text={location.href} /></p>
    </div>
  );
}

/** As people read it. */
function labelOf(by: ReportBy, { key, name }: ReportRow['by']): string {
  switch (by) {
    case 'day': return formatDay(key);
    case 'week': return `Week of ${formatDay(key)}`;
    case 'month': return monthLabel(key);
    case 'method': return capitalized(name);
    default: return name || 'Not known';
  }
}

const ofColumn: Record<ReturnType<typeof kindOfColumn>, (value: number | null, currency: string) => string> = {
  money: (value, currency) => (value === null ? '—' : formatAmount(value, currency)), number: (value) => (value === null ? '—' : formatNumber(value)), percent: formatPercent,
};

function Rows({ report, columns }: { report: CustomReport; columns: readonly ReportColumn[] }) {
  const { rows, total, by, split, currency } = report;
  const named = (dimension: ReportBy, of: (row: ReportRow) => ReportRow['by'] | null) => ({
    title: reportByTitles[dimension], key: dimension,
    render: (_: unknown, row: ReportRow) => {
      const one = of(row);
      return one && <span className="two-lines">{labelOf(dimension, one)}{dimension === 'machine' && one.name !== one.key && <small>{one.key}</small>}</span>;
    },
  });
  const shown: TableColumnsType<ReportRow> = [
    named(by, (row) => row.by), ...(split ? [named(split, (row) => row.split)] : []),
    ...columns.map((column) => ({
      title: reportColumnTitles[column], key: column, align: 'right' as const, className: 'figures', showSorterTooltip: false,
      sorter: (a: ReportRow, b: ReportRow) => (a[column] ?? -Infinity) - (b[column] ?? -Infinity),
      render: (_: unknown, row: ReportRow) => ofColumn[kindOfColumn(column)](row[column], currency),
    })),
  ];
  const names = split ? 2 : 1;
  const sums = () => (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0} colSpan={names}><strong>Total</strong></Table.Summary.Cell>
      {columns.map((column, n) => <Table.Summary.Cell key={column} index={names + n} align="right" className="figures"><strong>{ofColumn[kindOfColumn(column)](total[column], currency)}</strong></Table.Summary.Cell>)}
    </Table.Summary.Row>
  );
  return (
    <>
      <FiguresTable<ReportRow> label="Custom report" pageSize={50} rowKey={(row) => JSON.stringify([row.by.key, row.split?.key])} columns={shown} dataSource={rows} summary={sums} />
      <p className="quiet" style={{ marginTop: 12 }}>{plural(rows.length, 'row')}, each day by the machines' own clocks. {noteOn(report)}</p>
    </>
  );
}

function noteOn({ by, split, rows }: CustomReport): string {
  const goods = [by, split].some((one) => one === 'product' || one === 'category');
  if (rows.some(({ transactions }) => transactions === null)) return 'Purchases are not counted by category: one of two of its products is one.';
  return goods ? 'A purchase of two products is in two rows, and once in the total.' : '';
}
