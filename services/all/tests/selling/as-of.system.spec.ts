/** What was: every screen that can be asked about a moment shows what it showed then. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { Envelope } from '@larder/contracts/reply.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import { until } from '@larder/kit/testing.js';
import { smallExport } from '@larder/sales/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const own = '/api/cognito-auth';
const PERIOD = 'startDate=2022-01-01&endDate=2022-12-31';

let larder: TestLarder;
let lobby: AddedMachine;
let token: string;
let questions: string[];
beforeAll(async () => {
  larder = await startLarder();
  lobby = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 4 }] });
  token = await larder.signIn('owner');
  questions = [
    `${own}/machines/${lobby.machineId}`, `${own}/machines?sortBy=name&limit=100`, `${own}/machine-summary`, `${own}/products?sortBy=name&limit=100`, `${own}/products/${lobby.products.A1}`,
    `${own}/products/${lobby.products.A1}/machines`, `${own}/products/${lobby.products.A1}/sales`, `/api/admin/sales/comparison?${PERIOD}`, `/api/admin/sales/comparison?${PERIOD}&machineId=${lobby.machineId}`,
  ];
});
afterAll(() => larder.stop());

async function importSales(): Promise<void> {
  const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token, body: { fileName: 'export.csv', csv: smallExport() } });
  await until('the import has ended', async () => (await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token })).state === 'done');
}

/** When a machine was heard last is not a fact, so nobody remembers it. */
const NOT_REMEMBERED = new Set(['lastPing', 'lastSeen', 'lastHeartbeat']);
const remembered = (answer: unknown): string => JSON.stringify(answer, (key, value: unknown) => (NOT_REMEMBERED.has(key) ? undefined : value));
const answers = async (asOf?: string): Promise<Record<string, string>> => {
  const all: Record<string, string> = {};
  for (const question of questions) all[question] = remembered(await larder.ask('GET', asOf ? `${question}${question.includes('?') ? '&' : '?'}asOf=${encodeURIComponent(asOf)}` : question, { token }));
  return all;
};

it('after each of a day\'s changes, every answer of then is given again', async () => {
  const machine = `${own}/machines/${lobby.machineId}`;
  const changes: (() => Promise<unknown>)[] = [
    async () => undefined,
    () => larder.ask('POST', `${machine}/inventory/A1/adjust`, { token, body: { change: -3, reason: 'two were broken, one was missing' } }),
    () => larder.ask('PUT', `${machine}/inventory/A1/price`, { token, body: { price: 3 } }),
    importSales,
    () => larder.ask('PUT', `${machine}/status`, { token, body: { status: 'maintenance', reason: 'cleaning' } }),
    () => larder.ask('PUT', `${own}/products/${lobby.products.A1}`, { token, body: { version: 1, name: 'Cold Cola', sku: 'COLD-COLA', category: 'Drinks', price: 2.75, cost: 1, weight: 330, isActive: true } }),
    () => larder.ask('POST', `${machine}/inventory`, { token, body: { slot: 'A1', productId: lobby.products.A1, quantity: 5, maxQuantity: 12 } }),
    () => larder.ask('DELETE', `${machine}/inventory/A1`, { token }),
  ];
  const moments: { at: string; shown: Record<string, string> }[] = [];
  for (const change of changes) {
    await change();
    const shown = await answers();
    const at = new Date().toISOString();
    moments.push({ at, shown });
    await until('the next moment', async () => new Date().toISOString() > at);
  }
  expect(new Set(moments.map(({ shown }) => JSON.stringify(shown))).size).toBe(changes.length);
  for (const { at, shown } of moments) expect(await answers(at)).toEqual(shown);
}, 60_000);

it('the dashboard of then has the revenue, the machines and the today of then', async () => {
  const before = await larder.ask<{ sales: { today: { day: string } }; machines: { total: number } }>('GET', `${own}/dashboard?asOf=2021-05-05T12:00:00Z`, { token });
  expect(before).toMatchObject({ today: { revenue: 0 }, machines: { total: 0 }, sales: { today: { day: '2021-05-05' } } });
});

it('a moment is as good in any zone', async () => {
  const at = new Date();
  const zoned = `${new Date(at.getTime() + 3_600_000).toISOString().slice(0, -1)}+01:00`;
  expect(remembered(await larder.ask<MachineView>('GET', `${own}/machines/${lobby.machineId}?asOf=${encodeURIComponent(zoned)}`, { token }))).toBe(remembered(await larder.ask('GET', `${own}/machines/${lobby.machineId}`, { token })));
});

it.each([
  ['of tomorrow', () => new Date(Date.now() + 86_400_000).toISOString(), 'That moment has not come yet'],
  ['that is none', () => 'yesterday', /^asOf has to be a moment with its time zone/],
  ['without a zone', () => '2026-03-01T12:00:00', /^asOf has to be a moment with its time zone/],
])('a moment %s is refused with a sentence', async (_, moment, message) => {
  const { status, body } = await larder.call('GET', `${own}/machines?asOf=${encodeURIComponent(moment())}`, { token });
  expect([status, (body as Envelope<unknown>).message]).toEqual([400, expect.stringMatching(message)]);
});

it('what cannot be asked about the past says so, instead of answering about now', async () => {
  const { status, body } = await larder.call('GET', `/api/admin/dashboard/alerts?asOf=2026-01-01T00:00:00Z`, { token });
  expect([status, body.message]).toEqual([400, 'This can be asked about now only, not as of a moment that has been']);
});

it('the past of one organization is not shown to another', async () => {
  const { status } = await larder.call('GET', `${own}/machines/${lobby.machineId}?asOf=${new Date().toISOString()}`, { token: await larder.signIn('owner', 'others') });
  expect(status).toBe(404);
});
