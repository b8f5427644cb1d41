/** The month's letter, from asking for it to the mailbox: whoever asked gets what analytics shows of the month, once, as long as they may read it. */
import type { MonthLetterStanding } from '@larder/contracts/sales/month-letters.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { monthLetterOf, streamOf } from '@larder/sales/month-letters/month-letter.js';
import { exportOf } from '@larder/sales/testing.js';
import { lettersTo, linkIn, mailTo } from '../mailbox.testing.js';
import { emailOf, startLarder, TIME_ZONE, type TestLarder } from '../testing.js';

const PATH = '/api/admin/sales/month-letter';
const ABOUT = /^Your machines in /;
const seen = new Set<string>();
let larder: TestLarder;
let clock: StandingClock;

beforeAll(async () => {
  clock = standingClock('2026-03-10T17:00:00.000Z');
  larder = await startLarder({ clock });
  const token = await larder.signIn('admin');
  const csv = exportOf([
    { Product: 'Cola', RPrice: '2', RQty: '2', Transaction: '1', TransDate: 'Monday, March 9, 2026', 'Prcd Date': '3/9/2026' },
    { Product: 'Water', RPrice: '1', Transaction: '2', TransDate: 'Saturday, February 28, 2026', 'Prcd Date': '2/28/2026' },
  ]);
  const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token, body: { fileName: 'x.csv', csv, timeZone: TIME_ZONE } });
  await until('the import has ended', async () => (await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token })).state === 'done', 60_000);
  const { product } = await larder.ask<{ product: { id: string } }>('POST', '/api/cognito-auth/products', { token, body: { sku: 'SANDWICH', name: 'Sandwich', category: 'Fresh', price: 6, cost: 2, weight: 200 } });
  await larder.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId: 'VM-FRESH', name: 'Lobby', location: { address: '1 Main Street' } } });
  await larder.ask('POST', '/api/cognito-auth/machines/VM-FRESH/inventory', { token, body: { productId: product.id, slot: 'A1', quantity: 5 } });
  await larder.ask('POST', '/api/cognito-auth/machines/VM-FRESH/inventory/A1/adjust', { token, body: { change: -3, reason: 'Expired', cause: 'expired' } });
});
afterAll(() => larder.stop());

const standing = async (role: 'viewer' | 'operator') => larder.ask<MonthLetterStanding>('GET', PATH, { token: await larder.signIn(role) });
const choose = async (role: 'viewer' | 'operator', wanted: boolean) => larder.ask<MonthLetterStanding>('PUT', PATH, { token: await larder.signIn(role), body: { wanted } });
const letters = async (role: 'viewer' | 'operator', month: string) => (await lettersTo(larder, emailOf(role, 'acme'), ABOUT)).filter(({ subject }) => subject.endsWith(month)).length;

it('nobody gets one who has not asked, and each asks for themselves', async () => {
  expect(await standing('viewer')).toEqual({ wanted: false, timeZone: TIME_ZONE });
  expect(await choose('viewer', true)).toEqual({ wanted: true, nextAt: '2026-04-01T11:00:00.000Z', timeZone: TIME_ZONE });
  expect(await standing('viewer')).toMatchObject({ wanted: true });
  expect(await standing('operator')).toMatchObject({ wanted: false });
  expect(await larder.call('PUT', PATH, { token: await larder.signIn('viewer'), body: {} })).toMatchObject({ status: 400, body: { message: expect.stringContaining('Please say whether you want it') } });
});

it('on the first of the month it says what analytics shows of the month before, and leads there', async () => {
  clock.set(new Date('2026-04-01T11:00:00.000Z'));
  const mail = await mailTo(larder, emailOf('viewer', 'acme'), ABOUT, seen);
  expect(mail.subject).toBe('Your machines in March 2026');
  expect(mail.text).toContain('March 2026 brought $4.00: 1 purchase, 2 items. That is 300% more than in the month before.');
  expect(mail.text).toContain('Products: Cola $4.00 (2 items).');
  expect(mail.text).toContain('3 items were lost: $6.00 at cost and $18.00 at price. The profit of what was sold does not count that.');
  expect(linkIn(mail)).toBe('/app/analytics?startDate=2026-03-01&endDate=2026-03-31');
  await until('the next one is counted', async () => (await standing('viewer')).nextAt === '2026-05-01T11:00:00.000Z');
});

it('whoever asked twice, or has ended it, gets no more than they want', async () => {
  await choose('operator', true);
  await choose('operator', true);
  await choose('viewer', false);
  clock.set(new Date('2026-05-01T11:00:00.000Z'));
  expect((await mailTo(larder, emailOf('operator', 'acme'), ABOUT, seen)).text).toContain('Nothing was sold in April 2026.');
  expect([await letters('operator', 'April 2026'), await letters('viewer', 'April 2026')]).toEqual([1, 0]);
});

it('whoever left gets none', async () => {
  const owner = await larder.signIn('owner');
  const { members } = await larder.ask<{ members: { userId: string; email: string }[] }>('GET', '/api/cognito-auth/account/members', { token: owner });
  const userId = members.find(({ email }) => email === emailOf('operator', 'acme'))?.userId ?? '';
  await larder.ask('DELETE', `/api/auth/organization/members/${userId}`, { token: owner });
  clock.set(new Date('2026-06-01T11:00:00.000Z'));
  await until('the letters have ended', async () => (await larder.kit.look(monthLetterOf, streamOf('acme', userId), 'acme')).wanted === undefined);
  expect(await letters('operator', 'May 2026')).toBe(0);
});
