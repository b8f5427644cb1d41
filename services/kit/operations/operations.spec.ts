import fastify from 'fastify';
import type { Kit } from '../kit.js';
import { openMetrics } from '../metrics.js';
import { addOperations } from './operations.js';

it('gets traffic when it is ready, until it ends, and not while its log cannot be asked', async () => {
  const http = fastify();
  let isLogAway = false;
  const views = { lag: async () => (isLogAway ? Promise.reject(new Error('The log is away')) : []) };
  const operations = addOperations(http, { metrics: openMetrics(), views } as unknown as Kit);
  const ready = async (): Promise<number> => (await http.inject('/readyz')).statusCode;
  expect(await ready()).toBe(503);
  operations.ready = true;
  expect(await ready()).toBe(200);
  isLogAway = true;
  expect(await ready()).toBe(500);
  isLogAway = false;
  expect((await http.inject('/healthz')).headers.connection).not.toBe('close');
  operations.isEnding = true;
  expect((await http.inject('/healthz')).headers.connection).toBe('close');
  expect([await ready(), (await http.inject('/healthz')).statusCode]).toEqual([503, 200]);
  await http.close();
});
