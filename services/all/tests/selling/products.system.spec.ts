/** The catalogue through the front door: what is entered, what sells, what somebody else changed, pictures and files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProductConflict, ProductHistory, ProductView } from '@larder/contracts/catalog.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { ProductImportReport } from '@larder/contracts/product-files.js';
import type { ProductMachine, ProductSales } from '@larder/contracts/sales/product-sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const AT = '/api/cognito-auth/products';
const COLA = { sku: 'COLA-033', name: 'Cola', category: 'Drinks', price: 2.75, cost: 0.8, weight: 350, allergens: ['milk'] };
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture')]);
const NOON = '2026-03-10T16:00:00.000Z';

const clock = standingClock(NOON);
let larder: TestLarder;
let owner: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'larder-products-'));
  larder = await startLarder({ clock, settings: { DATA_DIR: folder } });
  owner = await larder.signIn('owner');
});
afterAll(async () => {
  await larder.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = <T>(method: string, path = '', body?: unknown, token = owner) => larder.call<T>(method, AT + path, { token, body });
const ask = <T>(method: string, path = '', body?: unknown) => larder.ask<T>(method, AT + path, { token: owner, body });
const added = async (form: object): Promise<ProductView> => (await ask<{ product: ProductView }>('POST', '', form)).product;
const names = async (query: string): Promise<string[]> => (await ask<{ products: ProductView[] }>('GET', `?${query}`)).products.map(({ name }) => name);

describe('The list of products', () => {
  it('is searched, narrowed, sorted and paged by the server', async () => {
    for (const n of [1, 2, 3]) await added({ ...COLA, sku: `LIST-${n}`, name: `Listed ${n}`, category: n === 3 ? 'Listed B' : 'Listed A', price: 4 - n, isActive: n !== 2, cost: 0.5 });
    expect(await names('search=listed&sortBy=name&sortOrder=asc')).toEqual(['Listed 1', 'Listed 2', 'Listed 3']);
    expect(await names('search=listed&sortBy=price&sortOrder=asc')).toEqual(['Listed 3', 'Listed 2', 'Listed 1']);
    expect(await names('category=Listed+A&sortBy=name&sortOrder=asc')).toEqual(['Listed 1', 'Listed 2']);
    expect(await names('search=list-&isActive=false')).toEqual(['Listed 2']);
    expect(await ask('GET', '?search=listed&limit=2&page=2&sortBy=name&sortOrder=asc')).toMatchObject({ total: 3, page: 2, pages: 2, products: [{ name: 'Listed 3' }] });
    expect(await ask('GET', '/categories')).toEqual(expect.arrayContaining(['Listed A', 'Listed B']));
  });

  it('has names in the order people expect, and finds them without their accents', async () => {
    for (const [n, name] of ['Éclair 10', 'eclair 9', 'Éclair royal'].entries()) await added({ ...COLA, sku: `CAKE-${n}`, name });
    expect(await names('search=ECLAIR&sortBy=name&sortOrder=asc')).toEqual(['eclair 9', 'Éclair 10', 'Éclair royal']);
    expect(await names(`search=${encodeURIComponent('éclair 1')}`)).toEqual(['Éclair 10']);
  });
});

describe('A product that is changed', () => {
  it('keeps its allergens, its picture and whether it is sold where the change does not name them', async () => {
    const [sku, imageUrl] = ['ALONE-1', 'https://img.example/nuts.png'];
    const { id } = await added({ ...COLA, sku, allergens: ['nuts'], isActive: false, imageUrl });
    const { allergens: _, ...named } = COLA;
    expect((await ask<{ product: ProductView }>('PUT', `/${id}`, { ...named, sku, price: 3 })).product).toMatchObject({ price: 3, allergens: ['nuts'], isActive: false, imageUrl });
    const bare = (await ask<{ product: ProductView }>('PUT', `/${id}`, { ...named, sku, allergens: [], isActive: true, imageUrl: null })).product;
    expect(bare).toMatchObject({ allergens: [], isActive: true });
    expect(bare).not.toHaveProperty('imageUrl');
  });
});

describe('Somebody else changed a product', () => {
  it('and whoever saw an older one is shown both sides, and may choose', async () => {
    const { id, version } = await added({ ...COLA, sku: 'RACE-1' });
    const dearer = await ask<{ product: ProductView }>('PUT', `/${id}`, { ...COLA, sku: 'RACE-1', price: 3, version });
    expect(dearer.product).toMatchObject({ price: 3, version: version + 1 });
    const late = await call<ProductConflict>('PUT', `/${id}`, { ...COLA, sku: 'RACE-2', name: 'Coke', version });
    expect(late).toMatchObject({ status: 409, body: { error: 'CONFLICT', message: 'Somebody else changed this product', data: { theirs: { sku: 'RACE-1', price: 3, version: version + 1 }, yours: { sku: 'RACE-2', name: 'Coke', price: 2.75 } } } });
    // The SKU that was not taken after all is free again.
    await added({ ...COLA, sku: 'RACE-2' });
    await ask('PUT', `/${id}`, { ...COLA, sku: 'RACE-1', name: 'Coke', version: late.body.data?.theirs.version });
    const history = await ask<ProductHistory>('GET', `/${id}/history`);
    expect(history.map(({ by, what, changes }) => ({ by, what, changes }))).toEqual([
      { by: 'Test owner', what: 'changed', changes: [{ field: 'name', from: 'Cola', to: 'Coke' }, { field: 'price', from: 3, to: 2.75 }] },
      { by: 'Test owner', what: 'changed', changes: [{ field: 'price', from: 2.75, to: 3 }] },
      { by: 'Test owner', what: 'added', changes: [] },
    ]);
  });

  it('to the same SKU at the same moment, and it stays the SKU of this product alone', async () => {
    const { id, version } = await added({ ...COLA, sku: 'BOTH-1' });
    const both = await Promise.all([3, 4].map((price) => call('PUT', `/${id}`, { ...COLA, sku: 'BOTH-2', price, version })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await call('POST', '', { ...COLA, sku: 'BOTH-2', name: 'Another' })).toMatchObject({ status: 409, body: { message: 'SKU BOTH-2 is already in use' } });
    await added({ ...COLA, sku: 'BOTH-1', name: 'Another' });
  });

  it('and the other way round, a SKU that is taken is refused as such', async () => {
    const { id } = await added({ ...COLA, sku: 'TAKEN-1' });
    await added({ ...COLA, sku: 'TAKEN-2' });
    expect(await call('PUT', `/${id}`, { ...COLA, sku: 'taken-2' })).toMatchObject({ status: 409, body: { message: 'SKU taken-2 is already in use' } });
  });
});

describe('A product in a machine', () => {
  let machine: AddedMachine;
  let id: string;
  beforeAll(async () => {
    machine = await larder.addMachine({ machineId: 'VM-P', name: 'Pool', slots: [{ slot: 'A1', name: 'Chips', price: 2 }] });
    id = machine.products.A1 as string;
  });

  it('is found there with its stock, and may cost there what it costs nowhere else', async () => {
    expect(await ask<ProductMachine[]>('GET', `/${id}/machines`)).toMatchObject([{ machineId: machine.machineId, name: 'Pool', slot: 'A1', quantity: 10, price: 2, ownPrice: null }]);
    await larder.ask('PUT', `/api/cognito-auth/machines/${machine.machineId}/inventory/A1/price`, { token: owner, body: { price: 2.5 } });
    expect(await ask<ProductMachine[]>('GET', `/${id}/machines`)).toMatchObject([{ price: 2.5, ownPrice: 2.5 }]);
    expect(await call('GET', '/unknown/machines')).toMatchObject({ status: 404 });
  });

  it('shows every unit that is sold, with its profit, on its day', async () => {
    const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
    machine.device.openDoor(sessionId);
    machine.device.take('A1', 2, sessionId);
    machine.device.closeDoor(sessionId);
    const { checkoutUrl } = await until('payment is due', async () => {
      const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
      return view.checkoutUrl && view;
    });
    await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
    const sales = await until('the sale is there', async () => {
      const now = await ask<ProductSales>('GET', `/${id}/sales`);
      return now.quantity > 0 && now;
    });
    expect(sales).toMatchObject({ startDate: '2026-02-09', endDate: '2026-03-10', quantity: 2, revenue: 5, profit: 4, currency: 'USD' });
    expect(sales.days).toHaveLength(30);
    expect(sales.days[29]).toEqual({ day: '2026-03-10', revenue: 5, quantity: 2, transactions: 1, profit: 4 });
    expect(await ask<ProductView>('GET', `/${id}`)).toMatchObject({ totalSales30d: 2, totalRevenue30d: 5 });
    expect(await call('GET', '/unknown/sales')).toMatchObject({ status: 404 });
  });

  it('cannot be deleted, and the answer says where it is', async () => {
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 409, body: { error: 'CONFLICT', message: 'Chips is still in Pool (A1). Take it out of there first, or set it inactive.', data: { machines: [{ machineId: machine.machineId, name: 'Pool' }] } } });
    await larder.ask('DELETE', `/api/cognito-auth/machines/${machine.machineId}/inventory/A1`, { token: owner, body: { productId: id } });
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 200 });
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 404 });
    expect(await larder.call('POST', `/api/cognito-auth/machines/${machine.machineId}/inventory`, { token: owner, body: { productId: id, quantity: 1, maxQuantity: 5 } })).toMatchObject({ status: 404, body: { message: 'Selected product not found' } });
  });

  it('is never gone from the catalogue and in a machine at once, whoever deletes it while somebody fills it in who may not delete', async () => {
    const operator = await larder.signIn('operator');
    const put = (productId: string, slot: string) => larder.call('POST', `/api/cognito-auth/machines/${machine.machineId}/inventory`, { token: operator, body: { productId, slot, quantity: 1, maxQuantity: 5 } });
    const ends = await Promise.all(Array.from({ length: 20 }, async (_, n) => {
      const product = await added({ ...COLA, sku: `HELD-${n}`, name: `Held ${n}` });
      const [filled, deleted] = await Promise.all([put(product.id, `C${n}`), call('DELETE', `/${product.id}`)]);
      const { inventory } = await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machine.machineId}`, { token: owner });
      return { isHeld: inventory.some((item) => item.product.id === product.id), isThere: (await call('GET', `/${product.id}`)).status === 200, filled: filled.status, deleted: deleted.status };
    }));
    expect(ends.filter(({ isHeld, isThere }) => isHeld && !isThere)).toEqual([]);
    expect(ends.filter(({ isHeld, filled }) => isHeld !== (filled === 200))).toEqual([]);
  });
});

describe('A picture', () => {
  it('is stored by what it is, and given to anybody for ever, as a picture and nothing else', async () => {
    const { imageUrl } = await ask<{ imageUrl: string }>('POST', '/images', { data: PNG.toString('base64') });
    expect(imageUrl).toMatch(/^\/images\/[0-9a-f]{64}\.png$/);
    expect(await ask('POST', '/images', { data: PNG.toString('base64') })).toEqual({ imageUrl });
    expect(await added({ ...COLA, sku: 'PICTURED', imageUrl })).toMatchObject({ imageUrl });
    const picture = await fetch(larder.url + imageUrl);
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(['content-type', 'cache-control', 'x-content-type-options'].map((name) => [name, picture.headers.get(name)]))).toEqual({
      'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff',
    });
    expect((await fetch(larder.url + imageUrl, { headers: { 'if-none-match': picture.headers.get('etag') ?? '' } })).status).toBe(304);
  });

  it.each<[string, Buffer, number, string]>([
    ['a page that calls itself a picture', Buffer.from('<html><script>alert(1)</script>'), 400, 'Only PNG, JPEG and WebP pictures can be used'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'Only PNG, JPEG and WebP pictures can be used'],
    ['more than 1 MB', Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]), 400, 'The picture is larger than 1 MB'],
  ])('%s is refused', async (_, bytes, status, message) => {
    const answer = await call('POST', '/images', { data: bytes.toString('base64') });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(message);
  });

  it.each(['/images/../larder.db', '/images/%2e%2e%2flarder.db', `/images/${'0'.repeat(64)}.png`, `/images/${'0'.repeat(64)}.svg`])('there is none at %s', async (path) => {
    expect((await fetch(larder.url + path)).status).toBe(404);
  });

  it('at an address of one\'s own has to be reached safely', async () => {
    for (const imageUrl of ['http://img.example/x.png', 'javascript:alert(1)', '//evil.example/x.png', '/images/x.svg']) {
      expect(await call('POST', '', { ...COLA, sku: 'UNSAFE', imageUrl })).toMatchObject({ status: 400 });
    }
  });
});

describe('The catalogue as a file', () => {
  const imported = async (csv: string, dryRun: boolean): Promise<ProductImportReport> => {
    const { importId } = await ask<{ importId: string }>('POST', '/import', { fileName: 'products.csv', csv, dryRun });
    return until('the import has ended', async () => {
      const report = await ask<ProductImportReport>('GET', `/import/${importId}`);
      return report.state !== 'running' && report;
    });
  };
  const CSV = 'SKU,Name,Category,Price,Cost,Weight (g),Active,Allergens\nCSV-1,Nuts,Snacks,4.50,1.90,50,yes,nuts; soy\nCSV-2,Broken,Snacks,1.00,2.00,50,yes,\n';

  it('is looked at first, then taken, and a second time there is nothing new', async () => {
    const expected = { state: 'done', rows: 2, doneRows: 2, added: 1, refused: 1, outcomes: [{ line: 2, sku: 'CSV-1', outcome: 'new' }, { line: 3, sku: 'CSV-2', outcome: 'refused', reason: 'Cost cannot be greater than price' }] };
    expect(await imported(CSV, true)).toMatchObject({ ...expected, dryRun: true });
    expect(await names('search=csv-')).toEqual([]);
    expect(await imported(CSV, false)).toMatchObject({ ...expected, dryRun: false });
    expect(await names('search=csv-')).toEqual(['Nuts']);
    expect(await imported(CSV, false)).toMatchObject({ added: 0, same: 1, refused: 1 });
    expect(await imported(CSV.replace('4.50', '5'), false)).toMatchObject({ changed: 1, outcomes: [{ fields: ['price'] }, {}] });
  });

  it('goes out with all columns, and in again without a change', async () => {
    const { csv, products } = await ask<{ csv: string; products: number }>('GET', '/export');
    expect(csv.split('\r\n')[0]).toBe('\uFEFFSKU,Name,Category,Price,Cost,Weight (g),Active,Allergens,Image,Tax Rate (%),Profit per unit,Profit margin (%),Sales 30 days,Revenue 30 days,Created');
    expect(await imported(csv, false)).toMatchObject({ rows: products, same: products, added: 0, changed: 0, refused: 0 });
  });

  it('undoes nothing that a colleague changes while a file comes in', async () => {
    const token = await larder.signIn('owner', 'many');
    const of = <T>(method: string, path: string, body?: unknown) => larder.ask<T>(method, AT + path, { token, body });
    const file = (price: string) => `SKU,Name,Category,Price,Cost,Weight (g)\n${Array.from({ length: 1_500 }, (_, n) => `MANY-${n},Many ${n},Snacks,${price},0.50,90\n`).join('')}`;
    const begin = async (csv: string) => (await of<{ importId: string }>('POST', '/import', { fileName: 'many.csv', csv })).importId;
    const ended = (importId: string) => until('the import has ended', async () => {
      const report = await of<ProductImportReport>('GET', `/import/${importId}`);
      return report.state === 'done' && report;
    }, 30_000);
    await ended(await begin(file('1.50')));
    const { products: [last] } = await of<{ products: ProductView[] }>('GET', '?search=MANY-1499') as { products: [ProductView] };
    const importId = await begin(file('2.00').replaceAll(',0.50,90', '').replace(',Cost,Weight (g)', ''));
    await of('PUT', `/${last.id}`, { sku: last.sku, name: last.name, category: 'Crisps', price: 1.5, cost: 0.7, weight: 120, version: last.version });
    expect(await ended(importId)).toMatchObject({ changed: 1_499, refused: 1, outcomes: expect.arrayContaining([expect.objectContaining({ sku: 'MANY-1499', outcome: 'refused', reason: 'Somebody else changed this product' })]) });
    expect(await of<ProductView>('GET', `/${last.id}`)).toMatchObject({ category: 'Crisps', price: 1.5, cost: 0.7, weight: 120 });
  }, 60_000);

  it('that names no columns is refused at once', async () => {
    expect(await call('POST', '/import', { fileName: 'x.csv', csv: 'hello', dryRun: true })).toMatchObject({ status: 400, body: { message: 'The first line has to name the columns. Missing: SKU, Name, Category, Price' } });
  });
});
