/**
 * From the start of the process to its first answer, with an empty log and with a million sales, beside an empty Nest on Fastify; and the memory it has then.
 * Views lie in a file beside the log, at their checkpoints, and the log was whole at an earlier start; without that, e.g. after a restore, a start compares
 * all of the log with its hash chain and makes every view anew, which goes on after its first answer. `MONGODB_URL` names a server where they
 * may lie as well, in databases of its own.
 */
import { rmSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { against, freshFolder, inTurns, measureAgainst, NODE_FLAGS, pause, report } from './measure.mjs';
import { layLogOfSales, SALES } from './million-sales.mjs';
import { end, freePort, megabytesOf, start } from './processes.mjs';

const WITHOUT_CHECKPOINTS_S = 8;
const SALES_MB = 600;
const SETTLED_MS = 5_000;
const LOOK_MS = 5;
/** Each of them takes a minute. */
const LONG_TURNS = 3;

const isAnswered = (port, path = '/api/settings') => new Promise((resolve) => {
  get({ port, host: '127.0.0.1', path }, (response) => {
    response.resume();
    resolve(response.statusCode === 200);
  }).on('error', () => resolve(false));
});

/** Starts a program until it answers; `meanwhile` may look at it before it ends. */
async function secondsToAnswer(program, env, meanwhile = () => undefined) {
  const port = await freePort();
  const before = performance.now();
  const child = start(program, [], { flags: NODE_FLAGS, env: { PORT: String(port), ...env } });
  while (!(await isAnswered(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await pause(LOOK_MS);
  }
  const seconds = (performance.now() - before) / 1000;
  await meanwhile(child, { port, before });
  await end(child, 'SIGTERM');
  return seconds;
}

const product = (folder, env, meanwhile) => secondsToAnswer('dist/all.js', { DATA_DIR: folder, MQTT_PORT: '0', LOG_LEVEL: 'error', DEMO: 'false', ...env }, meanwhile);
const peer = () => secondsToAnswer('bench/empty-nest.mjs');
const around = ({ before, after }) => (before + after) / 2;

await measureTurns('a start with an empty log, against an empty Nest-Fastify', () => product(freshFolder()));

const folder = freshFolder();
await layLogOfSales(folder);
const complete = [];
const untilComplete = async (_, { port, before }) => {
  while (!(await isAnswered(port, '/readyz'))) await pause(LOOK_MS);
  complete.push((performance.now() - before) / 1000);
};
await measureAgainst(WITHOUT_CHECKPOINTS_S, `a start with ${SALES} sales, the log compared and views not made yet`, {
  unit: 's', aim: '<= 1', turns: LONG_TURNS,
  ours: () => {
    for (const name of ['larder.db-checked', 'views.db', 'views.db-wal', 'views.db-shm']) rmSync(join(folder, name), { force: true });
    return product(folder, {}, untilComplete);
  },
});
report(`the same, until every view is complete`, against(WITHOUT_CHECKPOINTS_S, complete), { unit: 's' });
const megabytes = [];
const look = async (child) => {
  await pause(SETTLED_MS);
  megabytes.push(megabytesOf(child));
};
await measureTurns(`a start with ${SALES} sales, views at their checkpoints, against an empty Nest-Fastify`, () => product(folder, {}, look));
report(`memory of everything in one process with ${SALES} sales`, against(SALES_MB, megabytes), { unit: 'MB', aim: '<= 1' });

if (process.env.MONGODB_URL) {
  const env = { READ_STORE_URL: `${process.env.MONGODB_URL}/bench-${process.pid}` };
  await product(folder, env); // fills the views
  await measureTurns(`a start with ${SALES} sales, views on MongoDB, against an empty Nest-Fastify`, () => product(folder, env));
} else process.stderr.write('a start with views on MongoDB: not measured, it needs MONGODB_URL\n');
process.exit(0);

async function measureTurns(name, ours) {
  const turns = await inTurns({ ours, peer });
  report(name, turns.map((turn) => ({ own: turn.own, around: around(turn) })), { unit: 's', aim: '<= 2.5' });
}
