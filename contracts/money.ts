/** Money: whole minor units with a currency. Decimals exist only in the API's fields and on screens. */
import { z } from 'zod';
import { currencies } from './currencies.js';

/** Whole minor units (cents). */
export const cents = z.number().int().nonnegative();
export const currency = z.string().regex(/^[A-Z]{3}$/);
export const usedCurrency = z.enum(currencies);

/** 250 → 2.5, as the API's amount fields want it. Exact for two decimals. */
export const toAmount = (minor: number): number => minor / 100;

const LEAST_CHARGED: Partial<Record<string, number>> = { GBP: 30, DKK: 250, NOK: 300, SEK: 300, HKD: 400, PLN: 200, RON: 200, AED: 200, MYR: 200 };
/** The least that a card is charged, in cents: Stripe's table of minimum amounts, and half a unit for what it has no line for. */
export const leastCharged = (code: string): number => LEAST_CHARGED[code] ?? 50;

/** 2.5 → 250. Rounds what a float carries beyond the second decimal. */
export const toCents = (amount: number): number => Math.round(amount * 100);

export const hasAtMostTwoDecimals = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

/** A decimal to be given back: a cent or more, and no part of one, which would be given as nothing or as another sum than was written. */
export const amountToGive = z.number().min(0.01, 'The amount must be above zero').max(999_999).refine(hasAtMostTwoDecimals, 'The amount can have at most 2 decimals');

/** 250 → `$2.50`, or as another language writes it. */
export const formatCents = (minor: number, code = 'USD', language = 'en-US'): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: code }).format(minor / 100);
