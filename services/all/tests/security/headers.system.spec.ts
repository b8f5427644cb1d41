/** The headers with which every kind of answer goes out: what browsers may run, show in a frame, keep and tell others, and what cookies are for. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { routes } from '@larder/gateway/routes.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';
import { open } from './raw-http.testing.js';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture')]);
/** As a proxy of ours in front of it says. */
const OVER_HTTPS = { 'x-forwarded-proto': 'https' };
const HTML = { accept: 'text/html' };

let folder: string;
let larder: TestLarder;
let machine: AddedMachine;
let owner: Record<string, string>;
let picture: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'larder-headers-'));
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  for (const page of ['index', 'vend', 'site', 'landing']) writeFileSync(join(folder, `web/${page}.html`), '<!doctype html><title>Larder</title><script type="module" src="/assets/app.js"></script>');
  writeFileSync(join(folder, 'web/assets/app.js'), 'export {};');
  writeFileSync(join(folder, 'web/assets/app.js.br'), brotliCompressSync('export {};'));
  larder = await startLarder({ settings: { PUBLIC_URL: 'https://larder.example', TRUSTED_PROXIES: '1', WEB_DIR: join(folder, 'web'), DATA_DIR: folder } });
  machine = await larder.addMachine();
  const token = await larder.signIn('owner');
  owner = { authorization: `Bearer ${token}` };
  picture = (await larder.ask<{ imageUrl: string }>('POST', '/api/cognito-auth/products/images', { token, body: { data: PNG.toString('base64') } })).imageUrl;
});
afterAll(async () => {
  await larder.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Asked { what: string; path: string; status: number; type?: RegExp; method?: string; headers?: () => Record<string, string>; body?: string; kept?: RegExp }
const json = { 'content-type': 'application/json' };
const NOT_KEPT = /^(private, no-cache, )?no-store/;
const ANSWERS: Asked[] = [
  { what: 'the landing page', path: '/', status: 200, headers: () => HTML, kept: /^no-cache$/ },
  { what: 'the landing page for whoever asks for anything', path: '/', status: 200, type: /^text\/html/, headers: () => ({ accept: '*/*' }), kept: /^no-cache$/ },
  { what: 'a public page for whoever only looks whether it is there', path: '/pricing', method: 'HEAD', status: 200, type: /^text\/html/, kept: /^no-cache$/ },
  { what: 'an operator\'s page', path: '/app/dashboard', status: 200, headers: () => HTML, kept: /^no-cache$/ },
  { what: 'the page of a purchase, whose id has full stops', path: '/app/sales/acme.seed-live.14515778905', status: 200, type: /^text\/html/, headers: () => HTML, kept: /^no-cache$/ },
  { what: 'a file that is not there', path: '/app.js', status: 404, headers: () => HTML },
  { what: 'the guest\'s page', path: '/vend/start?tag=VM-1-001', status: 200, headers: () => HTML, kept: /^private, no-cache$/ },
  { what: 'the page a sign-in comes back to', path: '/auth/callback?code=1', status: 200, headers: () => HTML, kept: /^no-cache$/ },
  { what: 'a script', path: '/assets/app.js', status: 200, type: /javascript/, kept: /immutable/ },
  { what: 'an answer', path: '/api/cognito-auth/products', status: 200, headers: () => owner },
  { what: 'an answer to nobody', path: '/api/cognito-auth/products', status: 401 },
  { what: 'a refusal', path: '/api/cognito-auth/products', method: 'POST', status: 400, headers: () => ({ ...owner, ...json }), body: '{}' },
  { what: 'a body that cannot be read', path: '/api/cognito-auth/products', method: 'POST', status: 400, headers: () => ({ ...owner, ...json }), body: '{' },
  { what: 'an unknown address of the API', path: '/api/nothing', status: 404 },
  { what: 'an address that cannot be read', path: '/%ZZ', status: 400 },
  { what: 'a guest\'s answer', path: '/api/vend/machines', status: 200 },
  { what: 'an export as CSV', path: '/api/admin/sales/export?format=csv', status: 200, type: /^text\/csv; charset=utf-8$/, headers: () => owner },
  { what: 'an export as PDF', path: '/api/admin/sales/export?format=pdf', status: 200, type: /^application\/pdf$/, headers: () => owner },
  { what: 'an export as JSON', path: '/api/admin/sales/export?format=json', status: 200, headers: () => owner },
  { what: 'a stream of events', path: '/api/live', status: 200, type: /^text\/event-stream/, headers: () => owner },
  { what: 'the API page', path: '/api/docs', status: 200, type: /^text\/html/ },
  { what: 'the API document', path: '/api/openapi.json', status: 200 },
  { what: 'Cognito\'s protocol', path: '/cognito', method: 'POST', status: 400, type: /^application\/x-amz-json-1\.1/, headers: () => ({ 'content-type': 'application/x-amz-json-1.1' }), body: '{}' },
  { what: 'the OpenID description', path: '/idp/.well-known/openid-configuration', status: 200, headers: () => OVER_HTTPS },
  { what: 'the OpenID token endpoint', path: '/idp/oauth2/token', method: 'POST', status: 400, headers: () => ({ ...OVER_HTTPS, 'content-type': 'application/x-www-form-urlencoded' }), body: 'grant_type=none' },
  { what: 'an expired page of the hosted sign-in', path: '/idp/interaction/none', status: 400, type: /^text\/html/, headers: () => OVER_HTTPS },
  { what: 'a link from an e-mail', path: '/api/auth/verify-email?token=none', status: 302, type: /^$/ },
  { what: 'the mailbox, in a browser', path: '/dev/mailbox', status: 200, type: /^text\/html/, headers: () => HTML },
  { what: 'whether it is alive', path: '/healthz', status: 200 },
  { what: 'the metrics', path: '/metrics', status: 200, type: /^text\/plain/ },
];

/** Directives by name. */
const policyOf = (headers: Headers): Record<string, string> => Object.fromEntries((headers.get('content-security-policy') ?? '').split(';').map((directive) => directive.trim().split(/ (.*)/s).slice(0, 2)));

async function ask({ path, method = 'GET', headers, body }: Omit<Asked, 'what' | 'status'>): Promise<Response> {
  const ending = new AbortController();
  const response = await fetch(`${larder.url}${path}`, { method, headers: headers?.(), body, redirect: 'manual', signal: ending.signal });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await response.clone().arrayBuffer();
  else ending.abort();
  return response;
}

function expectSafe({ headers }: Response, framed = "'none'"): void {
  const policy = policyOf(headers);
  const scripts = policy['script-src'] ?? policy['default-src'] ?? '';
  expect(scripts).toMatch(/^'(self|none)'$/);
  expect(policy['base-uri']).toBe("'none'");
  expect(policy['object-src'] ?? policy['default-src']).toBe("'none'");
  expect(policy['frame-ancestors']).toBe(framed);
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe-eval|http:|\*/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  // What comes as JSON, and could run nothing if it were shown, is nothing that a browser follows links of.
  const isData = headers.get('content-type')?.startsWith('application/json') && 'sandbox' in policy;
  if (!isData) expect(headers.get('referrer-policy')).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  for (const name of ['server', 'x-powered-by']) expect(headers.get(name)).toBeNull();
}

describe('Safe headers are on', () => {
  it.each(ANSWERS)('$what', async ({ status, type = /^(application\/json|text\/html); charset=utf-8$/i, kept = NOT_KEPT, ...asked }) => {
    const response = await ask(asked);
    expect([response.status, response.headers.get('content-type') ?? '', response.headers.get('cache-control')]).toEqual([status, expect.stringMatching(type), expect.stringMatching(kept)]);
    expectSafe(response, asked.path.startsWith('/auth/callback') ? "'self'" : undefined);
    // What the OpenID provider publishes may be read by any page, without cookies.
    if (!asked.path.startsWith('/idp/')) expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('a picture, which is kept for ever and can run nothing', async () => {
    const response = await ask({ path: picture });
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([200, 'image/png', 'public, max-age=31536000, immutable']);
    expectSafe(response);
    expect(policyOf(response.headers)).toHaveProperty('sandbox');
    const again = await ask({ path: picture, headers: () => ({ 'if-none-match': response.headers.get('etag') as string }) });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=31536000, immutable']);
  });

  it('what is answered before there is a request', async () => {
    const connection = await open(larder.url);
    connection.send('RUBBISH\r\n\r\n');
    const [head = ''] = (await connection.ended).split('\r\n\r\n');
    const headers = new Headers(head.split('\r\n').slice(1).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    expectSafe({ headers } as Response);
  });

  it('the hosted sign-in, whose cookies are for it alone and no script', async () => {
    const query = new URLSearchParams({ client_id: 'larder-web', response_type: 'code', scope: 'openid', redirect_uri: 'https://larder.example/auth/callback', code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' });
    const begun = await ask({ path: `/idp/oauth2/authorize?${query}`, headers: () => OVER_HTTPS });
    const cookies = begun.headers.getSetCookie();
    expect([begun.status, cookies.length]).toEqual([303, expect.any(Number)]);
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-larder_idp\w*(\.sig)?=.*; path=\/idp[^;]*;.*samesite=lax; secure; httponly$/i);
    const page = await ask({ path: begun.headers.get('location') as string, headers: () => ({ ...OVER_HTTPS, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }) });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('type="password"')]);
    expect(policyOf(page.headers)).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'", 'base-uri': "'none'", 'form-action': "'self'" });
    expect(page.headers.get('cache-control')).toBe('no-store');
    expectSafe(page);
  });
});

it('a script goes out as small as the build has made it, to whoever can read that', async () => {
  const asScript = async (encodings: string) => {
    const answer = await fetch(`${larder.url}/assets/app.js`, { headers: { 'accept-encoding': encodings } });
    return [answer.headers.get('content-encoding'), await answer.text()];
  };
  expect([await asScript('gzip, br'), await asScript('identity')]).toEqual([['br', 'export {};'], [null, 'export {};']]);
});

it('search engines are welcome to the public pages and to nothing else', async () => {
  const tags = await Promise.all(['/', '/pricing', '/app/dashboard', '/vend/receipt/a-visit?proof=1', '/login'].map(async (path) => (await ask({ path, headers: () => HTML })).headers.get('x-robots-tag')));
  expect(tags).toEqual([null, null, 'noindex', 'noindex', 'noindex']);
});

it('a guest\'s cookie is for this host alone, over https alone, for no script and no other site\'s forms', async () => {
  const response = await ask({ path: '/api/vend/start', method: 'POST', headers: () => json, body: JSON.stringify({ nfcSessionId: `${machine.machineId}-001` }) });
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-larder_guest=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/)]);
});

it('a guest has the cookie before the tap is sent, so that an answer that is lost on the way loses no visit', async () => {
  const page = await ask({ path: '/vend/start?nfcSessionId=VM-1-001', headers: () => HTML });
  const [cookie = ''] = page.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-larder_guest=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/);
  const sent = { ...json, cookie: cookie.split(';')[0] as string };
  const other = await larder.addMachine();
  const tap = () => ask({ path: '/api/vend/start', method: 'POST', headers: () => sent, body: JSON.stringify({ nfcSessionId: `${other.machineId}-001` }) });
  const lost = await tap();
  expect([lost.status, lost.headers.getSetCookie()]).toEqual([200, []]);
  const again = await tap();
  expect([again.status, await again.json()]).toEqual([200, { success: true, data: expect.objectContaining({ sessionId: ((await lost.json()) as { data: { sessionId: string } }).data.sessionId }) }]);
  for (const path of ['/', '/pricing', '/app/dashboard']) expect((await ask({ path, headers: () => HTML })).headers.getSetCookie()).toEqual([]);
  expect((await ask({ path: '/vend/start', headers: () => ({ ...HTML, ...sent }) })).headers.getSetCookie()).toEqual([]);
});

it('an address with a proof in it is told to nobody', async () => {
  expect((await ask({ path: '/api/auth/verify-email?token=none' })).headers.get('referrer-policy')).toBe('no-referrer');
});

it('whoever signs out leaves nothing in the browser', async () => {
  for (const path of ['/api/cognito-auth/logout', '/api/auth/sign-out-everywhere']) {
    const token = await larder.signIn('viewer');
    const { status, headers } = await ask({ path, method: 'POST', headers: () => ({ authorization: `Bearer ${token}`, ...json }), body: '{}' });
    expect([path, status, headers.get('clear-site-data')]).toEqual([path, 200, '"storage"']);
  }
  expect((await ask({ path: '/api/cognito-auth/products', headers: () => owner })).headers.get('clear-site-data')).toBeNull();
});

it('no file of the pages sets markup: what people wrote is shown as text', () => {
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|document\.write|srcDoc|createContextualFragment|DOMParser|\beval\(|new Function/i.test(readFileSync(join('web/src', name), 'utf8')))).toEqual([]);
});

it('no call that changes something is a GET', () => {
  expect(routes.filter(({ method, contract }) => method === 'GET' && contract.changes)).toEqual([]);
});

it('a file that is taken away has a name of ours', async () => {
  for (const format of ['csv', 'pdf', 'json']) {
    const response = await ask({ path: `/api/admin/sales/export?format=${format}`, headers: () => owner });
    expect(response.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="[\\w.-]+\\.${format}"$`));
  }
});

it('other sites may ask nothing', async () => {
  for (const origin of ['https://evil.example', 'null']) {
    const response = await fetch(`${larder.url}/api/cognito-auth/products`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' } });
    expect([response.status, [...response.headers.keys()].filter((name) => name.startsWith('access-control'))]).toEqual([404, []]);
  }
});

it('the folders that pages come from cannot be listed or left', async () => {
  for (const path of ['/assets/', '/assets', '/assets/..%2f..%2fdemo.json', '/..%2fweb%2findex.html', '/assets/%2e%2e/%2e%2e/larder.db', '/.git/config', '/api/docs/files/', '/api/docs/files/..%2fpackage.json']) {
    expect([path, [400, 403, 404]]).toEqual([path, expect.arrayContaining([(await fetch(`${larder.url}${path}`)).status])]);
  }
});

it('no page of ours has a script or an event handler in it', () => {
  const pages = readdirSync('web').filter((name) => name.endsWith('.html'));
  expect(pages.length).toBe(3);
  for (const page of pages) {
    const html = readFileSync(join('web', page), 'utf8');
    expect([...html.matchAll(/<script\b([^>]*)>/g)].every(([, attributes = '']) => attributes.includes('src='))).toBe(true);
    expect(html).not.toMatch(/\son\w+=|javascript:/);
  }
});
