/** The catalogue as files: pictures of products, and the list of them as CSV, out and in. */
import { z } from 'zod';
import { flag, HISTORY_FIELDS } from './catalog.js';
import { command, query } from './request.js';

export const MOST_IMAGE_BYTES = 1024 * 1024;
/** Base64 takes four characters for three bytes. */
const MOST_IMAGE_TEXT = Math.ceil(MOST_IMAGE_BYTES / 3) * 4;
/** `<sha256>.<ext>`: what it holds is what it is called, so it never changes. */
export const imageName = z.string().regex(/^[0-9a-f]{64}\.(png|jpg|webp)$/);
export const storeImage = command('catalog.storeImage', 'products.update', 'Upload a picture: PNG, JPEG or WebP, at most 1 MB', z.object({
  /** Base64. */
  data: z.string({ error: 'Please choose a picture' }).min(1, 'Please choose a picture').max(MOST_IMAGE_TEXT, 'The picture is larger than 1 MB').regex(/^[A-Za-z0-9+/]+={0,2}$/, 'The picture did not arrive as base64'),
}), z.object({ imageUrl: z.string() }));
/** Pictures are shown to guests, too. */
export const getImage = query('catalog.getImage', 'anyone', 'A stored picture', z.object({ name: imageName }), z.object({ data: z.string() }));

export const exportProducts = query('catalog.exportProducts', 'products.read', 'All products as CSV', z.object({}), z.object({ csv: z.string(), products: z.number() }));

export const MOST_CSV_CHARACTERS = 5_000_000;
const importedRow = z.object({
  /** In the file; the header is line 1. */
  line: z.number().int(), sku: z.string(), name: z.string(), outcome: z.enum(['new', 'changed', 'same', 'refused']),
  /** Why it is refused. */
  reason: z.string().optional(),
  /** What is (or would be) different. */
  fields: z.array(z.enum(HISTORY_FIELDS)).optional(),
});
export type ImportedRow = z.infer<typeof importedRow>;
const productImportReport = z.object({
  importId: z.string(), fileName: z.string(), dryRun: z.boolean(), state: z.enum(['running', 'done', 'failed']), error: z.string().optional(),
  /** Rows in the file and rows dealt with so far. */
  rows: z.number(), doneRows: z.number(),
  added: z.number(), changed: z.number(), same: z.number(), refused: z.number(),
  /** Every row that is not the same as what is there, in the file's order. */
  outcomes: z.array(importedRow),
});
export type ProductImportReport = z.infer<typeof productImportReport>;
export const importProducts = command('catalog.importProducts', 'products.update', 'Add and change products by SKU from CSV; running it again changes nothing', z.object({
  fileName: z.string().max(200), csv: z.string().max(MOST_CSV_CHARACTERS), dryRun: flag.default(false),
}), z.object({ importId: z.string() }));
export const getProductImport = query('catalog.getProductImport', 'products.update', 'How far an import of products has come', z.object({ importId: z.string().max(64) }), productImportReport);
