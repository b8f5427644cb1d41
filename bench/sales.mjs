/** The sales list and the dashboard with a million sales in the log, half of them of one organization, beside an indexed query of the same rows. */
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { openSqliteEventStore } from '../services/kit/dist/events/sqlite-event-store.js';
import { freshFile, NODE_FLAGS } from './measure.mjs';

const SALES = Number(process.env.SALES ?? 1_000_000);
const ASKED = 300;
const DAYS = 700;
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(dirname(freshFile()), 'larder-'));
const today = Date.now();

const dayOf = (n) => new Date(today - (n % DAYS) * 86_400_000).toISOString().slice(0, 10);
function saleOf(n, account) {
  const day = dayOf(n);
  const machine = n % 50;
  const product = n % 40;
  const line = { productId: `p${product}`, name: `Product ${product}`, sku: `SKU-${product}`, category: 'Drinks', quantity: 1 + (n % 3), unitPriceCents: 275, costCents: 80, totalCents: 275 * (1 + (n % 3)), slot: 'A1' };
  return {
    saleId: `bench.${account}.${n}`, machineId: `BENCH-${account}-${machine}`, machineName: `Machine ${machine}`, address: '1 Main Street', soldAt: `${day}T${String(n % 24).padStart(2, '0')}:00:00.000Z`, day, timeKnown: true,
    method: n % 2 ? 'card' : 'cash', currency: 'USD', lines: [line], totalCents: line.totalCents, source: 'seed-live', reference: String(n),
  };
}

async function fill() {
  const { store } = await openSqliteEventStore(join(folder, 'larder.db'));
  let next = 0;
  const writer = async () => {
    for (let n = next++; n < SALES; n = next++) {
      const account = n % 2 ? 'demo' : 'other';
      const data = saleOf(n, account);
      await store.append(`sale-${data.saleId}`, -1, [{ id: randomUUID(), type: 'SaleRecorded', data, meta: { commandId: `c${n}`, account, actor: 'bench', at: data.soldAt, correlationId: 'bench' } }]);
    }
  };
  await Promise.all(Array.from({ length: 512 }, writer));
  await store.close();
}

const freePort = () => new Promise((found) => {
  const server = createServer().listen(0, () => {
    const { port } = server.address();
    server.close(() => found(port));
  });
});
const p95 = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)];

async function timed(ask) {
  for (let n = 0; n < 30; n += 1) await ask(n);
  const taken = [];
  for (let n = 0; n < ASKED; n += 1) {
    const before = performance.now();
    await ask(n);
    taken.push(performance.now() - before);
  }
  return p95(taken);
}

async function product(report) {
  const port = await freePort();
  const larder = spawn(process.execPath, [...NODE_FLAGS, join(here, '..', 'services/all/dist/main.js')], {
    cwd: join(here, '..'), stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DATA_DIR: folder, PORT: String(port), MQTT_PORT: '0', LOG_LEVEL: 'error', DEMO: 'true', WEB_DIR: './no-pages' },
  });
  process.on('exit', () => larder.kill('SIGKILL'));
  let printed = '';
  await new Promise((started, failed) => {
    larder.stdout.on('data', (text) => (printed += text).includes('API:') && started());
    larder.once('exit', (code) => failed(new Error(`The product ended with ${code}`)));
  });
  const call = async (path, token, body) => {
    const response = await fetch(`http://localhost:${port}${path}`, { method: body ? 'POST' : 'GET', body: body && JSON.stringify(body), headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) } });
    const answer = await response.json();
    if (!answer.success) throw new Error(`${path}: ${answer.message}`);
    return answer.data;
  };
  const { password } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
  const { idToken } = await call('/api/cognito-auth/auth', undefined, { email: 'owner@larder.example', password });
  const { total } = await call('/api/admin/sales', idToken);
  if (total !== SALES / 2) throw new Error(`The list knows ${total} sales`);
  // What the log holds is published first: that is work of a first start, not of answering.
  while (/^larder_relay_reached\{.*\} 0$/m.test(await (await fetch(`http://localhost:${port}/metrics`)).text())) await new Promise((resolve) => setTimeout(resolve, 500));
  await report((path) => timed((n) => call(path(n), idToken)));
  larder.kill('SIGKILL');
}

function query() {
  const db = new Database(freshFile());
  db.exec('CREATE TABLE sales (account TEXT, day TEXT, at TEXT, row TEXT); CREATE INDEX by_day ON sales (account, at DESC); BEGIN');
  const add = db.prepare('INSERT INTO sales VALUES (?, ?, ?, ?)');
  for (let n = 0; n < SALES; n += 1) {
    const account = n % 2 ? 'demo' : 'other';
    const sale = saleOf(n, account);
    add.run(account, sale.day, sale.soldAt, JSON.stringify(sale));
  }
  db.exec('COMMIT');
  const page = db.prepare('SELECT row FROM sales WHERE account = ? ORDER BY at DESC LIMIT 20 OFFSET ?');
  return (offset) => JSON.stringify(page.all('demo', offset).map(({ row }) => JSON.parse(row)));
}

await fill();
const ask = query();
const pageOf = (n) => 1 + ((n * 37) % 500);
const raw = await timed(async (n) => ask((pageOf(n) - 1) * 20));
await product(async (measured) => {
  const print = (name, ms, aim) => process.stdout.write(`${[`${name}, ${SALES / 2} of ${SALES} sales, p95`, `${ms.toFixed(2)} ms`, `${raw.toFixed(2)} ms`, (ms / raw).toFixed(2), '-'].join('\t')}\taim ${aim} ms\n`);
  print('a page of the sales list', await measured((n) => `/api/admin/sales?page=${pageOf(n)}&limit=20`), 5);
  print('a page of the last 30 days', await measured((n) => `/api/admin/sales?page=${1 + (n % 50)}&limit=20&timeframe=30d`), 5);
  print('a page of one machine', await measured((n) => `/api/admin/sales?page=${1 + (n % 50)}&limit=20&machineId=BENCH-demo-${1 + 2 * (n % 25)}`), 5);
  print('the dashboard', await measured(() => '/api/cognito-auth/dashboard'), 8);
});
process.exit(0);
