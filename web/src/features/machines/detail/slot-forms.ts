/** What the forms of a machine's slots want to be filled with. Pure. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { isolated } from '@larder/contracts/names.js';
import type { Errors } from '../../../lib/first-issues.js';

export const FILL_ALL = 'Please fill in all required fields';
const MOST = 999;

/** A whole number of units above zero, else undefined. */
export function unitsOf(text: string): number | undefined {
  const units = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return units > 0 && units <= MOST ? units : undefined;
}

/** `slot` and `bestBefore` may be left empty. */
export type Addition = { product: string; slot: string; quantity: string; maxQuantity: string; bestBefore: string };

export function additionErrors({ product, slot, quantity, maxQuantity }: Omit<Addition, 'bestBefore'>): Errors<Addition> {
  return {
    ...(product === '' && { product: FILL_ALL }),
    ...(!/^[A-Za-z0-9]*$/.test(slot.trim()) && { slot: 'Slot can only contain letters and numbers' }),
    ...(unitsOf(quantity) === undefined && { quantity: FILL_ALL }),
    ...(unitsOf(maxQuantity) === undefined && { maxQuantity: FILL_ALL }),
  };
}

type Slots = Pick<MachineView, 'inventory' | 'sensorSlots'>;

/** As the machine spells it: who types `a1` means its `A1`. */
export function spelled(slot: string, { inventory, sensorSlots = [] }: Slots): string {
  const typed = slot.trim();
  return [...inventory.map((item) => item.slot), ...sensorSlots].find((name) => name.toLowerCase() === typed.toLowerCase()) ?? typed;
}

/** Those the machine has a sensor for and nothing is in yet. */
export const freeSlots = ({ inventory, sensorSlots = [] }: Slots): string[] => sensorSlots.filter((name) => !inventory.some(({ slot }) => slot.toLowerCase() === name.toLowerCase()));

/** What becomes of a product that is put there. */
export function slotNote({ slot, product }: Pick<Addition, 'slot' | 'product'>, machine: Slots): string {
  const name = spelled(slot, machine);
  if (name === '') return 'Empty: the slot that holds this product already, else the next free one.';
  const at = machine.inventory.find((item) => item.slot === name);
  if (at && at.product.id !== product && at.quantity > 0) return `${name} holds ${at.quantity} of ${isolated(at.product.name)}: please take that out first.`;
  if (machine.sensorSlots && !machine.sensorSlots.includes(name)) return `The machine has no sensor for ${name}: what guests take there is not charged.`;
  return at && at.product.id !== product ? `${name} is empty, and held ${isolated(at.product.name)}.` : `It goes into ${name}.`;
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

/** What the par level of a slot is for, by the organization's own rule. @param lasts how long that much lasts here, where that is known */
export const parHint = (lowStockPercent: number, lasts?: string): string => `What the slot is filled up to. It is low at ${lowStockPercent}% of that.${lasts === undefined ? '' : ` So much ${lasts} here.`}`;

/** What a count of a machine that may have more to report covers; nothing for one that has told all, or was never there. */
export const countHint = ({ name, isOnline, lastSeen }: Pick<MachineView, 'name' | 'isOnline' | 'lastSeen'>): string | undefined =>
  (isOnline || lastSeen === null ? undefined : `${name} is not connected. What left before now and is not reported yet is in this count, also where it is what is known already. Only what its clock cannot date comes off when it is back: please look again then.`);
