/** Opens the event store that an address names, and the bookmarks beside it. */
import type { Bookmarks, EventStore } from './event-store.js';
import { openSqliteEventStore } from './sqlite-event-store.js';

export interface OpenedFacts {
  store: EventStore;
  bookmarks: Bookmarks;
}

/** `url` is `sqlite:<file>` or `kurrentdb://…`. */
export async function openEventStore(url: string): Promise<OpenedFacts> {
  // Its client is large, so only those who use it load it.
  if (!url.startsWith('sqlite:')) return (await import('./kurrentdb-event-store.js')).openKurrentdbEventStore(url);
  return openSqliteEventStore(url.slice('sqlite:'.length));
}
