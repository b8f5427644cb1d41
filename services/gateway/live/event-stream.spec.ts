import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { EventStream } from './event-stream.js';

let http: FastifyInstance;
let opened: (stream: EventStream) => void;
let mayOpen: Promise<unknown>;

beforeEach(async () => {
  mayOpen = Promise.resolve();
  http = fastify();
  http.get('/', async (_, reply) => {
    await mayOpen;
    opened(new EventStream(reply, { type: 'hello', data: { n: 0 } }));
    return reply;
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => http.close());

const ASKING = 'GET / HTTP/1.1\r\nHost: larder\r\n\r\n';
const ask = (): Socket => {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  socket.write(ASKING);
  return socket;
};
const nextStream = (): Promise<EventStream> => new Promise((resolve) => (opened = resolve));
const isOver = async (stream: EventStream): Promise<boolean> => Promise.race([stream.over.then(() => true), turn(false)]);

it('each event is told by itself, and the end of it ends the answer', async () => {
  const [socket, open] = [ask(), nextStream()];
  let heard = '';
  socket.on('data', (text: string) => (heard += text));
  const stream = await open;
  stream.send({ type: 'changed', data: { view: 'sales' } });
  stream.send({ type: 'ping', data: '' });
  stream.end();
  await stream.over;
  stream.send({ type: 'changed', data: 'too late' });
  socket.end();
  await once(socket, 'close');
  expect(heard).toContain('content-type: text/event-stream');
  expect(heard.match(/event: .*\ndata: .*\n\n/g)).toEqual(['event: hello\ndata: {"n":0}\n\n', 'event: changed\ndata: {"view":"sales"}\n\n', 'event: ping\ndata: \n\n']);
});

it('a browser that reads nothing is hung up on before much waits for it', async () => {
  const [socket, open] = [ask().pause(), nextStream()];
  const stream = await open;
  const event = { type: 'changed', data: 'x'.repeat(65_536) };
  let told = 0;
  for (; told < 1_000 && !(await isOver(stream)); told++) stream.send(event);
  expect(await isOver(stream)).toBe(true);
  socket.destroy();
});

it('whoever has left before it began is known to be gone', async () => {
  let letOpen: (value?: unknown) => void = () => undefined;
  mayOpen = new Promise((resolve) => (letOpen = resolve));
  const [socket, open] = [ask(), nextStream()];
  const [connection] = (await once(http.server, 'request').then(([request]) => [(request as { socket: Socket }).socket])) as [Socket];
  socket.destroy();
  await once(connection, 'close');
  letOpen();
  await (await open).over;
  expect(connection.destroyed).toBe(true);
});

it('one that waits behind another on its connection ends with it', async () => {
  const [socket, first] = [ask(), nextStream()];
  const before = await first;
  const second = nextStream();
  socket.write(ASKING);
  const behind = await second;
  socket.destroy();
  await Promise.all([before.over, behind.over]);
});
