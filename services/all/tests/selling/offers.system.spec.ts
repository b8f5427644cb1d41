/** What a guest reads of the machine before taking anything: what is in it, at the prices of the visit, with allergens. */
import type { ProductView } from '@larder/contracts/catalog.js';
import type { VisitOffers } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';
import { guestAt } from './guest.testing.js';

let larder: TestLarder;
let machine: AddedMachine;
let owner: string;

beforeAll(async () => {
  larder = await startLarder();
  owner = await larder.signIn('owner');
});
afterAll(() => larder.stop());
beforeEach(async () => {
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Yoghurt', price: 2.75, quantity: 1 }, { slot: 'A2', name: 'Chips', price: 3.25 }] });
});

const { begin, becomes } = guestAt(() => ({ larder, machine, owner }));
const offersOf = (id: string) => larder.ask<VisitOffers>('GET', `/api/vend/session/${id}/offers`);

async function change(slot: string, what: object): Promise<void> {
  const at = `/api/cognito-auth/products/${machine.products[slot]}`;
  const { sku, name, category, price, cost, weight } = await larder.ask<ProductView>('GET', at, { token: owner });
  await larder.ask('PUT', at, { token: owner, body: { sku, name, category, price, cost, weight, ...what } });
}

it('lists what is in the machine by category and name, with its price and its allergens', async () => {
  await change('A1', { category: 'Chilled', allergens: ['milk'] });
  expect(await offersOf(await begin())).toEqual({
    currency: 'USD',
    offers: [
      { name: 'Yoghurt', category: 'Chilled', price: 2.75, allergens: ['milk'], soldOut: false },
      { name: 'Chips', category: 'Snacks', price: 3.25, allergens: [], soldOut: false },
    ],
  });
});

it('a price that is changed meanwhile is not this guest\'s, an allergen that is entered meanwhile is', async () => {
  const id = await begin();
  await change('A2', { price: 4, allergens: ['soy'] });
  expect((await offersOf(id)).offers[0]).toEqual({ name: 'Chips', category: 'Snacks', price: 3.25, allergens: ['soy'], soldOut: false });
});

it('a product in two slots is one line, and sold out only when both are empty', async () => {
  await larder.ask('POST', `/api/cognito-auth/machines/${machine.machineId}/inventory`, { token: owner, body: { slot: 'B1', productId: machine.products.A1, quantity: 1, maxQuantity: 10 } });
  const id = await begin();
  const yoghurt = async () => (await offersOf(id)).offers.filter(({ name }) => name === 'Yoghurt');
  expect(await yoghurt()).toMatchObject([{ soldOut: false }]);
  machine.device.openDoor(id);
  machine.device.take('A1', 1, id);
  await becomes(id, { totalAmount: 2.75 });
  expect(await yoghurt()).toMatchObject([{ soldOut: false }]);
  machine.device.take('B1', 1, id);
  await until('both are empty', async () => (await yoghurt())[0]?.soldOut);
});

it('nobody learns of a visit that there is not', async () => {
  expect((await larder.call('GET', '/api/vend/session/vNothing/offers')).body).toMatchObject({ success: false, error: 'NOT_FOUND', message: 'No session found' });
});
