/** The vault's master key is another one, and nobody notices: people come in, and the letters they have are good. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverSuite } from '@larder/kit/servers.js';
import { until } from '@larder/kit/testing.js';
import { linkIn, mailTo } from '../mailbox.testing.js';
import { ACCOUNT, emailOf, PASSWORD, startLarder, type TestLarder } from '../testing.js';

const container = { image: 'mongo:8', port: 27017, url: (host: string, port: number) => `mongodb://${host}:${port}` };

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'larder-vault-key-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running = async <T>(settings: Record<string, string>, use: (larder: TestLarder) => Promise<T>): Promise<T> => {
  const larder = await startLarder({ settings });
  return use(larder).finally(() => larder.stop());
};
const signIn = async (larder: TestLarder): Promise<string> =>
  (await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: emailOf('owner', ACCOUNT), password: PASSWORD } })).idToken;
const invite = async (larder: TestLarder, token: string, email: string): Promise<string> => {
  await larder.ask('POST', '/api/cognito-auth/account/members/invite', { token, body: { email, role: 'viewer' } });
  return new URLSearchParams(linkIn(await mailTo(larder, email, /invites you/, new Set())).split('?')[1]).get('invitation') as string;
};
const accept = async (larder: TestLarder, invitation: string): Promise<number> =>
  (await larder.call('POST', `/api/auth/invitations/${invitation}`, { body: { firstName: 'Ned', lastName: 'Ostrich', password: 'Another-horse-8' } })).status;
const left = async (larder: TestLarder): Promise<string | undefined> => /^larder_vault_left (\d+)/m.exec(await (await fetch(`${larder.url}/metrics`)).text())?.[1];

/** @param at the settings before, while both keys are there, and with the new one alone; each is asked for when it is to be so */
async function rotates([before, during, after]: [Record<string, string>, () => Record<string, string>, () => Record<string, string>]): Promise<void> {
  const first = await running(before, async (larder) => {
    const token = await larder.signIn('owner');
    return { token, invitations: [await invite(larder, token, 'ann@one.example'), await invite(larder, token, 'ben@one.example')] };
  });
  const [early, late] = first.invitations as [string, string];
  const made = await running(during(), async (larder) => {
    await until('nothing is left that the old key has sealed', async () => (await left(larder)) === '0');
    expect((await larder.call('GET', '/api/cognito-auth/profile', { token: first.token })).body).toMatchObject({ data: { email: emailOf('owner', ACCOUNT) } });
    expect(await accept(larder, early)).toBe(200);
    return invite(larder, await signIn(larder), 'cleo@one.example');
  });
  await running(after(), async (larder) => {
    expect((await larder.call('GET', '/api/cognito-auth/profile', { token: await signIn(larder) })).body).toMatchObject({ data: { email: emailOf('owner', ACCOUNT) } });
    // By a key that nobody has any more.
    expect([await accept(larder, late), await accept(larder, made)]).toEqual([404, 200]);
  });
}

it('with files', async () => {
  const settings = { DATA_DIR: join(folder, 'files'), EVENT_STORE_URL: `sqlite:${join(folder, 'files')}/larder.db` };
  const key = join(settings.DATA_DIR, 'vault.db.key');
  let old = '';
  await rotates([settings, () => {
    old = readFileSync(key, 'utf8');
    renameSync(key, `${key}.previous`);
    return settings;
  }, () => {
    expect(readFileSync(key, 'utf8')).not.toBe(old);
    rmSync(`${key}.previous`);
    return settings;
  }]);
});

serverSuite('in MongoDB', 'MONGODB_URL', container, (url) => {
  it('it is rotated in the background', async () => {
    const DATA_DIR = join(folder, 'mongodb');
    const settings = { DATA_DIR, EVENT_STORE_URL: `sqlite:${DATA_DIR}/larder.db`, KEEP_URL: `${url().replace(/\/$/, '')}/larder-key-${randomUUID().slice(0, 8)}` };
    const [old, other] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')] as [string, string];
    await rotates([{ ...settings, VAULT_KEY: old }, () => ({ ...settings, VAULT_KEY: other, VAULT_KEY_PREVIOUS: old }), () => ({ ...settings, VAULT_KEY: other })]);
  });
});
