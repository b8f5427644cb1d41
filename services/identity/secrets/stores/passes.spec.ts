/** All passes keep the same promises. */
import { randomUUID } from 'node:crypto';
import { serverSuite } from '@larder/kit/servers.js';
import { mongodbContainer } from './mongodb.testing.js';
import { openMongodbPasses } from './mongodb-passes.js';
import { passesSuite, sharedPassesSuite } from './passes.suite.js';
import { openSqlitePasses } from './sqlite-passes.js';

passesSuite('Passes in a SQLite file', async () => openSqlitePasses(':memory:'));

serverSuite('Passes on MongoDB', 'MONGODB_URL', mongodbContainer, (url) => {
  const named = () => ({ database: `larder-${randomUUID().slice(0, 8)}` });
  passesSuite('keep the promises of all passes', () => openMongodbPasses(url(), named()));
  sharedPassesSuite('of two copies', async () => {
    const database = named();
    return [await openMongodbPasses(url(), database), await openMongodbPasses(url(), database)];
  });
});
