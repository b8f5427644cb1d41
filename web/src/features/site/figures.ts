/** Numbers as the public pages show them: whole, in US dollars and percent. */
import { formatNumber } from '../../lib/format.js';

export const dollars = (amount: number): string => `$${formatNumber(Math.round(amount))}`;
export const percent = (value: number): string => `${formatNumber(Math.round(value))}%`;
