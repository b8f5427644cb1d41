/** What the forms of a machine's slots want to be filled with. Pure. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { Errors } from '../../../lib/first-issues.js';

export const FILL_ALL = 'Please fill in all required fields';
const MOST = 999;

/** A whole number of units above zero, else undefined. */
export function unitsOf(text: string): number | undefined {
  const units = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return units > 0 && units <= MOST ? units : undefined;
}

export type Addition = { product: string; quantity: string; maxQuantity: string };

export function additionErrors({ product, quantity, maxQuantity }: Addition): Errors<Addition> {
  return {
    ...(product === '' && { product: FILL_ALL }),
    ...(unitsOf(quantity) === undefined && { quantity: FILL_ALL }),
    ...(unitsOf(maxQuantity) === undefined && { maxQuantity: FILL_ALL }),
  };
}

/** Units of a field that may be left empty; 0 for none. */
export const unitsIn = (text: string): number => unitsOf(text) ?? 0;

/** Of a form with a field for each slot: some units, and nothing that is no number. */
export function unitsErrors(entered: Record<string, string>): Errors<Record<string, string>> {
  const fields = Object.entries(entered);
  const odd = fields.filter(([, text]) => !/^0*$/.test(text.trim()) && unitsOf(text) === undefined);
  if (odd.length > 0) return Object.fromEntries(odd.map(([slot]) => [slot, 'Please enter whole units']));
  const [first] = fields;
  return first && fields.every(([, text]) => unitsIn(text) === 0) ? { [first[0]]: FILL_ALL } : {};
}

/** What has to be added to what is thought to be there, for a count that was made. Undefined for what is no count. */
export const changeTo = (counted: string, thought: number): number | undefined => (/^\d{1,3}$/.test(counted.trim()) ? Number(counted) - thought : undefined);

/** What the par level of a slot is for, by the organization's own rule. */
export const parHint = (lowStockPercent: number): string => `What the slot is filled up to. It is low at ${lowStockPercent}% of that.`;

/** Why a count may not be the last word; nothing for a machine that has told all, or was never there. */
export const countHint = ({ name, isOnline, lastSeen }: Pick<MachineView, 'name' | 'isOnline' | 'lastSeen'>): string | undefined =>
  (isOnline || lastSeen === null ? undefined : `${name} is not connected. What has left it and is not reported yet comes off this count when it is back: please count again then.`);
