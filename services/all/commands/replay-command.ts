/** `larder replay`: turns an export into live visits at simulated machines, machine by machine in parallel. */
import type { AccountContext } from '@larder/contracts/identity.js';
import { setTimeout as pause } from 'node:timers/promises';
import { formatCents } from '@larder/contracts/money.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { readSeedLive } from '@larder/sales/imports/seed-live.js';
import type { MachinePlan } from '@larder/simulator/replay-plan.js';
import type { Operator } from './operator.js';
import { setStage, type Stage } from './replaying.js';
import type { Terminal } from './terminal.js';

export interface ReplayCommandOptions {
  /** What is in the file. */
  csv: string;
  url: string;
  mqttUrl: string;
  /** The organization's when undefined. */
  timeZone: string | undefined;
  /** How many times faster than a guest; Infinity for as fast as it goes. */
  speed: number;
  /** Purchases at most. */
  limit: number;
}

interface Count {
  visits: number;
  cents: number;
}

/** Rejects with a sentence when something goes otherwise than in the file. */
export async function replayFile({ csv, limit, speed, ...where }: ReplayCommandOptions, operator: Operator, terminal: Terminal): Promise<void> {
  const read = readSeedLive(csv);
  if (isRefusal(read)) throw new Error(read.message);
  const purchases = read.purchases.slice(0, limit);
  terminal.say(`${purchases.length} purchases of ${read.purchases.length}${read.quarantine.length > 0 ? `; ${read.quarantine.length} lines cannot be read (see a dry run of the import)` : ''}`);
  const { account: { currency } } = await operator.ask<AccountContext>('GET', '/api/cognito-auth/account');
  const stage = await setStage(purchases, { ...where, operator, now: () => Date.now(), pause: (ms) => (speed === Infinity ? Promise.resolve() : pause(ms / speed)) });
  try {
    await play(stage, currency, terminal);
  } finally {
    await stage.close();
  }
}

async function play(stage: Stage, currency: string, terminal: Terminal): Promise<void> {
  const money = (cents: number): string => formatCents(cents, currency);
  const { machines, skipped } = stage.plan;
  for (const { transaction, reason } of skipped) terminal.say(`Purchase ${transaction} is left out: ${reason}`);
  await stage.online();
  const total = machines.reduce((sum, machine) => sum + visitsOf(machine), 0);
  const counts = new Map(machines.map(({ machineId }): [string, Count] => [machineId, { visits: 0, cents: 0 }]));
  const methods = new Map<string, number>();
  const begun = performance.now();
  const perSecond = (visits: number): string => `${(visits / Math.max((performance.now() - begun) / 1000, 0.001)).toFixed(1)} a second`;
  let done = 0;
  const ends = await Promise.allSettled(machines.map(async ({ machineId, days }) => {
    const count = counts.get(machineId) as Count;
    for (const step of days.flatMap(({ steps }) => steps)) {
      await stage.play(machineId, step);
      if (step.do !== 'visit') continue;
      count.visits++;
      count.cents += step.visit.totalCents;
      methods.set(step.visit.method, (methods.get(step.visit.method) ?? 0) + step.visit.totalCents);
      terminal.progress(`${++done} of ${total} visits paid, ${perSecond(done)}`);
    }
  }));
  for (const [machineId, { visits, cents }] of counts) terminal.say(`  ${machineId.padEnd(40)} ${String(visits).padStart(6)} visits ${money(cents).padStart(12)}`);
  for (const [method, cents] of methods) terminal.say(`  ${method.padEnd(40)} ${money(cents).padStart(26)}`);
  terminal.say(`${done} visits, ${money([...counts.values()].reduce((sum, { cents }) => sum + cents, 0))}, ${perSecond(done)}`);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

const visitsOf = ({ days }: MachinePlan): number => days.reduce((sum, { steps }) => sum + steps.filter((step) => step.do === 'visit').length, 0);
