/** All read stores keep the same promises. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type AddressInfo } from 'node:net';
import { openSqliteReadStore } from './sqlite-read-store.js';
import { openMemoryReadStore } from './memory-read-store.js';
import { connectMongodb } from './mongodb.js';
import { writeGuarded, type Stored } from './mongodb-guarded.js';
import { openMongodbReadStore } from './mongodb-read-store.js';
import { readStoreSuite } from './read-store.suite.js';
import { serverSuite } from '../servers.js';

readStoreSuite('The read store in memory', async () => openMemoryReadStore());
const folder = mkdtempSync(join(tmpdir(), 'larder-views-'));
afterAll(() => rmSync(folder, { recursive: true }));
readStoreSuite('The read store in a SQLite file', () => openSqliteReadStore(join(folder, 'views.db')));

const container = { image: 'mongo:8', port: 27017, url: (host: string, port: number) => `mongodb://${host}:${port}` };
serverSuite('The read store on MongoDB', 'MONGODB_URL', container, (url) => {
  readStoreSuite('keeps the promises of every read store', () => openMongodbReadStore(url(), { database: `larder-${randomUUID().slice(0, 8)}` }));

  it('keeps the later row when two copies insert it at once, whichever of them the server lets go first', async () => {
    const { client, db } = await connectMongodb(url(), { database: `larder-${randomUUID().slice(0, 8)}` });
    const rows = db.collection<Stored>('sums');
    const [early, late] = [{ _id: 'acme|m1', account: 'acme', view: { sales: 1 }, position: '0001' }, { _id: 'acme|m1', account: 'acme', view: { sales: 2 }, position: '0002' }];
    /** Between this copy's looking and its inserting, which are not one step on MongoDB, the other copy inserts. */
    let isFirst = true;
    const raced: Pick<typeof rows, 'bulkWrite'> = {
      async bulkWrite(operations, options) {
        if (!isFirst) return rows.bulkWrite(operations, options);
        isFirst = false;
        await rows.insertOne(early);
        return rows.bulkWrite([{ insertOne: { document: late } }], options);
      },
    };
    await writeGuarded(raced, [late]);
    expect(await rows.findOne()).toEqual(late);
    await writeGuarded(rows, [early]);
    expect(await rows.findOne()).toEqual(late);
    await client.close();
  });

  it('waits for a server that comes late', async () => {
    const { hostname, port } = new URL(url());
    const relay = createServer((socket) => socket.on('error', () => undefined).pipe(connect(Number(port), hostname)).pipe(socket));
    const listen = (at: number) => new Promise<number>((done) => relay.listen(at, '127.0.0.1', () => done((relay.address() as AddressInfo).port)));
    const close = () => new Promise((done) => relay.close(done));
    const late = await listen(0);
    await close();
    const opening = openMongodbReadStore(`mongodb://127.0.0.1:${late}/?directConnection=true`, { database: 'late' });
    await listen(late);
    const store = await opening;
    expect(await store.checkpoint('sales')).toBeUndefined();
    await store.close();
    await close();
  });

  it('says so when no server is there', async () => {
    await expect(openMongodbReadStore('mongodb://127.0.0.1:1', { patienceMs: 100 })).rejects.toThrow();
  });
});
