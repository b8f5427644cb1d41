/** What a copy says of products whose view has not heard what another copy did with them. */
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { deaf } from '@larder/kit/events/deaf.testing.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { Presenting } from './presenting.js';
import { product } from './product.js';
import { productView } from './product-view.js';
import { ProductsController } from './products.controller.js';
import { Writing } from './writing.js';

const account = 'acme';
const cola = { productId: 'p1', sku: 'COLA', name: 'Cola', category: 'Drinks', priceCents: 250, costCents: 100, weightGrams: 330, isActive: true, allergens: [] };

it('whether a product is there is known to every copy at once, for whoever fills a machine', async () => {
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  const kit = new Kit(await openParts('catalog', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { events: deaf(store), bookmarks }));
  kit.add({ name: 'catalog', categories: ['product'], projections: [productView] });
  await kit.prepare();
  const products = new ProductsController(kit, new Presenting(kit), new Writing(kit));
  const told = async (now?: true) => (await products.describe({ account, ids: ['p1', 'p2'], now }, { caller: { kind: 'service', name: 'fleet' }, commandId: 'test', correlationId: 'test' })).map(({ name, deleted }) => [name, deleted]);
  const cause = (commandId: string) => ({ commandId, account, actor: 'test', correlationId: 'test' });

  await kit.handle(product, 'p1', { type: 'AddProduct', product: cola }, cause('added'));
  expect([await told(), await told(true)]).toEqual([[], [['Cola', false]]]);
  await kit.handle(product, 'p1', { type: 'DeleteProduct', productId: 'p1' }, cause('deleted'));
  expect(await told(true)).toEqual([['Cola', true]]);
  await kit.end();
});
