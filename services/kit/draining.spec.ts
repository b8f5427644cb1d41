import { createServer, type Server } from 'node:http';
import { drained, foundOut } from './draining.js';

describe('The end of an HTTP server', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('waits for what is under way, ends idle connections meanwhile, and after a while all of them', async () => {
    const server = { closeIdleConnections: jest.fn(), closeAllConnections: jest.fn() };
    let end = (): void => {};
    const ending = drained(server as unknown as Server, () => new Promise((ended) => (end = ended)));
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
