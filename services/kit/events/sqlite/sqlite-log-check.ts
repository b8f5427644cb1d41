/** Reads a SQLite log from the front and compares every row with its hash chain, its index, its head and its anchor. */
import { hash } from 'node:crypto';
import type Database from 'libsql';
import { BrokenLog } from '../event-store.js';
import { START, toPosition, type Mark } from './sqlite-rows.js';

/** As many as are compared in one go when nobody has to be answered meanwhile. */
const SLICE_ROWS = 512;
const HASH_CHARACTERS = 44;
const RECORD_END = 0x1e;

/**
 * The rows of a slice as one blob of records, each followed by its hash, in the bytes the chain is made of. Damaged text never becomes a
 * JavaScript string here: libsql aborts the process on bytes that are not UTF-8.
 * A row is sound when its fields have their types and both the index of streams and the tree of positions lead to it.
 */
const SLICE = `
  SELECT max(position), CAST(group_concat(record, '') AS BLOB), min(position) FILTER (WHERE NOT sound)
  FROM (
    SELECT position,
      position || char(10) || stream || char(10) || revision || char(10) || id || char(10) || type || char(10) || data || char(10) || meta
        || char(10) || hash || char(30) AS record,
      coalesce(typeof(stream) || typeof(revision) || typeof(id) || typeof(type) || typeof(data) || typeof(meta) = 'textintegertexttexttexttext'
        AND position = (
          SELECT entry.position FROM facts AS entry INDEXED BY facts_by_stream
          WHERE entry.stream = facts.stream AND entry.revision = facts.revision AND entry.id = facts.id
        ), 0) AS sound
    FROM facts WHERE position > ? ORDER BY position LIMIT ?
  )`;

/** Hashes travel as hexadecimal digits for the same reason. */
const fromHex = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

/** The mark of the row at `position`, believed without looking at what comes before it. */
export function markAt(db: Database.Database, position: number): Mark {
  const row = db.prepare('SELECT hex(hash) FROM facts WHERE position = ?').raw().get(position) as [string] | undefined;
  if (!row) throw new BrokenLog(toPosition(position), 'the fact is missing');
  return { position, hash: fromHex(row[0]) };
}

/** The head row: where the log says it ends. */
export function headOf(db: Database.Database): Mark {
  const row = db.prepare('SELECT position, hex(hash) FROM head').raw().get() as [number, string] | undefined;
  return row ? { position: row[0], hash: fromHex(row[1]) } : START;
}

/**
 * Compares everything after `from`, slice by slice, yielding in between so that the caller may let others work.
 * Returns the mark of the last row. Throws {@link BrokenLog} with the first position that is not what it was.
 */
export function* check(db: Database.Database, from: Mark, anchor: Mark | undefined, rowsAtOnce = SLICE_ROWS): Generator<undefined, Mark> {
  let mark = from;
  try {
    const slice = db.prepare(SLICE).raw();
    for (;;) {
      const [last, records, unsound] = slice.get(mark.position, rowsAtOnce) as [number | null, Uint8Array | null, number | null];
      if (last === null) break;
      mark = checkChain(mark, records ?? new Uint8Array(), last, anchor);
      if (unsound !== null) throw new BrokenLog(toPosition(unsound), 'its stream does not lead to the fact');
      yield;
    }
    checkEnd(db, mark, anchor);
    return mark;
  } catch (error) {
    if (error instanceof BrokenLog) throw error;
    throw new BrokenLog(toPosition(mark.position + 1), `it cannot be read: ${String(error)}`);
  }
}

function checkChain(from: Mark, records: Uint8Array, last: number, anchor: Mark | undefined): Mark {
  // Each record follows the hash before it, so what a hash was made of lies in one piece.
  const bytes = Buffer.concat([Buffer.from(`${from.hash}\x1e`, 'latin1'), records]);
  let { position } = from;
  let previous = from.hash;
  for (let start = 0, end; ; start = end - HASH_CHARACTERS) {
    end = bytes.indexOf(RECORD_END, start + previous.length + 1);
    if (end < 0) break;
    position += 1;
    const stored = bytes.toString('latin1', end - HASH_CHARACTERS, end);
    if (hash('sha256', bytes.subarray(start, end - HASH_CHARACTERS - 1), 'base64') !== stored) throw new BrokenLog(toPosition(position), 'the fact is not what was stored');
    if (anchor?.position === position && anchor.hash !== stored) throw new BrokenLog(toPosition(position), 'the fact is not the one that was acknowledged');
    previous = stored;
  }
  if (position !== last) throw new BrokenLog(toPosition(position + 1), 'the fact is missing');
  return { position, hash: previous };
}

function checkEnd(db: Database.Database, { position, hash: last }: Mark, anchor: Mark | undefined): void {
  const next = toPosition(position + 1);
  const head = headOf(db);
  if (head.position !== position || head.hash !== last) throw new BrokenLog(next, `the log ends at ${position}, its head says ${head.position}`);
  if (anchor && anchor.position > position) throw new BrokenLog(next, `the log ends at ${position}, but ${anchor.position} has been acknowledged`);
  const [entries] = db.prepare('SELECT count(*) FROM facts INDEXED BY facts_by_stream').raw().get() as [number];
  if (entries !== position) throw new BrokenLog(next, `the index of streams has ${entries} entries for ${position} facts`);
}
