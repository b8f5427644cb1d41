import type { Server } from 'node:http';
import { drained } from './draining.js';

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
