/** Catalog: what an organization sells. */
import { z } from 'zod';
import type { FactOf } from './fact.js';
import { cents, hasAtMostTwoDecimals } from './money.js';
import { command, lookingBack, query } from './request.js';

const required = (field: string) => z.string({ error: `${field} is required` }).trim().min(1, `${field} is required`);

const amount = (field: string) => z.number({ error: ({ input }) => (input === undefined || input === null ? `${field} is required` : `${field} must be a number`) })
  .max(999.99, `${field} cannot exceed $999.99`).refine(hasAtMostTwoDecimals, `${field} can have at most 2 decimals`);

/** Each field by itself, with the sentences people read when it is wrong. Prices are decimals. */
export const productFields = {
  sku: required('SKU').min(2, 'SKU must be at least 2 characters').max(20, 'SKU cannot exceed 20 characters')
    .regex(/^[A-Za-z0-9_-]+$/, 'SKU can only contain letters, numbers, hyphens, and underscores'),
  name: required('Name').max(100, 'Name cannot exceed 100 characters'),
  category: required('Category').max(50, 'Category cannot exceed 50 characters'),
  price: amount('Price').min(0.01, 'Price must be a positive number'),
  cost: amount('Cost').min(0, 'Cost cannot be negative'),
  weight: z.number({ error: ({ input }) => (input === undefined || input === null ? 'Weight is required' : 'Weight must be a number') })
    // Unlike `int()`, which would keep the other fields from being compared.
    .refine(Number.isInteger, 'Weight must be a whole number (no decimals)')
    .min(1, 'Weight must be between 1 and 5000 grams').max(5000, 'Weight must be between 1 and 5000 grams'),
  isActive: z.boolean().default(true),
  allergens: z.array(z.string().trim().min(1).max(50, 'An allergen cannot exceed 50 characters').regex(/^[^;|]*$/, 'An allergen cannot contain ; or |')).max(30, 'At most 30 allergens can be listed').default([]),
  imageUrl: z.string().max(2000, 'Image address is too long').regex(/^(https:\/\/[^\s"'<>]+|\/images\/[0-9a-f]{64}\.(png|jpg|webp))$/, 'Image address must begin with https://').optional(),
  /** In percent of the net price, included in the price; null: that of the machine it is sold from. */
  taxRate: z.number({ error: 'Tax must be a number' }).min(0, 'Tax cannot be negative').max(50, 'Tax must be at most 50%').refine(hasAtMostTwoDecimals, 'Tax can have at most 2 decimals').nullable().default(null),
};

/** Adds what two fields must be to each other; said as soon as both are known, whatever else is wrong. */
export const consistent = <S extends z.ZodObject>(schema: S): S => schema.refine(({ price, cost }) => (cost as number) <= (price as number), {
  path: ['cost'], message: 'Cost cannot be greater than price',
  when: ({ value }) => Number.isFinite((value as ProductForm).price) && Number.isFinite((value as ProductForm).cost),
});

/** What a person may enter. */
export const productForm = consistent(z.object(productFields));
export type ProductForm = z.infer<typeof productForm>;
/** What is left out and may be missing stays as it is; null takes the picture, or a tax of its own, away. `version`: what the change was made on; without it the last change wins. */
export const changedProductForm = consistent(z.object({
  ...productFields, isActive: productFields.isActive.unwrap().optional(), allergens: productFields.allergens.unwrap().optional(), imageUrl: productFields.imageUrl.nullable(), taxRate: productFields.taxRate.unwrap().optional(), version: z.number().int().positive().optional(),
}));
export type ChangedProductForm = Omit<z.infer<typeof changedProductForm>, 'version'>;

const described = z.object({
  productId: z.string(), sku: z.string(), name: z.string(), category: z.string(), priceCents: cents,
  /** Unknown for products taken over from elsewhere without them. */
  costCents: cents.nullable(), weightGrams: z.number().int().positive().nullable(),
  isActive: z.boolean(), allergens: z.array(z.string()), imageUrl: z.string().optional(),
  /** Its own, in hundredths of a percent; missing: that of the machine it is sold from. */
  taxBasisPoints: z.number().int().optional(),
});
export type ProductDescription = z.infer<typeof described>;

/** Streams `product-<id>` and `sku-<account>.<sku>` (an organization's SKU names one product). */
export const catalogFacts = {
  ProductAdded: described,
  ProductChanged: described,
  ProductDeleted: z.object({ productId: z.string() }),
  ProductRestored: z.object({ productId: z.string() }),
  SkuClaimed: z.object({ sku: z.string(), productId: z.string() }),
  SkuReleased: z.object({ sku: z.string(), productId: z.string() }),
};
export type CatalogFact = FactOf<typeof catalogFacts>;

export const productView = z.object({
  id: z.string(), _id: z.string(), sku: z.string(), name: z.string(), category: z.string(), price: z.number(), cost: z.number().nullable(), weight: z.number().nullable(),
  isActive: z.boolean(), imageUrl: z.string().optional(), allergens: z.array(z.string()), createdAt: z.string(),
  /** In percent; null: that of the machine it is sold from. */
  taxRate: z.number().nullable(),
  /** After the tax in its price, where that is its own: what machines include differs. The margin is that of the price without it. */
  profitPerUnit: z.number().nullable(), profitMargin: z.number().nullable(),
  /** Units and money of the last 30 days; null while nobody can say. */
  totalSales30d: z.number().nullable(), totalRevenue30d: z.number().nullable(),
  /** How many times it was added or changed: what a later change says it was made on. */
  version: z.number().int(),
  /** It can be restored; everything else of it is as it was. */
  deleted: z.literal(true).optional(),
});
export type ProductView = z.infer<typeof productView>;

export const paging = { page: z.coerce.number().int().min(1).default(1), limit: z.coerce.number().int().min(1).max(1000).default(12) };
export const order = z.enum(['asc', 'desc']).default('desc');
/** `true`/`false` as a query string spells it. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((v) => v === 'true')]);

const productRef = z.object({ id: z.string().max(64) });
export const listProducts = lookingBack(query('catalog.listProducts', 'products.read', 'Products of the organization', z.object({
  ...paging, sortBy: z.enum(['createdAt', 'name', 'price', 'category']).default('createdAt'), sortOrder: order,
  search: z.string().max(100).optional(), category: z.string().max(50).optional(), isActive: flag.optional(),
  /** Those that were deleted instead of those that are there. */
  deleted: flag.optional(),
}), z.object({ products: z.array(productView), total: z.number(), page: z.number(), pages: z.number() })));
export const listCategories = query('catalog.listCategories', 'products.read', 'Distinct categories', z.object({}), z.array(z.string()));
export const getProduct = lookingBack(query('catalog.getProduct', 'products.read', 'One product', productRef, productView));
export const addProduct = command('catalog.addProduct', 'products.create', 'Add a product', productForm, z.object({ product: productView }));
export const changeProduct = command('catalog.changeProduct', 'products.update', 'Change a product', z.object({ ...productRef.shape, product: changedProductForm }), z.object({ product: productView }));
export const deleteProduct = command('catalog.deleteProduct', 'products.delete', 'Delete a product that no machine holds; past sales keep its name and price', productRef, z.object({ id: z.string() }));
export const restoreProduct = command('catalog.restoreProduct', 'products.delete', 'Have a deleted product back as it was; refused where its SKU names another one by now', productRef, z.object({ product: productView }));

/** What a 409 to a change carries: what is so now, and what was wanted. */
export interface ProductConflict {
  theirs: ProductView;
  yours: ProductForm;
}

export const HISTORY_FIELDS = ['sku', 'name', 'category', 'price', 'cost', 'weight', 'isActive', 'allergens', 'imageUrl', 'taxRate'] as const;
/** A value before or after; amounts are decimals. */
const valueOfField = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export const productHistory = query('catalog.productHistory', 'products.read', 'Who changed what of a product, newest first', productRef, z.array(z.object({
  at: z.string(), what: z.enum(['added', 'changed', 'deleted', 'restored']),
  /** A person's name, or what did it; empty when it is not known any more. */
  by: z.string(),
  changes: z.array(z.object({ field: z.enum(HISTORY_FIELDS), from: valueOfField, to: valueOfField })),
})));
export type ProductHistory = z.infer<typeof productHistory.output>;

/** As many products are described at once. */
export const MOST_DESCRIBED = 1000;
/** For other services: products by id, deleted ones included, of one organization. */
export const describeProducts = query('catalog.describeProducts', 'services', 'Products by id', z.object({
  account: z.string(), ids: z.array(z.string()).max(MOST_DESCRIBED),
  /** Of a fact of the catalogue that the answer has to know, and every answer after it. */
  position: z.string().optional(),
  /** As they are at this moment, whatever a view of them has heard. */
  now: z.literal(true).optional(),
}), z.array(described.extend({ deleted: z.boolean() })));
/** For fleet, whoever fills the machine: who may fill it need not be one of those who may delete and restore. Nothing happens to a product that is there. */
export const keepProduct = command('catalog.keepProduct', 'services', 'Have back a product that was deleted while it was put into a machine', z.object({ account: z.string(), id: z.string() }), z.object({ id: z.string() }));
/** For sales: what products, deleted ones included, were called last, and from when on they cost and were sold for how much. */
export const worthOver = query('catalog.worthOver', 'services', 'What products cost and sold for over time', z.object({ account: z.string(), ids: z.array(z.string()).max(MOST_DESCRIBED) }), z.array(z.object({
  productId: z.string(), name: z.string(), sku: z.string(), category: z.string(),
  /** The oldest first, one at least. */
  worth: z.array(z.object({ from: z.string(), priceCents: cents, costCents: cents.nullable() })),
})));
export type Worth = z.infer<typeof worthOver.output>[number];
/** For imports: finds the product with this SKU or adds it. */
export const adoptProduct = command('catalog.adoptProduct', 'services', 'Find or add a product by SKU', z.object({
  account: z.string(), product: described.omit({ productId: true }),
}), described);
