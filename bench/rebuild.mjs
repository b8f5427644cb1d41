/** Facts per second when a view is rebuilt from the whole log: by following it, and by a bare loop that reads and parses the same rows. */
import Database from 'libsql';
import { openSqliteEventStore } from '../services/kit/dist/events/sqlite-event-store.js';
import { freshFile, measure, newFact } from './measure.mjs';

const FACTS = 200_000;
const STREAM_FACTS = 8;

const file = freshFile();

async function fill() {
  const { store } = await openSqliteEventStore(file);
  const streams = Array.from({ length: FACTS / STREAM_FACTS }, (_, n) => `session-${n}`);
  const writer = async () => {
    for (let stream = streams.pop(); stream; stream = streams.pop()) await store.append(stream, -1, Array.from({ length: STREAM_FACTS }, newFact));
  };
  await Promise.all(Array.from({ length: 64 }, writer));
  await store.close();
}

/** Stands for a view: what was taken of each product, and when last. */
function view() {
  const taken = new Map();
  return {
    apply({ data, meta }) {
      const { count } = taken.get(data.item.sku) ?? { count: 0 };
      taken.set(data.item.sku, { count: count + 1, at: meta.at });
    },
    check() {
      if (taken.get('cola-330')?.count !== FACTS) throw new Error('The view has not seen every fact');
    },
  };
}

async function timed(work) {
  const start = performance.now();
  await work();
  return (FACTS * 1000) / (performance.now() - start);
}

async function followed() {
  const { store } = await openSqliteEventStore(file, { verify: 'tail' });
  const { apply, check } = view();
  const rate = await timed(() => store.follow('', undefined, async (facts) => facts.forEach(apply)).live);
  check();
  await store.close();
  return rate;
}

async function verified() {
  const { store } = await openSqliteEventStore(file, { verify: 'tail' });
  const rate = await timed(() => store.verify());
  await store.close();
  return rate;
}

async function bare() {
  const db = new Database(file);
  const { apply, check } = view();
  const rows = db.prepare('SELECT position, stream, revision, id, type, data, meta FROM facts ORDER BY position').raw();
  const rate = await timed(() => {
    for (const [position, stream, revision, id, type, data, meta] of rows.iterate()) {
      apply({ position, stream, revision, id, type, data: JSON.parse(data), meta: JSON.parse(meta) });
    }
  });
  check();
  db.close();
  return rate;
}

await fill();
await measure('rebuild, against a bare read-and-parse loop', { ours: followed, peer: bare, aim: '>= 0.5' });
await measure('verifying the hash chain, against the same loop', { ours: verified, peer: bare });
