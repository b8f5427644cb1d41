/** Questions to the SQLite read store, once all that waited is written: by SQL as far as it goes, the rest row by row. */
import { setImmediate as breathe } from 'node:timers/promises';
import { keyAt, seal } from '../seal.js';
import { toMongo, type Clause } from './filter.js';
import type { Found, Query } from './read-store.js';
import { compare } from './scalar-order.js';
import { narrow } from './sqlite-questions.js';
import { keyOf, type Entry, type Name, type SqliteTable } from './sqlite-table.js';
import type { ViewsFile } from './sqlite-views-file.js';

/** Rows looked at in one go, so that others get their turn. */
const ROWS_AT_ONCE = 500;
/** Rows handed over as one value. */
const MOST_AT_ONCE = 10_000;
/** Of those asked for without a limit, which are seldom more: beyond that they are read again, a few at a time. */
const FEW = 1_000;
/** Counted questions of one collection that are remembered. */
const MOST_TOTALS = 100;

type Bound = (string | number)[];

/** @param account its number */
export async function findIn<V>(file: ViewsFile, table: SqliteTable, account: number, clauses: readonly Clause[], { sort, skip = 0, limit = -1, counted = true }: Query): Promise<Found<V>> {
  const by = sort && table.columnOf(sort.by);
  const direction = sort?.order === 'desc' ? 'DESC' : 'ASC';
  const narrowed = narrow(clauses, table.columnOf);
  const matching = `FROM ${table.name} WHERE account = ?${narrowed.sql}`;
  const bound = [account, ...narrowed.bound];
  const inOrder = ` ORDER BY ${by === undefined ? '' : `${by} ${direction}, `}id ${direction}`;
  if (narrowed.rest.length === 0 && (!sort || by !== undefined) && limit <= MOST_AT_ONCE) {
    const most = limit < 0 ? FEW : limit;
    const rows = file.list(`SELECT view AS json ${matching}${inOrder} LIMIT ? OFFSET ?`, [...bound, most, skip]).map(seal) as V[];
    const isLastPage = (rows.length > 0 || skip === 0) && rows.length < most;
    if (isLastPage || (limit >= 0 && !counted)) return { rows, total: skip + rows.length };
    if (limit >= 0) return { rows, total: clauses.length === 0 ? table.count(account) : total(file, table, matching, bound) };
  }
  const views = await sifted<V>(file, `SELECT hex(view) ${matching}${inOrder}`, bound, narrowed.rest);
  if (sort && by === undefined) sortBy(views, sort);
  return { rows: skip > 0 || limit >= 0 ? views.slice(skip, limit < 0 ? undefined : skip + limit) : views, total: views.length };
}

function total(file: ViewsFile, { totals }: SqliteTable, matching: string, bound: Bound): number {
  const question = JSON.stringify([matching, bound]);
  const known = totals.get(question);
  if (known !== undefined) return known;
  const counted = (file.all(`SELECT count(*) ${matching}`, bound) as [[number]])[0][0];
  if (totals.size >= MOST_TOTALS) totals.clear();
  totals.set(question, counted);
  return counted;
}

/** Those that also match what SQL did not decide. */
async function sifted<V>(file: ViewsFile, sql: string, bound: Bound, rest: readonly Clause[]): Promise<V[]> {
  const matches = await matcherOf(rest);
  const matching: V[] = [];
  let seen = 0;
  for (const [hex] of file.each(sql, bound)) {
    const view = seal(file.parsed(Buffer.from(hex as string, 'hex'))); // handing over bytes takes longer, row by row
    if (matches(view)) matching.push(view as V);
    seen += 1;
    if (seen % ROWS_AT_ONCE === 0) await breathe();
  }
  return matching;
}

async function matcherOf(rest: readonly Clause[]): Promise<(view: unknown) => boolean> {
  if (rest.length === 0) return () => true;
  // Its three hundred files take as long to load as all of ours, and most processes never need them.
  const { Query: Residual } = await import('mingo');
  const residual = new Residual(toMongo(rest), { scriptEnabled: false });
  return (view) => residual.test(view as Record<string, unknown>);
}

/** By a field that is no column. The rows come in the order of their ids, which breaks ties. */
function sortBy<V>(views: V[], { by, order }: NonNullable<Query['sort']>): void {
  const keys = new Map(views.map((view) => [view, keyAt(view, by)]));
  const sign = order === 'desc' ? -1 : 1;
  views.sort((a, b) => sign * compare(keys.get(a) ?? null, keys.get(b) ?? null));
}

/** Text that was read as hexadecimal digits: see {@link ViewsFile.parsed}. */
export const fromHex = (hex: string): string => Buffer.from(hex, 'hex').toString();

/** Whether SQLite reads an id in a list as it reads it alone. */
const isPlain = (id: string): boolean => !/[\0\p{Cs}]/u.test(id);

const ROW = "json_quote(position) || ',' || view || ']' AS json";
type Known = [n: number, position: string, view: unknown];

/** What the disk knows of these rows, in their order. */
export function readRows(file: ViewsFile, table: SqliteTable, keys: readonly Name[]): Entry[] {
  const rows = new Map<number, Known>();
  if (keys.length > 1 && keys.every(({ id }) => isPlain(id))) {
    const list = JSON.stringify(keys.map(({ account, id }) => [account, id]));
    const found = file.list(`SELECT '[' || key.key || ',' || ${ROW} FROM json_each(?) AS key CROSS JOIN ${table.name} AS row ON row.account = key.value->>0 AND row.id = key.value->>1`, [list]);
    for (const row of found as Known[]) rows.set(row[0], row);
  } else {
    keys.forEach(({ account, id }, n) => {
      const [row] = file.list(`SELECT '[0,' || ${ROW} FROM ${table.name} WHERE account = ? AND id = ?`, [account, id]) as Known[];
      if (row) rows.set(n, row);
    });
  }
  return keys.map(({ account, id }, n) => {
    const [, position, view] = rows.get(n) ?? [n, table.positionOfRemoved(keyOf(account, id))];
    return { account, id, view: view === undefined ? undefined : seal(view), keys: view === undefined ? [] : table.keysOf(view), position, isMoved: false };
  });
}
