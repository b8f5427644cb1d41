/** Whoever starts a process reads why it cannot, and what to do. */
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
let taken: Server;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'larder-'));
  taken = createServer();
  await new Promise<void>((open) => taken.listen(0, '0.0.0.0', open));
  ({ port } = taken.address() as AddressInfo);
});
afterAll(async () => {
  await new Promise((closed) => taken.close(closed));
  rmSync(folder, { recursive: true });
});

const started = (program: string, settings: Record<string, string>): SpawnSyncReturns<string> => spawnSync(process.execPath, [`dist/${program}.js`], {
  encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL', env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent', ...settings },
});

it.each<[string, () => Record<string, string>, () => string]>([
  ['a setting that cannot be read', () => ({ PORT: 'eighty' }), () => 'Settings: PORT: is not a number from 0 to 65535'],
  ['a port in use', () => ({ PORT: String(port) }), () => `another program uses port ${port}. Set PORT (for guests and operators) or MQTT_PORT (for machines) to a free one`],
  ['a log that cannot be written', () => ({ EVENT_STORE_URL: `sqlite:${folder}` }), () => `The event log ${folder} cannot be opened: `],
  ['an address that is not its own', () => ({ HOST: '192.0.2.1' }), () => 'Settings: HOST, PORT: nobody can answer at 192.0.2.1, port 0: '],
  ['an address of KurrentDB that cannot be read', () => ({ EVENT_STORE_URL: 'kurrentdb://admin:secret@here:2113?tls=maybe' }), () => 'Settings: EVENT_STORE_URL: is no address that KurrentDB\'s client can read'],
  ['a data folder where no folder can be made', () => ({ DATA_DIR: '/proc/larder/data' }), () => 'Settings: DATA_DIR: /proc/larder/data is no folder and cannot be made one: '],
  ['a data folder that is a file', () => ({ DATA_DIR: process.execPath }), () => `Settings: DATA_DIR: ${process.execPath} is no folder and cannot be made one: `],
  ['an address for machines that is not its own', () => ({ MQTT_HOST: '203.0.113.7' }), () => 'Settings: MQTT_HOST, MQTT_PORT: no machine can be heard at 203.0.113.7, port 0: '],
  ['a port of machines in use', () => ({ MQTT_PORT: String(port) }), () => `another program uses port ${port}. Set PORT`],
  ['a broker of machines that is not there', () => ({ DEVICE_BROKER_URL: 'mqtt://adapter:secret@127.0.0.1:1' }), () => 'Settings: DEVICE_BROKER_URL: 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1'],
  ['a demo whose password is lost', () => {
    const data = join(folder, 'demo');
    mkdirSync(data);
    writeFileSync(join(data, 'demo.json'), '{"password": "De');
    return { DEMO: 'true', DATA_DIR: data };
  }, () => `${join(folder, 'demo', 'demo.json')} cannot be read, which holds the password of the demo.`],
])('Everything in one process says why it cannot start with %s, and ends', (_, settings, why) => {
  const { status, stderr } = started('all', settings());
  expect([status, stderr]).toEqual([1, expect.stringContaining(`Larder cannot start: ${why()}`)]);
  expect(stderr).not.toContain('    at ');
});

it('In production whoever starts it without a mail server or a payment provider is told what that means', () => {
  const words = (settings: Record<string, string>): string[] => started('all', { PORT: String(port), LOG_LEVEL: 'warn', ...settings }).stdout.split('\n').flatMap((line) => /"msg":"(\w+ is not set: .*)"/.exec(line)?.[1] ?? []).sort();
  expect(words({ NODE_ENV: 'production' })).toEqual([
    'SMTP_URL is not set: e-mails go to nobody, so nobody can confirm a sign-up, accept an invitation or choose a new password', 'STRIPE_SECRET_KEY is not set: guests pay at test pages that move no money',
  ]);
  expect(words({ NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example', STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: 'whsec_double' })).toEqual([]);
  expect(words({})).toEqual([]);
});

it('A name that is almost that of a setting is told in the log: what it sets would be left out without a word', () => {
  const { stdout } = started('all', { PORT: String(port), LOG_LEVEL: 'warn', TRUSTED_PROXY: '1' });
  expect(JSON.parse(stdout.split('\n')[0] as string)).toMatchObject({ set: 'TRUSTED_PROXY', like: 'TRUSTED_PROXIES', msg: 'no setting of Larder has this name, one that is not set has one like it' });
});

it.each([
  ['sales', 'BUS_URL', 'nats://127.0.0.1:1'],
  ['all', 'EVENT_STORE_URL', 'kurrentdb://127.0.0.1:1?tls=false'],
])('%s waits for who is away in %s, says so, and ends by itself when it is told to: as the first process of a container it would be there until it was killed', async (name, setting, url) => {
  const waiting = spawn(process.execPath, [`dist/${name}.js`], { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', [setting]: url } });
  const [said] = await once(waiting.stdout, 'data') as [Buffer];
  expect(JSON.parse(String(said))).toMatchObject({ setting, at: '127.0.0.1:1', msg: 'does not answer yet, the start waits for it' });
  waiting.kill('SIGTERM');
  expect(await once(waiting, 'exit')).toEqual([0, null]);
});

it('A process that is told to end says so in its log, and when it has: one that was killed does not', async () => {
  const larder = spawn(process.execPath, ['dist/all.js'], { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'ending'), PORT: '0', MQTT_PORT: '0', DEMO: 'false' } });
  let said = '';
  larder.stdout.on('data', (words: Buffer) => {
    if (!said.includes('"msg":"ready"') && `${said}${String(words)}`.includes('"msg":"ready"')) larder.kill('SIGTERM');
    said += String(words);
  });
  expect(await once(larder, 'close')).toEqual([0, null]);
  expect(said.trim().split('\n').slice(-2).map((line) => JSON.parse(line) as unknown)).toEqual([expect.objectContaining({ signal: 'SIGTERM', msg: 'told to end' }), expect.objectContaining({ msg: 'has ended' })]);
});

it('A service says in its log why it cannot start, and ends', () => {
  const { status, stdout } = started('sales', {});
  expect([status, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ service: 'sales', level: 'fatal', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), msg: expect.stringContaining('cannot start: sales cannot run alone on an in-process bus') })]);
});

it.each(['gateway', 'identity', 'vending'])('%s by itself does not start without the address that all of them name to people: whoever signs in at one would be a stranger to the other', (service) => {
  const { status, stdout } = started(service, { BUS_URL: 'nats://127.0.0.1:1' });
  expect([status, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ service, level: 'fatal', msg: expect.stringContaining('cannot start: Settings: PUBLIC_URL: needed where services run apart') })]);
});

it.each(['a#b', 'a?b'])('A build in a folder called %s ends at once and says why: Vite ends it after a minute and says that a file is not there', (name) => {
  const place = join(folder, name);
  for (const file of ['package.json', 'web/check-folder.mjs']) cpSync(file, join(place, file));
  const { status, stderr } = spawnSync('npm', ['run', 'build', '--silent'], { cwd: place, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`${name}: the name of a folder may hold neither # nor ? there. Move Larder to one without them.`)]);
});
