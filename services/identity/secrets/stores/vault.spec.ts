/** All vaults keep the same promises; each has some of its own. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMongodb } from '@larder/kit/rows/mongodb.js';
import { serverSuite } from '@larder/kit/servers.js';
import { readSettings } from '@larder/kit/settings.js';
import { openVault } from '../keep.js';
import { mongodbContainer } from './mongodb.testing.js';
import { openMongodbVault } from './mongodb-vault.js';
import { openSqliteVault } from './sqlite-vault.js';
import { vaultSuite } from './vault.suite.js';

const folder = mkdtempSync(join(tmpdir(), 'larder-vault-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
vaultSuite('The vault in a SQLite file', async () => openSqliteVault(join(folder, 'vault.db')));

it('A vault in files keeps them to itself, and no name is in them', async () => {
  const vault = openSqliteVault(join(folder, 'own.db'));
  await vault.seal('u1', 'Olive Reed');
  for (const file of ['own.db', 'own.db.key']) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  expect(readFileSync(join(folder, 'own.db')).includes('Olive')).toBe(false);
  await vault.close();
});

describe('A vault in files of which a part is lost', () => {
  let file: string;
  beforeEach(async () => {
    file = join(folder, `${randomUUID()}.db`);
    const vault = openSqliteVault(file);
    await vault.seal('u1', 'Olive Reed');
    await vault.close();
  });

  it('does not begin anew, which would leave everybody unreadable', () => {
    rmSync(file);
    expect(() => openSqliteVault(file)).toThrow(`${file} is lost, ${file}.key is there`);
    rmSync(`${file}.key`);
    // As after a crash: SQLite would say that the disk cannot be read.
    writeFileSync(`${file}-wal`, 'what was still to be written');
    expect(() => openSqliteVault(file)).toThrow(`${file} is lost, ${file}-wal is there`);
    rmSync(`${file}-wal`);
    expect(() => openSqliteVault(file)).not.toThrow();
  });

  it('makes no new key for what the old one sealed', () => {
    rmSync(`${file}.key`);
    expect(() => openSqliteVault(file)).toThrow(`${file}.key is lost`);
  });

  it('says so when the key beside it is of another one', () => {
    writeFileSync(`${file}.key`, randomBytes(32).toString('hex'));
    expect(() => openSqliteVault(file)).toThrow(`${file}.key is not the key that the vault beside it was sealed with`);
  });

  it('says which file is damaged', () => {
    const damaged = join(folder, `${randomUUID()}.db`);
    writeFileSync(damaged, 'x'.repeat(8_192));
    expect(() => openSqliteVault(damaged)).toThrow(`The vault ${damaged} cannot be opened`);
  });
});

it('A vault in MongoDB does not open without a master key from elsewhere', async () => {
  await expect(openVault(readSettings({ KEEP_URL: 'mongodb://127.0.0.1:1' }))).rejects.toThrow('VAULT_KEY: needed when KEEP_URL is MongoDB');
});

serverSuite('The vault on MongoDB', 'MONGODB_URL', mongodbContainer, (url) => {
  const [master, database] = [randomBytes(32).toString('hex'), `larder-${randomUUID().slice(0, 8)}`];
  const open = () => openMongodbVault(url(), master, { database });
  vaultSuite('keeps the promises of every vault', open);

  describe('opened by two copies', () => {
    let copies: Awaited<ReturnType<typeof open>>[];
    beforeAll(async () => void (copies = await Promise.all([open(), open()])));
    afterAll(() => Promise.all(copies.map((copy) => copy.close())));
    const [one, other] = [() => copies[0] as Awaited<ReturnType<typeof open>>, () => copies[1] as Awaited<ReturnType<typeof open>>];

    it('has one key for a person whom both meet at the same moment', async () => {
      for (const person of Array.from({ length: 20 }, () => randomUUID())) {
        const sealed = await Promise.all([one().seal(person, 'from one'), other().seal(person, 'from the other')]);
        expect(await Promise.all(sealed.map((text) => one().open(person, text)))).toEqual(['from one', 'from the other']);
        expect(await Promise.all(sealed.map((text) => other().open(person, text)))).toEqual(['from one', 'from the other']);
      }
    });

    it('finds the same by either', () => expect(one().fingerprint('olive@stays.example')).toBe(other().fingerprint('olive@stays.example')));

    it('has forgotten in both whom one has forgotten', async () => {
      const person = randomUUID();
      const sealed = await one().seal(person, 'Olive Reed');
      expect(await other().open(person, sealed)).toBe('Olive Reed');
      await one().forget(person);
      expect(await other().open(person, sealed)).toBeUndefined();
    });

    it('takes the next signing key from one of them', async () => {
      const newest = (await one().signingKeys()).at(-1)?.kid;
      const added = await Promise.all(copies.map((copy, n) => copy.addSigningKey({ kid: `copy ${n}`, privatePem: 'pem', createdAt: '2027-01-01T00:00:00.000Z' }, newest)));
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await one().signingKeys()).toEqual(await other().signingKeys());
    });
  });

  it('holds no key that could be read without the master key, nor that one', async () => {
    const vault = await open();
    const sealed = await vault.seal('u1', 'Olive Reed');
    const { client, db } = await connectMongodb(url(), { database });
    const collections = await db.listCollections().toArray();
    const held = JSON.stringify(await Promise.all(collections.map(({ name }) => db.collection(name).find().toArray())));
    expect(held).toContain('"u1"');
    for (const secret of [master, Buffer.from(master, 'hex').toString('base64'), Buffer.from(master, 'hex').toString('base64url'), 'Olive', sealed, 'PRIVATE KEY']) expect(held).not.toContain(secret);
    await client.close();
    await vault.close();
  });

  it('does not open with another master key', async () => {
    await expect(openMongodbVault(url(), randomBytes(32).toString('hex'), { database })).rejects.toThrow('VAULT_KEY is not the master key');
    await expect(openMongodbVault(url(), 'abc', { database })).rejects.toThrow('64 hexadecimal digits');
  });
});
