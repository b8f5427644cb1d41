import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { until } from '@larder/kit/testing.js';
import { EventStream } from './event-stream.js';

let server: FastifyInstance;
let opened: EventStream[];
let over: number;
beforeEach(async () => {
  [opened, over] = [[], 0];
  server = fastify();
  server.get('/events', (_, reply) => {
    const stream = new EventStream(reply);
    stream.onceOver(() => (over += 1));
    opened.push(stream);
  });
  await server.listen({ port: 0 });
});
afterEach(() => server.close());

const screen = async (method = 'GET'): Promise<IncomingMessage> => {
  const request = get({ port: (server.server.address() as AddressInfo).port, path: '/events', method });
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
};

it('tells each event by its name and one line, kept by nobody on the way, until it ends', async () => {
  const response = await screen();
  opened[0]?.tell('session', '{"items":[]}');
  opened[0]?.tell('ping', '');
  opened[0]?.end();
  opened[0]?.tell('session', 'too late');
  let heard = '';
  for await (const chunk of response) heard += String(chunk);
  expect(heard).toBe('event: session\ndata: {"items":[]}\n\nevent: ping\ndata: \n\n');
  expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': expect.stringMatching(/no-store.*no-transform/) as string, 'x-accel-buffering': 'no' });
  await until('nobody is there', () => over === 1);
});

it('a screen that goes away is noticed, and told nothing more', async () => {
  (await screen()).destroy();
  await until('nobody is there', () => over === 1);
  opened[0]?.tell('session', '{}');
  let isTold = false;
  opened[0]?.onceOver(() => (isTold = true));
  expect(isTold).toBe(true);
});

it('a screen that does not read is let go before what waits for it fills the memory', async () => {
  const response = await screen();
  response.pause();
  const data = 'x'.repeat(100_000);
  let told = 0;
  await until('it is let go', () => {
    opened[0]?.tell('session', data);
    told += 1;
    return over === 1;
  });
  expect(told).toBeLessThan(1_000);
});

it('whoever asks for the head alone has that', async () => {
  const response = await screen('HEAD');
  expect(response.statusCode).toBe(200);
  await until('it is over', () => over === 1);
});
