/**
 * Machines that report, in a process of their own: each numbers its events, has at most four under way, as the firmware does, and counts one as done
 * when it is acknowledged by number. Told by messages: `{ port, machines }` connects them, `{ perSecond, seconds }` reports for so long, each
 * acknowledgement awaited, and counts what came in time; without `seconds` it reports until `{ stop: true }`.
 */
import { MqttMachine } from './mqtt-machine.mjs';

const WINDOW = 4;
const TICK_MS = 2;
const DRAIN_MS = 10_000;
/** What is due at the very end may take as long as any other. */
const IN_TIME_MS = 50;
let machines = [];
let stopped = false;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function connectAll(port, known) {
  machines = await Promise.all(known.map(async ({ machineId, secret }) => {
    const machine = new MqttMachine(machineId);
    await machine.connect(port, secret);
    return machine;
  }));
}

/** An operator at the machine opens and closes its door: one fact each, and nothing that follows from it. */
const doorEvent = (n) => ({ t: 'door', open: n % 2 === 1, mode: 'restocking' });

/** Reports events that are due at an even pace; one that finds its machine's window full waits, and its waiting counts. `perSecond` 0: as fast as windows let. */
async function run({ perSecond, seconds = Infinity }) {
  const delays = [];
  let [due, sent, acknowledged, inTime, last] = [0, 0, 0, 0, 0];
  const lines = machines.map((machine) => {
    const line = { machine, waiting: [], underWay: [] };
    const send = () => {
      while (line.underWay.length < WINDOW && line.waiting.length > 0) {
        line.underWay.push({ at: line.waiting.shift(), s: machine.report(doorEvent(machine.sequence + 1)) });
        sent += 1;
      }
    };
    machine.onOrder = (order) => {
      if (order.t !== 'ack' || order.e !== machine.epoch) return;
      while (line.underWay.length > 0 && line.underWay[0].s <= order.s) {
        last = performance.now();
        delays.push(last - line.underWay.shift().at);
        acknowledged += 1;
        if (last <= start + seconds * 1000 + IN_TIME_MS) inTime += 1;
        if (perSecond === 0 && last < start + seconds * 1000) line.waiting.push(last);
      }
      send();
    };
    return { ...line, send };
  });
  const start = performance.now();
  if (perSecond === 0) for (const { waiting, send } of lines) {
    waiting.push(...Array(WINDOW).fill(start));
    send();
  }
  for (let now = start; now < start + seconds * 1000 && !stopped; now = performance.now()) {
    const owed = perSecond === 0 ? 0 : Math.min(perSecond * seconds, Math.ceil(((now - start) / 1000) * perSecond));
    for (; due < owed; due += 1) {
      const { waiting, send } = lines[due % lines.length];
      waiting.push(now);
      send();
    }
    await pause(TICK_MS);
  }
  for (let waited = 0; waited < DRAIN_MS && lines.some(({ waiting, underWay }) => waiting.length + underWay.length > 0); waited += TICK_MS) await pause(TICK_MS);
  delays.sort((a, b) => a - b);
  const at = (q) => delays[Math.min(delays.length - 1, Math.floor(delays.length * q))];
  const perSecondTaken = perSecond === 0 ? (acknowledged * 1000) / (last - start) : inTime / seconds;
  return { sent, acknowledged, unsent: lines.reduce((sum, { waiting }) => sum + waiting.length, 0), perSecond: perSecondTaken, p50: at(0.5), p99: at(0.99) };
}

process.on('message', async (message) => {
  if (message.machines) {
    await connectAll(message.port, message.machines);
    return process.send({ connected: machines.length });
  }
  if (message.stop) return void (stopped = true);
  stopped = false;
  process.send(await run(message));
});
process.on('disconnect', () => process.exit(0));
