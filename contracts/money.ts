/** Money: whole minor units with a currency. Decimals exist only in the API's fields and on screens. */
import { z } from 'zod';

/** Whole minor units (cents). */
export const cents = z.number().int().nonnegative();
export const currency = z.string().regex(/^[A-Z]{3}$/);

/** 250 → 2.5, as the API's amount fields want it. Exact for two decimals. */
export const toAmount = (minor: number): number => minor / 100;

/** 2.5 → 250. Rounds what a float carries beyond the second decimal. */
export const toCents = (amount: number): number => Math.round(amount * 100);

/** 250 → `$2.50`. */
export const formatCents = (minor: number, code = 'USD'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).format(minor / 100);
