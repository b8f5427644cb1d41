/** The sales list and the dashboard with a million sales in the log, half of them of one organization: idle, and while machines report. */
import Database from 'libsql';
import { against, freshFile, freshFolder, inTurns, quantile, report, turnsOf } from './measure.mjs';
import { accountOf, layLogOfSales, SALES, saleOf } from './million-sales.mjs';
import { addMachines, ask, call, named, signIn, start, startProduct } from './processes.mjs';

const ASKED = Number(process.env.ASKED ?? 100);
const FACTS_PER_SECOND = 1_000;
const MACHINES = 100;
const PAGE_MS = 5;
const DASHBOARD_MS = 8;

const pageOf = (n) => 1 + ((n * 37) % 500);
const SCREENS = {
  'a page of the sales list': { path: (n) => `/api/admin/sales?page=${pageOf(n)}&limit=20`, limitMs: PAGE_MS },
  'a page of the last 30 days': { path: (n) => `/api/admin/sales?page=${1 + (n % 50)}&limit=20&timeframe=30d`, limitMs: PAGE_MS },
  'a page of one machine': { path: (n) => `/api/admin/sales?page=${1 + (n % 50)}&limit=20&machineId=BENCH-demo-${1 + 2 * (n % 25)}`, limitMs: PAGE_MS },
  'the dashboard': { path: () => '/api/cognito-auth/dashboard', limitMs: DASHBOARD_MS },
};

async function p95(work) {
  for (let n = 0; n < 20; n += 1) await work(n);
  const taken = [];
  for (let n = 0; n < ASKED; n += 1) {
    const before = performance.now();
    await work(n);
    taken.push(performance.now() - before);
  }
  return quantile(taken, 0.95);
}

function query() {
  const db = new Database(freshFile());
  db.exec('CREATE TABLE sales (account TEXT, day TEXT, at TEXT, row TEXT); CREATE INDEX by_day ON sales (account, at DESC); BEGIN');
  const add = db.prepare('INSERT INTO sales VALUES (?, ?, ?, ?)');
  for (let n = 0; n < SALES; n += 1) {
    const sale = saleOf(n);
    add.run(accountOf(n), sale.day, sale.soldAt, JSON.stringify(sale));
  }
  db.exec('COMMIT');
  const page = db.prepare('SELECT row FROM sales WHERE account = ? ORDER BY at DESC LIMIT 20 OFFSET ?');
  return async (n) => JSON.stringify(page.all('demo', (pageOf(n) - 1) * 20).map(({ row }) => JSON.parse(row)));
}

const folder = freshFolder();
await layLogOfSales(folder);
const inSqlite = query();
const product = await startProduct({ folder });
const token = await signIn(product);
const { total } = await call(product, '/api/admin/sales', { token });
if (total !== SALES / 2) throw new Error(`The list knows ${total} sales`);
const machines = start('machines.mjs');
await ask(machines, { port: product.mqttPort, machines: await addMachines(product, token, named(MACHINES)) });

async function asked() {
  const taken = { sqlite: await p95(inSqlite) };
  for (const [name, { path }] of Object.entries(SCREENS)) taken[name] = await p95((n) => call(product, path(n), { token }));
  return taken;
}

async function askedMeanwhile() {
  machines.send({ perSecond: FACTS_PER_SECOND });
  const taken = await asked();
  const { sent, acknowledged } = await ask(machines, { stop: true });
  if (acknowledged < sent) throw new Error(`${sent - acknowledged} reports were not acknowledged`);
  return taken;
}

await asked(); // the first questions belong to the compiler
const turns = await inTurns({ ours: askedMeanwhile, peer: asked, steady: (taken) => taken['a page of the sales list'] });
const idle = turns.map(({ before, after }) => ({ of: (name) => (before[name] + after[name]) / 2 }));
const first = Object.keys(SCREENS)[0];
for (const [name, { limitMs }] of Object.entries(SCREENS)) {
  report(`${name}, ${SALES / 2} of ${SALES} sales, p95`, against(limitMs, idle.map(({ of }) => of(name))), { unit: 'ms', aim: '<= 1' });
}
report(`${first} over HTTP, against an indexed query in the process, p95`, idle.map(({ of }) => ({ own: of(first), around: of('sqlite') })), { unit: 'ms' });
for (const [name] of Object.entries(SCREENS)) {
  report(`${name} while machines report ${FACTS_PER_SECOND} facts/s, against idle, p95`, turnsOf(turns, name), { unit: 'ms', aim: '<= 1.5' });
}
process.exit(0);
