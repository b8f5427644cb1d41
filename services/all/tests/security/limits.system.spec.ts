/** What one caller may cost: bytes, headers, nesting, time, connections and open screens. Whoever asks for more is told so, and others notice nothing. */
import { z } from 'zod';
import { largeBodies, routes } from '@larder/gateway/routes.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';
import { codeOf, open, statusOf, trickle } from './raw-http.testing.js';

const USUAL_BYTES = 256 * 1024;
const MOST_SCREENS = 50;
const HEAD = 'Host: larder\r\nConnection: close\r\n';

const alive = async ({ url }: TestLarder): Promise<number> => (await fetch(`${url}/healthz`)).status;
const say = async ({ url }: TestLarder, bytes: string): Promise<string> => {
  const connection = await open(url);
  connection.send(bytes);
  const answer = await connection.answered;
  connection.socket.destroy();
  return answer;
};

describe('A request', () => {
  let larder: TestLarder;
  let owner: string;
  beforeAll(async () => {
    larder = await startLarder();
    owner = await larder.signIn('owner');
  });
  afterAll(() => larder.stop());
  const post = (body: string, path = '/api/cognito-auth/products', headers: Record<string, string> = {}) =>
    fetch(`${larder.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${owner}`, ...headers }, body });

  const withBody = routes.filter(({ method }) => method === 'POST' || method === 'PUT');
  it.each(withBody)('$method $path refuses a body above its limit by its announcement alone', async ({ method, path }) => {
    const limit = largeBodies.get(path) ?? USUAL_BYTES;
    const answer = await say(larder, `${method} ${path.replace(/:\w+/g, 'none')} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${limit + 1}\r\n\r\n`);
    expect([statusOf(answer), codeOf(answer)]).toEqual([413, 'TOO_LARGE']);
  });

  it('is refused as well when its size is not announced, wherever it goes', async () => {
    const piece = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    for (const [path = '', type] of [['/api/cognito-auth/products', 'application/json'], ['/cognito', 'application/x-amz-json-1.1'], ['/api/webhooks/checkout', 'application/json'], ['/idp/oauth2/token', 'application/x-www-form-urlencoded']]) {
      const answer = await say(larder, `POST ${path} HTTP/1.1\r\n${HEAD}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${piece.repeat(5)}`);
      // The OpenID provider has a word of its own for it.
      expect([path, statusOf(answer)]).toEqual([path, path.startsWith('/idp') ? 400 : 413]);
    }
  });

  it('may carry more where files are taken', async () => {
    const csv = `SKU,Name,Category,Price\n${'x'.repeat(USUAL_BYTES * 2)}`;
    expect((await post(JSON.stringify({ fileName: 'large.csv', csv, dryRun: true }), '/api/cognito-auth/products/import')).status).not.toBe(413);
  });

  it('has at most a hundred headers of 16 kB together, the address counted in', async () => {
    const headers = (count: number): string => Array.from({ length: count }, (_, n) => `X-${n}: 1\r\n`).join('');
    const tried: [string, number][] = [
      [`GET /healthz HTTP/1.1\r\n${HEAD}${headers(98)}\r\n`, 200], [`GET /healthz HTTP/1.1\r\n${HEAD}${headers(99)}\r\n`, 431], [`GET /healthz HTTP/1.1\r\n${HEAD}${headers(1_500)}\r\n`, 431],
      [`GET /healthz HTTP/1.1\r\n${HEAD}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`, 431], [`GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${HEAD}\r\n`, 431],
    ];
    for (const [bytes, status] of tried) {
      const answer = await say(larder, bytes);
      expect([bytes.slice(0, 60), statusOf(answer), codeOf(answer)]).toEqual([bytes.slice(0, 60), status, status === 200 ? '' : 'TOO_LARGE']);
    }
  });

  it('that no two servers would read alike is not read at all', async () => {
    const tried = [
      'RUBBISH\r\n\r\n', `GET /healthz HTTP/1.1\r\n${HEAD}Bad Header: 1\r\n\r\n`, 'GET /healthz HTTP/9.9\r\nHost: larder\r\n\r\n',
      `POST /cognito HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, `POST /cognito HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /cognito HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, `GET /%ZZ HTTP/1.1\r\n${HEAD}\r\n`,
    ];
    for (const bytes of tried) {
      const answer = await say(larder, bytes);
      expect([bytes, statusOf(answer), codeOf(answer)]).toEqual([bytes, 400, 'BAD_INPUT']);
    }
    expect(statusOf(await say(larder, `TRACE / HTTP/1.1\r\n${HEAD}\r\n`))).toBeGreaterThanOrEqual(400);
    expect(statusOf(await say(larder, `GET /api/cognito-auth/machines/${'x'.repeat(500)} HTTP/1.1\r\n${HEAD}\r\n`))).toBe(404);
  });

  it('nested beyond reason is refused, also where everything of it would be hashed', async () => {
    const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const headers of [{}, { 'idempotency-key': 'deep' }] as Record<string, string>[]) expect((await post(deep, undefined, headers)).status).toBe(400);
    expect((await post(deep, '/cognito', { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' })).status).toBe(400);
    expect((await larder.kit.metrics.surprises.get()).values).toEqual([]);
  });

  it('that would change what all objects have in common is refused', async () => {
    for (const body of ['{"__proto__":{"role":"owner"}}', '{"constructor":{"prototype":{"role":"owner"}}}', '{"name":"x","allergens":[{"__proto__":{"a":1}}]}']) expect((await post(body)).status).toBe(400);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  it('that says the same thing twice is refused, and the address wins over all else', async () => {
    const at = '/api/cognito-auth/machines';
    const ask = async (method: string, path: string, body?: object): Promise<number> => (await larder.call(method, path, { token: owner, body })).status;
    for (const query of ['limit=1&limit=2', 'search=a&search=b', 'status=online&status=offline']) expect([query, await ask('GET', `${at}?${query}`)]).toEqual([query, 400]);
    await larder.ask('POST', at, { token: owner, body: { machineId: 'VM-TWICE', name: 'Once', location: { address: 'Here' } } });
    expect([await ask('GET', `${at}/VM-NONE?id=VM-TWICE`), await ask('PUT', `${at}/VM-NONE?id=VM-TWICE`, { id: 'VM-TWICE', name: 'Twice' })]).toEqual([404, 404]);
    expect(await larder.ask('GET', `${at}/VM-TWICE?id=VM-NONE`, { token: owner })).toMatchObject({ machineId: 'VM-TWICE', name: 'Once' });
  });

  it('about a day that is in no calendar is refused, wherever days are asked for', async () => {
    const asked = routes.filter(({ method, contract }) => method === 'GET' && contract.input instanceof z.ZodObject && 'startDate' in contract.input.shape);
    expect(asked.length).toBeGreaterThan(6);
    for (const { path } of asked) {
      for (const day of ['0000-00-00', '2026-02-30', '9999-12-31', '0001-01-01']) {
        const { status } = await larder.call('GET', `${path}?startDate=${day}&endDate=${day}`, { token: owner });
        expect([path, day, status]).toEqual([path, day, 400]);
      }
    }
  });

  it(`leaves at most ${MOST_SCREENS} screens of one person open`, async () => {
    const ending = new AbortController();
    const watch = (signal?: AbortSignal) => fetch(`${larder.url}/api/live`, { headers: { authorization: `Bearer ${owner}` }, signal });
    const screens = await Promise.all(Array.from({ length: MOST_SCREENS }, () => watch(ending.signal)));
    expect(screens.every(({ status }) => status === 200)).toBe(true);
    expect([(await watch()).status, (await fetch(`${larder.url}/api/live`, { headers: { authorization: `Bearer ${await larder.signIn('viewer')}` }, signal: ending.signal })).status]).toEqual([429, 200]);
    ending.abort();
    await until('there is room again', async () => {
      const again = await watch();
      await again.body?.cancel();
      return again.status === 200;
    });
  });
});

describe('A caller', () => {
  const CONNECTIONS = 60;
  let larder: TestLarder;
  beforeAll(async () => void (larder = await startLarder({ settings: { HTTP_HEADERS_SECONDS: '0.5', HTTP_REQUEST_SECONDS: '1', HTTP_IDLE_SECONDS: '3', HTTP_CONNECTIONS: String(CONNECTIONS) } })));
  afterAll(() => larder.stop());

  it('whose headers trickle in is not waited for, nor are thirty of them', async () => {
    const slow = await Promise.all(Array.from({ length: 30 }, () => open(larder.url)));
    for (const connection of slow) {
      connection.send('GET /healthz HTTP/1.1\r\nHost: larder\r\n');
      trickle(connection, 'X-More: 1\r\n', 50);
    }
    expect(await alive(larder)).toBe(200);
    const answers = await Promise.all(slow.map(({ ended }) => ended));
    expect(answers.map((answer) => [statusOf(answer), codeOf(answer)])).toEqual(slow.map(() => [408, 'BAD_INPUT']));
  });

  it('whose body trickles in is not waited for', async () => {
    for (const [path, type] of [['/api/cognito-auth/auth', 'application/json'], ['/api/admin/sales/import', 'application/json'], ['/idp/oauth2/token', 'application/x-www-form-urlencoded']]) {
      const slow = await open(larder.url);
      slow.send(`POST ${path} HTTP/1.1\r\nHost: larder\r\nContent-Type: ${type}\r\nContent-Length: 20000\r\n\r\n{"`);
      trickle(slow, 'x', 50);
      expect([path, statusOf(await slow.ended)]).toEqual([path, 408]);
    }
    expect(await alive(larder)).toBe(200);
  });

  it('who says nothing is not waited for, neither before a request nor after one', async () => {
    const silent = await open(larder.url);
    expect(statusOf(await silent.ended)).toBe(408);
    const idle = await open(larder.url);
    idle.send('GET /healthz HTTP/1.1\r\nHost: larder\r\n\r\n');
    expect(statusOf(await idle.ended)).toBe(200);
  });

  it(`beyond ${CONNECTIONS} connections waits until one has ended`, async () => {
    const held = await Promise.all(Array.from({ length: CONNECTIONS + 5 }, () => open(larder.url)));
    for (const connection of held) connection.send('GET /healthz HTTP/1.1\r\nHost: larder\r\n');
    expect((await Promise.all(held.map(({ ended }) => ended))).filter((answer) => answer === '').length).toBeGreaterThanOrEqual(5);
    await until('there is room again', () => alive(larder).then((status) => status === 200, () => false));
  });
});
