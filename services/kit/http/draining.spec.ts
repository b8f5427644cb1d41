import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { drained, foundOut, watchSilent } from './draining.js';
import { until } from '../testing.js';

describe('The end of an HTTP server', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('waits for what is under way, ends idle connections meanwhile, and after a while all of them', async () => {
    const server = { closeIdleConnections: jest.fn(), closeAllConnections: jest.fn() };
    let end = (): void => {};
    const ending = drained(server as unknown as Server, () => [], () => new Promise((ended) => (end = ended)));
    jest.advanceTimersByTime(11_999);
    expect(server.closeIdleConnections).toHaveBeenCalled();
    expect(server.closeAllConnections).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(server.closeAllConnections).toHaveBeenCalledTimes(1);
    end();
    await ending;
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('A process that is told to end is asked on for as long as somebody asks', async () => {
  let looks = 0;
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  await foundOut(server, () => (++looks < 5 ? performance.now() : -Infinity));
  expect([looks, server.listening]).toEqual([5, false]);
});

it('Whoever connected and has said nothing is ended, whoever has begun to ask is answered', async () => {
  const server = createServer((_, response) => void response.end('heard'));
  const [silent, givingUp] = [watchSilent(server), jest.spyOn(server, 'closeAllConnections')];
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const [ahead, asking] = [0, 1].map(() => connect((server.address() as AddressInfo).port, '127.0.0.1')) as [ReturnType<typeof connect>, ReturnType<typeof connect>];
  asking.write('GET / HTTP/1.1\r\n');
  await once(server, 'connection');
  await until('one of two is silent', async () => silent().length === 1 && (await connections(server)) === 2);
  const ended = drained(server, silent, () => new Promise((closed) => server.close(() => closed())));
  await once(ahead, 'close');
  asking.write('Host: larder\r\n\r\n');
  expect(String((await once(asking, 'data'))[0])).toContain('heard');
  await ended;
  expect(givingUp).not.toHaveBeenCalled();
});

const connections = (server: Server): Promise<number> => new Promise((told) => server.getConnections((_, count) => told(count)));
