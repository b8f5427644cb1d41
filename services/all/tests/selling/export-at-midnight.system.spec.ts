/** A file that is written while the day ends holds what its name and its totals say. */
import { exportSales } from '@larder/contracts/sales/exports.js';
import type { SalesEntry } from '@larder/contracts/sales/analytics.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { sheetOf } from '@larder/gateway/files/sheets.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import { ACCOUNT, startLarder, TIME_ZONE } from '../testing.js';

/** One more than fits into a page. */
const LINES = 1_001;

it('An export of the last days that is still being read at midnight has no sale of the day after', async () => {
  const clock = standingClock('2026-03-11T03:59:00.000Z');
  const larder = await startLarder({ clock });
  const token = await larder.signIn('admin');
  const take = async (...lines: Parameters<typeof exportOf>[0]): Promise<void> => {
    const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token, body: { fileName: 'x.csv', csv: exportOf(lines), timeZone: TIME_ZONE } });
    await until('the import has ended', async () => (await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token })).state === 'done', 60_000);
  };
  await take(...Array.from({ length: LINES }, (_, n) => ({ Product: 'Water', Transaction: String(n), TransDate: 'Tuesday, March 10, 2026', 'Prcd Date': '3/10/2026' })));

  const asked = { caller: { kind: 'user' as const, id: 'u1', account: ACCOUNT, role: 'admin' as const, plan: 'enterprise' as const }, commandId: 'export', correlationId: 'export' };
  const sheet = await sheetOf(larder.kit, exportSales.input.parse({ type: 'sales', format: 'csv', timeframe: '7d' }), asked);
  if (isRefusal(sheet)) throw new Error(sheet.message);
  const pages = sheet.batches[Symbol.asyncIterator]();
  const { value: first } = (await pages.next()) as { value: SalesEntry[] };
  clock.pass(120_000);
  await take({ Product: 'Water', Transaction: 'tomorrow', TransDate: 'Wednesday, March 11, 2026', 'Prcd Date': '3/11/2026' });
  const days = first.map(({ day }) => day);
  for (let next = await pages.next(); !next.done; next = await pages.next()) days.push(...(next.value as SalesEntry[]).map(({ day }) => day));
  expect([sheet.overview.endDate, new Set(days), days.length]).toEqual(['2026-03-10', new Set(['2026-03-10']), LINES]);
  await larder.stop();
});
