/** What others ask of the catalogue. */
import { Controller } from '@nestjs/common';
import {
  addProduct, adoptProduct, changeProduct, deleteProduct, describeProducts, getProduct, keepProduct, listCategories, listProducts, productHistory, restoreProduct, worthOver, type ProductConflict, type ProductDescription, type ProductView,
} from '@larder/contracts/catalog.js';
import { plain } from '@larder/contracts/names.js';
import { listMembers, NOBODY } from '@larder/contracts/identity/organization.js';
import { productMachines } from '@larder/contracts/sales/product-sales.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { escapeText } from '@larder/kit/rows/filter.js';
import { nameOfActor } from './actors.js';
import { historyOf, worthOf } from './history.js';
import { completed, describe, Presenting } from './presenting.js';
import { product } from './product.js';
import { productView, type ProductRow } from './product-view.js';
import { Writing } from './writing.js';

const SORTS = { createdAt: 'createdAt', name: 'nameKey', price: 'priceCents', category: 'category' } as const;

@Controller()
export class ProductsController {
  constructor(private readonly kit: Kit, private readonly presenting: Presenting, private readonly writing: Writing) {}

  @Answers(listProducts)
  async list({ page, limit, sortBy, sortOrder, search, category, isActive, deleted = false }: In<typeof listProducts>, asked: Asked): Promise<Out<typeof listProducts>> {
    const account = accountOf(asked);
    const filter = { deleted, ...(category && { category }), ...(isActive !== undefined && { isActive }), ...(search && { search: { $regex: escapeText(plain(search)) } }) };
    const { rows, total } = await this.kit.viewsFor(asked).find<ProductRow>(productView, account, { filter, sort: { by: SORTS[sortBy], order: sortOrder }, skip: (page - 1) * limit, limit });
    return { products: await this.presenting.all(rows, account, asked), total, page, pages: Math.ceil(total / limit) };
  }

  @Answers(listCategories)
  async categories(_: In<typeof listCategories>, asked: Asked): Promise<string[]> {
    const rows = await this.kit.views.all<ProductRow>(productView, accountOf(asked), { deleted: false });
    return [...new Set(rows.map((row) => row.category))].sort((a, b) => a.localeCompare(b, 'en'));
  }

  @Answers(getProduct)
  get({ id }: In<typeof getProduct>, asked: Asked): Promise<ProductView | Refusal> {
    return this.presenting.one(accountOf(asked), id, asked);
  }

  @Answers(productHistory)
  async history({ id }: In<typeof productHistory>, asked: Asked): Promise<Out<typeof productHistory> | Refusal> {
    const facts = await this.kit.history(product, id, accountOf(asked));
    if (facts.length === 0) return refuse('NOT_FOUND', 'Product not found');
    const team = await this.kit.ask(listMembers, {}, asked);
    return historyOf(facts, nameOfActor(isRefusal(team) ? NOBODY : team));
  }

  @Answers(addProduct)
  async add(form: In<typeof addProduct>, asked: Asked): Promise<Out<typeof addProduct> | Refusal> {
    const account = accountOf(asked);
    return this.shown(account, await this.writing.add(account, describe(this.kit.chance.uuid(), form), asked), asked);
  }

  @Answers(changeProduct)
  async change({ id, product: { version, ...entered } }: In<typeof changeProduct>, asked: Asked): Promise<Out<typeof changeProduct> | Refusal> {
    const account = accountOf(asked);
    const before = await this.here(account, id);
    if (isRefusal(before)) return before;
    const form = completed(entered, before);
    const done = await this.writing.change(account, before, describe(id, form), version, asked);
    if (!isRefusal(done) || !isOvertaken(done)) return this.shown(account, done, asked);
    const theirs = await this.presenting.one(account, id, asked);
    return isRefusal(theirs) ? theirs : { ...done, data: { theirs, yours: form } satisfies ProductConflict };
  }

  @Answers(deleteProduct)
  async remove({ id }: In<typeof deleteProduct>, asked: Asked): Promise<Out<typeof deleteProduct> | Refusal> {
    const account = accountOf(asked);
    const before = await this.here(account, id);
    if (isRefusal(before)) return before;
    const kept = await this.heldBy(before, asked);
    if (kept) return kept;
    const done = await this.writing.remove(account, before, asked);
    if (isRefusal(done)) return done;
    await this.kit.views.reached(productView, done.position);
    // Put into a machine since that was asked. Whoever puts it there later than this sees that it is gone, and has it back.
    const late = await this.heldBy(before, asked);
    if (!late) return { id };
    const back = await this.writing.restore(account, id, { ...asked, commandId: `${asked.commandId}:held` });
    return isRefusal(back) ? back : late;
  }

  @Answers(restoreProduct)
  async restore({ id }: In<typeof restoreProduct>, asked: Asked): Promise<Out<typeof restoreProduct> | Refusal> {
    const account = accountOf(asked);
    const gone = await this.kit.views.get<ProductRow>(productView, account, id);
    if (!gone) return refuse('NOT_FOUND', 'Product not found');
    return this.shown(account, await this.writing.restore(account, id, asked), asked);
  }

  @Answers(keepProduct)
  async keep({ account, id }: In<typeof keepProduct>, asked: Asked): Promise<Out<typeof keepProduct> | Refusal> {
    const back = await this.writing.restore(account, id, asked);
    if (isRefusal(back)) return back;
    await this.kit.views.reached(productView, back.position);
    return { id };
  }

  @Answers(describeProducts)
  async describe({ account, ids, position, now }: In<typeof describeProducts>, asked: Asked): Promise<Out<typeof describeProducts>> {
    if (now) return this.asTheyAre(account, [...new Set(ids)]);
    if (position !== undefined) await this.kit.views.reached(productView, position);
    const views = this.kit.viewsFor(asked);
    const rows = await Promise.all([...new Set(ids)].map((id) => views.get<ProductRow>(productView, account, id)));
    return rows.filter((row) => row !== undefined);
  }

  private async asTheyAre(account: string, ids: readonly string[]): Promise<Out<typeof describeProducts>> {
    const states = await Promise.all(ids.map((id) => this.kit.look(product, id, account)));
    return states.flatMap(({ product: described, deleted }) => (described ? [{ ...described, deleted }] : []));
  }

  @Answers(worthOver)
  async worth({ account, ids }: In<typeof worthOver>): Promise<Out<typeof worthOver>> {
    const all = await Promise.all([...new Set(ids)].map((id) => this.kit.history(product, id, account)));
    return all.flatMap(worthOf);
  }

  @Answers(adoptProduct)
  async adopt({ account, product: found }: In<typeof adoptProduct>, asked: Asked): Promise<ProductDescription | Refusal> {
    const holder = await this.writing.holderOf(account, found.sku, asked);
    const done = await this.writing.add(account, { ...found, productId: holder ?? this.kit.chance.uuid() }, asked);
    if (isRefusal(done)) return done;
    await this.kit.views.reached(productView, done.position);
    return done.product;
  }

  private async heldBy({ productId, name }: ProductRow, asked: Asked): Promise<Refusal | undefined> {
    const held = await this.kit.ask(productMachines, { id: productId, now: true }, asked);
    if (isRefusal(held)) return held;
    return held.length > 0 ? stillHeld(name, held) : undefined;
  }

  private async here(account: string, id: string): Promise<ProductRow | Refusal> {
    const row = await this.kit.views.get<ProductRow>(productView, account, id);
    return row && !row.deleted ? row : refuse('NOT_FOUND', 'Product not found');
  }

  private async shown(account: string, done: Refusal | { product: ProductDescription; position: string }, asked: Asked): Promise<{ product: ProductView } | Refusal> {
    if (isRefusal(done)) return done;
    const shown = await this.presenting.one(account, done.product.productId, asked, done.position);
    return isRefusal(shown) ? shown : { product: shown };
  }
}

/** Not a SKU that is taken. */
const isOvertaken = ({ refused, data }: Refusal): boolean => refused === 'CONFLICT' && typeof data === 'object' && data !== null && 'version' in data;

function stillHeld(name: string, held: Out<typeof productMachines>): Refusal {
  const machines = [...new Map(held.map(({ machineId, name: machine }) => [machineId, { machineId, name: machine }])).values()];
  const places = machines.map((machine) => `${machine.name} (${held.filter(({ machineId }) => machineId === machine.machineId).map(({ slot }) => slot).join(', ')})`);
  return refuse('CONFLICT', `${name} is still in ${places.join(', ')}. Take it out of there first, or set it inactive.`, { machines });
}
