/**
 * `npm run kill -- --seconds 600 --broker nats`: guests buy while machines, broker and product are killed at random; at the end everything is held against the log.
 * `npm run kill -- --shape separate`: each service by itself on NATS, and killed by itself instead of the product.
 * `npm run kill -- --kills 300 --only product`: until the product alone was killed so often.
 * `npm run kill -- --hold 600`: so many cents are held on each guest's card before the door unlocks; what goes beyond is asked for afterwards.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { eventsIn } from '@larder/simulator/kept-outbox.js';
import { account, type Told } from './killing/accounting.js';
import { serveGuests } from './killing/guests.js';
import { patiently } from './killing/patiently.js';
import { SLOTS } from './killing/takes.js';
import { oneProcess, separateProcesses } from './killing/under-fire.js';
import { Victim } from './killing/victim.js';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' }, kills: { type: 'string' }, only: { type: 'string' }, broker: { type: 'string', default: 'embedded' }, shape: { type: 'string', default: 'one' }, machines: { type: 'string', default: '3' }, hold: { type: 'string' } } });
const isSeparate = values.shape === 'separate';
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'larder-kill-'));
/** Units in each slot when it begins. */
const FILLED = 900;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const product = isSeparate ? await separateProcesses(folder) : await oneProcess(folder, values.broker);
const { operator, url } = product;
if (values.hold) await operator.ask('PUT', '/api/cognito-auth/account', { paymentFlow: 'hold-first', holdCents: Number(values.hold) });

async function addMachine(machineId: string): Promise<{ told: Omit<Told, 'purchases'>; victim: Victim }> {
  const at = `/api/cognito-auth/machines/${machineId}`;
  await operator.ask('POST', '/api/cognito-auth/machines', { machineId, name: machineId, location: { address: 'Under fire' }, timeZone: 'UTC' });
  for (const [n, slot] of SLOTS.entries()) {
    const { product: added } = await operator.ask<{ product: { id: string } }>('POST', '/api/cognito-auth/products', { sku: `${machineId}-${slot}`, name: `Thing ${slot}`, category: 'Snacks', price: 1 + n, cost: 0.5, weight: 100 });
    await operator.ask('POST', `${at}/inventory`, { slot, productId: added.id, quantity: FILLED, maxQuantity: 999 });
  }
  const { secret } = await operator.ask<{ secret: string }>('POST', `${at}/credential`, {});
  const file = join(folder, `${machineId}.events`);
  const epoch = Buffer.from(machineId).toString('hex').padStart(8, '0').slice(-8);
  const victim = new Victim(machineId, process.execPath, [join(here, 'killing/device-process.js'), machineId, secret, `mqtt://127.0.0.1:${product.mqttPort}`, epoch, file], {}, join(folder, `${machineId}.log`));
  victim.start();
  await patiently(`${machineId} is online`, async () => ((await operator.ask<{ isOnline: boolean }>('GET', at)).isOnline || undefined));
  return { told: { machineId, file }, victim };
}

/** Resolves when what the screen says is in the slots is what the machine saw: whatever left counts, billed or not. */
async function stockOf({ machineId, file }: Pick<Told, 'machineId' | 'file'>): Promise<void> {
  const taken = (slot: string): number => eventsIn(file).reduce((sum, event) => (event.t === 'taken' && event.slot === slot ? sum + event.n : sum), 0);
  const there = SLOTS.map((slot) => `${slot} ${FILLED - taken(slot)}`).join(', ');
  let shown = '';
  await patiently(`${machineId} has ${there}`, async () => {
    const { inventory } = await operator.ask<{ inventory: { slot: string; quantity: number }[] }>('GET', `/api/cognito-auth/machines/${machineId}`);
    shown = inventory.map(({ slot, quantity }) => `${slot} ${quantity}`).join(', ');
    return shown === there || undefined;
  }, 30).catch(() => {
    throw new Error(`${machineId}: the screen says ${shown}, there are ${there}`);
  });
}

const machines: Awaited<ReturnType<typeof addMachine>>[] = [];
for (let n = 1; n <= Number(values.machines); n++) machines.push(await addMachine(`KILL-${n}`));

const victims = [...product.victims, ...machines.map(({ victim }) => victim)].filter(({ name }) => !values.only || name === values.only);
const began = Date.now();
const end = began + Number(values.seconds) * 1000;
const isOver = (): boolean => (values.kills ? victims.reduce((sum, { kills }) => sum + kills, 0) >= Number(values.kills) : Date.now() >= end);
async function killing(): Promise<void> {
  let round: { victim: Victim; at: number }[] = [];
  while (!isOver()) {
    // Mostly after it has started, now and then while it does.
    await pause(500 + Math.random() * 3_000);
    // Everybody has their turn, so that a short run kills each of them.
    if (round.length === 0) round = victims.map((victim) => ({ victim, at: Math.random() })).sort((a, b) => a.at - b.at);
    const { victim } = round.pop() as (typeof round)[number];
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
const stockWrong: string[] = [];
for (const { told } of machines) await stockOf(told).catch((error: Error) => stockWrong.push(error.message));
for (const { victim } of machines) await victim.kill('SIGTERM');
await product.end();

const figures = await account(product.logs, machines.map(({ told }, n) => ({ ...told, purchases: served[n] as Told['purchases'] })));
figures.wrong.push(...stockWrong);
const kills = Object.fromEntries(victims.map(({ name, kills: times }) => [name, times]));
say(JSON.stringify({ shape: values.shape, broker: isSeparate ? 'nats' : values.broker, seconds: Math.round((Date.now() - began) / 1000), kills, requestsBrokenOff: served.reduce((sum, { brokenOff }) => sum + brokenOff, 0), ...figures }, null, 1));
const isRight = figures.lost === 0 && figures.doubled === 0 && figures.wrong.length === 0 && figures.purchases > 0;
if (isRight) rmSync(folder, { recursive: true, force: true });
else say(`Not right. What was left of it lies in ${folder}`);
process.exit(isRight ? 0 : 1);
