/** The fields of a product in words. */
import type { ProductHistory } from '@larder/contracts/catalog.js';
import { formatNumber } from '../../lib/format.js';
import { priceText } from './money.js';

type Change = ProductHistory[number]['changes'][number];

export const fieldLabels: Record<Change['field'], string> = { sku: 'SKU', name: 'Name', category: 'Category', price: 'Price', cost: 'Cost', weight: 'Weight', isActive: 'Status', allergens: 'Allergens', imageUrl: 'Picture', taxRate: 'Tax' };

export function valueText(field: Change['field'], value: Change['from'] | undefined, currency: string): string {
  if (field === 'taxRate') return typeof value === 'number' ? `${value}%` : 'that of the machine';
  if (value === null || value === undefined || value === '') return 'none';
  if (field === 'imageUrl') return String(value).startsWith('/images/') ? 'an uploaded picture' : String(value);
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'active' : 'inactive';
  if (typeof value === 'number') return field === 'weight' ? `${formatNumber(value)} g` : priceText(value, currency);
  return value;
}
