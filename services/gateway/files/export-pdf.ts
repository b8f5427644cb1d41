/** An export as a document to print: the totals of the screen, a chart, and the records. */
import type { Readable } from 'node:stream';
import { formatCents, toCents } from '@larder/contracts/money.js';
import { Paper } from './paper.js';
import type { Column, Sheet } from './sheet.js';
import { TITLES } from './sheets.js';

/** A longer list is no document any more; the other formats hold it all. */
const MOST_ROWS = 2_000;
const count = new Intl.NumberFormat('en-US').format;

export function exportPdf(sheet: Sheet, at: Date): Readable {
  const { type, title, only, overview, chart, columns, onPaper = columns, batches, sums, figures } = sheet;
  const { summary, startDate, endDate, currency } = overview;
  const money = (amount: number): string => formatCents(toCents(amount), currency);
  const text = (value: string | number, kind: Column['kind']): string => {
    if (value === '' && kind === 'percent') return 'Not known';
    if (typeof value === 'string') return value;
    if (kind === 'percent') return `${value}%`;
    return kind === 'money' ? money(value) : count(value);
  };
  const paper = new Paper(TITLES[type], `${startDate} to ${endDate}${only && `, ${only}`}, each day by the machines' own clocks`, at);
  paper.figures(figures?.map(({ title: name, kind, value }) => [name, text(value, kind)] as const) ?? [
    ['Total Revenue', money(summary.totalRevenue)], ['Total Profit', money(summary.totalProfit)], ['Transactions', count(summary.totalTransactions)], ['Profit Margin', summary.profitMargin === null ? '—' : `${summary.profitMargin.toFixed(1)}%`],
    ['Tax', money(summary.totalTax)], ['Quantity', count(summary.totalQuantity)], ['Avg Transaction', money(summary.averageTransactionValue)], ['Refunded', money(-summary.totalRefunded || 0)],
  ]);
  if (!figures && summary.revenueWithoutCost > 0) paper.note(`The cost of ${money(summary.revenueWithoutCost)} of this revenue is not known: its profit counts in full, the margin is that of the rest.`);
  paper.heading(chart.title);
  paper.bars(chart.bars, money, chart.empty ?? 'Nothing was sold in this period.');
  const table = (all: readonly Column[]): ((row: unknown) => void) => {
    const shown = all.filter(({ width }) => width > 0);
    const addRow = paper.table(shown.map(({ title, width, kind }) => ({ title, width, alignRight: kind !== 'text' && kind !== 'day' })));
    return (row) => addRow(shown.map(({ of, kind }) => text(of(row), kind)));
  };
  if (sums) {
    paper.heading(sums.title);
    sums.rows.forEach(table(sums.columns));
  }
  paper.heading(title);
  const add = table(onPaper);
  const write = async (): Promise<void> => {
    let written = 0;
    for await (const rows of batches) {
      rows.slice(0, MOST_ROWS - written).forEach(add);
      written += Math.min(rows.length, MOST_ROWS - written);
      if (written === MOST_ROWS) break;
    }
    if (written < sheet.total) paper.note(`${count(written)} of ${count(sheet.total)} records. The Excel, CSV and JSON exports hold all of them.`);
    paper.end('The Excel, CSV and JSON exports hold them.');
  };
  write().catch((error: unknown) => paper.stream.destroy(error instanceof Error ? error : new Error(String(error))));
  return paper.stream;
}
