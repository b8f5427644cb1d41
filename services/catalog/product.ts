/** A product of an organization, and the claim on its SKU. */
import type { CatalogFact, ProductDescription } from '@larder/contracts/catalog.js';
import { refuse } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';

type ProductFact = Extract<CatalogFact, { type: `Product${string}` }>;
type SkuFact = Extract<CatalogFact, { type: `Sku${string}` }>;

export type ProductCommand =
  | { type: 'AddProduct'; product: ProductDescription }
  /** `version`: what the change was made on; it may only be missing where the last change is to win. */
  | { type: 'ChangeProduct'; product: ProductDescription; version?: number }
  | { type: 'DeleteProduct' | 'RestoreProduct'; productId: string };

export interface ProductState {
  product?: ProductDescription;
  deleted: boolean;
  /** How many times it was added or changed. */
  version: number;
}

export const product: Decider<ProductCommand, ProductFact, ProductState> = {
  category: 'product',
  initial: { deleted: false, version: 0 },
  decide(command, state) {
    if (command.type === 'AddProduct') return state.product ? [] : [{ type: 'ProductAdded', data: command.product }];
    if (!state.product || (state.deleted && command.type !== 'RestoreProduct')) return refuse('NOT_FOUND', 'Product not found');
    switch (command.type) {
      case 'ChangeProduct':
        if (same(state.product, command.product)) return [];
        if (command.version !== undefined && command.version !== state.version) return refuse('CONFLICT', 'Somebody else changed this product', { version: state.version });
        return [{ type: 'ProductChanged', data: command.product }];
      case 'DeleteProduct':
        return [{ type: 'ProductDeleted', data: { productId: command.productId } }];
      case 'RestoreProduct':
        return state.deleted ? [{ type: 'ProductRestored', data: { productId: command.productId } }] : [];
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'ProductAdded':
      case 'ProductChanged':
        return { ...state, product: fact.data, version: state.version + 1 };
      case 'ProductDeleted':
        return { ...state, deleted: true };
      case 'ProductRestored':
        return { ...state, deleted: false };
      default:
        return never(fact);
    }
  },
};

export type SkuCommand =
  | { type: 'ClaimSku'; sku: string; productId: string }
  /** `claims`: which claim is let go, as its product may have claimed it anew since; missing: the one that is. */
  | { type: 'ReleaseSku'; sku: string; productId: string; claims?: number };

export interface SkuState {
  productId?: string;
  /** How many times it was claimed. */
  claims: number;
}

/** Who holds a SKU; an organization's SKU names one product at a time. */
export const sku: Decider<SkuCommand, SkuFact, SkuState> = {
  category: 'sku',
  initial: { claims: 0 },
  decide(command, { productId, claims }) {
    const claim = { sku: command.sku, productId: command.productId };
    if (command.type === 'ReleaseSku') return productId === claim.productId && claims === (command.claims ?? claims) ? [{ type: 'SkuReleased', data: claim }] : [];
    if (productId === claim.productId) return [];
    return productId ? refuse('CONFLICT', `SKU ${claim.sku} is already in use`, { productId }) : [{ type: 'SkuClaimed', data: claim }];
  },
  evolve: ({ claims }, fact) => (fact.type === 'SkuClaimed' ? { productId: fact.data.productId, claims: claims + 1 } : { claims }),
};

/** Upper and lower case name the same SKU. */
export const skuStream = (account: string, code: string): string => `${account}.${code.toUpperCase()}`;

/** What was left out and what was never there are the same. */
export function same(a: ProductDescription, b: ProductDescription): boolean {
  const told = (product: ProductDescription): string => JSON.stringify(Object.entries(product).filter(([, value]) => value !== undefined).sort(([x], [y]) => (x < y ? -1 : 1)));
  return told(a) === told(b);
}
