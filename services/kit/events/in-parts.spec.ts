import { NO_STREAM } from './event-store.js';
import { newFact } from './event-store.testing.js';
import { inParts } from './in-parts.js';
import { openSqliteEventStore } from './sqlite/sqlite-event-store.js';
import type { Decider } from '../commands/decider.js';
import { Kit } from '../kit.js';
import { openParts } from '../start.js';
import { readSettings } from '../settings.js';

type Tapped = { type: 'DeviceTapped'; data: { n: number } };
const taps: Decider<{ count: number }, Tapped, number> = {
  category: 'journal', initial: 0,
  decide: ({ count }, before) => Array.from({ length: count }, (_, n) => ({ type: 'DeviceTapped', data: { n: before + n } })),
  evolve: (before) => before + 1,
};

it('whoever asks a kit for all that happened in years holds nobody up', async () => {
  const kit = new Kit(await openParts('device-adapter', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' })));
  await kit.handle(taps, 'VM-1', { count: 2_500 }, { commandId: 'c1', account: 'acme', actor: 'test', correlationId: 'test' });
  let others = 0;
  setImmediate(() => others++);
  const facts = await kit.history(taps, 'VM-1', 'acme');
  expect([facts.map(({ data: { n } }) => n), others]).toEqual([Array.from({ length: 2_500 }, (_, n) => n), 1]);
  await kit.end();
});

it('a long stream is read whole and in order, and others have their turn meanwhile', async () => {
  const { store } = await openSqliteEventStore(':memory:');
  const facts = Array.from({ length: 2_500 }, (_, n) => newFact(n));
  await store.append('journal-1', NO_STREAM, facts);
  const done: string[] = [];
  const parts: string[][] = [];
  for await (const part of inParts(store, 'journal-1')) {
    parts.push(part.map(({ id }) => id));
    setImmediate(() => done.push('somebody else'));
    done.push('a part');
  }
  expect(parts.flat()).toEqual(facts.map(({ id }) => id));
  expect(parts.map((part) => part.length)).toEqual([1_000, 1_000, 500]);
  expect(done).toEqual(['a part', 'somebody else', 'a part', 'somebody else', 'a part']);
  await store.close();
});

it('one that ends where a part does, and one that is not there, have an end', async () => {
  const { store } = await openSqliteEventStore(':memory:');
  await store.append('journal-1', NO_STREAM, Array.from({ length: 1_000 }, (_, n) => newFact(n)));
  for (const [stream, length] of [['journal-1', 1_000], ['journal-2', 0]] as const) {
    let found = 0;
    for await (const part of inParts(store, stream)) found += part.length;
    expect(found).toBe(length);
  }
  await store.close();
});
