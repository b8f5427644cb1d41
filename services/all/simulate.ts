/** `npm run simulate -- --seeds 1000`: simulated days one after the other; a seed that goes wrong is printed and replays exactly with `--seed`. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NONE, defects } from './simulation/defects.js';
import { simulateDay, type Outcome } from './simulation/day.js';

/** A process keeps a little of every day it has seen, so it sees few. */
const DAYS_A_PROCESS = 20;
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '100' }, seed: { type: 'string' }, from: { type: 'string', default: '1' }, defect: { type: 'string' }, days: { type: 'string' } } });
const defect = values.defect === undefined ? NONE : defects[values.defect];
if (!defect) {
  process.stderr.write(`There is no such defect; there are:\n${Object.keys(defects).map((name) => `  ${name}`).join('\n')}\n`);
  process.exit(2);
}

const say = ({ seed, wrong, facts, visits, sales, crashes, fingerprint }: Outcome): string =>
  `seed ${seed}: ${facts} facts, ${visits} visits, ${sales} sales, ${crashes} crashes, ${fingerprint}${wrong.map((what) => `\n  WRONG ${what}`).join('')}\n`;

async function inThisProcess(seeds: readonly string[]): Promise<void> {
  for (const seed of seeds) process.send?.(await simulateDay(seed, defect));
}

function inAnother(seeds: readonly string[], onOutcome: (outcome: Outcome) => void): Promise<void> {
  return new Promise((done, failed) => {
    const child = fork(fileURLToPath(import.meta.url), ['--days', seeds.join(','), ...(values.defect ? ['--defect', values.defect] : [])], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', onOutcome as (message: unknown) => void);
    child.on('exit', (code) => (code === 0 ? done() : failed(new Error(`A process with the seeds ${seeds.join(', ')} ended with ${code}`))));
  });
}

if (values.days !== undefined) {
  await inThisProcess(values.days.split(','));
  process.exit(0);
}
const seeds = values.seed !== undefined ? [values.seed] : Array.from({ length: Number(values.seeds) }, (_, n) => String(Number(values.from) + n));
const total = { days: 0, wrong: 0, facts: 0, visits: 0, sales: 0, crashes: 0 };
const note = (outcome: Outcome): void => {
  total.days++;
  if (outcome.wrong.length > 0) total.wrong++;
  for (const part of ['facts', 'visits', 'sales', 'crashes'] as const) total[part] += outcome[part];
  if (outcome.wrong.length > 0 || seeds.length <= 20) process.stdout.write(say(outcome));
};
const waiting = Array.from({ length: Math.ceil(seeds.length / DAYS_A_PROCESS) }, (_, n) => seeds.slice(n * DAYS_A_PROCESS, (n + 1) * DAYS_A_PROCESS));
const hand = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await inAnother(next, note);
};
await Promise.all(Array.from({ length: availableParallelism() }, hand));
process.stdout.write(`${JSON.stringify(total)}\n`);
process.exit(total.wrong > 0 ? 1 : 0);
