/** Facts per second when a view is rebuilt from the whole log: by following it, with its rows in memory and on disk, and by a bare loop that reads and parses the same rows. */
import Database from 'libsql';
import { openSqliteEventStore } from '../services/kit/dist/events/sqlite/sqlite-event-store.js';
import { Views } from '../services/kit/dist/views/project.js';
import { openMemoryReadStore } from '../services/kit/dist/rows/memory-read-store.js';
import { openSqliteReadStore } from '../services/kit/dist/rows/sqlite-read-store.js';
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

/** A sum by day and product, and a row for each visit: what most views are made of. */
const taken = {
  collection: 'taken', version: 1, orders: ['sku'], categories: ['session'],
  rows: ({ data, meta }) => [{ account: meta.account, id: `${meta.at.slice(0, 10)} ${data.item.sku}` }],
  apply: (row, { data }) => ({ sku: data.item.sku, count: (row?.count ?? 0) + 1 }),
};
const visits = {
  collection: 'visits', version: 1, orders: ['at'], categories: ['session'],
  rows: ({ stream, meta }) => [{ account: meta.account, id: stream }],
  apply: (row, { data, meta, stream }) => ({ id: stream, at: meta.at, items: [...(row?.items ?? []), data.item] }),
};

const rebuilt = (projection, openRows) => async () => {
  const { store } = await openSqliteEventStore(file, { verify: 'tail' });
  const rows = await openRows();
  const views = new Views(store, rows, () => undefined);
  const rate = await timed(() => views.run(projection));
  await views.stop();
  await rows.close();
  await store.close();
  return rate;
};
const onDisk = () => openSqliteReadStore(freshFile());

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
for (const [name, projection] of [['a view of sums', taken], ['a view with a row for each visit', visits]]) {
  await measure(`rebuild of ${name}, rows in memory, against the same loop`, { ours: rebuilt(projection, openMemoryReadStore), peer: bare });
  await measure(`rebuild of ${name}, rows on disk, against the same loop`, { ours: rebuilt(projection, onDisk), peer: bare });
}
await measure('verifying the hash chain, against the same loop', { ours: verified, peer: bare });
