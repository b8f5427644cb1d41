/** The event store's suite on every adapter. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreSuite } from './event-store.suite.js';
import { openKurrentdbEventStore } from './kurrentdb/kurrentdb-event-store.js';
import { serverSuite } from '../servers.js';
import { openSqliteEventStore } from './sqlite/sqlite-event-store.js';

eventStoreSuite('SQLite in memory', () => openSqliteEventStore(':memory:'));

describe('with a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-log-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  eventStoreSuite('SQLite in a file', () => openSqliteEventStore(join(folder, 'larder.db')));
});

serverSuite(
  'KurrentDB event store',
  'KURRENTDB_URL',
  {
    image: 'kurrentplatform/kurrentdb:26.1.1',
    port: 2113,
    url: (host, port) => `kurrentdb://${host}:${port}?tls=false`,
    readyPath: '/health/live',
    environment: { KURRENTDB_INSECURE: 'true', KURRENTDB_MEM_DB: 'true' },
  },
  (url) => eventStoreSuite('KurrentDB', () => openKurrentdbEventStore(url())),
);
