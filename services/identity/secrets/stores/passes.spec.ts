/** All passes keep the same promises. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverSuite } from '@larder/kit/servers.js';
import { mongodbContainer } from './mongodb.testing.js';
import { openMongodbPasses } from './mongodb-passes.js';
import { passesSuite, sharedPassesSuite } from './passes.suite.js';
import { openSqlitePasses } from './sqlite-passes.js';

passesSuite('Passes in a SQLite file', async () => openSqlitePasses(':memory:'));

it('A damaged file of passes is named, with what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-passes-'));
  const file = join(folder, 'passes.db');
  writeFileSync(file, 'no database'.repeat(1_000));
  expect(() => openSqlitePasses(file)).toThrow(`The sign-ins in ${file} cannot be opened. If the file is damaged, remove it`);
  rmSync(folder, { recursive: true });
});

serverSuite('Passes on MongoDB', 'MONGODB_URL', mongodbContainer, (url) => {
  const named = () => ({ database: `larder-${randomUUID().slice(0, 8)}` });
  passesSuite('keep the promises of all passes', () => openMongodbPasses(url(), named()));
  sharedPassesSuite('of two copies', async () => {
    const database = named();
    return [await openMongodbPasses(url(), database), await openMongodbPasses(url(), database)];
  });
});
