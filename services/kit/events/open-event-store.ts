/** Opens the event store that an address names, and the bookmarks beside it. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { BrokenLog, type Bookmarks, type EventStore } from './event-store.js';
import { openSqliteEventStore } from './sqlite/sqlite-event-store.js';

export interface OpenedFacts {
  store: EventStore;
  bookmarks: Bookmarks;
  /** Compares, while the log is used, what opening has not. Rejects with BrokenLog, and the log will not open any more. */
  check?(): Promise<void>;
}

/**
 * `url` is `sqlite:<file>` or `kurrentdb://…`.
 *
 * @param soon opens a SQLite log that was whole at an earlier opening after a look at its end; the rest is then compared by `check`
 */
export async function openEventStore(url: string, { soon = false } = {}): Promise<OpenedFacts> {
  // Its client is large, so only those who use it load it.
  if (!url.startsWith('sqlite:')) return (await import('./kurrentdb/kurrentdb-event-store.js')).openKurrentdbEventStore(url);
  const file = url.slice('sqlite:'.length);
  if (!soon || file === ':memory:') return openSqliteEventStore(file);
  const note = `${file}-checked`;
  if (!existsSync(note)) {
    const opened = await openSqliteEventStore(file);
    writeFileSync(note, '', { mode: 0o600 });
    return opened;
  }
  const { checkMeanwhile, ...opened } = await openSqliteEventStore(file, { verify: 'tail' });
  const check = async (): Promise<void> => {
    try {
      await checkMeanwhile();
    } catch (error) {
      if (error instanceof BrokenLog) rmSync(note, { force: true });
      throw error;
    }
  };
  return { ...opened, check };
}
