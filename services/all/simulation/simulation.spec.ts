/** Simulated days, a few of them, each handful in a process of its own; `npm run simulate` runs as many as one likes. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Outcome } from './day.js';
import { defects } from './defects.js';

const DAYS = Number(process.env.SIMULATED_DAYS ?? 4);
/** A defect shows on some days only. */
const DAYS_TO_SHOW = 20;
const program = join(__dirname, '..', 'dist', 'simulate.js');

jest.setTimeout(600_000);

/** Runs these days until one is `enough`, or all of them. */
function days(seeds: readonly number[], defect?: string, enough: (day: Outcome) => boolean = () => false): Promise<Outcome[]> {
  return new Promise((resolve, reject) => {
    const seen: Outcome[] = [];
    const child = fork(program, ['--days', seeds.join(','), ...(defect ? ['--defect', defect] : [])], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--no-warnings'] });
    child.on('message', (day: Outcome) => {
      seen.push(day);
      if (enough(day)) child.kill('SIGKILL');
    });
    child.on('exit', (code, signal) => (code === 0 || signal === 'SIGKILL' ? resolve(seen) : reject(new Error(`The days ${seeds.join(', ')} ended with ${code}`))));
  });
}
const upTo = (last: number): number[] => Array.from({ length: last }, (_, n) => n + 1);

it(`on ${DAYS} rough days nothing is lost, doubled, miscounted or shown to others`, async () => {
  const seen = await days(upTo(DAYS));
  expect(seen.map(({ seed, wrong }) => ({ seed, wrong }))).toEqual(upTo(DAYS).map((seed) => ({ seed: String(seed), wrong: [] })));
  const [sales, crashes] = [seen.reduce((sum, day) => sum + day.sales, 0), seen.reduce((sum, day) => sum + day.crashes, 0)];
  process.stderr.write(`simulated days: ${JSON.stringify({ days: DAYS, sales, crashes })}\n`);
  expect(Math.min(sales, crashes)).toBeGreaterThan(0);
});

it('a day replays exactly', async () => {
  const [first, again, other] = await days([3, 3, 4]);
  expect(again).toEqual(first);
  expect(other?.fingerprint).not.toBe(first?.fingerprint);
});

const shown = process.env.SIMULATED_DEFECTS === 'true';
const title = 'What is broken on purpose';
if (!shown) process.stderr.write(`${title}: did not run, it takes minutes and SIMULATED_DEFECTS=true\n`);
(shown ? describe : describe.skip)(shown ? title : `${title}: needs SIMULATED_DEFECTS=true`, () => {
  it.each(Object.keys(defects))('would be seen: %s', async (name) => {
    const seen = await days(upTo(DAYS_TO_SHOW), name, ({ wrong }) => wrong.length > 0);
    expect(seen.some(({ wrong }) => wrong.length > 0)).toBe(true);
  });
});
