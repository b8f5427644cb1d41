/** The prices a machine knows against those it should: drafted as planogram and catalog change, sent when it is there, confirmed by the machine itself. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DevicePricesView } from '@larder/contracts/device/device-prices.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { Links } from '@larder/device-adapter/links.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { ReadStore } from '@larder/kit/rows/read-store.js';
import { until } from '@larder/kit/testing.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let machine: AddedMachine;
let token: string;
/** So much later than its facts the catalogue shows products. */
let lateMs = 0;
const late = (store: ReadStore): ReadStore => ({
  prepare: (shape) => store.prepare(shape), find: (collection, account, query) => store.find(collection, account, query), load: (collection, keys) => store.load(collection, keys),
  async save(collection, rows, checkpoint) {
    if (lateMs > 0 && collection.startsWith('products@')) await pause(lateMs);
    return store.save(collection, rows, checkpoint);
  },
  checkpoint: (collection) => store.checkpoint(collection), settle: (collection) => store.settle(collection), drop: (collection) => store.drop(collection), close: () => store.close(),
});
beforeAll(async () => {
  larder = await startLarder({ rows: late(openMemoryReadStore()) });
  machine = await larder.addMachine();
  token = await larder.signIn('operator');
});
afterAll(() => larder.stop());

const own = (path: string): string => `/api/cognito-auth/${path}`;
const now = async (): Promise<DevicePricesView> => (await larder.ask<{ prices: DevicePricesView }>('GET', `/api/hardware/prices/${machine.machineId}`, { token })).prices;
const confirmed = (prices: Record<string, number>) => until(`the machine confirms ${JSON.stringify(prices)}`, async () => {
  const is = await now();
  return is.state === 'confirmed' && is.confirmed === is.revision && JSON.stringify(is.prices) === JSON.stringify(Object.entries(prices).map(([slot, price]) => ({ slot, price })));
});
const priceOfProduct = async (slot: string, price: number): Promise<void> => {
  const id = machine.products[slot] as string;
  const { sku, name, category, weight } = await larder.ask<{ sku: string; name: string; category: string; weight: number }>('GET', own(`products/${id}`), { token });
  await larder.ask('PUT', own(`products/${id}`), { token, body: { sku, name, category, weight, price, cost: 0.5 } });
};
const priceOfSlot = (slot: string, price: number | null) => larder.ask('PUT', own(`machines/${machine.machineId}/inventory/${slot}/price`), { token, body: { price } });
/** What a guest is to pay who takes one thing. */
async function billFor(slot: string): Promise<SessionView> {
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
  await until('it is unlocked', () => machine.heard.some((order) => order.do === 'unlock' && order.sid === sessionId));
  machine.device.openDoor(sessionId);
  machine.device.take(slot, 1, sessionId);
  machine.device.closeDoor(sessionId);
  return until('the bill is made', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.checkoutUrl && view;
  });
}

it('a machine is told what its slots cost as they are filled, and confirms it', async () => {
  await confirmed({ A1: 2.5, A2: 1.75 });
  expect(machine.device.prices).toEqual({ A1: 250, A2: 175 });
});

it('a machine with a list that nobody here gave it, as after a log was put back, gets ours all the same', async () => {
  const { revision } = await now();
  larder.part(Links).link.send(machine.machineId, { v: 1, t: 'list', rev: revision + 40, cur: 'USD', p: { A1: 1 } });
  await until('it has ours', async () => (await now()).confirmed === revision + 41);
  await confirmed({ A1: 2.5, A2: 1.75 });
  expect(machine.device.prices).toEqual({ A1: 250, A2: 175 });
});

it('a product that costs more, a slot with a price of its own and a slot that is emptied each make a list of their own', async () => {
  const { revision } = await now();
  await priceOfProduct('A1', 2.8);
  await confirmed({ A1: 2.8, A2: 1.75 });
  await priceOfSlot('A2', 2);
  await confirmed({ A1: 2.8, A2: 2 });
  await larder.ask('DELETE', own(`machines/${machine.machineId}/inventory/A1`), { token });
  await confirmed({ A2: 2 });
  expect((await now()).revision).toBe(revision + 3);
});

it('a guest pays what a slot costs by itself', async () => expect((await billFor('A2')).totalAmount).toBe(2));

it('a change that changes no price sends nothing', async () => {
  const { revision } = await now();
  await priceOfProduct('A2', 1.9); // its slot has a price of its own
  await priceOfSlot('A2', null);
  await confirmed({ A2: 1.9 });
  expect((await now()).revision).toBe(revision + 1);
});

it('a price reaches the machine also where the catalogue shows it later than it tells it', async () => {
  lateMs = 50;
  for (const price of [1.85, 1.9]) {
    await priceOfProduct('A2', price);
    await confirmed({ A2: price });
  }
  lateMs = 0;
});

it('a machine that is away is told when it comes back; what a guest pays is the price at the tap all the same', async () => {
  await machine.device.disconnect();
  await priceOfProduct('A2', 3.1);
  const waiting = await until('the list is drafted', async () => {
    const is = await now();
    return is.state === 'drafted' && is;
  });
  expect(waiting).toMatchObject({ prices: [{ slot: 'A2', price: 3.1 }] });
  expect(machine.device.prices).toEqual({ A2: 190 });
  await machine.device.connect();
  expect((await billFor('A2')).totalAmount).toBe(3.1);
  await confirmed({ A2: 3.1 });
  expect(machine.device.prices).toEqual({ A2: 310 });
});

it('firmware from before there were price lists works as ever and never confirms', async () => {
  await machine.device.disconnect();
  const old = new SimulatedDevice({ machineId: machine.machineId, secret: machine.secret, brokerUrl: larder.mqttUrl, epoch: 'abcdef01', now: () => Date.now(), obey: async () => ({ ok: true }), knowsPrices: false });
  await old.connect();
  const { confirmed: known } = await now();
  await priceOfProduct('A2', 3.3);
  await until('the list is sent', async () => (await now()).state === 'sent');
  old.tap('OLD-001');
  await until('it is heard', () => old.waiting === 0);
  expect(await now()).toMatchObject({ state: 'sent', confirmed: known, prices: [{ slot: 'A2', price: 3.3 }] });
  await old.disconnect();
});

it('nobody sees the prices of another organization', async () => {
  const rival = await larder.signIn('owner', 'rival');
  expect((await larder.ask<{ prices: DevicePricesView }>('GET', `/api/hardware/prices/${machine.machineId}`, { token: rival })).prices).toMatchObject({ revision: 0, prices: [], state: 'none' });
});

it('a machine that was taken out of the fleet and comes back has no list of before, nor is it said to know one', async () => {
  const owner = await larder.signIn('owner');
  await larder.ask('DELETE', own(`machines/${machine.machineId}`), { token: owner });
  await larder.ask('POST', own('machines'), { token: owner, body: { machineId: machine.machineId, name: 'Back', location: { address: '1 Main Street' } } });
  await until('nothing is for sale in it', async () => (await now()).prices.length === 0);
  expect((await now()).state).toBe('drafted');
});
