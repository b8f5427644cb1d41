/** What stands in the product form, as text, and what it means. */
import { productForm, type ProductForm, type ProductView } from '@larder/contracts/catalog.js';
import { numberOf } from '../../../lib/entered-number.js';
import { firstIssues, type Errors } from '../../../lib/first-issues.js';
import { inCurrency } from '../money.js';

/** Every field as text, as it is typed. */
export type Entry = Record<'sku' | 'name' | 'category' | 'price' | 'cost' | 'weight' | 'isActive' | 'allergens' | 'imageUrl' | 'taxRate', string>;

const text = (value: number | null): string => (value === null ? '' : String(value));

export const entryOf = (product: ProductView | undefined): Entry => ({
  sku: product?.sku ?? '', name: product?.name ?? '', category: product?.category ?? '', price: product ? product.price.toFixed(2) : '', cost: product?.cost?.toFixed(2) ?? '',
  weight: product ? text(product.weight) : '', isActive: String(product?.isActive ?? true), allergens: product?.allergens.join(';') ?? '', imageUrl: product?.imageUrl ?? '', taxRate: text(product?.taxRate ?? null),
});

export const listOf = (allergens: string): string[] => allergens.split(';').filter(Boolean);

const asSent = ({ price, cost, weight, isActive, allergens, imageUrl, taxRate, ...rest }: Entry) => ({
  ...rest, price: numberOf(price), cost: numberOf(cost), weight: numberOf(weight), isActive: isActive === 'true', allergens: listOf(allergens), imageUrl: imageUrl.trim() || undefined,
  taxRate: taxRate.trim() === '' ? null : numberOf(taxRate),
});

/** @param currency of the organization: the server's sentences speak of dollars */
export const complaintsOf = (entry: Entry, currency: string): Errors<Entry> =>
  Object.fromEntries(Object.entries(firstIssues<Entry>(productForm, asSent(entry) as never)).map(([field, text]) => [field, inCurrency(text, currency)]));

/** Of an entry without complaints. */
export const formOf = (entry: Entry): ProductForm => productForm.parse(asSent(entry));
