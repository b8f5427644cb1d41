/** A product's amounts: those that nobody knows are a dash. */
import type { ProductView } from '@larder/contracts/catalog.js';
import { formatNumber } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';

/** `$2.50`; `¤2.50` where nobody can say in which currency, of which some browsers write the code. */
export const priceText = (amount: number, currency: string): string => formatAmount(amount, currency).replace(/XXX\s?/, '¤');

export const amountOr = (amount: number | null, currency: string): string => (amount === null ? '—' : priceText(amount, currency));
export const numberOr = (value: number | null): string => (value === null ? '—' : formatNumber(value));
/** `$1.95 (70.9%)`. */
export const profitOf = ({ profitPerUnit, profitMargin }: Pick<ProductView, 'profitPerUnit' | 'profitMargin'>, currency: string): string =>
  profitPerUnit === null ? '—' : `${priceText(profitPerUnit, currency)}${profitMargin === null ? '' : ` (${profitMargin}%)`}`;

/** A sentence of the server's about dollars, as it is meant where prices are in another currency. */
export const inCurrency = (text: string, currency: string): string => text.replace(/\$(\d+\.\d\d)/, (_, amount: string) => priceText(Number(amount), currency));
