/**
 * `npm run kill -- --seconds 600 --broker nats`: guests buy while machines, broker and product are killed at random; at the end everything is held against the log.
 * `npm run kill -- --kills 300 --only product`: until the product alone was killed so often.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nkeys } from '@nats-io/transport-node';
import { findNatsServer } from '@larder/kit/bus/nats-server.js';
import { eventsIn } from '@larder/simulator/kept-outbox.js';
import { signIn, type Operator } from './commands/operator.js';
import { account, type Told } from './killing/accounting.js';
import { serveGuests } from './killing/guests.js';
import { SLOTS } from './killing/takes.js';
import { Victim } from './killing/victim.js';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' }, kills: { type: 'string' }, only: { type: 'string' }, broker: { type: 'string', default: 'embedded' }, machines: { type: 'string', default: '3' } } });
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'larder-kill-'));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const freePort = (): Promise<number> => new Promise((found) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    server.close(() => found(port));
  });
});
const [port, mqttPort, natsPort, statusPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;

/** The server as it is deployed, on ports of this computer. */
function natsVictim(): { victim: Victim; settings: Record<string, string> } {
  const program = findNatsServer();
  if (!program) throw new Error('--broker nats needs the program nats-server');
  const key = nkeys.createAccount();
  const deployed = readFileSync('deploy/nats/nats.conf', 'utf8');
  writeFileSync(join(folder, 'nats.conf'), deployed.replace('0.0.0.0:4222', `127.0.0.1:${natsPort}`).replace('0.0.0.0:1884', `127.0.0.1:${mqttPort}`).replace('0.0.0.0:8222', `127.0.0.1:${statusPort}`).replace('store_dir: /data', `store_dir: ${JSON.stringify(join(folder, 'nats'))}`));
  const environment = { NATS_NAME: 'kill-run', BUS_PASSWORD: 'bus-secret', OPERATOR_PASSWORD: 'operator-secret', DEVICE_LINK_PASSWORD: 'link-secret', DEVICE_ISSUER: key.getPublicKey() };
  const settings = { DEVICE_BROKER_URL: `nats://device-link:link-secret@127.0.0.1:${natsPort}`, DEVICE_ISSUER_SEED: Buffer.from(key.getSeed()).toString(), BUS_URL: `nats://operator:operator-secret@127.0.0.1:${natsPort}` };
  return { victim: new Victim('nats-server', program, ['-c', join(folder, 'nats.conf')], environment, join(folder, 'nats.log')), settings };
}

async function patiently<T>(what: string, work: () => Promise<T | undefined>, seconds = 90): Promise<T> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(200)) {
    const done = await work().catch(() => undefined);
    if (done !== undefined) return done;
  }
  throw new Error(`Waited ${seconds} s in vain: ${what}`);
}

async function addMachine(operator: Operator, machineId: string): Promise<{ told: Omit<Told, 'purchases'>; victim: Victim }> {
  const at = `/api/cognito-auth/machines/${machineId}`;
  await operator.ask('POST', '/api/cognito-auth/machines', { machineId, name: machineId, location: { address: 'Under fire' }, timeZone: 'UTC' });
  for (const [n, slot] of SLOTS.entries()) {
    const { product } = await operator.ask<{ product: { id: string } }>('POST', '/api/cognito-auth/products', { sku: `${machineId}-${slot}`, name: `Thing ${slot}`, category: 'Snacks', price: 1 + n, cost: 0.5, weight: 100 });
    await operator.ask('POST', `${at}/inventory`, { slot, productId: product.id, quantity: 900, maxQuantity: 999 });
  }
  const { secret } = await operator.ask<{ secret: string }>('POST', `${at}/credential`, {});
  const file = join(folder, `${machineId}.events`);
  const epoch = Buffer.from(machineId).toString('hex').padStart(8, '0').slice(-8);
  const victim = new Victim(machineId, process.execPath, [join(here, 'killing/device-process.js'), machineId, secret, `mqtt://127.0.0.1:${mqttPort}`, epoch, file], {}, join(folder, `${machineId}.log`));
  victim.start();
  await patiently(`${machineId} is online`, async () => ((await operator.ask<{ isOnline: boolean }>('GET', at)).isOnline || undefined));
  return { told: { machineId, file }, victim };
}

const broker = values.broker === 'nats' ? natsVictim() : undefined;
mkdirSync(join(folder, 'data'));
const product = new Victim('product', process.execPath, [join(here, 'main.js')], {
  DATA_DIR: join(folder, 'data'), PORT: String(port), MQTT_PORT: String(mqttPort), HOST: '127.0.0.1', LOG_LEVEL: 'error', DEMO: 'true', NODE_ENV: 'development', WEB_DIR: './no-pages', ...broker?.settings,
}, join(folder, 'product.log'));
broker?.victim.start();
product.start();
const password = await patiently('the product is ready', async () => {
  if (!(await fetch(`${url}/readyz`)).ok) return undefined;
  return (JSON.parse(readFileSync(join(folder, 'data/demo.json'), 'utf8')) as { password: string }).password;
});
const operator = await patiently('somebody can sign in', () => signIn(url, 'owner@larder.example', password));
const machines: Awaited<ReturnType<typeof addMachine>>[] = [];
for (let n = 1; n <= Number(values.machines); n++) machines.push(await addMachine(operator, `KILL-${n}`));

const victims = [product, ...(broker ? [broker.victim] : []), ...machines.map(({ victim }) => victim)].filter(({ name }) => !values.only || name === values.only);
const began = Date.now();
const end = began + Number(values.seconds) * 1000;
const isOver = (): boolean => (values.kills ? victims.reduce((sum, { kills }) => sum + kills, 0) >= Number(values.kills) : Date.now() >= end);
async function killing(): Promise<void> {
  while (!isOver()) {
    // Mostly after it has started, now and then while it does.
    await pause(500 + Math.random() * 3_000);
    const victim = victims[Math.floor(Math.random() * victims.length)] as Victim;
    await victim.kill();
    await pause(Math.random() * 1_500);
    victim.start();
  }
}
const [, ...served] = await Promise.all([killing(), ...machines.map(({ told }) => serveGuests(url, told.machineId, isOver))]);
for (const { told } of machines) {
  await patiently(`everything of ${told.machineId} is stored`, async () => {
    const { result } = await operator.ask<{ result: { link: { completeTo: number; missing: number } } }>('GET', `/api/hardware/status/${told.machineId}`);
    return (result.link.missing === 0 && result.link.completeTo === eventsIn(told.file).length) || undefined;
  });
}
// The last sales are recorded by a reaction.
const paid = served.reduce((sum, purchases) => sum + purchases.paid.length, 0);
await patiently('every purchase is a sale', async () => ((await operator.ask<{ total: number }>('GET', '/api/admin/sales?limit=1')).total >= paid || undefined), 30).catch((error: Error) => say(error.message));
for (const victim of [...machines.map((machine) => machine.victim), product]) await victim.kill('SIGTERM');
await broker?.victim.kill('SIGTERM');

const figures = await account(join(folder, 'data/larder.db'), machines.map(({ told }, n) => ({ ...told, purchases: served[n] as Told['purchases'] })));
const kills = Object.fromEntries(victims.map(({ name, kills: times }) => [name, times]));
say(JSON.stringify({ broker: values.broker, seconds: Math.round((Date.now() - began) / 1000), kills, requestsBrokenOff: served.reduce((sum, { brokenOff }) => sum + brokenOff, 0), ...figures }, null, 1));
const isRight = figures.lost === 0 && figures.doubled === 0 && figures.wrong.length === 0 && figures.purchases > 0;
if (isRight) rmSync(folder, { recursive: true, force: true });
else say(`Not right. What was left of it lies in ${folder}`);
process.exit(isRight ? 0 : 1);
