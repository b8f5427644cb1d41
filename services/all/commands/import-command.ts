/** `larder import`: uploads an export, shows how far it is, says what came of it and writes what could not be taken to a file. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { formatCents } from '@larder/contracts/money.js';
import { quarantineCsv } from '@larder/contracts/sales/quarantine-csv.js';
import { MOST_IMPORT_CHARACTERS, TOO_LARGE_TO_IMPORT, type ImportReport } from '@larder/contracts/sales.js';
import type { Operator } from './operator.js';
import type { Terminal } from './terminal.js';

export interface ImportOptions {
  file: string;
  /** What is in it. */
  csv: string;
  dryRun: boolean;
  /** The organization's when undefined. */
  timeZone: string | undefined;
  /** Where to write the lines that cannot be taken. */
  quarantine: string;
}

const LOOK_MS = 200;

/** Rejects with a sentence when the import is refused or stops. */
export async function importFile({ file, csv, dryRun, timeZone, quarantine }: ImportOptions, operator: Operator, terminal: Terminal): Promise<void> {
  if (csv.length > MOST_IMPORT_CHARACTERS) throw new Error(TOO_LARGE_TO_IMPORT);
  const body = { fileName: basename(file), csv, dryRun, timeZone };
  const { importId } = await operator.ask<{ importId: string }>('POST', '/api/admin/sales/import', body);
  const report = await follow(importId, operator, terminal);
  if (report.state === 'failed') throw new Error(report.error);
  for (const line of outcome(report)) terminal.say(line);
  if (report.quarantine.length === 0) return;
  writeFileSync(quarantine, quarantineCsv(report.quarantine));
  terminal.say(`The lines that cannot be taken are in ${quarantine}, each with its reason.`);
}

async function follow(importId: string, operator: Operator, terminal: Terminal): Promise<ImportReport> {
  for (;;) {
    const report = await operator.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`);
    const percent = report.rows === 0 ? 100 : Math.floor((report.doneRows / report.rows) * 100);
    terminal.progress(`${report.dryRun ? 'Checking' : 'Importing'} ${report.fileName}: ${report.doneRows} of ${report.rows} lines (${percent} %)`);
    if (report.state !== 'running') return report;
    await pause(LOOK_MS);
  }
}

/** What happened, or would happen, in lines. */
export function outcome({ dryRun, sales, known, totalCents, currency, machinesAdded, productsAdded, machines, warnings, quarantine }: ImportReport): string[] {
  const would = dryRun ? 'would be ' : '';
  const width = Math.max(0, ...machines.map(({ name }) => name.length));
  return [
    ...(dryRun ? ['A dry run: nothing was stored.'] : []),
    `${sales} purchases ${would}recorded (${formatCents(totalCents, currency)}), ${known} known already, ${quarantine.length} lines in quarantine`,
    `${machinesAdded} machines and ${productsAdded} products ${would}added`,
    ...machines.map(({ name, knownAs, added, lines, totalCents: cents }) => `  ${name.padEnd(width)}  ${String(lines).padStart(6)} lines  ${formatCents(cents, currency).padStart(12)}${added ? '  new' : ''}${knownAs ? `  known here as ${knownAs}` : ''}`),
    ...warnings,
  ];
}
