/** What others ask of the catalogue. */
import { Controller } from '@nestjs/common';
import { addProduct, adoptProduct, changeProduct, deleteProduct, describeProducts, getProduct, listCategories, listProducts, type ProductDescription, type ProductForm, type ProductView } from '@larder/contracts/catalog.js';
import { toCents } from '@larder/contracts/money.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { accountOf, escapeText } from '@larder/kit/asking.js';
import { Answers } from '@larder/kit/nest-bus.js';
import { product, sku, skuStream } from './product.js';
import { present, productView, type ProductRow } from './product-view.js';

const SORTS = { createdAt: 'createdAt', name: 'nameKey', price: 'priceCents', category: 'category' } as const;

@Controller()
export class ProductsController {
  constructor(private readonly kit: Kit) {}

  @Answers(listProducts)
  async list({ page, limit, sortBy, sortOrder, search, category, isActive }: In<typeof listProducts>, asked: Asked): Promise<Out<typeof listProducts>> {
    const filter = { deleted: false, ...(category && { category }), ...(isActive !== undefined && { isActive }), ...(search && { search: { $regex: escapeText(search.toLowerCase()) } }) };
    const { rows, total } = await this.kit.views.find<ProductRow>(productView, accountOf(asked), { filter, sort: { by: SORTS[sortBy], order: sortOrder }, skip: (page - 1) * limit, limit });
    return { products: rows.map(present), total, page, pages: Math.ceil(total / limit) };
  }

  @Answers(listCategories)
  async categories(_: In<typeof listCategories>, asked: Asked): Promise<string[]> {
    const rows = await this.kit.views.all<ProductRow>(productView, accountOf(asked), { deleted: false });
    return [...new Set(rows.map((row) => row.category))].sort();
  }

  @Answers(getProduct)
  async get({ id }: In<typeof getProduct>, asked: Asked): Promise<ProductView | Refusal> {
    const row = await this.kit.views.get<ProductRow>(productView, accountOf(asked), id);
    return row && !row.deleted ? present(row) : refuse('NOT_FOUND', 'Product not found');
  }

  @Answers(addProduct)
  async add(form: In<typeof addProduct>, asked: Asked): Promise<Out<typeof addProduct> | Refusal> {
    const account = accountOf(asked);
    const description = describe(this.kit.chance.uuid(), form);
    const claimed = await this.claim(account, description, asked);
    if (isRefusal(claimed)) return claimed;
    return this.shown(account, claimed.productId, await this.kit.handle(product, claimed.productId, { type: 'AddProduct', product: { ...description, productId: claimed.productId } }, causeOf(asked, account)));
  }

  @Answers(changeProduct)
  async change({ id, product: form }: In<typeof changeProduct>, asked: Asked): Promise<Out<typeof changeProduct> | Refusal> {
    const account = accountOf(asked);
    const before = await this.kit.views.get<ProductRow>(productView, account, id);
    if (!before || before.deleted) return refuse('NOT_FOUND', 'Product not found');
    const after = describe(id, form);
    const claimed = await this.claim(account, after, asked);
    if (isRefusal(claimed)) return claimed;
    const done = await this.kit.handle(product, id, { type: 'ChangeProduct', product: after }, causeOf(asked, account));
    if (!isRefusal(done) && skuStream(account, before.sku) !== skuStream(account, after.sku)) await this.release(account, before, asked);
    return this.shown(account, id, done);
  }

  @Answers(deleteProduct)
  async remove({ id }: In<typeof deleteProduct>, asked: Asked): Promise<Out<typeof deleteProduct> | Refusal> {
    const account = accountOf(asked);
    const before = await this.kit.views.get<ProductRow>(productView, account, id);
    const done = await this.kit.handle(product, id, { type: 'DeleteProduct', productId: id }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    if (before) await this.release(account, before, asked);
    await this.kit.views.reached(productView, done.position);
    return { id };
  }

  @Answers(describeProducts)
  async describe({ account, ids }: In<typeof describeProducts>): Promise<ProductDescription[]> {
    const rows = await Promise.all([...new Set(ids)].map((id) => this.kit.views.get<ProductRow>(productView, account, id)));
    return rows.filter((row) => row !== undefined);
  }

  @Answers(adoptProduct)
  async adopt({ account, product: found }: In<typeof adoptProduct>, asked: Asked): Promise<ProductDescription | Refusal> {
    const wanted = { ...found, productId: this.kit.chance.uuid() };
    const holder = await this.kit.look(sku, skuStream(account, found.sku), account);
    const productId = holder.productId ?? wanted.productId;
    const claimed = await this.claim(account, { ...wanted, productId }, asked);
    if (isRefusal(claimed)) return claimed;
    const done = await this.kit.handle(product, productId, { type: 'AddProduct', product: { ...wanted, productId } }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(productView, done.position);
    return done.state.product ?? { ...wanted, productId };
  }

  /** The same command again finds the SKU claimed for the product it made the first time. */
  private async claim(account: string, { sku: code, productId }: ProductDescription, asked: Asked): Promise<{ productId: string } | Refusal> {
    const claimed = await this.kit.handle(sku, skuStream(account, code), { type: 'ClaimSku', sku: code, productId }, causeOf(asked, account));
    return isRefusal(claimed) ? claimed : { productId: claimed.state.productId ?? productId };
  }

  private async release(account: string, { sku: code, productId }: ProductDescription, asked: Asked): Promise<void> {
    await this.kit.handle(sku, skuStream(account, code), { type: 'ReleaseSku', sku: code, productId }, causeOf(asked, account));
  }

  private async shown(account: string, id: string, done: Refusal | { position: string }): Promise<{ product: ProductView } | Refusal> {
    if (isRefusal(done)) return done;
    await this.kit.views.reached(productView, done.position);
    const row = await this.kit.views.get<ProductRow>(productView, account, id);
    return row ? { product: present(row) } : refuse('NOT_FOUND', 'Product not found');
  }
}

function describe(productId: string, { price, cost, weight, ...form }: ProductForm): ProductDescription {
  return { ...form, productId, priceCents: toCents(price), costCents: toCents(cost), weightGrams: weight };
}
