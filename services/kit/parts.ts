/** What a process is made of, before anything runs in it. */
import type { Logger } from 'pino';
import type { Bus } from './bus/bus.js';
import type { Bookmarks, EventStore } from './events/event-store.js';
import type { Metrics } from './metrics.js';
import type { ReadStore } from './rows/read-store.js';
import type { Settings } from './settings.js';
import type { Chance, Clock } from './time.js';

export interface Parts {
  settings: Settings;
  events: EventStore;
  bookmarks: Bookmarks;
  rows: ReadStore;
  bus: Bus;
  clock: Clock;
  chance: Chance;
  log: Logger;
  metrics: Metrics;
}
