import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answersWith } from './headers.js';

const usual = { 'cache-control': 'no-store', 'x-frame-options': 'DENY' };
let server: Server;
let answer: (response: ServerResponse) => void;

beforeAll(() => new Promise<void>((begun) => {
  server = createServer({ ServerResponse: answersWith(usual) }, (_, response) => answer(response)).listen(0, '127.0.0.1', begun);
}));
afterAll(() => new Promise((ended) => server.close(ended)));

async function sent(how: (response: ServerResponse) => void): Promise<Record<string, string>> {
  answer = how;
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await response.text();
  return { status: String(response.status), ...Object.fromEntries(response.headers) };
}

it.each<[string, (response: ServerResponse) => void]>([
  ['nothing of its own', (response) => response.end('x')],
  ['one header set beforehand', (response) => response.setHeader('x-own', '1').end('x')],
  ['a head with a reason and headers', (response) => response.writeHead(200, 'Fine', { 'x-own': '1' }).end('x')],
  ['a head with a list of headers', (response) => response.writeHead(200, ['x-own', '1']).end('x')],
  ['a head without headers', (response) => response.writeHead(200).end('x')],
])('an answer with %s carries the usual headers', async (_, how) => {
  expect(await sent(how)).toMatchObject(usual);
});

it.each<[string, (response: ServerResponse) => void]>([
  ['in its head', (response) => response.writeHead(200, { 'Cache-Control': 'no-cache' }).end('x')],
  ['beforehand', (response) => response.setHeader('Cache-Control', 'no-cache').end('x')],
  ['beforehand and in its head', (response) => response.setHeader('x-own', '1').writeHead(200, { 'Cache-Control': 'no-cache' }).end('x')],
  ['as a list', (response) => response.writeHead(200, ['Cache-Control', 'no-cache']).end('x')],
])('what an answer says itself, %s, counts, and is said once', async (_, how) => {
  expect(await sent(how)).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
});

it('keeps the status, and several cookies apart', async () => {
  answer = (response) => response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'] }).end('x');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect([response.status, response.headers.getSetCookie(), response.headers.get('x-frame-options')]).toEqual([201, ['a=1', 'b=2'], 'DENY']);
});
