/** What a connection does when the server does not know its password. */
import { getEventListeners } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TellOfLine } from '../line-told.js';
import { connectNats, NatsLine } from './nats-line.js';
import { findNatsServer, startNatsServer, type NatsServer } from './nats-server.js';
import { until } from '../../testing.js';

const program = findNatsServer();
const title = 'A connection to NATS';
if (!program) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

(program ? describe : describe.skip)(program ? title : `${title}: needs the program nats-server`, () => {
  const knowing = (password: string): string[] => ['--user', 'sales', '--pass', password];
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer(program as string, ...knowing('right'));
  });
  afterAll(() => server?.remove());
  const connected = (password: string, tell?: TellOfLine) => connectNats(server.url.replace('//', `//sales:${password}@`), 'sales', tell);

  it('that brings nothing any more is soon parted with for a new one: one that was lost with a computer is not closed', async () => {
    const lost = new Set<Socket>();
    const ways: Socket[] = [];
    const between = createServer((near) => {
      const far = connect(Number(new URL(server.url).port), '127.0.0.1');
      ways.push(near);
      for (const [from, to] of [[near, far], [far, near]] as const) from.on('data', (words) => lost.has(near) || to.write(words)).on('error', () => undefined).on('close', () => to.destroy());
    });
    await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
    const connection = await connectNats(`nats://sales:right@127.0.0.1:${(between.address() as AddressInfo).port}`, 'sales');
    await connection.rtt();
    for (const way of ways) lost.add(way);
    await until('it is there again', () => connection.rtt().then(() => true, () => false));
    await connection.close();
    await new Promise((closed) => between.close(closed));
  }, 15_000);

  it('is refused at once when the password was never right', async () => {
    await expect(connected('wrong')).rejects.toThrow(/authorization/i);
  });

  it('goes on after its password was refused for a while, and says so: passwords are changed at the server first, and put back', async () => {
    const [told, refusals]: [boolean[], Error[]] = [[], []];
    const connection = await connected('right', (isUp, refusal) => void (refusal ? refusals.push(refusal) : told.push(isUp)));
    expect(told).toEqual([true]);
    await server.kill();
    await until('it is told to be lost', () => told.at(-1) === false);
    await server.start(...knowing('changed'));
    await until('it was refused more than twice', () => refusals.length > 2 || connection.isClosed());
    await server.kill();
    await server.start(...knowing('right'));
    await until('the server answers', () => connection.rtt().then(() => true, () => false));
    await until('it is told to be back', () => told.at(-1) === true);
    const before = told.length;
    await connection.close();
    expect([String(refusals[0]), told.length - before]).toEqual([expect.stringMatching(/authorization/i), 0]);
  });

  it('leaves nothing with those who have waited for it, however often it is lost while they go on', async () => {
    const line = await NatsLine.open(server.url.replace('//', '//sales:right@'), 'sales');
    const stopping = new AbortController();
    await server.kill();
    await until('it is lost', () => !line.isUp);
    const waited = line.back(stopping.signal);
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1);
    await server.start(...knowing('right'));
    await waited;
    expect([line.isUp, getEventListeners(stopping.signal, 'abort').length]).toEqual([true, 0]);
    await line.connection.close();
  });
});
