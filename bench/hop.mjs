/** One question from service to service: contract, door, schema and controller over NATS beside a bare NATS request, and within one process. */
import { connect } from '@nats-io/transport-node';
import { askVia } from '../services/kit/dist/bus/ask.js';
import { openInProcessBus } from '../services/kit/dist/bus/in-process-bus.js';
import { openNatsBus } from '../services/kit/dist/bus/nats/nats-bus.js';
import { findNatsServer, startNatsServer } from '../services/kit/dist/bus/nats/nats-server.js';
import { answer, input, look, text } from './hop-service.mjs';
import { measure, measureAgainst, median } from './measure.mjs';
import { start, told } from './processes.mjs';

const ASKED = Number(process.env.ASKED ?? 5_000);
const WARM = 2_000;
const IN_PROCESS_MS = 0.05;
const onTrouble = (where, error) => console.error(where, error);
const asked = { caller: { kind: 'guest' }, commandId: 'c1', correlationId: 'tap1' };

/** The median of one question after the other, in milliseconds. */
async function timed(once) {
  const taken = [];
  for (let n = 0; n < ASKED; n += 1) {
    const before = performance.now();
    await once();
    taken.push(performance.now() - before);
  }
  return median(taken);
}

async function asking(bus) {
  const ask = askVia(bus);
  const once = async () => {
    if ((await ask(look, input, asked)).sessionId !== input.sessionId) throw new Error('That is no answer');
  };
  for (let n = 0; n < WARM; n += 1) await once();
  return () => timed(once);
}

const inProcess = openInProcessBus({ onTrouble });
await answer(inProcess);
await measureAgainst(IN_PROCESS_MS, 'a question within one process', { ours: await asking(inProcess), unit: 'ms', aim: '<= 1', digits: 3 });

const program = findNatsServer();
if (program) {
  const server = await startNatsServer(program);
  process.on('exit', () => void server.kill());
  await told(start('hop-answerer.mjs', [server.url]));
  const nats = await connect({ servers: server.url });
  const raw = async () => void (await nats.request('raw', text, { timeout: 1_000 }));
  for (let n = 0; n < WARM; n += 1) await raw();
  await measure('a question between processes, against a bare NATS request', { ours: await asking(await openNatsBus(server.url, { onTrouble })), peer: () => timed(raw), unit: 'ms', aim: '<= 1.5' });
  await server.remove();
} else process.stderr.write('hop between processes: not measured, nats-server is not installed\n');
process.exit(0);
