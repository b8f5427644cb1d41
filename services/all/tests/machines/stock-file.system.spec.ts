/** What is in the machines, as a file for the books. */
import { addDays, dayIn } from '@larder/contracts/day.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => {
  larder = await startLarder();
});
afterAll(() => larder.stop());

const today = dayIn('America/New_York', new Date().toISOString());
const fetchStock = async (query: string, signedIn: string): Promise<string> => (await fetch(`${larder.url}/api/admin/sales/export?type=stock&${query}`, { headers: { authorization: `Bearer ${signedIn}` } })).text();

it('holds each slot and what it is worth, and what the slots of a product add up to', async () => {
  const token = await larder.signIn('owner');
  const { machineId, products } = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Sandwich', price: 6, quantity: 4 }, { slot: 'A2', name: 'Juice', price: 3, quantity: 7 }] });
  const other = await larder.addMachine({ slots: [] });
  const product = `/api/cognito-auth/products/${products.A1}`;
  await larder.ask('PUT', product, { token, body: { ...(await larder.ask<object>('GET', product, { token })), cost: 2.55 } });
  await larder.ask('POST', `/api/cognito-auth/machines/${other.machineId}/inventory`, { token, body: { slot: 'B1', productId: products.A1, quantity: 2, maxQuantity: 5, bestBefore: addDays(today, 9) } });
  const stock = (format: string, rest = '') => fetchStock(`format=${format}&startDate=${today}&endDate=${today}${rest}`, token);

  const whole = await until('the cost is heard', async () => {
    const { data } = JSON.parse(await stock('json')) as { data: { lines: unknown[]; products: { product: string; atCost: number | null }[] } };
    return data.products.some(({ product, atCost }) => product === 'Sandwich' && atCost === 15.3) && data;
  });
  expect(whole.products).toEqual([
    { product: 'Sandwich', sku: `${machineId}-A1`, category: 'Snacks', units: 6, missing: 9, atCost: 15.3, atPrice: 36 },
    { product: 'Juice', sku: `${machineId}-A2`, category: 'Snacks', units: 7, missing: 3, atCost: 3.5, atPrice: 21 },
  ]);
  expect(await stock('csv', `&machineId=${other.machineId}`)).toBe([
    'Day,Machine ID,Machine,Address,Slot,Product,SKU,Category,Units,Par Level,Missing,Price,Cost,At Cost,At Price,Best Before,Currency',
    `${today},${other.machineId},Lobby,1 Main Street,B1,Sandwich,${machineId}-A1,Snacks,2,5,3,6,2.55,5.1,12,${addDays(today, 9)},USD`, '',
  ].join('\r\n'));
  expect(await fetchStock('format=json', await larder.signIn('owner', 'rival'))).toContain('"lines":[\n]');
});

it('is of the end of the last day, however much has changed since', async () => {
  const token = await larder.signIn('owner');
  const yesterday = addDays(today, -1);
  expect(JSON.parse(await fetchStock(`format=json&startDate=${yesterday}&endDate=${yesterday}`, token))).toMatchObject({ data: { type: 'stock', endDate: yesterday, products: [], lines: [] } });
});
