/** Bookmarks beside the facts of a SQLite log: kept in memory and written now and then, with a transaction that is due anyhow. */
import type Database from 'libsql';
import type { Position } from '@larder/contracts/fact.js';
import type { Bookmarks } from '../event-store.js';
import { text } from '../../rows/sqlite-literals.js';
import { seal } from './sqlite-rows.js';

const WRITE_AFTER_MS = 250;

export class SqliteBookmarks implements Bookmarks {
  private readonly positions = new Map<string, Position>();
  private changed = new Set<string>();
  /** What the transaction under way writes. */
  private writing = new Set<string>();
  /** Something waits to be written with the next transaction. */
  due = false;
  private timer: NodeJS.Timeout | undefined;

  /** `onDue` asks for a transaction soon; it calls {@link write} and, when it was in vain, {@link failed}. */
  constructor(
    private readonly db: Database.Database,
    private readonly onDue: () => void,
  ) {}

  /** A bookmark whose seal does not fit is forgotten: too early a position is harmless, too late a one would skip facts. */
  load(): void {
    const rows = this.db.prepare('SELECT hex(name), hex(position), hex(seal) FROM bookmarks').raw().all() as [string, string, string][];
    for (const row of rows) {
      const [name, position, check] = row.map((hex) => Buffer.from(hex, 'hex').toString()) as [string, string, string];
      if (check === seal(name, position)) this.positions.set(name, position);
    }
  }

  async get(name: string): Promise<Position | undefined> {
    return this.positions.get(name);
  }

  async set(name: string, position: Position): Promise<void> {
    this.positions.set(name, position);
    this.note(name);
  }

  async all(): Promise<[name: string, position: Position][]> {
    return [...this.positions];
  }

  /** For a transaction: the statements that write what has changed, when its time has come. */
  write(): string[] {
    this.writing = new Set();
    if (!this.due) return [];
    [this.writing, this.changed] = [this.changed, this.writing];
    this.due = false;
    this.timer = undefined;
    return [...this.writing].map((name) => {
      const position = this.positions.get(name)!;
      return `INSERT INTO bookmarks (name, position, seal) VALUES (${text(name)}, ${text(position)}, ${text(seal(name, position))}) ON CONFLICT DO UPDATE SET position = excluded.position, seal = excluded.seal`;
    });
  }

  /** The transaction was not committed: another time, then. */
  failed(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due = false;
    for (const name of [...this.writing, ...this.changed]) this.note(name);
  }

  /** What has changed is due at once. */
  stop(): void {
    clearTimeout(this.timer);
    this.due = true;
  }

  private note(name: string): void {
    this.changed.add(name);
    this.timer ??= setTimeout(() => {
      this.due = true;
      this.onDue();
    }, WRITE_AFTER_MS).unref();
  }
}
