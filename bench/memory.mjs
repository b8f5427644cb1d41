/** Memory as the system counts it: each service alone beside an empty Nest on Fastify, everything in one process, and how it drifts while machines report. Linux only. */
import { findNatsServer, startNatsServer } from '../services/kit/dist/bus/nats/nats-server.js';
import { freshFolder, inTurns, measureAgainst, median, pause, report, SERVICE_FLAGS, turnsOf } from './measure.mjs';
import { addMachines, ask, end, freePort, megabytesOf, named, said, signIn, start, startProduct } from './processes.mjs';

const EMPTY_MB = 220;
const SETTLED_MS = 3_000;
const SERVICES = ['gateway', 'identity', 'fleet', 'catalog', 'device-adapter', 'vending', 'sales', 'alerts'];
const MINUTES = Number(process.env.MINUTES ?? 6);
/** In six minutes what an hour brings at 500 facts a second: enough for several full collections of the heap, which a minute never sees. */
const FACTS_PER_SECOND = 5_000;
const MACHINES = 100;
/** By then the young have the room they take, and the old were looked through once: before, memory tells only how much has come. */
const WARM_SECONDS = 120;

const settled = async (children) => {
  await pause(SETTLED_MS);
  const megabytes = children.map(megabytesOf);
  await Promise.all(children.map((child) => end(child)));
  return megabytes;
};

async function emptyNest() {
  const child = start('empty-nest.mjs', [], { env: { PORT: String(await freePort()) } });
  await said(child, 'ready');
  const [megabytes] = await settled([child]);
  return Object.fromEntries(SERVICES.map((name) => [name, megabytes]));
}

const servicesOn = (natsUrl) => async () => {
  const children = SERVICES.map((name) => start(`dist/${name}.js`, [], { flags: SERVICE_FLAGS, env: { BUS_URL: natsUrl, DATA_DIR: freshFolder(), PORT: '0', PUBLIC_URL: 'http://localhost:8080', MQTT_PORT: '0', LOG_LEVEL: 'info' } }));
  await Promise.all(children.map((child) => said(child, '"msg":"ready"')));
  const megabytes = await settled(children);
  return Object.fromEntries(SERVICES.map((name, n) => [name, megabytes[n]]));
};

const program = findNatsServer();
if (program) {
  const server = await startNatsServer(program);
  process.on('exit', () => void server.kill());
  const turns = await inTurns({ ours: servicesOn(server.url), peer: emptyNest, steady: ({ gateway }) => gateway });
  for (const name of SERVICES) report(`memory of ${name} alone, against an empty Nest-Fastify`, turnsOf(turns, name), { unit: 'MB', aim: '<= 1.3' });
  await server.remove();
} else process.stderr.write('memory of single services: not measured, nats-server is not installed\n');

await measureAgainst(EMPTY_MB, 'memory of everything in one process, empty', {
  unit: 'MB', aim: '<= 1',
  ours: async () => (await settled([(await startProduct({ demo: false })).child]))[0],
});

const product = await startProduct();
const machines = start('machines.mjs');
await ask(machines, { port: product.mqttPort, machines: await addMachines(product, await signIn(product), named(MACHINES)) });
machines.send({ perSecond: FACTS_PER_SECOND });
await pause(WARM_SECONDS * 1000);
const samples = [];
for (const until = performance.now() + MINUTES * 60_000; performance.now() < until; await pause(1000)) samples.push(megabytesOf(product.child));
const { sent, acknowledged } = await ask(machines, { stop: true });
if (acknowledged < sent) throw new Error(`${sent - acknowledged} reports were not acknowledged`);
/** The last fifth of the time, in five parts, beside the first fifth. */
const fifth = Math.floor(samples.length / 5);
const first = median(samples.slice(0, fifth));
const last = samples.slice(-fifth);
const part = Math.max(1, Math.floor(last.length / 5));
report(`memory after ${(MINUTES * 60 * FACTS_PER_SECOND) / 1e6} million facts in ${MINUTES} min, against its beginning`,
  Array.from({ length: Math.floor(last.length / part) }, (_, n) => ({ own: median(last.slice(n * part, (n + 1) * part)), around: first })), { unit: 'MB', aim: '<= 1.05' });
process.exit(0);
