/** What a fleet is short of: how much fits into each slot, what has to be brought, and in which order machines are gone to. Pure. */
import { dueUnits } from '@larder/contracts/fleet/best-before.js';
import type { Day } from '@larder/contracts/day.js';
import { isLow, type MachineView } from '@larder/contracts/fleet.js';
import { orderKey } from '@larder/contracts/names.js';
import { lastingOf, type PaceOf } from '../lasting.js';

type Item = MachineView['inventory'][number];
type Stocked = Pick<MachineView, 'machineId' | 'inventory' | 'lowStockPercent'>;

/** Which slots are filled: all that something fits into, those that are low, or those that will not last so many days. */
export type Only = 'all' | 'low' | number;
/** Of goods whose pace is not known nobody can say how long they last: they are brought where they are low. */
export interface Choice {
  only: Only;
  paceOf: PaceOf;
}

/** Units until the slot is at its par level; what was counted below nothing is nothing. */
export const missingOf = ({ quantity, maxQuantity }: Pick<Item, 'quantity' | 'maxQuantity'>): number => Math.max(0, maxQuantity - Math.max(0, quantity));

/** The slots once what is past its day has been taken out. */
export const takenOut = (inventory: readonly Item[], today: Day): Item[] => inventory.map((item) => ({ ...item, quantity: item.quantity - dueUnits([item], today).past }));

/** The field of a form for what was lost from a slot, beside the one for what is added to it: no slot is called so. */
export const lostIn = (slot: string): string => `${slot} lost`;

/** The field for the day that stands on what is added to a slot. */
export const bestBeforeIn = (slot: string): string => `${slot} best before`;

/** The slots that something fits into; of products that were set inactive nothing is brought. */
export const slotsToFill = (machine: Stocked, choice: Choice): Item[] =>
  machine.inventory.filter((item) => !item.product.inactive && missingOf(item) > 0 && isChosen(item, machine, choice));

function isChosen(item: Item, machine: Stocked, { only, paceOf }: Choice): boolean {
  if (only === 'all') return true;
  const lasting = only === 'low' ? undefined : lastingOf(item, machine, paceOf);
  return lasting === undefined || only === 'low' ? isLow(item.quantity, item.maxQuantity, machine.lowStockPercent) : lasting < only;
}

/** The same for a round, on which what is past its day is taken out first: that has to be brought, too. */
export const slotsToBring = (machine: Stocked, choice: Choice, today: Day): Item[] => slotsToFill({ ...machine, inventory: takenOut(machine.inventory, today) }, choice);

/** What the list is narrowed to, or widened by: slots that hold what will be past its day within a week. */
export interface RoundAsked extends Choice {
  soonToo: boolean;
}

/** What is done at a machine: first where something past its day is to be taken out, or soon will be if that is asked for, then where something is missing. */
export const slotsOfRound = (machine: Stocked, { soonToo, ...choice }: RoundAsked, today: Day): Item[] => {
  const toFill = new Set(slotsToBring(machine, choice, today).map(({ slot }) => slot));
  const rankOf = (item: Item): number => {
    const { past, soon } = dueUnits([item], today);
    return past > 0 ? 0 : soonToo && soon > 0 ? 1 : toFill.has(item.slot) ? 2 : NOT_VISITED;
  };
  return machine.inventory.filter((item) => rankOf(item) < NOT_VISITED).sort((a, b) => rankOf(a) - rankOf(b));
};
const NOT_VISITED = 3;

/** House by house, as somebody walks who brings it. */
export const byHouse = <M extends Pick<MachineView, 'name' | 'location'>>(machines: readonly M[]): M[] => {
  const keyOf = ({ name, location: { address, floor } }: M) => [address, floor, name].map(orderKey).join('\n');
  const keys = new Map(machines.map((machine) => [machine, keyOf(machine)]));
  return [...machines].sort((a, b) => ((keys.get(a) as string) < (keys.get(b) as string) ? -1 : 1));
};

export interface Load {
  productId: string;
  name: string;
  sku: string;
  units: number;
}

/** What to bring for these slots, by product and in the order of names. */
export function loadFor(slots: readonly Item[]): Load[] {
  const loads = new Map<string, Load>();
  for (const item of slots) {
    const { id: productId, name, sku } = item.product;
    loads.set(productId, { productId, name, sku, units: (loads.get(productId)?.units ?? 0) + missingOf(item) });
  }
  return [...loads.values()].sort((a, b) => (orderKey(a.name) < orderKey(b.name) ? -1 : 1));
}
