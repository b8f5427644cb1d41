/** For system tests: an export to work with, and the totals that must come out of it, counted without the product. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { toCents } from '@larder/contracts/money.js';
import type { SalesSummary } from '@larder/contracts/sales.js';
import { exportOf, smallExport, smallExportLines, type ExportLine } from '@larder/sales/testing.js';
import type { TestLarder } from './testing.js';

/** Money in cents. */
export interface Figures {
  purchases: number;
  items: number;
  lines: number;
  cents: number;
  /** By the machine's name. */
  machines: Record<string, { lines: number; cents: number }>;
  methods: Record<string, number>;
  months: Record<string, number>;
}
export interface TestedExport {
  /** Says which one it is. */
  title: string;
  csv: string;
  figures: Figures;
}

/** Half a year of five real machines; not part of the product, so it may not be there. */
const REAL_FILE = join(process.cwd(), '../shared/data/seed-live-export-2022-h1.csv');
const REAL_FIGURES: Figures = {
  purchases: 4109, items: 4379, lines: 4326, cents: 823_000,
  machines: {
    'GuttenPlans x1367': { lines: 1718, cents: 316_875 }, 'EB Public Library x1380': { lines: 1203, cents: 239_300 }, 'BSQ Mall x1364 - Zales': { lines: 511, cents: 93_525 },
    'BSQ Mall x1366 - ATT': { lines: 410, cents: 86_650 }, 'Earle Asphalt x1371': { lines: 484, cents: 86_650 },
  },
  methods: { cash: 526_000, card: 297_000 },
  months: { '2022-01': 88_350, '2022-02': 90_875, '2022-03': 113_500, '2022-04': 162_250, '2022-05': 165_550, '2022-06': 202_475 },
};
const PERIOD = 'startDate=2022-01-01&endDate=2022-06-30';

export function exportToTest(): TestedExport {
  if (existsSync(REAL_FILE)) return { title: 'the export of five real machines (2022, first half)', csv: readFileSync(REAL_FILE, 'utf8'), figures: REAL_FIGURES };
  return { title: 'a small made-up export (the real one is not here)', csv: smallExport(), figures: countedFrom(smallExportLines()) };
}

/** The first month of it: visit by visit, half a year is five minutes of a slow machine. `REPLAY=all` is for who takes the time. */
export function exportToReplay(): TestedExport {
  const whole = exportToTest();
  if (process.env.REPLAY === 'all' || !existsSync(REAL_FILE)) return whole;
  const lines = (parse(whole.csv, { columns: true, bom: true }) as ExportLine[]).filter((line) => monthOf(line) === '2022-01');
  const figures = countedFrom(lines);
  if (figures.cents !== REAL_FIGURES.months['2022-01']) throw new Error('January is not what was counted by others');
  return { title: 'the export of five real machines (January 2022; the whole half year needs REPLAY=all)', csv: exportOf(lines), figures };
}

/** What the product's screens say of the same. */
export async function figuresOf(larder: TestLarder, token: string): Promise<Figures> {
  const summary = await larder.ask<SalesSummary>('GET', `/api/admin/sales/comparison?${PERIOD}`, { token });
  const linesOf = async (machineId = ''): Promise<number> => (await larder.ask<{ total: number }>('GET', `/api/admin/sales?limit=1&machineId=${machineId}&${PERIOD}`, { token })).total;
  const machines = await Promise.all(summary.machines.map(async ({ machineId, name, revenue }) => [name, { lines: await linesOf(machineId), cents: toCents(revenue) }]));
  return {
    purchases: summary.transactions, items: summary.quantity, lines: await linesOf(), cents: toCents(summary.revenue),
    machines: Object.fromEntries(machines) as Figures['machines'],
    methods: Object.fromEntries(summary.methods.map(({ method, revenue }) => [method, toCents(revenue)])),
    months: Object.fromEntries(summary.months.map(({ month, revenue }) => [month, toCents(revenue)])),
  };
}

const MONTH = /[A-Z][a-z]+ \d+, 2022$/;
const monthOf = ({ TransDate }: ExportLine): string => new Date(`${MONTH.exec(TransDate)?.[0]} UTC`).toISOString().slice(0, 7);

function countedFrom(lines: readonly ExportLine[]): Figures {
  const figures: Figures = { purchases: new Set(lines.map((line) => line.Transaction)).size, items: 0, lines: lines.length, cents: 0, machines: {}, methods: {}, months: {} };
  for (const line of lines) {
    const cents = toCents(Number(line.LineTotal));
    const method = line.Type === 'Cash' ? 'cash' : 'card';
    const month = monthOf(line);
    const machine = (figures.machines[line.Machine] ??= { lines: 0, cents: 0 });
    machine.lines++;
    machine.cents += cents;
    figures.items += Number(line.RQty);
    figures.cents += cents;
    figures.methods[method] = (figures.methods[method] ?? 0) + cents;
    figures.months[month] = (figures.months[month] ?? 0) + cents;
  }
  return figures;
}
