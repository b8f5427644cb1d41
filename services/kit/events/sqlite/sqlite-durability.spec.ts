/** The SQLite log against what happens to disks and processes: nothing acknowledged is lost, and what is damaged is noticed when the log is opened. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'libsql';
import type { AnyFact } from '@larder/contracts/fact.js';
import { BrokenLog, type EventStore, NO_STREAM } from '../event-store.js';
import { idsOf, newFact } from '../event-store.testing.js';
import { openSqliteEventStore } from './sqlite-event-store.js';

const PARTS = ['', '-wal', '-anchor'] as const;
const folder = mkdtempSync(join(tmpdir(), 'larder-durability-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The same sequence for the same seed (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

let copies = 0;

/** The log's files as they lie there now, under another name. */
function copyOf(file: string): string {
  const copy = join(folder, `copy-${(copies += 1)}.db`);
  for (const part of PARTS) if (existsSync(file + part)) copyFileSync(file + part, copy + part);
  return copy;
}

const remove = (file: string): void => PARTS.forEach((part) => rmSync(file + part, { force: true }));

/** As `toEqual`, which takes ten times as long where there is no difference to show. */
function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

async function everything(store: EventStore): Promise<AnyFact[]> {
  const facts: AnyFact[] = [];
  await store.follow('', undefined, async (handed) => void facts.push(...handed)).live;
  return facts;
}

describe('a process that is killed', () => {
  const child = join(__dirname, '..', '..', 'dist', 'events', 'sqlite', 'append-until-killed.js');
  const KILLS = 100;

  /** Runs the child on `file` and kills it `afterMs` after its start or after it opened the log. Answers the acknowledged appends. */
  async function killed(file: string, afterMs: number, since: 'start' | 'open'): Promise<string[][]> {
    const running = spawn(process.execPath, [child, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    const killSoon = () => setTimeout(() => running.kill('SIGKILL'), afterMs);
    if (since === 'start') killSoon();
    running.stdout.on('data', (text: Buffer) => {
      if (since === 'open' && printed === '') killSoon();
      printed += text.toString();
    });
    const signal = await new Promise((resolve) => running.on('close', (_, by) => resolve(by)));
    expect(signal).toBe('SIGKILL');
    return printed.split('\n').slice(1, -1).map((line) => line.split(' '));
  }

  it(`loses nothing it has acknowledged and leaves no append half done, ${KILLS} times on one file`, async () => {
    const random = seeded(20_260_301);
    const file = join(folder, 'killed.db');
    let known = '';
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Every fifth dies around its opening, when the log is being recovered from the kill before.
      const lines = await killed(file, 5 + random(40), kill % 5 === 4 ? 'start' : 'open');
      if (!existsSync(file)) continue;
      // A copy is opened and thereby verified, so that the next process finds the log as the kill left it.
      const copy = copyOf(file);
      const { store } = await openSqliteEventStore(copy);
      const facts = await everything(store);
      await store.close();
      remove(copy);

      const ids = idsOf(facts).join();
      expect(ids.startsWith(known)).toBe(true); // what earlier processes left, in the same order
      const fresh = facts.slice(known === '' ? 0 : known.split(',').length);
      known = ids;
      for (const stream of new Set([...fresh.map((fact) => fact.stream), ...lines.map(([name = '']) => name)])) {
        const confirmed = lines.filter(([name]) => name === stream).flatMap(([, ...group]) => group);
        const found = fresh.filter((fact) => fact.stream === stream);
        expect(idsOf(found.slice(0, confirmed.length))).toEqual(confirmed);
        expectWhole(found, confirmed.length);
        acknowledged += confirmed.length;
      }
    }
    process.stderr.write(`${KILLS} kills: ${acknowledged} facts acknowledged, none lost, ${known.split(',').length} in the log\n`);
    expect(acknowledged).toBeGreaterThan(KILLS);
  }, 300_000);

  /** Every append is there with all its facts, and behind what was acknowledged there is one at most: a writer waits for its answer. */
  function expectWhole(facts: readonly AnyFact[], acknowledged: number): void {
    const data = facts.map((fact) => fact.data as { turn: number; n: number; together: number });
    const whole = data.filter(({ n }) => n === 0).flatMap(({ turn, together }) => Array.from({ length: together }, (_, n) => ({ turn, n, together })));
    expect(data).toMatchObject(whole);
    expect(data).toHaveLength(whole.length);
    expect(new Set(data.slice(acknowledged).map(({ turn }) => turn)).size).toBeLessThanOrEqual(1);
  }
});

describe('a damaged log', () => {
  /** A log that was closed, one that was copied while it was open, and what both hold. */
  const closed = join(folder, 'closed.db');
  let open: string;
  let facts: AnyFact[];
  /** What each stream has of them. */
  let streams: Map<string, AnyFact[]>;

  beforeAll(async () => {
    const { store, bookmarks } = await openSqliteEventStore(closed);
    for (let n = 0; n < 40; n += 1) {
      await bookmarks.set('reader', '7'.padStart(16, '0'));
      for (let revision = NO_STREAM; revision < 4; ) ({ revision } = await store.append(`session-${n}`, revision, [newFact({ n, revision, 'größe': 'Zoë' })]));
    }
    facts = await everything(store);
    streams = new Map(facts.map(({ stream }) => [stream, facts.filter((fact) => fact.stream === stream)]));
    open = copyOf(closed);
    await store.close();
  });

  /** Opens a damaged copy. Answers the damage it names; otherwise everything has to read as before, and new facts have to fit. */
  async function opened(file: string): Promise<BrokenLog | 'as before'> {
    try {
      const { store, bookmarks } = await openSqliteEventStore(file);
      expectSame(await everything(store), facts);
      for (const [stream, its] of streams) expectSame(await store.read(stream), its);
      expect(['7'.padStart(16, '0'), undefined]).toContain(await bookmarks.get('reader'));
      expect(await store.append('session-0', 4, [newFact()])).toEqual({ revision: 5, position: String(facts.length + 1).padStart(16, '0') });
      await store.close();
      return 'as before';
    } catch (error) {
      if (!(error instanceof BrokenLog)) throw error;
      expect(error.position).toMatch(/^\d{16}$/);
      return error;
    } finally {
      remove(file);
    }
  }

  function flipped(file: string, part: (typeof PARTS)[number], at: number, bit: number): string {
    const copy = copyOf(file);
    const bytes = readFileSync(copy + part);
    bytes[at] = bytes[at]! ^ (1 << bit);
    writeFileSync(copy + part, bytes);
    return copy;
  }

  /** A copy that somebody has changed with SQL. */
  function changed(sql: string): string {
    const copy = copyOf(closed);
    const db = new Database(copy);
    db.exec(sql);
    db.close();
    return copy;
  }

  const brokenAt = (position: number): unknown => expect.objectContaining({ name: 'Error', position: String(position).padStart(16, '0') });

  it('is noticed, with the position of the fact, when a bit of a fact has flipped', async () => {
    const random = seeded(1);
    const bytes = readFileSync(closed);
    // Text that is there twice is also in the unused part of a page, where a flipped bit is nobody's loss.
    const texts = facts
      .flatMap(({ position, id, data, meta }) => [id, JSON.stringify(data), JSON.stringify(meta)].map((text) => ({ text, position, at: bytes.indexOf(text) })))
      .filter(({ text, at }) => at === bytes.lastIndexOf(text));
    expect(texts.length).toBeGreaterThan(facts.length);
    for (let round = 0; round < 320; round += 1) {
      const { text, position, at } = texts[random(texts.length)]!;
      expect(await opened(flipped(closed, '', at + random(Buffer.byteLength(text)), random(8)))).toEqual(brokenAt(Number(position)));
    }
  }, 60_000);

  it.each([
    ['the file of a log that was closed', () => closed, ''],
    ['the file of a log that was open', () => open, ''],
    ['its write-ahead log', () => open, '-wal'],
    ['its anchor', () => closed, '-anchor'],
  ] as const)('is noticed, or reads as before, when a bit has flipped anywhere in %s', async (_, file, part) => {
    const random = seeded(2);
    const { length } = readFileSync(file() + part);
    for (let round = 0; round < 150; round += 1) await opened(flipped(file(), part, random(length), random(8)));
  }, 60_000);

  it.each([
    ['the file of a log that was closed', () => closed, ''],
    ['the file of a log that was open', () => open, ''],
    ['its write-ahead log', () => open, '-wal'],
  ] as const)('is noticed when %s has been cut off', async (_, file, part) => {
    const random = seeded(3);
    const { length } = readFileSync(file() + part);
    for (let round = 0; round < 30; round += 1) {
      const copy = copyOf(file());
      const bytes = random(length);
      truncateSync(copy + part, bytes);
      const outcome = await opened(copy);
      // While a log is open its first pages lie in the write-ahead log as well, so its file may be lost without harm.
      if (file() === closed || part === '-wal') expect(outcome).toBeInstanceOf(BrokenLog);
    }
  });

  it('is noticed when its write-ahead log is gone', async () => {
    const copy = copyOf(open);
    rmSync(`${copy}-wal`);
    expect(await opened(copy)).toBeInstanceOf(BrokenLog);
  });

  it('is noticed when everything is gone but the anchor', async () => {
    const copy = copyOf(closed);
    rmSync(copy);
    expect(await opened(copy)).toEqual(brokenAt(1));
  });

  it('is noticed when another log, that is whole, was put in its place', async () => {
    const [current, other] = [copyOf(closed), join(folder, 'other.db')];
    const { store } = await openSqliteEventStore(other);
    await store.append('session-0', NO_STREAM, facts.map(() => newFact())).then(() => store.close());
    copyFileSync(other, current);
    await expect(openSqliteEventStore(current)).rejects.toEqual(brokenAt(facts.length));
  });

  it('is noticed when an older copy was put in its place, until the anchor is removed', async () => {
    const older = copyOf(closed);
    const current = copyOf(closed);
    const { store } = await openSqliteEventStore(current);
    await store.append('session-0', 4, [newFact()]);
    await store.close();
    copyFileSync(older, current);
    await expect(openSqliteEventStore(current)).rejects.toEqual(brokenAt(facts.length + 1));
    rmSync(`${older}-anchor`);
    expect(await opened(older)).toBe('as before');
  });

  const last = 'position = (SELECT max(position) FROM facts)';
  it.each([
    ['the last fact was removed', 200, `DELETE FROM facts WHERE ${last}`],
    ['the last fact was removed and the head moved back', 200, `DELETE FROM facts WHERE ${last}; UPDATE head SET position = 199, hash = (SELECT hash FROM facts WHERE ${last})`],
    ['a fact in the middle was removed', 77, 'DELETE FROM facts WHERE position = 77'],
    ['the first fact was removed', 1, 'DELETE FROM facts WHERE position = 1'],
    ['all facts were removed', 1, 'DELETE FROM facts'],
    ['the content of a fact was changed', 12, `UPDATE facts SET data = replace(data, 'Zoë', 'Zoe') WHERE position = 12`],
    ['a fact was moved to another stream', 33, `UPDATE facts SET stream = 'session-x' WHERE position = 33`],
    ['two facts were exchanged', 50, 'UPDATE facts SET position = -50 WHERE position = 50; UPDATE facts SET position = 50 WHERE position = 51; UPDATE facts SET position = 51 WHERE position = -50'],
    ['a fact was added by hand', 201, `INSERT INTO facts SELECT 201, 'session-y', 0, id, type, data, meta, hash FROM facts WHERE position = 1`],
    ['the head was removed', 201, 'DELETE FROM head'],
    ['a table was changed', 1, 'ALTER TABLE facts ADD COLUMN note TEXT'],
  ])('is noticed at the position when %s', async (_, position, sql) => {
    expect(await opened(changed(sql))).toEqual(brokenAt(position));
  });
});
