/** Products that are deleted and had back, and the SKUs they let go and claim: one names one product at a time, whatever breaks off. */
import { product, sku, skuStream } from '@larder/catalog/product.js';
import { adoptProduct, type ProductDescription, type ProductHistory, type ProductView } from '@larder/contracts/catalog.js';
import { standingClock } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';

const COLA = { sku: 'COLA-033', name: 'Cola', category: 'Drinks', price: 2.75, cost: 0.8, weight: 350, allergens: ['milk'] };

const clock = standingClock('2026-03-10T16:00:00.000Z');
let larder: TestLarder;
let owner: string;
beforeAll(async () => {
  larder = await startLarder({ clock });
  owner = await larder.signIn('owner');
});
afterAll(() => larder.stop());

const call = <T>(method: string, path = '', body?: unknown, token = owner) => larder.call<T>(method, `/api/cognito-auth/products${path}`, { token, body });
const ask = <T>(method: string, path = '', body?: unknown) => larder.ask<T>(method, `/api/cognito-auth/products${path}`, { token: owner, body });
const added = async (form: object): Promise<ProductView> => (await ask<{ product: ProductView }>('POST', '', form)).product;
const names = async (query: string): Promise<string[]> => (await ask<{ products: ProductView[] }>('GET', `?${query}`)).products.map(({ name }) => name);

describe('A product that was deleted', () => {
  const restored = <T = { product: ProductView }>(id: string, token = owner) => call<T>('POST', `/${id}/restore`, undefined, token);

  it('is found among the deleted ones, and had back as it was, with its SKU and who did it', async () => {
    const { createdAt, ...before } = await added({ ...COLA, sku: 'BACK-1', name: 'Backpack biscuits', isActive: false, imageUrl: 'https://img.example/b.png', taxRate: 7 });
    await ask('DELETE', `/${before.id}`);
    expect(await names('search=backpack')).toEqual([]);
    expect(await ask('GET', '?search=backpack&deleted=true')).toMatchObject({ total: 1, products: [{ ...before, deleted: true }] });
    expect((await restored(before.id)).body.data).toEqual({ product: { ...before, createdAt } });
    expect(await names('search=backpack&deleted=true')).toEqual([]);
    expect(await ask('GET', `/${before.id}`)).toEqual({ ...before, createdAt });
    expect((await ask<ProductHistory>('GET', `/${before.id}/history`)).map(({ what, by }) => [what, by])).toEqual([['restored', 'Test owner'], ['deleted', 'Test owner'], ['added', 'Test owner']]);
    expect(await call('POST', '', { ...COLA, sku: 'back-1' })).toMatchObject({ status: 409, body: { message: 'SKU back-1 is already in use' } });
    expect((await restored(before.id)).status).toBe(200);
    expect(await ask<ProductHistory>('GET', `/${before.id}/history`)).toHaveLength(3);
  });

  it('stays deleted while another one has its SKU, and the answer says which', async () => {
    const { id } = await added({ ...COLA, sku: 'BACK-2' });
    await ask('DELETE', `/${id}`);
    const other = await added({ ...COLA, sku: 'BACK-2', name: 'Zero' });
    expect(await restored(id)).toMatchObject({ status: 409, body: { error: 'CONFLICT', message: 'SKU BACK-2 is that of Zero by now. Give that one another SKU first.', data: { productId: other.id } } });
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 404 });
    await ask('PUT', `/${other.id}`, { ...COLA, sku: 'BACK-3', name: 'Zero' });
    expect((await restored(id)).body.data).toMatchObject({ product: { id, sku: 'BACK-2' } });
  });

  it('is had back by nobody of another organization', async () => {
    const { id } = await added({ ...COLA, sku: 'BACK-4' });
    await ask('DELETE', `/${id}`);
    expect(await restored(id, await larder.signIn('owner', 'rival'))).toMatchObject({ status: 404, body: { message: 'Product not found' } });
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 404 });
  });
});

describe('A SKU that was left behind when a request broke off', () => {
  const brokenOff = (commandId: string) => ({ commandId, account: 'acme', actor: 'user:owner', correlationId: commandId });
  const claimed = (code: string, productId: string) => larder.kit.handle(sku, skuStream('acme', code), { type: 'ClaimSku', sku: code, productId }, brokenOff(`claim:${code}`));
  const described = async (id: string) => (await larder.kit.look(product, id)).product as ProductDescription;
  const deleted = (productId: string) => larder.kit.handle(product, productId, { type: 'DeleteProduct', productId }, brokenOff(`delete:${productId}`));
  const expectFree = async (code: string): Promise<void> => {
    const again = () => call<{ product: ProductView }>('POST', '', { ...COLA, sku: code });
    const [first, second] = [await again(), await again()];
    expect([first.status, second.status, second.body.message]).toEqual([200, 409, `SKU ${code} is already in use`]);
  };

  it('is free again when its product was deleted', async () => {
    await deleted((await added({ ...COLA, sku: 'GONE-1' })).id);
    await expectFree('GONE-1');
  });

  it('is kept a minute for a product that is about to be had back with it', async () => {
    const { id } = await added({ ...COLA, sku: 'GONE-3' });
    await ask('DELETE', `/${id}`);
    await claimed('GONE-3', id);
    expect(await call('POST', '', { ...COLA, sku: 'GONE-3' })).toMatchObject({ status: 409 });
    clock.pass(60_000);
    await expectFree('GONE-3');
  });

  it('goes to a new product when an import asks for it, not to the deleted one', async () => {
    const gone = await added({ ...COLA, sku: 'GONE-2' });
    const wanted = await described(gone.id);
    await deleted(gone.id);
    const adopted = await larder.kit.ask(adoptProduct, { account: 'acme', product: wanted }, { caller: { kind: 'service', name: 'test' }, commandId: 'adopt', correlationId: 'adopt' });
    expect(adopted).toMatchObject({ sku: 'GONE-2', productId: expect.not.stringMatching(gone.id) });
  });

  it('is free again when its product has another one by now', async () => {
    const { id } = await added({ ...COLA, sku: 'FORMER-1' });
    const before = await described(id);
    clock.pass(60_000);
    await claimed('LATTER-1', id);
    await larder.kit.handle(product, id, { type: 'ChangeProduct', product: { ...before, sku: 'LATTER-1' } }, brokenOff('rename'));
    await expectFree('FORMER-1');
    expect(await call('POST', '', { ...COLA, sku: 'LATTER-1' })).toMatchObject({ status: 409 });
  });

  it('is kept a minute for a product that is about to get it, and is free again when it did not', async () => {
    const { id } = await added({ ...COLA, sku: 'KEPT-1' });
    await claimed('WANTED-1', id);
    await claimed('WANTED-2', 'never-added');
    for (const code of ['WANTED-1', 'WANTED-2']) expect(await call('POST', '', { ...COLA, sku: code })).toMatchObject({ status: 409 });
    clock.pass(60_000);
    for (const code of ['WANTED-1', 'WANTED-2']) await expectFree(code);
  });

  it('is claimed anew by its own product, so that nobody else takes it meanwhile', async () => {
    const { id } = await added({ ...COLA, sku: 'MINE-1' });
    await claimed('MINE-2', id);
    clock.pass(60_000);
    await ask('PUT', `/${id}`, { ...COLA, sku: 'MINE-2' });
    const facts = await larder.kit.history(sku, skuStream('acme', 'MINE-2'), 'acme');
    expect(facts.map(({ type }) => type)).toEqual(['SkuClaimed', 'SkuReleased', 'SkuClaimed']);
  });
});
