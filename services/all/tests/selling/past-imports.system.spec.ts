/** Which imports there were is known for good: who brought which file, when, what came of it, and which of its lines could not be taken. */
import type { In, Out } from '@larder/contracts/request.js';
import type { ImportReport, listImports, startImport } from '@larder/contracts/sales.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { importLog } from '@larder/sales/imports/import-log.js';
import { exportOf } from '@larder/sales/testing.js';
import { startRestarting, type Restarting } from '../money/restarting.testing.js';
import { ACCOUNT } from '../testing.js';

const path = '/api/admin/sales/import';
const clock = standingClock('2026-03-01T17:00:00.000Z');
let restarting: Restarting;
beforeAll(async () => {
  restarting = await startRestarting(clock);
});
afterAll(() => restarting.end());

const listed = async (who: Parameters<Restarting['larder']['signIn']>, query = ''): Promise<Out<typeof listImports>> => restarting.larder.ask('GET', `${path}${query}`, { token: await restarting.larder.signIn(...who) });
async function bring(body: Partial<In<typeof startImport>> & { csv: string }): Promise<void> {
  const { larder } = restarting;
  const token = await larder.signIn('admin');
  const { importId } = await larder.ask<{ importId: string }>('POST', path, { token, body: { fileName: 'export.csv', ...body } });
  await until('the import has ended', async () => (await larder.ask<ImportReport>('GET', `${path}/${importId}`, { token })).state === 'done');
}

it('lists imports, the newest first, with what came of them, also after a restart; trials are none', async () => {
  await bring({ fileName: 'may.csv', csv: exportOf([{ Transaction: '1' }, { Transaction: '2', Type: 'Barter' }]) });
  clock.pass(60_000);
  await bring({ fileName: 'trial.csv', csv: exportOf([{ Transaction: '3' }]), dryRun: true });
  await bring({ fileName: 'june.csv', csv: exportOf([{ Transaction: '1' }, { Transaction: '4', RQty: '2' }]) });
  const [june, may] = [
    { fileName: 'june.csv', by: 'Test admin', startedAt: '2026-03-01T17:01:00.000Z', state: 'done', rows: 2, sales: 1, known: 1, totalCents: 300, quarantined: 0, quarantine: [] },
    { fileName: 'may.csv', by: 'Test admin', startedAt: '2026-03-01T17:00:00.000Z', state: 'done', rows: 2, sales: 1, known: 0, totalCents: 150, quarantined: 1, quarantine: [{ line: 3, reason: 'Unknown payment type: Barter' }] },
  ].map((one) => expect.objectContaining(one));
  expect(await listed(['owner'])).toEqual({ imports: [june, may], total: 2, page: 1, pages: 1 });
  await restarting.restart();
  expect(await listed(['owner'])).toEqual({ imports: [june, may], total: 2, page: 1, pages: 1 });
  expect(await listed(['owner'], '?page=2&limit=1')).toEqual({ imports: [may], total: 2, page: 2, pages: 2 });
});

it('says of one that ended with its process that it has stopped', async () => {
  clock.pass(60_000);
  await restarting.larder.kit.handle(importLog, 'cut-short', { type: 'StartImport', started: { importId: 'cut-short', fileName: 'july.csv', rows: 9 } }, { commandId: 'cut-short', account: ACCOUNT, actor: 'user:somebody-who-left', correlationId: 'cut-short' });
  const [latest] = await until('it is listed', async () => {
    const { imports } = await listed(['owner']);
    return imports.length === 3 && imports;
  });
  expect(latest).toMatchObject({ fileName: 'july.csv', by: '', state: 'stopped', rows: 9, sales: 0 });
});

it('shows another organization none of it', async () => expect(await listed(['owner', 'rival'])).toMatchObject({ imports: [], total: 0 }));
