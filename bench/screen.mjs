/** From a machine's event to the guest's screen: 200 machines at 5 events a second each, through the whole product and through a raw pipe. Once with the broker that each has inside, once with machines at a NATS server. */
import { get } from 'node:http';
import { connectAsync } from 'mqtt';
import { isInstalled, startDeployed, startPlain } from './nats-broker.mjs';
import { freshFile, inTurns, pause, quantile, report, turnsOf } from './measure.mjs';
import { addMachines, call, end, named, signIn, start, startProduct, told } from './processes.mjs';

const MACHINES = Number(process.env.MACHINES ?? 200);
const EVENTS_PER_SECOND = 5;
const SECONDS = Number(process.env.SECONDS ?? 10);
/** The first seconds belong to the compiler, in both programs; a service runs for weeks. */
const WARM_SECONDS = 3;
const P99_MS = 25;
const BEAT_MS = 15_000;

const names = named(MACHINES);

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

/** Sends each machine's events at an even pace, machines spread over the interval; answers the median delay and the 99th of a hundred, in milliseconds. */
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
    await pause((machine / MACHINES) * interval);
    const began = performance.now();
    for (let n = 1; n <= total; n += 1) {
      sentAt[machine].push({ time: performance.now(), open: true, warm: n <= EVENTS_PER_SECOND * WARM_SECONDS });
      send(machine, n);
      await pause(Math.max(0, began + n * interval - performance.now()));
    }
  }));
  for (let n = 0; n < 400 && sentAt.some((its) => its.some((at) => at.open)); n += 1) await pause(25);
  const lost = sentAt.flat().filter((at) => at.open).length;
  if (lost > 0) throw new Error(`${lost} events never reached a screen`);
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
}

const eventOf = (machine, n, sid) => [`vend/v1/dev/${names[machine]}/evt`, JSON.stringify({ v: 1, e: '0a1b2c3d', s: n, at: 0, t: 'taken', slot: 'A1', n: 1, sid }), { qos: 1 }];

/** A connection as machines have it: small messages do not wait for each other. */
async function connected(port, options) {
  const client = await connectAsync(`mqtt://localhost:${port}`, { protocolVersion: 4, ...options });
  client.stream.setNoDelay(true);
  return client;
}

/** Beats at once, and then as often as machines do: one that does not is told of as offline after a while. `offset` is its part of the interval, so that not all beat together. Answers how to end it. */
function beatFrom(client, name, offset) {
  let timer;
  const beat = (next) => {
    client.publish(`vend/v1/dev/${name}/tel`, JSON.stringify({ v: 1, t: 'beat', at: 0, door: 'closed', mode: 'locked', rssi: -50, up: 1 }));
    timer = setTimeout(beat, next, BEAT_MS);
  };
  beat(BEAT_MS * offset);
  return () => clearTimeout(timer);
}

async function rawPipe(nats) {
  const child = start('raw-pipe.mjs', [freshFile(), ...(nats ? [nats.url] : [])]);
  const { mqtt = nats?.mqttPort, http } = await told(child);
  const clients = await Promise.all(names.map((name) => connected(mqtt, { clientId: name })));
  let tell;
  const ends = await Promise.all(names.map((name, machine) => watch(`http://localhost:${http}/${name}`, (data) => tell(machine, JSON.parse(data).s))));
  const delays = await run({ send: (machine, n) => clients[machine].publish(...eventOf(machine, n, 'x')), reached: (heard) => (tell = heard) });
  for (const leave of ends) leave();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await end(child);
  return delays;
}

async function ours(nats) {
  const product = await startProduct({ env: nats?.env ?? {} });
  const machines = await addMachines(product, await signIn(product), names);
  const clients = await Promise.all(machines.map(({ machineId, secret }) => connected(nats?.mqttPort ?? product.mqttPort, { clientId: machineId, username: machineId, password: secret, clean: true })));
  const beats = clients.map((client, machine) => beatFrom(client, names[machine], machine / MACHINES));
  const sessions = await Promise.all(names.map(async (machineId) => {
    for (let tries = 0; ; tries += 1) {
      const session = await call(product, '/api/vend/start', { body: { nfcSessionId: `${machineId}-001`, machineId } }).catch((error) => tries > 100 && Promise.reject(error));
      if (session) return session.sessionId;
      await pause(50);
    }
  }));
  let tell;
  const ends = await Promise.all(sessions.map((sid, machine) => watch(`${product.url}/api/vend/session/${sid}/events`, (data) => tell?.(machine, JSON.parse(data).items[0]?.quantity ?? 0))));
  const delays = await run({ send: (machine, n) => clients[machine].publish(...eventOf(machine, n, sessions[machine])), reached: (heard) => (tell = heard) });
  for (const stop of beats) stop();
  for (const leave of ends) leave();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await end(product.child);
  return delays;
}

/** With a NATS server of its own for each run. */
const at = (startServer, run) => async () => {
  const nats = await startServer();
  const delays = await run(nats);
  await nats.stop();
  return delays;
};

async function compare(how, runs) {
  const turns = await inTurns({ ...runs, steady: ({ p50 }) => p50 });
  const name = `event to screen, ${MACHINES} machines at ${EVENTS_PER_SECOND}/s${how}`;
  report(`${name}, p50`, turnsOf(turns, 'p50'), { unit: 'ms', aim: '<= 2' });
  report(`${name}, p99`, turnsOf(turns, 'p99'), { unit: 'ms', aim: '<= 3' });
  report(`${name}, p99 in itself`, turns.map(({ own }) => ({ own: own.p99, around: P99_MS })), { unit: 'ms', aim: '<= 1' });
}

await compare('', { ours: () => ours(), peer: () => rawPipe() });
if (isInstalled) await compare(' through NATS', { ours: at(startDeployed, ours), peer: at(startPlain, rawPipe) });
else process.stderr.write('event to screen through NATS: not measured, nats-server is not installed\n');
process.exit(0);
