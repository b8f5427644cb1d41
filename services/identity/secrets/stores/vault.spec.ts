/** All vaults keep the same promises; each has some of its own. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { connectMongodb } from '@larder/kit/rows/mongodb.js';
import { serverSuite } from '@larder/kit/servers.js';
import { readSettings } from '@larder/kit/settings.js';
import { openVault } from '../keep.js';
import { mongodbContainer } from './mongodb.testing.js';
import type { Vault } from '../vault.js';
import { openMongodbVault, type GivenKeys } from './mongodb-vault.js';
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

describe('A vault in files whose key is renamed to .previous', () => {
  const [rotated, key] = [join(folder, 'rotated.db'), join(folder, 'rotated.db.key')];
  const filed = () => readFileSync(rotated).toString('latin1');
  const using = async <T>(use: (vault: Vault) => Promise<T> | T): Promise<T> => {
    const vault = openSqliteVault(rotated);
    try {
      return await use(vault);
    } finally {
      await vault.close();
    }
  };

  it('has another one and everything sealed with it at the next start, finds people as before, and then does without the previous one', async () => {
    const before = await using(async (vault) => {
      await vault.addSigningKey({ kid: 'k', privatePem: 'the key', createdAt: '2027-01-01T00:00:00.000Z' }, undefined);
      return { sealed: await vault.seal('u1', 'Olive Reed'), found: vault.fingerprint('olive@stays.example'), code: vault.marks('a code')[0] };
    });
    const db = new Database(rotated);
    const rows = () => db.prepare('SELECT key FROM persons UNION ALL SELECT private FROM signing_keys UNION ALL SELECT key FROM finder').all() as { key: string }[];
    const old = rows().map((row) => row.key);
    // As it is before there was anything else to find people by.
    db.exec('DELETE FROM finder');
    db.close();
    expect(old).toHaveLength(3);
    renameSync(key, `${key}.previous`);
    const check = async (vault: Vault): Promise<void> => {
      expect([await vault.open('u1', before.sealed), vault.fingerprint('olive@stays.example')]).toEqual(['Olive Reed', before.found]);
      expect((await vault.signingKeys()).map(({ privatePem }) => privatePem)).toEqual(['the key']);
    };
    await using(async (vault) => {
      await check(vault);
      expect([vault.marks('a code')[1], await vault.sealAnew(7)]).toEqual([before.code, 0]);
    });
    expect(readFileSync(key, 'utf8')).not.toBe(readFileSync(`${key}.previous`, 'utf8'));
    for (const one of old) expect(filed().includes(one)).toBe(false);
    rmSync(`${key}.previous`);
    await using(async (vault) => {
      await check(vault);
      expect([vault.marks('a code')[0] === before.code, await vault.sealAnew(7)]).toEqual([false, undefined]);
    });
  });

  it('is not opened when the one before is of another vault', () => {
    writeFileSync(`${key}.previous`, randomBytes(32).toString('hex'));
    rmSync(key);
    expect(() => openSqliteVault(rotated)).toThrow(`${key} is not the key that the vault beside it was sealed with, nor is ${key}.previous`);
  });
});

it('A vault in files takes no master key from settings, which would look as if it had', async () => {
  const DATA_DIR = join(folder, 'settings');
  await expect(openVault(readSettings({ DATA_DIR, VAULT_KEY_PREVIOUS: 'ab'.repeat(32) }))).rejects.toThrow('Settings: VAULT_KEY_PREVIOUS: goes with a KEEP_URL in MongoDB');
});

it('A vault in MongoDB does not open without a master key from elsewhere', async () => {
  await expect(openVault(readSettings({ KEEP_URL: 'mongodb://127.0.0.1:1' }))).rejects.toThrow('VAULT_KEY: needed when KEEP_URL is MongoDB');
});

serverSuite('The vault on MongoDB', 'MONGODB_URL', mongodbContainer, (url) => {
  const [master, database] = [randomBytes(32).toString('hex'), `larder-${randomUUID().slice(0, 8)}`];
  const open = () => openMongodbVault(url(), { inUse: master }, { database });
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

  describe('whose master key is rotated', () => {
    const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)].map((key) => key.toString('hex')) as [string, string, string];
    const own = `larder-${randomUUID().slice(0, 8)}`;
    const having = async (given: GivenKeys, use: (vault: Vault) => Promise<void>): Promise<void> => {
      const vault = await openMongodbVault(url(), given, { database: own });
      await use(vault).finally(() => vault.close());
    };
    const sealed = new Map<string, string>();
    const putAll = async (vault: Vault, people: string[]): Promise<void> => void (await Promise.all(people.map(async (one) => sealed.set(one, await vault.seal(one, `about ${one}`)))));
    const readAll = async (vault: Vault): Promise<void> => {
      for (const [one, text] of sealed) expect(await vault.open(one, text)).toBe(`about ${one}`);
      expect((await vault.signingKeys()).map(({ privatePem }) => privatePem)).toEqual(['the key']);
    };
    const sealAll = async (vault: Vault, most = 7): Promise<number[]> => {
      const left: number[] = [];
      do left.push((await vault.sealAnew(most)) ?? Number.NaN); while ((left.at(-1) ?? 0) > 0);
      return left;
    };
    let [found, code]: string[] = [];
    /** As a vault was from before a master key had a name. */
    beforeAll(() => having({ inUse: first }, async (vault) => {
      await putAll(vault, Array.from({ length: 20 }, (_, n) => `person ${n}`));
      await vault.addSigningKey({ kid: 'k', privatePem: 'the key', createdAt: '2027-01-01T00:00:00.000Z' }, undefined);
      [found, [code]] = [vault.fingerprint('olive@stays.example'), vault.marks('a code')];
      const { client, db } = await connectMongodb(url(), { database: own });
      for (const name of ['vault_persons', 'vault_signing_keys']) await db.collection(name).updateMany({}, { $unset: { by: '' } });
      await db.collection('vault_finder').deleteMany({});
      await client.close();
    }));

    it('does not open with the new one alone, nor with the one from before that', async () => {
      for (const given of [{ inUse: second }, { inUse: second, previous: third }]) await expect(having(given, async () => undefined)).rejects.toThrow('VAULT_KEY is not the master key');
    });

    it('is read by every copy while some seal with the new one already, and nothing goes back to the old one', async () => {
      await having({ inUse: first, next: second }, (waiting) => having({ inUse: second, previous: first }, async (ahead) => {
        expect(await waiting.sealAnew(7)).toBeUndefined();
        await putAll(ahead, ['made by the new one']);
        await putAll(waiting, ['made by the old one']);
        for (const vault of [ahead, waiting]) {
          await readAll(vault);
          expect([vault.fingerprint('olive@stays.example'), vault.marks('a code')]).toEqual([found, expect.arrayContaining([code, ahead.marks('a code')[0]])]);
        }
        expect(ahead.marks('a code')[0]).not.toBe(code);
      }));
    });

    it('is sealed anew a few at a time, goes on where it was broken off, with two copies at once, and brings nobody back who is forgotten', async () => {
      await having({ inUse: second, previous: first }, async (vault) => expect(await vault.sealAnew(7)).toBe(14));
      await having({ inUse: second, previous: first }, (one) => having({ inUse: second, previous: first }, async (other) => {
        await Promise.all([sealAll(one), sealAll(other), one.forget('person 19')]);
        expect([await one.sealAnew(7), await other.sealAnew(7)]).toEqual([0, 0]);
        expect(await one.open('person 19', sealed.get('person 19') ?? '')).toBeUndefined();
        sealed.delete('person 19');
        await readAll(one);
      }));
    });

    it('does without the old one from then on, which opens nothing any more, and finds people as before', async () => {
      await expect(having({ inUse: first }, async () => undefined)).rejects.toThrow('VAULT_KEY is not the master key');
      await having({ inUse: second }, async (vault) => {
        await readAll(vault);
        expect([vault.fingerprint('olive@stays.example'), vault.marks('a code').length, await vault.sealAnew(7)]).toEqual([found, 1, undefined]);
      });
    });

    it('can be rotated again, and does not open when the key before is taken away too early', async () => {
      await having({ inUse: third, previous: second }, async (vault) => expect(await vault.sealAnew(7)).toBeGreaterThan(0));
      await expect(having({ inUse: third }, async () => undefined)).rejects.toThrow('VAULT_KEY_PREVIOUS');
      await having({ inUse: third, previous: second }, async (vault) => expect((await sealAll(vault)).at(-1)).toBe(0));
      await having({ inUse: third }, async (vault) => {
        await readAll(vault);
        expect(vault.fingerprint('olive@stays.example')).toBe(found);
      });
    });
  });

  it('does not open with another master key', async () => {
    await expect(openMongodbVault(url(), { inUse: randomBytes(32).toString('hex') }, { database })).rejects.toThrow('VAULT_KEY is not the master key');
    await expect(openMongodbVault(url(), { inUse: 'abc' }, { database })).rejects.toThrow('64 hexadecimal digits');
  });
});
