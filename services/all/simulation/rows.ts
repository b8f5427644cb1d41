/** The read store of a simulated day; it notes whose rows there are, so that all of them can be compared. */
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { ReadStore, Row } from '@larder/kit/rows/read-store.js';
import type { Views } from '@larder/kit/views/project.js';
import type { Dice } from './dice.js';

export interface RowDefects {
  /** Some rows are not written, and nobody hears of it. */
  losesRows?: boolean;
  /** Whoever asks gets what another organization asked for. */
  mixesAccounts?: boolean;
}

export function openRows(dice: Dice, accounts: Set<string>, defects: RowDefects): ReadStore {
  const inner = openMemoryReadStore();
  const kept = (rows: readonly Row[]): readonly Row[] => (defects.losesRows ? rows.filter(() => !dice.happens(0.01)) : rows);
  return {
    prepare: (shape) => inner.prepare(shape),
    find: (collection, account, query) => inner.find(collection, defects.mixesAccounts && dice.happens(0.05) ? dice.pick([...accounts]) : account, query),
    load: (collection, keys) => inner.load(collection, keys),
    save(collection, rows, checkpoint) {
      for (const { account } of rows) accounts.add(account);
      return inner.save(collection, kept(rows), checkpoint);
    },
    checkpoint: (collection) => inner.checkpoint(collection),
    settle: (collection) => inner.settle(collection),
    drop: (collection) => inner.drop(collection),
    close: () => inner.close(),
  };
}

/** Every row of every view of everybody as text, by view. */
export async function everyRow(views: Views, accounts: ReadonlySet<string>): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const collection of views.collections().sort()) {
    const rows: unknown[] = [];
    for (const account of [...accounts].sort()) rows.push(...(await views.all({ collection, orders: [] }, account)));
    all.set(collection, JSON.stringify(rows, inOrder));
  }
  return all;
}

/** A row's fields in one order: which came first says nothing. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
