/** What those who follow a SQLite log read from its file: each part once for all who read it side by side, and facts of rare categories without looking at all between them. */
import type Database from 'libsql';
import type { AnyFact } from '@larder/contracts/fact.js';
import { seal } from '../../seal.js';
import { toFact, type Row } from './sqlite-rows.js';

/** Facts handed out at a time, so that a reader of the whole log lets others in between. */
const READ_ROWS = 512;
/** Readings begin at multiples of it, so that readers who began elsewhere soon ask for the same. */
const READ_RANGE = 1_024;
/** Kept for others who read along. */
const SHARED_READINGS = 16;
/** Nobody who reads along is further ahead than that: the slower ones find what the first has read. */
export const AHEAD = READ_RANGE * 4;
/** Of so many facts of the log one is of the categories, or fewer: then they are looked up one by one. Finding a row costs about three times as much as passing one. */
const RARE = 8;
const FEW = 1_000;
/** Of the longest log, too: looking for more would hold up everybody else. */
const MANY = 100_000;
/** Of the ranges looked at in one go while hardly anything is found in them. */
const RANGES = 16;

export interface Reading {
  facts: AnyFact[];
  /** So far has been looked. */
  upTo: number;
}

/** Where facts of rare categories lie, in order, up to where the log ended when they were looked for; undefined: they are not rare. */
interface Places {
  positions: Float64Array | undefined;
  upTo: number;
}

export class SqliteReadings {
  private readonly shared = new Map<string, Reading>();
  private readonly places = new Map<string, Places>();
  private readonly statements;

  constructor(db: Database.Database, columns: string) {
    const range = `SELECT ${columns} FROM facts WHERE position > ?1 AND position <= ?2`;
    const category = `substr(stream, 1, instr(stream, '-') - 1)`;
    this.statements = {
      all: db.prepare(`${range} ORDER BY position LIMIT ${READ_ROWS}`).raw(),
      some: db.prepare(`${range} AND ${category} IN (SELECT value FROM json_each(?3)) ORDER BY position LIMIT ${READ_ROWS}`).raw(),
      listed: db.prepare(`SELECT ${columns} FROM facts WHERE position IN (SELECT value FROM json_each(?)) ORDER BY position`).raw(),
      // '.' comes after '-': these are the streams of one category, in the index alone
      places: db.prepare(`SELECT position FROM facts INDEXED BY facts_by_stream WHERE stream > ?1 || '-' AND stream < ?1 || '.' LIMIT ?2`).raw(),
    };
  }

  /** The next facts after a position, of these categories (undefined: all). `end` is the last position of the log. */
  after(position: number, categories: ReadonlySet<string> | undefined, end: number): Reading {
    const wanted = categories && JSON.stringify([...categories]);
    const key = `${position} ${end - position > READ_RANGE ? '' : end} ${wanted}`;
    let reading = this.shared.get(key);
    if (!reading) {
      reading = this.read(position, categories, wanted, end);
      this.shared.set(key, reading);
      if (this.shared.size > SHARED_READINGS) this.shared.delete(this.shared.keys().next().value!);
    }
    return reading;
  }

  /** Everybody has come past this position. */
  forget(position: number): void {
    for (const [key, { upTo }] of this.shared) if (upTo <= position) this.shared.delete(key);
    for (const [wanted, { upTo }] of this.places) if (upTo <= position) this.places.delete(wanted);
  }

  private read(position: number, categories: ReadonlySet<string> | undefined, wanted: string | undefined, end: number): Reading {
    const places = categories && wanted !== undefined && end - position > READ_RANGE ? this.placesOf(categories, wanted, position, end) : undefined;
    if (places?.positions) return this.listed(places.positions, position, places.upTo);
    const rows: Row[] = [];
    let upTo = position;
    for (let ranges = 0; ranges < RANGES && rows.length < READ_ROWS / 8 && upTo < end; ranges += 1) {
      const next = Math.min(upTo - (upTo % READ_RANGE) + READ_RANGE, end);
      const found = (wanted === undefined ? this.statements.all.all(upTo, next) : this.statements.some.all(upTo, next, wanted)) as Row[];
      rows.push(...found);
      upTo = found.length === READ_ROWS ? found[READ_ROWS - 1]![0] : next;
    }
    return { facts: factsOf(rows), upTo };
  }

  private listed(positions: Float64Array, position: number, end: number): Reading {
    const first = positions.findIndex((place) => place > position);
    if (first < 0) return { facts: [], upTo: end };
    const chosen = positions.subarray(first, first + READ_ROWS);
    const isLast = first + chosen.length === positions.length;
    return { facts: factsOf(this.statements.listed.all(`[${chosen.join()}]`) as Row[]), upTo: isLast ? end : chosen.at(-1)! };
  }

  private placesOf(categories: ReadonlySet<string>, wanted: string, position: number, end: number): Places {
    const known = this.places.get(wanted);
    if (known && known.upTo > position) return known;
    const most = Math.min(Math.max(FEW, Math.floor(end / RARE)), MANY);
    const found: number[] = [];
    for (const category of categories) {
      for (const [place] of this.statements.places.all(category, most + 1 - found.length) as [number][]) found.push(place);
      if (found.length > most) break;
    }
    const places = { positions: found.length > most ? undefined : Float64Array.from(found).sort(), upTo: end };
    this.places.set(wanted, places);
    return places;
  }
}

const factsOf = (rows: readonly Row[]): AnyFact[] => rows.map((row) => seal(toFact(row)));
