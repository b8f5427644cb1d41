/** What only the SQLite event store promises: its file, its lock, its memory, and what it does on a full disk. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { BrokenLog, type EventStore, NO_STREAM } from '../event-store.js';
import { collector, idsOf, newFact, type Opened, until } from '../event-store.testing.js';
import { SqliteBookmarks } from './sqlite-bookmarks.js';
import { openSqliteEventStore, type SqliteOptions } from './sqlite-event-store.js';

const dist = (file: string): string => join(__dirname, '..', '..', 'dist', 'events', 'sqlite', file);
const folder = mkdtempSync(join(tmpdir(), 'larder-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let file: string;
let files = 0;
const opened: EventStore[] = [];

beforeEach(() => (file = join(folder, 'a folder of its own', `${(files += 1)}.db`)));
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));

async function open(options?: SqliteOptions): Promise<Opened> {
  const both = await openSqliteEventStore(file, options);
  opened.push(both.store);
  return both;
}

/** Changes a closed log behind the store's back. */
function sql(statements: string): void {
  const db = new Database(file);
  db.exec(statements);
  db.close();
}

/** A stream of `facts` facts, fifty in an append. */
async function fill(store: EventStore, facts: number): Promise<void> {
  for (let revision = NO_STREAM; revision < facts - 1; ) {
    const group = Array.from({ length: 50 }, (_, n) => newFact(revision + n));
    ({ revision } = await store.append('filled-1', revision, group));
  }
}

describe('the file of a log', () => {
  it('holds facts and bookmarks when it is opened again', async () => {
    const { store, bookmarks } = await open();
    const facts = [newFact('one'), newFact('two')];
    const { position } = await store.append('session-1', NO_STREAM, facts);
    await bookmarks.set('reader', position);
    await store.close();

    const again = await open();
    expect(idsOf(await again.store.read('session-1'))).toEqual(idsOf(facts));
    expect(await again.store.head()).toBe(position);
    expect(await again.bookmarks.get('reader')).toBe(position);
    expect(await again.store.append('session-1', 1, [newFact('three')])).toEqual({ revision: 2, position: '0000000000000003' });
  });

  it('is for its owner alone, with what SQLite puts beside it', async () => {
    const { store } = await open();
    await store.append('session-1', NO_STREAM, [newFact('one')]);
    const rights = [dirname(file), file, `${file}-wal`].map((path) => statSync(path).mode & 0o777);
    expect(rights).toEqual([0o700, 0o600, 0o600]);
  });

  it('belongs to one process; another is told which file it is', async () => {
    await open();
    const other = spawnSync(process.execPath, [dist('append-until-killed.js'), file], { encoding: 'utf8' });
    expect(other.status).toBe(1);
    expect(other.stderr).toContain(`${file} is in use`);
  });

  it('takes in what was being appended when the store was closed, and nothing later', async () => {
    const { store } = await open();
    const appending = store.append('session-1', NO_STREAM, [newFact()]);
    await store.close();
    expect((await appending).revision).toBe(0);
    await expect(store.append('session-1', 0, [newFact()])).rejects.toThrow('closed');
    expect(await (await open()).store.read('session-1')).toHaveLength(1);
  });

  it('takes in a bookmark soon after it was set, without waiting for an append', async () => {
    const { bookmarks } = await open();
    await bookmarks.set('reader', '0000000000000003');
    await until(() => readFileSync(`${file}-wal`).includes('0000000000000003'));
  });

  it('forgets a bookmark that is not what was set', async () => {
    const { store, bookmarks } = await open();
    await bookmarks.set('reader', '0000000000000003');
    await store.close();
    sql(`UPDATE bookmarks SET position = '0000000000000007'`);
    expect(await (await open()).bookmarks.get('reader')).toBeUndefined();
  });

  it('may be opened with a look at its newest facts only', async () => {
    const { store } = await open();
    await fill(store, 10_200);
    await store.close();

    sql(`UPDATE facts SET data = '{}' WHERE position = 100`);
    const { store: trusting } = await open({ verify: 'tail' });
    await expect(trusting.verify()).rejects.toMatchObject({ position: '0000000000000100' });
    await trusting.close();
    await expect(openSqliteEventStore(file)).rejects.toThrow(BrokenLog);
  });

  it('is looked at far enough to notice damage among the newest facts', async () => {
    const { store } = await open();
    await fill(store, 10_200);
    await store.close();
    sql(`UPDATE facts SET data = '{}' WHERE position = 10150`);
    await expect(openSqliteEventStore(file, { verify: 'tail' })).rejects.toMatchObject({ position: '0000000000010150' });
  });
});

describe('a fact', () => {
  let copies = 0;

  /** What another process would find, were this one to die now. */
  async function left(): Promise<string[]> {
    const copy = `${file}-copy-${(copies += 1)}`;
    for (const part of ['', '-wal', '-anchor']) copyFileSync(file + part, copy + part);
    const { store } = await openSqliteEventStore(copy);
    opened.push(store);
    return idsOf(await store.read('session-1'));
  }

  it('lies in the file before a follower hears of it', async () => {
    const { store } = await open();
    const found: boolean[] = [];
    store.follow('', undefined, async (facts) => {
      const ids = await left();
      found.push(...idsOf(facts).map((id) => ids.includes(id)));
    });
    for (let revision = NO_STREAM; revision < 9; revision += 1) void store.append('session-1', revision, [newFact()]);
    await until(() => found.length === 10);
    expect(found).not.toContain(false);
  });

  it('is found by nobody before its commit, however closely one follows upon another', async () => {
    const { store } = await open();
    let isOver = false;
    const write = async (stream: string): Promise<void> => {
      for (let revision = NO_STREAM; !isOver; ) ({ revision } = await store.append(stream, revision, [newFact()]));
    };
    const writing = [write('busy-1')];
    await new Promise((breath) => setImmediate(breath)); // from now on one commit begins whenever another one ends
    writing.push(write('busy-2'));
    for (let reads = 0; reads < 300; reads += 1) {
      const facts = await store.read(`busy-${1 + (reads % 2)}`);
      expect((facts.at(-1)?.position ?? '') <= (await store.head())).toBe(true);
    }
    isOver = true;
    await Promise.all(writing);
  });

  it('lies in the file before a reader finds it, whose question comes in the middle of the append', async () => {
    const { store } = await open();
    await store.append('session-1', NO_STREAM, [newFact()]);
    for (let revision = 0; revision < 20; revision += 1) {
      const appending = store.append('session-1', revision, [newFact()]);
      for (let waits = 0; waits < revision % 4; waits += 1) await new Promise(setImmediate);
      const found = idsOf(await store.read('session-1'));
      expect(await left()).toEqual(expect.arrayContaining(found));
      await appending;
      expect(await store.read('session-1')).toHaveLength(revision + 2);
    }
  });
});

describe('a fact that answers another', () => {
  const answer = (note: string) => {
    const fact = newFact(note);
    return { ...fact, meta: { ...fact.meta, causationId: 'heard' } };
  };

  it('goes with the next that somebody waits for, in the order in which they came', async () => {
    const { store } = await open();
    const order: string[] = [];
    const noted = (name: string) => ({ position }: { position: string }) => void order.push(`${name} ${Number(position)}`);
    await Promise.all([store.append('a-1', NO_STREAM, [answer('patient')]).then(noted('patient')), store.append('b-1', NO_STREAM, [newFact('urgent')]).then(noted('urgent'))]);
    expect(order).toEqual(['patient 1', 'urgent 2']);
  });

  it('is kept by itself when nobody comes', async () => {
    const { store } = await open();
    await store.append('a-1', NO_STREAM, [answer('one')]);
    await Promise.all(Array.from({ length: 600 }, (_, n) => store.append(`b-${n}`, NO_STREAM, [answer('many')])));
    expect(await store.head()).toBe('0000000000000601');
  });

  it('is kept when the store closes before it was its turn', async () => {
    const { store } = await open();
    const appended = store.append('a-1', NO_STREAM, [answer('last')]);
    await store.close();
    expect(await appended).toMatchObject({ revision: 0 });
    expect(await (await open()).store.head()).toBe('0000000000000001');
  });
});

describe('bookmarks', () => {
  it('that were written in vain are written another time', async () => {
    const db = new Database(':memory:');
    db.exec('CREATE TABLE bookmarks (name TEXT PRIMARY KEY, position TEXT NOT NULL, seal TEXT NOT NULL)');
    let asked = 0;
    const bookmarks = new SqliteBookmarks(db, () => (asked += 1));
    await bookmarks.set('reader', '0000000000000003');
    await until(() => asked === 1);
    expect(bookmarks.write()).toHaveLength(1);
    bookmarks.failed();
    await until(() => asked === 2);
    for (const statement of bookmarks.write()) db.exec(statement);
    expect(db.prepare('SELECT position FROM bookmarks').all()).toEqual([{ position: '0000000000000003' }]);
    db.close();
  });
});

describe('a stream', () => {
  it.each(['session', '-1', 'session-', '', 'session-1\n2'])('cannot be called %j', async (name) => {
    const { store } = await open();
    await expect(store.append(name, NO_STREAM, [newFact()])).rejects.toThrow('is not a stream');
  });
});

describe('a follower', () => {
  it('that is slow does not hold up writers, and reads from the file what has left the memory', async () => {
    const { store } = await open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { facts, onFacts } = collector();
    const slow = store.follow('', ['filled'], async (handed) => {
      await held;
      await onFacts(handed);
    });
    await fill(store, 10_000);
    expect(facts).toEqual([]);
    release();
    await until(() => facts.length === 10_000);
    await slow.stop();
    expect(idsOf(facts)).toEqual(idsOf(await store.read('filled-1')));
  });

  it('finds the few facts of its category among many others', async () => {
    const { store } = await open();
    await store.append('rare-1', NO_STREAM, [newFact('first')]);
    await fill(store, 20_000);
    await store.append('rare-1', 0, [newFact('last')]);
    await store.close();
    const { facts, onFacts } = collector();
    await (await open()).store.follow('', ['rare'], onFacts).live;
    expect(facts.map(({ data }) => data)).toEqual([{ note: 'first' }, { note: 'last' }]);
  });

  it('cannot begin behind the end of the log: it would miss what comes', async () => {
    const { store } = await open();
    await store.append('session-1', NO_STREAM, [newFact()]);
    expect(() => store.follow('0000000000000002', undefined, async () => undefined)).toThrow('0000000000000002 is not a position of this log');
  });
});

describe('a full disk', () => {
  // A limit on the size of files stands for it: the system then refuses to let the log grow, in the same places.
  const script = `
    import { openSqliteEventStore } from ${JSON.stringify(pathToFileURL(dist('sqlite-event-store.js')).href)};
    const { store } = await openSqliteEventStore(process.argv[1]);
    const followed = [];
    store.follow('', undefined, async (facts) => void followed.push(...facts.map(({ id }) => id)));
    const meta = { commandId: 'c', account: 'acme', actor: 'system:test', at: '2026-03-01T12:00:00.000Z', correlationId: 'c' };
    const fact = (id, size) => ({ id, type: 'Noted', data: 'x'.repeat(size), meta });
    for (const [id, expected, size] of [['before', -1, 10], ['too large', 0, 50_000_000], ['after', 0, 10]]) {
      const outcome = await store.append('session-1', expected, [fact(id, size)]).then(({ revision }) => revision, (error) => error.code);
      console.log(id, outcome, (await store.read('session-1')).length);
    }
    while (!followed.includes('after')) await new Promise(setImmediate);
    console.log('followed', followed.join());
    await store.close();`;

  it('refuses an append, and takes those that fit again', async () => {
    const limited = spawnSync('sh', ['-c', 'ulimit -f 8192; exec "$0" --input-type=module -e "$1" "$2"', process.execPath, script, file], { encoding: 'utf8' });
    expect(limited.stdout.split('\n').slice(0, 4)).toEqual(['before 0 1', expect.stringMatching(/^too large SQLITE_(FULL|IOERR)\S* 1$/), 'after 1 2', 'followed before,after']);
    const { store } = await open();
    expect(idsOf(await store.read('session-1'))).toEqual(['before', 'after']);
    expect(await store.verify()).toBe(2);
  });
});
