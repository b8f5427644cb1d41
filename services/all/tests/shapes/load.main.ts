/**
 * Runs a k6 script of deploy/k6 against a shape of the product that is started for it, with machines that do what guests would:
 * `node services/all/dist/tests/shapes/load.main.js deploy/k6/purchases.js one|separate 30s`. Ends with k6's own exit code, or 1 when purchases and sales differ.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { until } from '@larder/kit/testing.js';
import { addMachine, before, found, shop, type Machine } from './people.testing.js';
import { oneProcess, separateProcesses } from './shape.testing.js';

const ORGANIZATIONS = 4;
const STOCK = 990;
const SLOTS = [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: STOCK }, { slot: 'A2', name: 'Chips', price: 3.25, quantity: STOCK }];
/** In a storm every machine tells so much more: what is taken is put back so often first, and it says so often that it is there. */
const STORM = { pairs: 20, beatMs: 50 };
const LOOK_MS = 10;

interface Summary {
  metrics: Record<string, Record<string, number>>;
}

const [script = '', shapeName = 'separate', duration = '30s'] = process.argv.slice(2);
const isStorm = script.includes('storm');
const shape = shapeName === 'one' ? await oneProcess() : await separateProcesses({ nats: findNatsServer() ?? 'nats-server', copies: { gateway: 2 } });
const folder = mkdtempSync(join(tmpdir(), 'larder-k6-'));
const timers: NodeJS.Timeout[] = [];

/** The hands of the guests: what k6 cannot do, for it speaks no MQTT. */
function obey(machine: Machine): void {
  const served = new Set<string>();
  timers.push(setInterval(() => {
    for (const sessionId of machine.unlocked) {
      if (served.has(sessionId)) continue;
      served.add(sessionId);
      for (let n = 0; isStorm && n < STORM.pairs; n++) {
        machine.device.take('A2', 1, sessionId);
        machine.device.giveBack('A2', 1, sessionId);
      }
      shop(machine, sessionId, ['A1']);
    }
  }, LOOK_MS));
  if (isStorm) timers.push(setInterval(() => machine.device.beat(), STORM.beatMs));
}

async function run(environment: Record<string, string>): Promise<number> {
  const told = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const k6 = spawn('k6', ['run', '--quiet', '--no-usage-report', '--summary-export', join(folder, 'summary.json'), ...told, script], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PATH: `${process.env.PATH}:${process.env.HOME}/go/bin` } });
  return new Promise((ended, failed) => k6.once('error', failed).once('exit', (code) => ended(code ?? 1)));
}

try {
  const front = before(shape);
  const [tokens, machines]: [string[], Machine[]] = [[], []];
  for (let n = 1; n <= ORGANIZATIONS; n++) {
    const token = await found(front, `owner@load-${n}.example`, `Load Stays ${n}`);
    tokens.push(token);
    for (const its of ['1', '2']) machines.push(await addMachine(front, shape, token, `VM-${n}${its}`, SLOTS));
  }
  machines.forEach(obey);
  process.exitCode = await run({ URL: front.url, MACHINES: machines.map(({ machineId }) => machineId).join(','), TOKENS: tokens.join(','), DURATION: duration });
  const { metrics } = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as Summary;
  const bought = metrics.purchases?.count ?? 0;
  const entered = async (): Promise<number> => (await Promise.all(tokens.map((token) => front.ask<{ total: number }>('GET', '/api/admin/sales', { token })))).reduce((sum, { total }) => sum + total, 0);
  await until('every purchase is entered', async () => (await entered()) >= bought, 30_000);
  const sales = await entered();
  console.log(`${script} on ${shapeName === 'one' ? 'one process' : 'separate processes'}: ${bought} purchases, ${sales} sales`);
  if (sales !== bought) process.exitCode = 1;
  await Promise.all(machines.map(({ device }) => device.disconnect()));
} finally {
  timers.forEach(clearInterval);
  await shape.stop();
  rmSync(folder, { recursive: true });
}
process.exit();
