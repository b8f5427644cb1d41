/** Programs that a measurement starts: the product, its peers, and those who load them. None outlives the measurement. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freshFolder, NODE_FLAGS, root } from './measure.mjs';

const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** Starts a program of this folder, or one at a path from the root, as a process of its own. */
export function start(program, args = [], { env = {}, flags = [] } = {}) {
  const child = fork(join(root, program.includes('/') ? program : `bench/${program}`), args, { execArgv: flags, cwd: root, stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: { ...process.env, ...env } });
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.stdout.resume();
  return child;
}

const before = (child, happens) => new Promise((resolve, reject) => {
  const ended = (code) => reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
  child.once('exit', ended);
  happens((value) => {
    child.off('exit', ended);
    resolve(value);
  });
});

/** Its next message. */
export const told = (child) => before(child, (resolve) => child.once('message', resolve));

/** Sends it a message and resolves with its next one. */
export function ask(child, message) {
  const answer = told(child);
  child.send(message);
  return answer;
}

/** Resolves when it has printed these words. */
export const said = (child, words) => before(child, (resolve) => {
  let printed = '';
  const look = (text) => {
    if (!(printed += text).includes(words)) return;
    child.stdout.off('data', look);
    resolve(printed);
  };
  child.stdout.on('data', look);
});

export const end = (child, signal = 'SIGKILL') => new Promise((resolve) => {
  if (child.exitCode !== null || child.signalCode !== null) return resolve();
  child.once('exit', () => resolve());
  child.kill(signal);
});

/** Memory of a process as the system counts it; Linux only. */
export const megabytesOf = ({ pid }) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

export const freePort = () => new Promise((found) => {
  const server = createServer().listen(0, () => {
    const { port } = server.address();
    server.close(() => found(port));
  });
});

/** Everything in one process, as `npm start` runs it, on `folder`. Resolves when it answers and its demo is there. */
export async function startProduct({ folder = freshFolder(), demo = true, env = {}, flags = NODE_FLAGS } = {}) {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const child = start('dist/all.js', [], {
    flags, env: { DATA_DIR: folder, PORT: String(port), MQTT_PORT: String(mqttPort), LOG_LEVEL: 'error', DEMO: String(demo), SESSION_SECONDS: '3600', ...env },
  });
  await said(child, demo ? 'API:' : 'answers on');
  return { child, folder, port, mqttPort, url: `http://localhost:${port}` };
}

/** The data of an answer; throws with the product's words when it is refused. */
export async function call({ url }, path, { token, body } = {}) {
  const authorized = token && { authorization: `Bearer ${token}` };
  const response = await fetch(url + path, body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...authorized } } : { headers: { ...authorized } });
  const answer = await response.json();
  if (!answer.success) throw new Error(`${path}: ${answer.message}`);
  return answer.data;
}

export const demoPassword = ({ folder }) => JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')).password;

/** The token of the demo's owner. */
export const signIn = async (product) => (await call(product, '/api/cognito-auth/auth', { body: { email: 'owner@larder.example', password: demoPassword(product) } })).idToken;

/** Registers machines with one product in slot A1; answers each with its secret. */
export async function addMachines(product, token, names) {
  const { products: [{ id: productId }] } = await call(product, '/api/cognito-auth/products', { token });
  const own = '/api/cognito-auth/machines';
  const machines = [];
  for (const machineId of names) {
    await call(product, own, { token, body: { machineId, name: machineId, location: { address: 'bench' } } });
    await call(product, `${own}/${machineId}/inventory`, { token, body: { productId, slot: 'A1', quantity: 999, maxQuantity: 999 } });
    machines.push({ machineId, secret: (await call(product, `${own}/${machineId}/credential`, { token, body: {} })).secret });
  }
  return machines;
}

export const named = (count) => Array.from({ length: count }, (_, n) => `BENCH-${n}`);
