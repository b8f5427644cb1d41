/** What an operator should know of a price that no card is charged. */
import { leastCharged, toAmount, toCents } from '@larder/contracts/money.js';
import { numberOf } from '../../lib/entered-number.js';
import { priceText } from './money.js';

/** Undefined for a price that is charged, and for what is none. */
export function smallPriceNote(price: string, currency: string): string | undefined {
  const [entered, least] = [toCents(numberOf(price) ?? 0), leastCharged(currency)];
  return entered > 0 && entered < least ? `Cards are charged ${priceText(toAmount(least), currency)} or more: a guest who takes only this cannot pay.` : undefined;
}
