import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStore, NO_STREAM } from '../event-store.js';
import { collector, idsOf, newFact, until } from '../event-store.testing.js';
import { openSqliteEventStore } from './sqlite-event-store.js';

describe('Followers of a long SQLite log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-sqlite-'));
  const file = join(folder, 'long.db');
  let log: EventStore;
  let long: { position: string; category: string; id: string }[];
  beforeAll(async () => {
    const { store } = await openSqliteEventStore(file);
    for (let revision = NO_STREAM, n = 0; revision < 11_999; n += 1) {
      ({ revision } = await store.append('many-1', revision, Array.from({ length: 50 }, () => newFact())));
      await store.append(`often-${n}`, NO_STREAM, Array.from({ length: 25 }, () => newFact()));
      if (n % 3 === 0) await store.append(n % 2 ? `few-${n}` : `scarce-${n}`, NO_STREAM, [newFact(), newFact()]);
    }
    const all = collector();
    await store.follow('', undefined, all.onFacts).live;
    long = all.facts.map(({ position, stream, id }) => ({ position, category: stream.split('-')[0]!, id }));
    await store.close();
    log = (await openSqliteEventStore(file)).store;
  });
  afterAll(async () => {
    await log.close();
    rmSync(folder, { recursive: true });
  });

  const idsAfter = (after: string, ...categories: string[]): string[] => long.filter(({ position, category }) => position > after && (categories.length === 0 || categories.includes(category))).map(({ id }) => id);

  it.each([['all'], ['many'], ['often'], ['few'], ['few', 'scarce'], ['few', 'often'], ['unheard']])('hear what concerns them and nothing else, wherever they begin, e.g. %s', async (...categories) => {
    const wanted = categories[0] === 'all' ? [] : categories;
    for (const after of ['', '0000000000000001', '0000000000001024', '0000000000007777', long.at(-1)!.position]) {
      const { facts, onFacts } = collector();
      await log.follow(after, wanted.length > 0 ? wanted : undefined, onFacts).live;
      expect(idsOf(facts)).toEqual(idsAfter(after, ...wanted));
    }
  });

  it('wait for others who read along, but not for one who fails, nor for one who has ended', async () => {
    const failing = log.follow('', ['many'], () => Promise.reject(new Error('never')));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const ended = log.follow('', ['many'], () => held);
    const two = [collector(), collector()];
    const followings = two.map(({ onFacts }) => log.follow('', ['many'], onFacts));
    await until(() => two.every(({ facts }) => facts.length > 2_000));
    const ending = ended.stop();
    release();
    await Promise.all([ending, ...followings.map(({ live }) => live)]);
    for (const { facts } of two) expect(idsOf(facts)).toEqual(idsAfter('', 'many'));
    await failing.stop();
  });

  it('may be stopped while they wait for others', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = log.follow('', ['many'], () => held);
    const { facts, onFacts } = collector();
    const quick = log.follow('', ['many'], onFacts);
    await until(() => facts.length > 2_000);
    await quick.stop();
    expect(facts.length).toBeLessThan(12_000);
    release();
    await slow.stop();
  });
});

describe('Followers of a commit that answers facts', () => {
  let store: EventStore;
  beforeEach(async () => ({ store } = await openSqliteEventStore(':memory:')));
  afterEach(() => store.close());

  it('hear of it after those who follow what somebody has just done, in turns of the loop: one for all with the same words', async () => {
    const heard: { name: string; turn: number }[] = [];
    let turn = 0;
    let counting = setImmediate(function next() {
      turn += 1;
      counting = setImmediate(next);
    });
    const follow = (name: string, ...categories: string[]) => store.follow('', categories, async () => void heard.push({ name, turn }));
    follow('sales', 'session');
    follow('alerts', 'session', 'alert');
    follow('totals', 'session');
    follow('adapter', 'journal');
    const answer = newFact();
    await Promise.all([store.append('session-1', NO_STREAM, [{ ...answer, meta: { ...answer.meta, causationId: 'a fact' } }]), store.append('journal-1', NO_STREAM, [newFact()])]);
    await until(() => heard.length === 4);
    clearImmediate(counting);
    expect(heard.map(({ name }) => name)).toEqual(['adapter', 'sales', 'totals', 'alerts']);
    expect(new Set(heard.slice(1).map((one) => one.turn)).size).toBe(2);
  });

  it('miss nothing of it when another commit comes meanwhile', async () => {
    const all = [collector(), collector(), collector()];
    for (const { onFacts } of all) store.follow('', ['session'], onFacts);
    const ids: string[] = [];
    for (let n = 0; n < 50; n += 1) {
      const answer = newFact();
      ids.push(answer.id);
      await store.append(`session-${n}`, NO_STREAM, [{ ...answer, meta: { ...answer.meta, causationId: 'a fact' } }]);
      await store.append(`other-${n}`, NO_STREAM, [newFact()]);
    }
    await until(() => all.every(({ facts }) => facts.length >= ids.length));
    for (const { facts } of all) expect(idsOf(facts)).toEqual(ids);
  });
});

describe('Followers of a short SQLite log', () => {
  let log: EventStore;
  beforeEach(async () => {
    log = (await openSqliteEventStore(':memory:')).store;
  });
  afterEach(() => log.close());

  it('hear what has left the memory and what is in it still, in one piece', async () => {
    const facts = [newFact(), newFact(), newFact(), newFact()];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = log.follow('', undefined, async (handed) => (handed.some(({ id }) => id === facts[3]?.id) ? held : undefined));
    for (const [n, fact] of facts.entries()) {
      await log.append('session-1', n - 1, [fact]);
      await until(() => Number(slow.passed()) >= Math.min(n + 1, 3));
    }
    const { facts: heard, onFacts } = collector();
    await log.follow('0000000000000002', undefined, onFacts).live;
    expect(idsOf(heard)).toEqual(idsOf(facts.slice(2)));
    release();
  });

  it('hear what was appended, whatever becomes of it in the hands of whoever did', async () => {
    const { facts: heard, onFacts } = collector();
    log.follow('', undefined, onFacts);
    const note = { left: 1 };
    const appending = log.append('session-1', NO_STREAM, [newFact(note)]);
    note.left = 2;
    await appending;
    await until(() => heard.length === 1);
    expect([heard[0]?.data, (await log.read('session-1'))[0]?.data]).toEqual([{ note: { left: 1 } }, { note: { left: 1 } }]);
  });
});
