import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { appended, newFact } from '../events/event-store.testing.js';
import { openEventStore, type OpenedFacts } from '../events/open-event-store.js';
import { systemClock } from '../time.js';
import { whyNot } from '../why-not.js';
import { backUp, restore } from './backup.js';
import { contentOf, readThrough } from './content.js';
import { move } from './move.js';

let folder: string;
let here: OpenedFacts;
const opened: OpenedFacts[] = [];
const open = async (url: string): Promise<OpenedFacts> => {
  const facts = await openEventStore(url);
  opened.push(facts);
  return facts;
};
const sqlite = (name: string): Promise<OpenedFacts> => open(`sqlite:${join(folder, name)}`);
const refs = async ({ store }: OpenedFacts): Promise<string[]> => {
  const all: string[] = [];
  await readThrough(store, async (facts) => facts.forEach(({ stream, revision, id, position }) => all.push(`${position} ${stream} ${revision} ${id}`)));
  return all;
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'larder-moving-'));
  here = await open('sqlite::memory:');
  for (let n = 0; n < 40; n++) await appended(here.store, `visit-${n % 7}`, newFact(n), newFact({ n }, n === 20 ? 'SessionPaid' : 'Noted'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ store }) => store.close()));
  rmSync(folder, { recursive: true, force: true });
});

describe('Moving a log', () => {
  it('brings every fact to the same place, and compares', async () => {
    const there = await sqlite('there.db');
    const moved = await move(here, there, { atOnce: 64 });
    expect(moved).toMatchObject({ facts: 80, known: 0, hash: (await contentOf(there.store)).hash });
    expect(await refs(there)).toEqual(await refs(here));
    expect(await there.store.verify()).toBe(80);
  });

  it('goes on where it was broken off, and a second time changes nothing', async () => {
    const there = await sqlite('there.db');
    let told = 0;
    await expect(move(here, there, { atOnce: 1, progress: () => { if (++told === 1) throw new Error('the plug was pulled'); } })).rejects.toThrow('the plug was pulled');
    await appended(here.store, 'visit-1', newFact('later'));
    expect(await move(here, there, { atOnce: 1 })).toMatchObject({ facts: 81, known: 80 });
    expect(await move(here, there, { atOnce: 1 })).toMatchObject({ facts: 81, known: 81 });
    expect(await refs(there)).toEqual(await refs(here));
  });

  it.each([['other facts', ['visit-1']], ['more facts', Array.from({ length: 90 }, (_, n) => `other-${n}`)]])('refuses a store that holds %s, and leaves it as it is', async (_, streams) => {
    const there = await sqlite('there.db');
    for (const stream of streams) await appended(there.store, stream, newFact());
    const before = await refs(there);
    await expect(move(here, there, { atOnce: 8 })).rejects.toThrow('holds facts of its own');
    expect(await refs(there)).toEqual(before);
  });

  it('carries bookmarks that lie in this log, and leaves those that point into another one', async () => {
    let paid = '';
    await readThrough(here.store, async (facts) => facts.forEach((fact) => fact.type === 'SessionPaid' && (paid = fact.position)));
    await here.bookmarks.set('sales-from-vending', paid);
    await here.bookmarks.set('sales-from-fleet', paid);
    const there = await sqlite('there.db');
    expect((await move(here, there, { atOnce: 8 })).bookmarks).toEqual({ carried: ['sales-from-vending'], left: ['sales-from-fleet'] });
    expect(await there.bookmarks.all()).toEqual([['sales-from-vending', paid]]);
  });
});

const kurrentdb = process.env.KURRENTDB_URL;
if (!kurrentdb) process.stderr.write('Moving a log to KurrentDB: did not run, it needs KURRENTDB_URL\n');
(kurrentdb ? describe : describe.skip)(kurrentdb ? 'Moving a log to KurrentDB' : 'Moving a log to KurrentDB: needs KURRENTDB_URL', () => {
  it('brings every fact and compares; the server has to be empty', async () => {
    const there = await open(kurrentdb as string);
    expect(await move(here, there, { atOnce: 1 })).toMatchObject({ facts: 80 });
  });
});

describe('A backup', () => {
  const where = (name: string) => ({ DATA_DIR: join(folder, name), EVENT_STORE_URL: `sqlite:${join(folder, name, 'larder.db')}`, READ_STORE_URL: `sqlite:${join(folder, name, 'views.db')}` });

  it('is a whole log, made while it is written on, with the files beside it except views, and can be put back', async () => {
    const running = await open(where('data').EVENT_STORE_URL);
    const vault = new Database(join(folder, 'data', 'vault.db'));
    vault.exec('PRAGMA journal_mode = WAL; CREATE TABLE persons (person TEXT)');
    vault.prepare('INSERT INTO persons VALUES (?)').run('ada');
    writeFileSync(join(folder, 'data', 'vault.db.key'), 'key');
    for (const name of ['views.db', 'views.db-in-use']) writeFileSync(join(folder, 'data', name), 'follow from the log');
    for (let n = 0; n < 300; n++) await appended(running.store, `visit-${n}`, newFact(n));
    await running.bookmarks.set('sales-from-vending', await running.store.head());
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++) await appended(running.store, `later-${n}-${randomUUID()}`, newFact(n));
    })();
    const { facts = 0, files } = await backUp(running, where('data'), join(folder, 'kept'), systemClock);
    isOver = true;
    await writing;
    vault.close();
    expect(facts).toBeGreaterThanOrEqual(300);
    expect(files.sort()).toEqual(['vault.db', 'vault.db.key']);
    const all = await refs(running);

    expect(await restore(join(folder, 'kept'), where('again'))).toBe(facts);
    const restored = await open(where('again').EVENT_STORE_URL);
    expect(await refs(restored)).toEqual(all.slice(0, facts));
    expect(await restored.bookmarks.get('sales-from-vending')).toBe('0000000000000300');
    const again = new Database(join(folder, 'again', 'vault.db'));
    expect(again.prepare('SELECT person FROM persons').all()).toEqual([{ person: 'ada' }]);
    again.close();
  });

  it('lets others go on between two pictures, and leaves out what is dropped before its turn', async () => {
    const running = await open(where('data').EVENT_STORE_URL);
    const [pictures, kept] = ['data', 'kept'].map((name) => join(folder, name, 'images')) as [string, string];
    mkdirSync(pictures, { recursive: true });
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) writeFileSync(join(pictures, name), name);
    let isOver = false;
    const dropping = (async () => {
      while (!isOver && !existsSync(kept)) await new Promise(setImmediate);
      const left = isOver ? [] : ['a.png', 'b.png', 'c.png', 'd.png'].filter((name) => !existsSync(join(kept, name)));
      for (const name of left) rmSync(join(pictures, name));
      return left;
    })();
    await backUp(running, where('data'), join(folder, 'kept'), systemClock);
    isOver = true;
    const dropped = await dropping;
    expect(dropped).not.toEqual([]);
    expect(readdirSync(kept).filter((name) => dropped.includes(name))).toEqual([]);
    expect(existsSync(join(folder, 'kept', 'larder.db'))).toBe(true);
  });

  it('holds what links in the data folder lead to, such as pictures on another disk: the links alone would be lost with it', async () => {
    const running = await open(where('data').EVENT_STORE_URL);
    const elsewhere = join(folder, 'other-disk');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'a.png'), 'a picture');
    writeFileSync(join(elsewhere, 'master'), 'key');
    symlinkSync(elsewhere, join(folder, 'data', 'images'));
    symlinkSync(join(elsewhere, 'master'), join(folder, 'data', 'vault.db.key'));
    await backUp(running, where('data'), join(folder, 'kept'), systemClock);
    rmSync(elsewhere, { recursive: true });
    await restore(join(folder, 'kept'), where('again'));
    expect(['images/a.png', 'vault.db.key'].map((name) => readFileSync(join(folder, 'again', name), 'utf8'))).toEqual(['a picture', 'key']);
  });

  it('that broke off is not taken for whole, nor is a folder that is none', async () => {
    const running = await open(where('data').EVENT_STORE_URL);
    await appended(running.store, 'visit-1', newFact());
    writeFileSync(join(folder, 'data', 'vault.db'), 'no database, so it cannot be copied');
    const why = await backUp(running, where('data'), join(folder, 'kept'), systemClock).catch(whyNot);
    expect(why).toMatch(/^The backup in .*kept is not whole: please remove it, and make another one: .*not a database/);
    await expect(restore(join(folder, 'kept'), where('again'))).rejects.toThrow(/kept is no backup that came to its end: there is no larder\.db in it$/);
    expect(existsSync(join(folder, 'again'))).toBe(false);
  });

  it('is put onto a fresh volume, and its log where the log is to be', async () => {
    const running = await open(where('data').EVENT_STORE_URL);
    await appended(running.store, 'visit-1', newFact());
    writeFileSync(join(folder, 'data', 'vault.db.key'), 'key');
    await backUp(running, where('data'), join(folder, 'kept'), systemClock);
    mkdirSync(join(folder, 'again', 'lost+found'), { recursive: true });
    const apart = { DATA_DIR: join(folder, 'again'), EVENT_STORE_URL: `sqlite:${join(folder, 'log', 'larder.db')}` };
    expect(await restore(join(folder, 'kept'), apart)).toBe(1);
    expect(readdirSync(apart.DATA_DIR).sort()).toEqual(['lost+found', 'vault.db.key']);
    expect(await refs(await open(apart.EVENT_STORE_URL))).toEqual(await refs(running));
  });

  it('is not taken for put back where it was damaged since, and says what to do', async () => {
    const running = await open(where('data').EVENT_STORE_URL);
    await appended(running.store, 'visit-1', newFact());
    await backUp(running, where('data'), join(folder, 'kept'), systemClock);
    const kept = new Database(join(folder, 'kept', 'larder.db'));
    kept.exec("UPDATE facts SET data = '{}' || data");
    kept.close();
    expect(await restore(join(folder, 'kept'), where('again')).catch(whyNot)).toMatch(/^What is in .*kept is not back as a whole: please empty .*again before the next try, .*: The log is damaged at position 0+1: /);
  });

  it('is refused where the file system takes no folders', async () => {
    const running = await open(where('data').EVENT_STORE_URL);
    await expect(backUp(running, where('data'), '/proc/kept', systemClock)).rejects.toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  });

  it('overwrites nothing, and does not lie where it would be lost with the data', async () => {
    const running = await open(where('data').EVENT_STORE_URL);
    writeFileSync(join(folder, 'note'), 'here');
    await expect(backUp(running, where('data'), folder, systemClock)).rejects.toThrow(`${folder} is not empty`);
    await expect(backUp(running, where('data'), join(folder, 'data', 'kept'), systemClock)).rejects.toThrow('inside the data folder');
    await backUp(running, where('data'), join(folder, 'kept'), systemClock);
    await expect(restore(join(folder, 'kept'), where('data'))).rejects.toThrow('is not empty');
    await expect(restore(join(folder, 'nothing'), where('again'))).rejects.toThrow('is not there');
    expect(existsSync(join(folder, 'again'))).toBe(false);
  });
});
