/** In which transactions the read store on disk writes what waits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { until } from '../testing.js';
import { openSqliteReadStore } from './sqlite-read-store.js';
import { fewAtATime, SqliteTable } from './sqlite-table.js';

const row = (n: number) => ({ account: 'acme', id: `s${n}`, view: { n }, position: '000001' });

it('few rows of many collections go together, and many of one by themselves', () => {
  const waiting = [1, 0, 3, 200, 0, 63, 1, 1].map((count, number) => {
    const table = new SqliteTable(number, { collection: `view-${number}`, orders: [] }, undefined);
    for (let n = 0; n < count; n++) table.put({ account: 1, id: `s${n}`, view: undefined, position: '', keys: [], isMoved: false }, { n }, [], '000001');
    return table;
  });
  expect([...fewAtATime(waiting)].map((some) => some.map((table) => table.waiting))).toEqual([[1, 0, 3, 200], [0, 63, 1], [1]]);
});

it('a collection that cannot be written keeps no other from the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-views-'));
  const file = join(folder, 'views.db');
  const troubles: unknown[] = [];
  const store = await openSqliteReadStore(file, { onTrouble: (error) => troubles.push(error) });
  const inFile = <T>(work: (db: Database.Database) => T): T => {
    const db = new Database(file);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  for (const collection of ['sales', 'stock']) {
    await store.prepare({ collection, orders: [] });
    await store.save(collection, [row(1)], '000001');
  }
  inFile((db) => db.exec('DROP TABLE rows_1'));
  await until('it is written by itself', () => inFile((db) => db.prepare('SELECT id FROM rows_2').all().length === 1));
  expect(String(troubles[0])).toContain('no such table: rows_1');
  await store.close();
  rmSync(folder, { recursive: true });
});
