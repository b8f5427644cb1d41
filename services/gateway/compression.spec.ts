import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { addCompression } from './compression.js';

const machines = Array.from({ length: 50 }, (_, n) => ({ machineId: `VM-${n}`, name: 'Seaside Lobby — Zoë' }));
const many = Array.from({ length: 1_000 }, () => machines[0]);
let http: FastifyInstance;

beforeEach(() => {
  http = fastify();
  addCompression(http);
  http.get('/machines', async (_, reply) => reply.header('vary', 'origin').send(machines));
  http.get('/many', async (_, reply) => reply.header('vary', 'origin').send(many));
  http.get('/machine', async () => machines[0]);
});
afterEach(() => http.close());

const get = (url: string, accepted?: string) => http.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

it.each<[string, string, (bytes: Buffer) => Buffer]>([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
])('a long answer is sent as %s to who takes %s', async (way, accepted, unpack) => {
  for (const [url, whole] of [['/machines', machines], ['/many', many]] as const) {
    const { headers, rawPayload } = await get(url, accepted);
    expect(headers).toMatchObject({ 'content-encoding': way, vary: 'origin, accept-encoding', 'content-length': String(rawPayload.length) });
    expect(JSON.parse(unpack(rawPayload).toString())).toEqual(whole);
  }
});

it.each<[string, string, string | undefined]>([
  ['a long answer to who takes nothing of it', '/machines', undefined],
  ['a long answer to who forbids it', '/machines', 'br;q=0, gzip;q=0.0'],
  ['a short answer', '/machine', 'gzip, br'],
])('%s is sent as it is', async (_, url, accepted) => {
  const answer = await get(url, accepted);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(JSON.stringify(url === '/machine' ? machines[0] : machines)).toBe(answer.body);
});
