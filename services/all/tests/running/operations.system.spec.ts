/** Whoever runs Larder sees how far it is, looks into the log, has it copied while guests shop, and gets everything back from the copy. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore, type OpenedFacts } from '@larder/kit/events/open-event-store.js';
import { lastBackup } from '@larder/kit/moving/last-backup.js';
import { until } from '@larder/kit/testing.js';
import { runCommand } from '../../commands/command-line.js';
import type { Terminal } from '../../commands/terminal.js';
import { buy } from '../buying.testing.js';
import { fromOurPages } from '../cognito.testing.js';
import { codeIn, mailTo } from '../mailbox.testing.js';
import { switchOnAt } from '../second-factor.testing.js';
import { ACCOUNT, emailOf, PASSWORD, startLarder, type TestLarder } from '../testing.js';

let folder: string;
let facts: OpenedFacts;
let larder: TestLarder;
let said: string[];

const settings = (name: string) => ({ DATA_DIR: join(folder, name), EVENT_STORE_URL: `sqlite:${join(folder, name, 'larder.db')}`, SET_ASIDE_AFTER_SECONDS: '0' });
const terminal: Terminal = { say: (line) => void said.push(line), complain: (line) => void said.push(line), progress: () => undefined, ask: async () => '', askSecret: async () => '' };
const run = (args: string[], name = 'data', more: Record<string, string> = {}) => {
  said = [];
  return runCommand(args, terminal, { ...settings(name), ...more });
};

async function open(name: string, url = settings(name).EVENT_STORE_URL): Promise<void> {
  facts = await openEventStore(url);
  larder = await startLarder({ settings: { ...settings(name), EVENT_STORE_URL: url }, events: facts.store, bookmarks: facts.bookmarks });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'larder-operations-'));
  await open('data');
});
afterEach(async () => {
  await larder.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function takings(): Promise<{ sales: number; cents: number }> {
  const token = await larder.signIn('owner');
  const { sales } = await larder.ask<{ sales: { amount: number }[] }>('GET', '/api/admin/sales?limit=100', { token });
  return { sales: sales.length, cents: sales.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) };
}
const lag = async (): Promise<number> => {
  await run(['lag']);
  return said.reduce((sum, line) => sum + Number(/\d+$/.exec(line)?.[0]), 0);
};

describe('whoever runs it', () => {
  it('sees how far views and publishing are, what lies in a stream, and that the chain is whole', async () => {
    const machine = await larder.addMachine();
    await buy(larder, machine);
    await until('nothing is behind', async () => (await lag()) === 0);
    expect(said).toContainEqual(expect.stringMatching(/^machines +0$/));
    expect(said).toContainEqual(expect.stringMatching(/^publishing vending +0$/));
    expect(await run(['stream', `machine-${machine.machineId}`])).toBe(0);
    expect(said[0]).toMatch(/^ {3}0 {2}\S+Z {2}MachineRegistered {2}\{.*\} {2}by user:\S+, at \d{16}, request \S+$/);
    expect(await run(['stream', 'machine-nobody'])).toBe(1);
    expect(await run(['verify'])).toBe(0);
    expect(said[0]).toMatch(/^\d+ facts, the chain is whole$/);
    const metrics = await (await fetch(`${larder.url}/metrics`)).text();
    expect(metrics).toMatch(/^larder_view_lag_facts\{view="machines"\} 0$/m);
    expect(metrics).toMatch(/^larder_relay_lag_facts\{service="vending"\} 0$/m);
  });

  it('lets somebody in again who has lost phone and recovery codes', async () => {
    await larder.signIn('owner');
    const body = { email: emailOf('owner', ACCOUNT), password: PASSWORD };
    const { accessToken } = await larder.ask<{ accessToken: string }>('POST', '/api/cognito-auth/auth', { body });
    await switchOnAt(larder, accessToken, () => Date.now());
    expect((await larder.call('POST', '/api/cognito-auth/auth', { body })).status).toBe(401);
    expect(await run(['reset-two-step', body.email])).toBe(0);
    expect(said).toEqual([`${body.email} signs in with the password alone, and is told so by e-mail`]);
    expect((await larder.call('POST', '/api/cognito-auth/auth', { body })).status).toBe(200);
    expect(await run(['reset-two-step', body.email])).toBe(1);
    expect(await run(['reset-two-step', 'nobody@acme.example'])).toBe(1);
    expect(said).toEqual(['Nobody signs in with this address']);
  });

  it('gives another address to somebody who reads no letters at theirs any more, and the login to nobody else', async () => {
    const [owner, from, to] = [await larder.signIn('owner'), emailOf('owner', ACCOUNT), 'Olive@else.example'];
    await larder.signIn('admin');
    const enter = (email: string, password = PASSWORD) => larder.call<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email, password } });
    expect(await run(['change-address', from, '--to', emailOf('admin', ACCOUNT)])).toBe(1);
    expect(said).toEqual(['Somebody signs in with this address already.']);
    expect(await run(['change-address', 'nobody@acme.example', '--to', to])).toBe(1);
    expect(said).toEqual(['Nobody signs in with this address']);
    expect(await run(['change-address', from])).toBe(1);
    expect(await run(['change-address', from, '--to', to])).toBe(0);
    expect(said).toEqual([`${from} was signed out everywhere. ${to} was sent a code, with which they choose a new password and sign in`]);
    expect((await larder.call('GET', '/api/cognito-auth/profile', { token: owner })).status).toBe(401);
    expect([(await enter(from)).status, (await enter(to)).status]).toEqual([401, 401]);
    expect((await mailTo(larder, from, /was changed/, new Set())).text).not.toContain('back=');
    const ConfirmationCode = codeIn(await mailTo(larder, to, /password code/, new Set()));
    await fromOurPages(larder.url, 'ConfirmForgotPassword', { Username: to, ConfirmationCode, Password: 'Another-horse-8' });
    const { idToken } = (await enter(to, 'Another-horse-8')).body.data!;
    expect((await larder.ask<{ email: string; role: string }>('GET', '/api/cognito-auth/profile', { token: idToken }))).toMatchObject({ email: to, role: 'owner' });
  });

  it('gives an organization whose owner is gone for good another one, out of its members', async () => {
    const admin = await larder.signIn('admin');
    const roleOf = async () => (await larder.ask<{ role: string }>('GET', '/api/cognito-auth/profile', { token: admin })).role;
    expect(await run(['make-owner', emailOf('admin', ACCOUNT)])).toBe(0);
    expect(said).toEqual([`${emailOf('admin', ACCOUNT)} is an owner of ${ACCOUNT}`]);
    expect(await roleOf()).toBe('owner');
    expect((await larder.call('GET', '/api/auth/subscription/invoices', { token: admin })).status).toBe(200);
    expect(await run(['make-owner', 'nobody@acme.example'])).toBe(1);
    expect(said).toEqual(['Nobody with this address belongs to an organization']);
  });

  it('has a view made anew, and is told when there is none of that name', async () => {
    await larder.addMachine();
    await until('the machine has said that it has its prices', async () => /"confirmedAt":"/.test((await larder.everyRow())['device-prices'] ?? '') && (await lag()) === 0);
    const before = await larder.everyRow();
    expect(await run(['rebuild', 'machines'])).toBe(0);
    expect(await larder.everyRow()).toEqual(before);
    expect(await run(['rebuild', 'nothing'])).toBe(1);
    expect(said).toEqual(['There is no view called nothing']);
    // The second one would stay as it is without a word.
    expect(await run(['rebuild', 'machines', 'sales'])).toBe(1);
    expect(said).toEqual(['Nobody knows what sales means behind rebuild: larder --help']);
  });

  it('finds what nobody could act upon aside, while all else goes on', async () => {
    const machine = await larder.addMachine();
    const meta = { commandId: 'odd', account: 'acme', actor: 'system:test', at: '2026-03-01T12:00:00.000Z', correlationId: 'odd' };
    const id = '6b0f9c1e-0000-8000-a000-000000000001';
    await facts.store.append('payment-odd', -1, [{ id, type: 'RefundFailed', data: { sessionId: 'odd', refundId: 'odd', why: 'odd' }, meta }]);
    await until('it lies aside', async () => (await run(['dead-letters']), said.some((line) => line.startsWith('sales-from-vending'))));
    expect(said).toEqual([expect.stringContaining(`${id}  RefundFailed of payment-odd`)]);
    await buy(larder, machine);
    await until('the sale is there', async () => (await takings()).sales === 1);
    expect(await run(['dead-letters', 'show', id])).toBe(0);
    expect(JSON.parse(said[0] as string)).toMatchObject({ id, stream: 'payment-odd', data: { refundId: 'odd' } });
    expect(await run(['dead-letters', 'replay', 'all'])).toBe(1);
    expect(said).toContainEqual(expect.stringContaining(`${id} still fails`));
    expect(await (await fetch(`${larder.url}/metrics`)).text()).toMatch(/^larder_dead_letters\{consumer="sales-from-vending"\} 1$/m);
  });

  it('gets everything back that was sold before a backup made under load, after all was lost', async () => {
    const machine = await larder.addMachine();
    for (let n = 0; n < 3; n++) await buy(larder, machine);
    await until('the sales are there', async () => (await takings()).sales === 3);
    const kept = join(folder, 'kept');
    const shopping = (async () => {
      for (let n = 0; n < 3; n++) await buy(larder, machine);
    })();
    expect(await run(['backup', kept])).toBe(0);
    expect(said[0]).toMatch(/^\d+ facts, their chain compared; .*vault\.db/);
    const [, madeAt] = /^larder_last_backup_seconds\{log="larder\.db"\} (\S+)$/m.exec(await (await fetch(`${larder.url}/metrics`)).text()) ?? [];
    expect(lastBackup(settings('data'))).toEqual({ log: 'larder.db', at: new Date(Number(madeAt) * 1000), isThere: true });
    await shopping;
    await larder.stop();
    rmSync(join(folder, 'data'), { recursive: true });

    expect(await run(['restore', kept])).toBe(0);
    expect(said[0]).toMatch(/^\d+ facts are back, their chain compared$/);
    await open('data');
    const { sales, cents } = await takings();
    expect(sales).toBeGreaterThanOrEqual(3);
    expect(cents).toBe(sales * 250);
    await buy(larder, await larder.addMachine({ machineId: 'VM-002' }));
    await until('it sells on', async () => (await takings()).sales > sales);
    expect(await run(['verify'])).toBe(0);
  });

  it('moves nothing away under a service that is asked at another socket, as one in another container is', async () => {
    const elsewhere = join(folder, 'another-container.sock');
    expect(await run(['backup', join(folder, 'kept')])).toBe(0);
    expect(await run(['move-keep', '--socket', elsewhere], 'data', { KEEP_URL: 'mongodb://127.0.0.1:1/keep' })).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^A service of Larder uses the files in .*data: please stop it first/)]);
    expect(existsSync(join(folder, 'kept', 'in-use'))).toBe(false);
  });

  it('moves a stopped log to another store, twice if need be, and opens nothing that is not there', async () => {
    await larder.addMachine();
    await larder.stop();
    const there = `sqlite:${join(folder, 'there', 'larder.db')}`;
    expect(await run(['verify'])).toBe(0);
    const [count = ''] = said[0]?.split(' ') ?? [];
    expect(await run(['move', '--to', there])).toBe(0);
    expect(said[0]).toMatch(new RegExp(`^${count} facts are there \\(0 were before\\), and are the same: `));
    expect(await run(['move', '--to', there])).toBe(0);
    expect(said[0]).toContain(`(${count} were before)`);
    expect(await run(['lag'])).toBe(1);
    expect(said[0]).toMatch(/^Nobody answers at .*operations\.sock/);
    expect(await run(['verify'], 'nowhere')).toBe(1);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    await open('data', there);
    expect((await larder.ask<{ machines: unknown[] }>('GET', '/api/cognito-auth/machines', { token: await larder.signIn('owner') })).machines).toHaveLength(1);
  });
});
