import { createHmac } from 'node:crypto';
import type { lookup as Lookup } from 'node:dns';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { complaintAbout, guarded, isPublic } from '@larder/kit/http/outside.js';
import { callWebhook, MOST_BYTES, signature } from './webhook.js';

describe('The outside world', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '192.167.1.1', '100.63.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])('has %s in it', (address) => expect(isPublic(address)).toBe(true));

  it.each([
    '127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255',
    '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', '', 'localhost',
  ])('has not %s', (address) => expect(isPublic(address)).toBe(false));
});

describe('The address of a webhook in production', () => {
  it.each(['http://example.com/', 'ftp://example.com/', 'https://user:secret@example.com/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/latest/meta-data', 'nonsense'])('%s is refused', (url) => {
    expect(complaintAbout(url, true)).toBeDefined();
  });
  it('may be any public one by https', () => expect(complaintAbout('https://hooks.example.com:8443/larder', true)).toBeUndefined());
  it('may be anywhere on the way there', () => expect(complaintAbout('http://127.0.0.1:3000/', false)).toBeUndefined());

  const resolving = (...addresses: string[]) => new Promise<unknown>((told) => {
    const lookup = ((_: string, __: object, done: (error: null, found: object[]) => void) => done(null, addresses.map((address) => ({ address, family: 4 })))) as unknown as typeof Lookup;
    guarded(lookup)('hooks.example.com', {}, (error, address) => told(error ?? address));
  });
  it('is judged by what its name leads to, all of it', async () => {
    expect(await resolving('8.8.8.8')).toBe('8.8.8.8');
    expect(await resolving('127.0.0.1')).toBeInstanceOf(Error);
    expect(await resolving('8.8.8.8', '10.0.0.1')).toBeInstanceOf(Error);
    expect(await resolving()).toBeInstanceOf(Error);
  });
  it('is not called when its name leads inside', async () => {
    expect(await callWebhook({ url: 'https://localhost/', secret: 's', body: '{}', sentAt: 1 }, true)).toEqual({ ok: false, why: 'The address is not on the public internet', forGood: true });
  });
});

describe('A call', () => {
  let server: Server;
  let url: string;
  let got: { headers: IncomingHttpHeaders; body: string; path: string }[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        got.push({ headers: request.headers, body, path: request.url ?? '' });
        if (request.url === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end();
        response.writeHead(request.url === '/broken' ? 500 : 200).end('x'.repeat(100_000));
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));
  beforeEach(() => void (got = []));

  const call = { secret: 'whsec_test', body: '{"message":"Grüße, 8 °C"}', sentAt: 1_772_366_400 };

  it('carries a signature over its moment and its exact body', async () => {
    expect(await callWebhook({ ...call, url: `${url}/` }, false)).toEqual({ ok: true });
    const [{ headers, body }] = got as [(typeof got)[0]];
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['larder-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', 'whsec_test').update(`${t}.${body}`).digest('hex'));
    expect([body, t]).toEqual([call.body, '1772366400']);
    expect(signature({ ...call, body: `${call.body} ` })).not.toContain(v1);
    expect(signature({ ...call, sentAt: 1 })).not.toContain(v1);
  });
  it('follows no redirect', async () => {
    expect(await callWebhook({ ...call, url: `${url}/moved` }, false)).toEqual({ ok: false, why: 'The address redirects (302)' });
    expect(got.map(({ path }) => path)).toEqual(['/moved']);
  });
  it('says why it failed', async () => {
    expect(await callWebhook({ ...call, url: `${url}/broken` }, false)).toEqual({ ok: false, why: 'The address answered 500' });
    expect(await callWebhook({ ...call, url: 'http://127.0.0.1:1/' }, false)).toEqual({ ok: false, why: 'The address refuses connections' });
  });
  it('ends also where the address takes it for the beginning of another protocol', async () => {
    const other = createTcpServer((socket) => socket.on('error', () => undefined).once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')));
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    expect(await callWebhook({ ...call, url: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` }, false)).toEqual({ ok: false, why: 'The address gives no answer' });
    await new Promise((closed) => other.close(closed));
  });
  it('is never larger than 16 kB, and not tried again then', async () => {
    expect(await callWebhook({ ...call, url, body: 'x'.repeat(MOST_BYTES + 1) }, false)).toEqual({ ok: false, why: 'The notice is larger than 16 kB', forGood: true });
  });
});
