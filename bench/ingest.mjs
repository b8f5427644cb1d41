/** Reports of 200 machines, stored and acknowledged: as fast as it goes beside the least that could do it, and 10,000 a second for `SECONDS`. Ten minutes: `SECONDS=600 TURNS=1`. */
import { join } from 'node:path';
import Database from 'libsql';
import { against, freshFile, measure, report } from './measure.mjs';
import { addMachines, ask, end, named, signIn, start, startProduct, told } from './processes.mjs';

const MACHINES = Number(process.env.MACHINES ?? 200);
const PER_SECOND = Number(process.env.PER_SECOND ?? 10_000);
const SECONDS = Number(process.env.SECONDS ?? 20);
const AS_FAST_SECONDS = 5;
const TURNS = Number(process.env.TURNS ?? 5);
const P99_MS = 50;

let [sent, acknowledged] = [0, 0];
async function reporting(machines, what) {
  const told = await ask(machines, what);
  if (machines === ours) [sent, acknowledged] = [sent + told.sent, acknowledged + told.acknowledged];
  return told;
}

const product = await startProduct();
const known = await addMachines(product, await signIn(product), named(MACHINES));
const ours = start('machines.mjs');
await ask(ours, { port: product.mqttPort, machines: known });
const raw = start('raw-ingest.mjs', [freshFile()]);
const peer = start('machines.mjs');
await ask(peer, { port: await told(raw), machines: known });

const asFast = (machines) => async () => (await reporting(machines, { perSecond: 0, seconds: AS_FAST_SECONDS })).perSecond;
await asFast(ours)(); // the first seconds belong to the compiler
await asFast(peer)();
await measure(`reports of ${MACHINES} machines stored and acknowledged, against MQTT and bare libsql`, { ours: asFast(ours), peer: asFast(peer) });

const turns = [];
while (turns.length < TURNS) turns.push(await reporting(ours, { perSecond: PER_SECOND, seconds: SECONDS }));
report(`reports taken in of ${PER_SECOND}/s for ${SECONDS} s`, against(PER_SECOND, turns.map(({ perSecond }) => perSecond)), { aim: '>= 1' });
report('from a report to its acknowledgement meanwhile, p99', against(P99_MS, turns.map(({ p99 }) => p99)), { unit: 'ms', aim: '<= 1' });

await end(product.child);
const db = new Database(join(product.folder, 'larder.db'));
const { stored } = db.prepare("SELECT count(*) AS stored FROM facts WHERE stream LIKE 'journal-BENCH-%' AND type LIKE 'DeviceDoor%'").get();
db.close();
if (stored > sent) throw new Error(`${stored} reports are stored, but ${sent} were sent`);
report('reports acknowledged or sent and not in the log after a kill, of all', [{ own: Math.max(sent, acknowledged) - stored, around: sent }], { unit: '', aim: '<= 0', digits: 6 });
process.exit(0);
