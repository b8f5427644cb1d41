/** From a machine's event to the guest's screen: 200 machines at 5 events a second each, through the whole product and through a raw pipe. */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { freshFile, NODE_FLAGS } from './measure.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const MACHINES = Number(process.env.MACHINES ?? 200);
const EVENTS_PER_SECOND = 5;
const SECONDS = Number(process.env.SECONDS ?? 10);
/** The first seconds belong to the compiler, in both programs; a service runs for weeks. */
const WARM_SECONDS = 3;
const TURNS = 3;

const quantile = (numbers, q) => numbers[Math.min(numbers.length - 1, Math.floor(numbers.length * q))];
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const names = Array.from({ length: MACHINES }, (_, n) => `BENCH-${n}`);

/** Calls `onEvent` with the data of every `session` event; answers how to end it. */
function watch(url, onEvent) {
  return new Promise((resolve, reject) => {
    const request = get(url, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const data = /^data: (.*)$/m.exec(text.slice(0, end));
          if (data && text.slice(0, end).includes('event: session')) onEvent(data[1]);
          text = text.slice(end + 2);
        }
      });
      resolve(() => request.destroy());
    }).on('error', (error) => error.code !== 'ECONNRESET' && reject(error));
  });
}

/** Sends each machine's events at an even pace, machines spread over the interval; answers the sorted delays in milliseconds. */
async function run({ send, reached }) {
  const sentAt = names.map(() => []);
  const delays = [];
  reached((machine, count) => {
    const now = performance.now();
    for (const at of sentAt[machine].slice(0, count)) if (at.open) {
      at.open = false;
      if (!at.warm) delays.push(now - at.time);
    }
  });
  const interval = 1000 / EVENTS_PER_SECOND;
  const total = EVENTS_PER_SECOND * SECONDS;
  await Promise.all(names.map(async (_, machine) => {
    await new Promise((go) => setTimeout(go, (machine / MACHINES) * interval));
    const start = performance.now();
    for (let n = 1; n <= total; n += 1) {
      sentAt[machine].push({ time: performance.now(), open: true, warm: n <= EVENTS_PER_SECOND * WARM_SECONDS });
      send(machine, n);
      await new Promise((go) => setTimeout(go, Math.max(0, start + n * interval - performance.now())));
    }
  }));
  for (let n = 0; n < 400 && sentAt.some((its) => its.some((at) => at.open)); n += 1) await new Promise((go) => setTimeout(go, 25));
  const lost = sentAt.flat().filter((at) => at.open).length;
  if (lost > 0) throw new Error(`${lost} events never reached a screen`);
  return delays.toSorted((a, b) => a - b);
}

const firstMessage = (child) => new Promise((resolve, reject) => child.once('message', resolve).once('exit', (code) => reject(new Error(`ended with ${code}`))));

async function rawPipe() {
  const child = fork(join(here, 'raw-pipe.mjs'), [freshFile()]);
  const { mqtt, http } = await firstMessage(child);
  const clients = await Promise.all(names.map((name) => connectAsync(`mqtt://localhost:${mqtt}`, { clientId: name, protocolVersion: 4 })));
  let tell;
  const ends = await Promise.all(names.map((name, machine) => watch(`http://localhost:${http}/${name}`, (data) => tell(machine, JSON.parse(data).s))));
  const delays = await run({
    send: (machine, n) => clients[machine].publish(`vend/v1/dev/${names[machine]}/evt`, JSON.stringify({ v: 1, e: '0a1b2c3d', s: n, at: 0, t: 'taken', slot: 'A1', n: 1, sid: 'x' }), { qos: 1 }),
    reached: (heard) => (tell = heard),
  });
  for (const end of ends) end();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  child.kill('SIGKILL');
  return delays;
}

async function product() {
  const folder = mkdtempSync(join(dirname(freshFile()), 'larder-'));
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  const child = fork(join(here, '..', 'services', 'all', 'dist', 'main.js'), [], {
    execArgv: NODE_FLAGS, cwd: join(here, '..'), stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { ...process.env, DATA_DIR: folder, PORT: String(port), MQTT_PORT: String(port + 1), LOG_LEVEL: 'silent', DEMO: 'true', SESSION_SECONDS: '3600' },
  });
  const url = `http://localhost:${port}`;
  const call = async (path, body, token) => {
    const response = await fetch(url + path, body === undefined ? { headers: token ? { authorization: `Bearer ${token}` } : {} } : { method: 'POST', headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!answer.success) throw new Error(`${path}: ${answer.message}`);
    return answer.data;
  };
  for (let n = 0; ; n += 1) {
    const machines = await call('/api/vend/machines').catch(() => []);
    if (machines.length >= 3) break;
    if (n > 200) throw new Error('the product does not start');
    await new Promise((go) => setTimeout(go, 50));
  }
  const { password } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
  const { idToken } = await call('/api/cognito-auth/auth', { email: 'owner@larder.example', password });
  const { products: [{ id: productId }] } = await call('/api/cognito-auth/products', undefined, idToken);
  const clients = [];
  const sessions = [];
  let tell;
  for (const [machine, machineId] of names.entries()) {
    await call('/api/cognito-auth/machines', { machineId, name: machineId, location: { address: 'bench' } }, idToken);
    await call(`/api/cognito-auth/machines/${machineId}/inventory`, { productId, slot: 'A1', quantity: 999, maxQuantity: 999 }, idToken);
    const { secret } = await call(`/api/cognito-auth/machines/${machineId}/credential`, {}, idToken);
    const client = await connectAsync(`mqtt://localhost:${port + 1}`, { clientId: machineId, username: machineId, password: secret, protocolVersion: 4, clean: true });
    client.publish(`vend/v1/dev/${machineId}/tel`, JSON.stringify({ v: 1, t: 'beat', at: 0, door: 'closed', mode: 'locked', rssi: -50, up: 1 }));
    clients[machine] = client;
  }
  await Promise.all(names.map(async (machineId, machine) => {
    for (let n = 0; !sessions[machine]; n += 1) {
      sessions[machine] = await call('/api/vend/start', { nfcSessionId: `${machineId}-001`, machineId }).then((s) => s.sessionId, (error) => n > 100 && Promise.reject(error));
      if (!sessions[machine]) await new Promise((go) => setTimeout(go, 50));
    }
  }));
  const ends = await Promise.all(sessions.map((sid, machine) => watch(`${url}/api/vend/session/${sid}/events`, (data) => tell?.(machine, JSON.parse(data).items[0]?.quantity ?? 0))));
  const delays = await run({
    send: (machine, n) => clients[machine].publish(`vend/v1/dev/${names[machine]}/evt`, JSON.stringify({ v: 1, e: '0a1b2c3d', s: n, at: 0, t: 'taken', slot: 'A1', n: 1, sid: sessions[machine] }), { qos: 1 }),
    reached: (heard) => (tell = heard),
  });
  for (const end of ends) end();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  return delays;
}

const turns = [];
for (let turn = 0; turn < TURNS; turn += 1) {
  const before = await rawPipe();
  const ours = await product();
  const after = await rawPipe();
  const around = (q) => (quantile(before, q) + quantile(after, q)) / 2;
  turns.push({ p50: [quantile(ours, 0.5), around(0.5)], p99: [quantile(ours, 0.99), around(0.99)] });
}
for (const [name, aim] of [['p50', '<= 2'], ['p99', '<= 3']]) {
  const own = median(turns.map((turn) => turn[name][0]));
  const peer = median(turns.map((turn) => turn[name][1]));
  const ratio = median(turns.map((turn) => turn[name][0] / turn[name][1]));
  process.stdout.write(`${[`event to screen, ${MACHINES} machines at ${EVENTS_PER_SECOND}/s, ${name}`, `${own.toFixed(2)} ms`, `${peer.toFixed(2)} ms`, ratio.toFixed(2), aim].join('\t')}\n`);
}
process.exit(0);
