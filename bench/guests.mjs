/**
 * Guests and their machines, in a process of their own: one guest at each machine taps, takes something, closes the door, pays at the test checkout,
 * and the next one comes. Told `{ port, mqttPort, machines }` it connects; told `{ ms }` it answers how many visits ended within that time.
 */
import { Agent, get, request } from 'node:http';
import { MqttMachine } from './mqtt-machine.mjs';

const agent = new Agent({ keepAlive: true });
const machines = [];
let port;

/** The data of an answer. */
const post = (path, body) => new Promise((resolve, reject) => {
  const sent = request({ port, path, method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk) => (text += chunk)).on('end', () => {
      const { success, data, message } = JSON.parse(text);
      if (success) resolve(data);
      else reject(new Error(`${path}: ${message}`));
    });
  });
  sent.on('error', reject).end(JSON.stringify(body));
});

/** The guest's screen, as server-sent events: calls `show` with what it shows. */
function watch(sessionId, show) {
  let text = '';
  const watching = get({ port, path: `/api/vend/session/${sessionId}/events` }, (response) => response.setEncoding('utf8').on('data', (chunk) => {
    const events = (text += chunk).split('\n\n');
    text = events.pop();
    for (const event of events) if (event.includes('event: session')) show(JSON.parse(/^data: (.*)$/m.exec(event)[1]));
  }));
  return watching.on('error', () => undefined);
}

/** A machine can be tapped when its first beat was heard. */
async function tap(machine) {
  for (let tries = 0; ; tries += 1) {
    const visit = await post('/api/vend/start', { nfcSessionId: `${machine.machineId}-001` }).catch((error) => (machine.isTapped || tries > 100) && Promise.reject(error));
    machine.isTapped ||= Boolean(visit);
    if (visit) return visit;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function visit(machine) {
  const { sessionId } = await tap(machine);
  if (!machine.unlocked.has(sessionId)) await new Promise((unlocked) => (machine.onUnlocked = unlocked));
  machine.unlocked.clear();
  await new Promise((ended, failed) => {
    let isPaying = false;
    const screen = watch(sessionId, ({ status, checkoutUrl }) => {
      if (checkoutUrl && !isPaying) {
        isPaying = true;
        post(`/api/vend${checkoutUrl}`, { outcome: 'pay' }).catch(failed);
      }
      if (status !== 'completed') return;
      screen.destroy();
      ended();
    });
    machine.report({ t: 'door', open: true, mode: 'customer', sid: sessionId });
    machine.report({ t: 'taken', slot: 'A1', n: 1, sid: sessionId });
    machine.report({ t: 'door', open: false, mode: 'customer', sid: sessionId });
  });
}

async function connectAll({ mqttPort, machines: known }) {
  for (const { machineId, secret } of known) {
    const machine = Object.assign(new MqttMachine(machineId), { isTapped: false, unlocked: new Set(), onUnlocked: () => undefined });
    machine.onOrder = (order) => {
      if (order.t !== 'cmd') return;
      machine.report({ t: 'done', id: order.id, ok: true });
      if (order.do !== 'unlock') return;
      machine.unlocked.add(order.sid);
      machine.onUnlocked();
    };
    await machine.connect(mqttPort, secret);
    machines.push(machine);
  }
}

async function visits(ms) {
  const start = performance.now();
  let ended = 0;
  await Promise.all(machines.map(async (machine) => {
    while (performance.now() - start < ms) {
      await visit(machine);
      if (performance.now() - start < ms) ended += 1;
    }
  }));
  return ended;
}

process.on('message', async (message) => {
  if (message.ms) return process.send({ perSecond: ((await visits(message.ms)) * 1000) / message.ms });
  port = message.port;
  await connectAll(message);
  process.send({ connected: machines.length });
});
process.on('disconnect', () => process.exit(0));
