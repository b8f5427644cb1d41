/** Durable appends per second, each acknowledged after the sync to the disk: ours, a bare libsql loop that shares commits, and Emmett's SQLite store. */
import { randomUUID } from 'node:crypto';
import { getSQLiteEventStore } from '@event-driven-io/emmett-sqlite';
import Database from 'libsql';
import { openSqliteEventStore } from '../services/kit/dist/events/sqlite/sqlite-event-store.js';
import { freshFile, measure, newFact } from './measure.mjs';

const RUN_MS = 1_000;

/** Each writer appends one fact after the other to a stream of its own; answers appends per second. */
async function appendsPerSecond(writers, append) {
  let appends = 0;
  const start = performance.now();
  const writer = async () => {
    const stream = `session-${randomUUID()}`;
    for (let revision = -1; performance.now() - start < RUN_MS; revision += 1) {
      await append(stream, revision, newFact());
      appends += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return (appends * 1000) / (performance.now() - start);
}

const ours = (writers) => async () => {
  const { store } = await openSqliteEventStore(freshFile());
  const rate = await appendsPerSecond(writers, (stream, expected, fact) => store.append(stream, expected, [fact]));
  await store.close();
  return rate;
};

/** As little as can be durable: insert what is waiting, commit, answer. The unique index is the check of the revision. */
const bare = (writers) => async () => {
  const db = new Database(freshFile());
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE facts (position INTEGER PRIMARY KEY, stream TEXT, revision INTEGER, id TEXT, type TEXT, data TEXT, meta TEXT, UNIQUE (stream, revision))');
  const insert = db.prepare('INSERT INTO facts (stream, revision, id, type, data, meta) VALUES (?, ?, ?, ?, ?, ?)');
  let waiting = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    db.exec('BEGIN');
    for (const { row } of batch) insert.run(...row);
    db.exec('COMMIT');
    for (const { resolve } of batch) resolve();
  };
  const rate = await appendsPerSecond(writers, (stream, expected, { id, type, data, meta }) => new Promise((resolve) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ row: [stream, expected + 1, id, type, JSON.stringify(data), JSON.stringify(meta)], resolve });
  }));
  db.close();
  return rate;
};

/** Emmett prints what it rethrows. */
console.log = () => undefined;

/**
 * One append at a time: when they overlap, its store closes the connection of one under the other. Now and then it cannot commit even so
 * (SQLITE_BUSY); it is then asked again, and finding the fact there already (412) counts as done.
 */
const emmett = (writers) => async () => {
  const store = getSQLiteEventStore({ fileName: freshFile() });
  const append = async (stream, events, options) => {
    for (let tries = 0; tries < 10; tries += 1) {
      try {
        return await store.appendToStream(stream, events, options);
      } catch (error) {
        if (error.errorCode === 412) return undefined;
      }
    }
    throw new Error('Emmett refused ten times');
  };
  let before = Promise.resolve();
  return appendsPerSecond(writers, (stream, expected, { type, data, meta }) => {
    const expectedStreamVersion = expected === -1 ? 'STREAM_DOES_NOT_EXIST' : BigInt(expected + 1);
    before = before.then(() => append(stream, [{ type, data, metadata: meta }], { expectedStreamVersion }));
    return before;
  });
};

await measure('appends, 64 writers, against bare libsql', { ours: ours(64), peer: bare(64), aim: '>= 0.5' });
await measure('appends, 1 writer, against bare libsql', { ours: ours(1), peer: bare(1) });
await measure('appends, 64 writers, against emmett-sqlite', { ours: ours(64), peer: emmett(64), aim: '>= 50' });
await measure('appends, 1 writer, against emmett-sqlite', { ours: ours(1), peer: emmett(1), aim: '>= 8' });
