/** Requests and whole visits per second over HTTP: the product beside a bare Fastify that answers with the same body, and beside what it should reach. */
import { measure, measureAgainst, NODE_FLAGS, pause } from './measure.mjs';
import { addMachines, ask, call, named, signIn, start, startProduct } from './processes.mjs';

const SECONDS = Number(process.env.SECONDS ?? 3);
const MACHINES = Number(process.env.MACHINES ?? 64);
const VISITS_PER_SECOND = 500;
const ms = SECONDS * 1000;

const product = await startProduct();
const token = await signIn(product);
const machines = await addMachines(product, token, named(MACHINES));
const guests = start('guests.mjs');
await ask(guests, { port: product.port, mqttPort: product.mqttPort, machines: machines.slice(1) });
const atTheDoor = start('machines.mjs');
await ask(atTheDoor, { port: product.mqttPort, machines: machines.slice(0, 1) });

/** The first beats have to come before anybody can tap. */
async function tap(machineId) {
  for (let tries = 0; ; tries += 1) {
    const visit = await call(product, '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` } }).catch((error) => tries > 100 && Promise.reject(error));
    if (visit) return visit;
    await pause(50);
  }
}

const { sessionId } = await tap(machines[0].machineId);
const path = `/api/vend/session/${sessionId}`;
const body = await (await fetch(product.url + path)).json();
const fastify = start('bare-fastify.mjs', [], { flags: NODE_FLAGS });
const peerPort = await ask(fastify, body);
const client = start('http-load.mjs');
const ofPort = (port, headers) => async () => (await ask(client, { port, path, headers, ms })).perSecond;

/** A service runs for weeks: what the compiler has not seen yet is no part of it. */
const warm = async (work) => {
  for (let n = 0; n < 2; n += 1) await work();
};
const bearer = { authorization: `Bearer ${token}` };
await warm(ofPort(product.port));
await warm(ofPort(product.port, bearer));
await warm(ofPort(peerPort));
await measure('a visit asked for over HTTP, as its guest, against bare Fastify', { ours: ofPort(product.port), peer: ofPort(peerPort), aim: '>= 0.6' });
await measure('the same with an operator\'s token', { ours: ofPort(product.port, bearer), peer: ofPort(peerPort, bearer), aim: '>= 0.6' });

const visits = async () => (await ask(guests, { ms })).perSecond;
await warm(visits);
await measureAgainst(VISITS_PER_SECOND, 'visits from tap to paid, guests and machines on the same cores', { ours: visits, aim: '>= 1' });
process.exit(0);
