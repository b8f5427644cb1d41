/** A start need not wait until a large log is compared with its chain; damage is found all the same, and the log then refuses to open. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { BrokenLog, NO_STREAM, type EventStore } from './event-store.js';
import { newFact } from './event-store.testing.js';
import { openEventStore, type OpenedFacts } from './open-event-store.js';

let folder: string;
let file: string;
let opened: EventStore[] = [];
const open = async (): Promise<OpenedFacts> => {
  const facts = await openEventStore(`sqlite:${file}`, { soon: true });
  opened.push(facts.store);
  return facts;
};
const close = async (): Promise<void> => void (await Promise.all(opened.splice(0).map((store) => store.close())));
function spoil(sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'larder-opening-'));
  file = join(folder, 'larder.db');
  const { store } = await open();
  await Promise.all(Array.from({ length: 1_100 }, (_, n) => store.append(`visit-${n}`, NO_STREAM, Array.from({ length: 10 }, () => newFact()))));
  await close();
});
afterEach(async () => {
  await close();
  opened = [];
  rmSync(folder, { recursive: true });
});

it('compares the whole log the first time, and later what is not at its end while it is used', async () => {
  rmSync(`${file}-checked`);
  expect((await open()).check).toBeUndefined();
  await close();
  const { store, check } = await open();
  const checking = check?.();
  await store.append('visit-meanwhile', NO_STREAM, [newFact()]);
  await expect(checking).resolves.toBeUndefined();
});

it('finds damage while the log is used, and does not open it again', async () => {
  spoil(`UPDATE facts SET data = '{}' WHERE position = 500`);
  const { check } = await open();
  await expect(check?.()).rejects.toMatchObject({ position: '0000000000000500' });
  expect(existsSync(`${file}-checked`)).toBe(false);
  await close();
  await expect(open()).rejects.toThrow(BrokenLog);
});

it('does not open a log whose end is damaged', async () => {
  spoil(`UPDATE facts SET data = '{}' WHERE position = 10900`);
  await expect(open()).rejects.toMatchObject({ position: '0000000000010900' });
});

it('takes a log that is closed meanwhile for whole', async () => {
  const { check } = await open();
  const checking = check?.();
  await close();
  await expect(checking).resolves.toBeUndefined();
});
