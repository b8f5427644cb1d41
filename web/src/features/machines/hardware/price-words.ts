/** What the price list of a machine is called. Pure. */
import type { DevicePricesView } from '@larder/contracts/device/device-prices.js';
import { formatAmount } from '../../../lib/money-and-time.js';

interface Words {
  label: string;
  pill: 'plain' | 'info' | 'good' | 'medium';
  /** Before the moment since when it is so. */
  since: string;
}
export const priceWords: Record<DevicePricesView['state'], Words> = {
  none: { label: 'None', pill: 'plain', since: '' },
  drafted: { label: 'Drafted, not sent', pill: 'medium', since: 'drafted' },
  sent: { label: 'Sent, not confirmed', pill: 'info', since: 'sent' },
  confirmed: { label: 'Confirmed', pill: 'good', since: 'confirmed' },
};

/** `A1 $2.50 · A2 $1.75`; lines break between slots only. */
export const pricesText = ({ prices, currency }: Pick<DevicePricesView, 'prices' | 'currency'>): string =>
  (prices.length === 0 ? 'Nothing for sale' : prices.map(({ slot, price }) => `${slot}\u00a0${formatAmount(price, currency)}`).join('\u00a0· '));

/** What is different for a guest before the machine: nothing, or which list the machine goes by still. */
export const staleText = ({ state, confirmed }: Pick<DevicePricesView, 'state' | 'confirmed'>): string =>
  (state !== 'sent' && state !== 'drafted' ? '' : confirmed === null ? 'The machine never confirmed a list' : `The machine still goes by list ${confirmed}`);
