/** Goods with a tax rate of their own beside goods that have the machine's: at the tap, on the receipt, in the books, and when money goes back. */
import type { TaxRates } from '@larder/contracts/sales/analytics.js';
import type { Purchase } from '@larder/contracts/vending/black-box.js';
import type { ProductHistory, ProductView } from '@larder/contracts/catalog.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { csvOf, fetchFile, pdfText } from '../files.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let machine: AddedMachine;
let owner: string;

beforeAll(async () => {
  larder = await startLarder();
  owner = await larder.signIn('owner');
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }, { slot: 'A2', name: 'Bread', price: 3 }] });
  await larder.ask('PUT', `/api/cognito-auth/machines/${machine.machineId}/tax`, { token: owner, body: { taxBasisPoints: 1_900 } });
});
afterAll(() => larder.stop());

const products = '/api/cognito-auth/products';
const bread = (): string => `${products}/${machine.products.A2}`;
const form = { sku: 'BREAD', name: 'Bread', category: 'Food', price: 3, cost: 1, weight: 500 };
const rated = async (change: object): Promise<ProductView> => (await larder.ask<{ product: ProductView }>('PUT', bread(), { token: owner, body: { ...form, ...change } })).product;

/** One of each, paid. */
async function bought(): Promise<string> {
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
  machine.device.openDoor(sessionId);
  for (const slot of ['A1', 'A2']) machine.device.take(slot, 1, sessionId);
  machine.device.closeDoor(sessionId);
  const checkoutUrl = await until('payment is due', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`)).checkoutUrl);
  await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
  await until('it is sold', async () => (await larder.call('GET', `/api/vend/receipt/${sessionId}`)).status === 200);
  return sessionId;
}
const taxesOf = async (sessionId: string) => (await larder.ask<Receipt>('GET', `/api/vend/receipt/${sessionId}`)).taxes;

it('are taxed at their own rate from the next visit on, which receipt, purchase and black box say', async () => {
  const before = await bought();
  expect(await taxesOf(before)).toEqual([{ rate: '19%', amount: 0.88 }]);
  expect(await rated({ taxRate: 7 })).toMatchObject({ taxRate: 7 });
  const after = await bought();
  const taxes = [{ rate: '19%', amount: 0.4 }, { rate: '7%', amount: 0.2 }];
  expect([await taxesOf(before), await taxesOf(after)]).toEqual([[{ rate: '19%', amount: 0.88 }], taxes]);
  expect((await larder.ask<Purchase>('GET', `/api/admin/sales/visit.${after}`, { token: owner })).taxes).toEqual(taxes);
  const pack = pdfText(await fetchFile(larder, `/api/admin/sales/visit.${after}/evidence?format=pdf`, owner));
  for (const { rate } of taxes) expect(pack).toContain(`Tax included in the total (${rate})`);
});

it('are in the books at their own rate, also what is given back of them', async () => {
  const { sales } = await larder.ask<{ sales: { id: string; product: { name: string } }[] }>('GET', '/api/admin/sales?limit=10', { token: owner });
  const latest = sales.find(({ product }) => product.name === 'Bread');
  await larder.ask('POST', `/api/admin/sales/${latest?.id}/refund`, { token: owner, body: { reason: 'It was stale' } });
  const books = () => larder.ask<TaxRates>('GET', '/api/admin/sales/taxes', { token: owner });
  await until('it is given back', async () => (await books()).rates.some(({ refunded }) => refunded > 0));
  expect((await books()).rates).toEqual([
    { rate: 19, sold: 8, refunded: 0, revenue: 8, tax: 1.28, net: 6.72, transactions: 2 }, { rate: 7, sold: 3, refunded: 3, revenue: 0, tax: 0, net: 0, transactions: 1 },
  ]);
  const rows = csvOf(await fetchFile(larder, '/api/admin/sales/export?type=sales&format=csv', owner));
  expect(rows.map((row) => [row.Type, row.Product, row['Tax Rate'], row.Tax]).sort()).toEqual([
    ['Refund', 'Bread', '7', '-0.2'], ['Sale', 'Bread', '19', '0.48'], ['Sale', 'Bread', '7', '0.2'], ['Sale', 'Cola', '19', '0.4'], ['Sale', 'Cola', '19', '0.4'],
  ]);
});

it('keep their rate when a change does not speak of it, lose it by null, and may have none at all', async () => {
  expect(await rated({ price: 3.5 })).toMatchObject({ price: 3.5, taxRate: 7 });
  expect(await rated({ taxRate: 0 })).toMatchObject({ taxRate: 0 });
  expect(await taxesOf(await bought())).toEqual([{ rate: '19%', amount: 0.4 }]);
  expect(await rated({ taxRate: null })).toMatchObject({ taxRate: null });
  for (const taxRate of [50.01, -1, 7.125, '7']) expect((await larder.call('PUT', bread(), { token: owner, body: { ...form, taxRate } })).status).toBe(400);
  const [last] = await larder.ask<ProductHistory>('GET', `${bread()}/history`, { token: owner });
  expect(last?.changes).toContainEqual({ field: 'taxRate', from: 0, to: null });
});
