import fastify from 'fastify';
import { salesOverview } from '@larder/contracts/sales/analytics.js';
import { exportSales } from '@larder/contracts/sales/exports.js';
import type { Kit } from '@larder/kit/kit.js';
import { openRoutes } from './answering.js';
import type { CallerGuard } from './callers/callers.js';
import type { ErrorsFilter } from './errors.filter.js';

it('A file that breaks off is told with its name, and counted with all others: a name holds days, and would be a figure of its own for each', async () => {
  const surprises: unknown[] = [];
  const ask = async (contract: unknown, { cursor }: { cursor?: string }): Promise<object> => {
    if (contract === salesOverview) return { startDate: '2026-03-01', endDate: '2026-03-31', groupBy: 'day', periods: [] };
    if (cursor !== undefined) throw new Error('the log is gone');
    return { entries: [], total: 2_000, next: 'more' };
  };
  const kit = { ask, settings: {}, clock: { now: () => new Date() }, surprise: (where: string, error: Error, about: object) => surprises.push({ where, why: error.message, ...about }) } as unknown as Kit;
  const owner = { who: () => ({ caller: { kind: 'user', id: 'ann', account: 'acme', role: 'owner', plan: 'enterprise' } }) } as unknown as CallerGuard;
  const errors = { answer: (error: unknown) => expect(error).toBeUndefined() } as unknown as ErrorsFilter;
  const http = fastify();
  openRoutes([{ method: 'GET', path: '/export', contract: exportSales }], http, kit, owner, errors);
  await http.inject('/export?format=csv').catch(() => undefined);
  expect(surprises).toEqual([{ where: 'file', why: 'the log is gone', request: 'req-1', file: expect.stringContaining('2026-03-01') }]);
  await http.close();
});
