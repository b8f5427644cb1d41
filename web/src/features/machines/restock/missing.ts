/** What a fleet is short of: how much fits into each slot, what has to be brought, and in which order machines are gone to. Pure. */
import type { Day } from '@larder/contracts/day.js';
import { isLow, type MachineView } from '@larder/contracts/fleet.js';
import { orderKey } from '@larder/contracts/names.js';
import { pastUnits } from '../detail/freshness.js';

type Item = MachineView['inventory'][number];
type Stocked = Pick<MachineView, 'inventory' | 'lowStockPercent'>;

/** Units until the slot is at its par level; what was counted below nothing is nothing. */
export const missingOf = ({ quantity, maxQuantity }: Pick<Item, 'quantity' | 'maxQuantity'>): number => Math.max(0, maxQuantity - Math.max(0, quantity));

/** The field of a form for what was lost from a slot, beside the one for what is added to it: no slot is called so. */
export const lostIn = (slot: string): string => `${slot} lost`;

/** The field for the day that stands on what is added to a slot. */
export const bestBeforeIn = (slot: string): string => `${slot} best before`;

/** The slots that something fits into; of products that were set inactive nothing is brought. */
export const slotsToFill = ({ inventory, lowStockPercent }: Stocked, lowOnly: boolean): Item[] =>
  inventory.filter((item) => !item.product.inactive && missingOf(item) > 0 && (!lowOnly || isLow(item.quantity, item.maxQuantity, lowStockPercent)));

/** What is done at a machine: first where something past its day is to be taken out, then where something is missing. */
export const slotsOfRound = (machine: Stocked, lowOnly: boolean, today: Day): Item[] => {
  const past = machine.inventory.filter((item) => pastUnits(item, today) > 0);
  return [...past, ...slotsToFill(machine, lowOnly).filter((item) => !past.includes(item))];
};

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
