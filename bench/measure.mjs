/** How everything here is measured: peer, ours, peer in turns on the same machine, and the median of five such turns. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As `npm start` gives to Node. */
export const NODE_FLAGS = ['--max-semi-space-size=64'];

const TURNS = 5;
/** A turn whose two peer runs differ by more says more about the machine than about the program. */
const STEADY = 0.15;
const REPEATS = 5;

/** Beside the program, not in the system's temporary folder: that may lie in memory, where a sync costs nothing. */
const data = join(dirname(fileURLToPath(import.meta.url)), '..', 'data');
mkdirSync(data, { recursive: true });
const folder = mkdtempSync(join(data, 'bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let files = 0;
export const freshFile = () => join(folder, `${(files += 1)}.db`);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const differ = (a, b) => Math.abs(a - b) / Math.max(a, b);

/**
 * Prints one line: name, ours, peer, ratio, aim, separated by tabs. `ours` and `peer` run once and answer how much they did per second;
 * `aim` is the smallest ratio that is good enough.
 */
export async function measure(name, { ours, peer, aim }) {
  const turns = [];
  for (let turn = 0, repeats = 0; turn < TURNS; turn += 1) {
    const before = await peer();
    const own = await ours();
    const after = await peer();
    if (differ(before, after) > STEADY && repeats < REPEATS) {
      repeats += 1;
      turn -= 1;
      continue;
    }
    const around = (before + after) / 2;
    turns.push({ own, around, ratio: own / around });
  }
  const ratio = median(turns.map((turn) => turn.ratio));
  const [own, around] = [median(turns.map((turn) => turn.own)), median(turns.map((turn) => turn.around))];
  process.stdout.write(`${[name, `${Math.round(own)}/s`, `${Math.round(around)}/s`, ratio.toFixed(2), aim === undefined ? '-' : `>= ${aim}`].join('\t')}\n`);
}

/** A fact as a guest's purchase makes them. */
export const newFact = () => ({
  id: randomUUID(),
  type: 'ItemTaken',
  data: { sessionId: randomUUID(), item: { sku: 'cola-330', name: 'Cola 0,33 l', priceCents: 250, slot: 'A3', weightGrams: 350 }, takenAt: '2026-03-01T12:00:00.000Z' },
  meta: { commandId: randomUUID(), account: 'acme', actor: 'device:m1', at: '2026-03-01T12:00:00.000Z', correlationId: randomUUID() },
});
