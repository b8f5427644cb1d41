/** Adds, changes, deletes and restores products; the claim on a SKU comes first, so that two can never have the same. */
import { Injectable } from '@nestjs/common';
import type { ProductDescription } from '@larder/contracts/catalog.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { InTurn } from '@larder/kit/turns/in-turn.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { product, sku, skuStream } from './product.js';

export interface Written {
  product: ProductDescription;
  position: string;
}

/** A request has written all it writes, or has broken off, long before. */
const UNDER_WAY_MS = 60_000;

@Injectable()
export class Writing {
  /** Of a product: what one change claims another one that is refused would let go. */
  private readonly changing = new InTurn();

  constructor(private readonly kit: Kit) {}

  /** The same command again finds the SKU claimed for the product it made the first time. */
  async add(account: string, wanted: ProductDescription, asked: Asked): Promise<Written | Refusal> {
    const claimed = await this.claim(account, wanted, asked);
    if (isRefusal(claimed)) return claimed;
    const added = { ...wanted, productId: claimed.productId };
    const done = await this.kit.handle(product, added.productId, { type: 'AddProduct', product: added }, causeOf(asked, account));
    return isRefusal(done) ? done : { product: done.state.product ?? added, position: done.position };
  }

  /** @param version what the change was made on; undefined: the last change wins */
  change(account: string, before: ProductDescription, after: ProductDescription, version: number | undefined, asked: Asked): Promise<Written | Refusal> {
    return this.changing.do(after.productId, () => this.changeAlone(account, before, after, version, asked));
  }

  private async changeAlone(account: string, before: ProductDescription, after: ProductDescription, version: number | undefined, asked: Asked): Promise<Written | Refusal> {
    const renamed = skuStream(account, before.sku) !== skuStream(account, after.sku);
    // Its own claim, when left behind, is made anew: nobody may take it for abandoned while this change is under way.
    if (renamed) await this.holderOf(account, after.sku, asked);
    const claimed = renamed ? await this.claim(account, after, asked) : undefined;
    if (isRefusal(claimed)) return claimed;
    const done = await this.kit.handle(product, after.productId, { type: 'ChangeProduct', product: after, version }, causeOf(asked, account));
    const unneeded = isRefusal(done) ? after : before;
    // Somebody else may have given it the same SKU meanwhile.
    if (renamed && !(await this.has(account, unneeded))) await this.release(account, unneeded, { ...asked, commandId: `${asked.commandId}:release` });
    return isRefusal(done) ? done : { product: after, position: done.position };
  }

  async remove(account: string, gone: ProductDescription, asked: Asked): Promise<{ position: string } | Refusal> {
    const { claims } = await this.kit.look(sku, skuStream(account, gone.sku), account);
    const done = await this.kit.handle(product, gone.productId, { type: 'DeleteProduct', productId: gone.productId }, causeOf(asked, account));
    if (!isRefusal(done)) await this.release(account, gone, asked, claims);
    return done;
  }

  /** As it was when it was deleted, its SKU included. One that is there is left as it is. */
  async restore(account: string, productId: string, asked: Asked): Promise<Written | Refusal> {
    const { product: gone } = await this.kit.look(product, productId, account);
    if (!gone) return refuse('NOT_FOUND', 'Product not found');
    // What its deletion left behind is claimed anew, as it is taken for abandoned otherwise.
    const holder = await this.holderOf(account, gone.sku, asked);
    const claimed = await this.claim(account, gone, asked);
    if (isRefusal(claimed)) return holder ? this.taken(account, gone.sku, holder) : claimed;
    const done = await this.kit.handle(product, productId, { type: 'RestoreProduct', productId }, causeOf(asked, account));
    return isRefusal(done) ? done : { product: gone, position: done.position };
  }

  private async taken(account: string, code: string, holder: string): Promise<Refusal> {
    const { product: other } = await this.kit.look(product, holder, account);
    return refuse('CONFLICT', `SKU ${code} is that of ${other?.name ?? 'another product'} by now. Give that one another SKU first.`, { productId: holder });
  }

  /** The product that holds a SKU. What a request that broke off left behind is let go first. */
  async holderOf(account: string, code: string, asked: Asked): Promise<string | undefined> {
    const { productId } = await this.kit.look(sku, skuStream(account, code), account);
    if (!productId || !(await this.isLeftBehind(account, code, productId))) return productId;
    const command = { type: 'ReleaseSku' as const, sku: code, productId };
    const done = await this.kit.handle(sku, skuStream(account, code), command, causeOf({ ...asked, commandId: `${asked.commandId}:late-release` }, account));
    return isRefusal(done) ? productId : done.state.productId;
  }

  private async claim(account: string, { sku: code, productId }: Pick<ProductDescription, 'sku' | 'productId'>, asked: Asked): Promise<{ productId: string } | Refusal> {
    const command = { type: 'ClaimSku' as const, sku: code, productId };
    const claimed = await this.kit.handle(sku, skuStream(account, code), command, causeOf(asked, account));
    if (!isRefusal(claimed)) return { productId: claimed.state.productId ?? productId };
    return (await this.holderOf(account, code, asked)) ? claimed : this.claim(account, { sku: code, productId }, asked);
  }

  /** A deleted product does not need the SKU it had. One that does not have it may be about to get it, or to be restored with it, for as long as a request may take. */
  private async isLeftBehind(account: string, code: string, productId: string): Promise<boolean> {
    if (await this.has(account, { sku: code, productId })) return false;
    const [claimed] = (await this.kit.history(sku, skuStream(account, code), account)).slice(-1);
    if (!claimed) return false;
    return (await this.isDeletedSince(account, productId, claimed.position)) || this.kit.clock.now().getTime() - Date.parse(claimed.meta.at) >= UNDER_WAY_MS;
  }

  private async has(account: string, { sku: code, productId }: Pick<ProductDescription, 'sku' | 'productId'>): Promise<boolean> {
    const { product: held, deleted } = await this.kit.look(product, productId, account);
    return held !== undefined && !deleted && skuStream(account, held.sku) === skuStream(account, code);
  }

  private async isDeletedSince(account: string, productId: string, position: string): Promise<boolean> {
    const [last] = (await this.kit.history(product, productId, account)).slice(-1);
    return last?.type === 'ProductDeleted' && last.position > position;
  }

  private async release(account: string, { sku: code, productId }: ProductDescription, asked: Asked, claims?: number): Promise<void> {
    await this.kit.handle(sku, skuStream(account, code), { type: 'ReleaseSku', sku: code, productId, claims }, causeOf(asked, account));
  }
}
