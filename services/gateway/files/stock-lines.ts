/** What is in the machines at the end of a day: slot by slot, and what the slots of a product add up to. */
import type { SalesOverview } from '@larder/contracts/sales/analytics.js';
import { addDays, startOfDay } from '@larder/contracts/day.js';
import { listMachines, type MachineView } from '@larder/contracts/fleet.js';
import { toCents } from '@larder/contracts/money.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';

interface Stocked {
  product: string;
  sku: string;
  category: string;
  units: number;
  /** Up to the par level. */
  missing: number;
  /** Null where the cost is not known. */
  atCost: number | null;
  atPrice: number;
}
export interface StockLine extends Stocked {
  machineId: string;
  machine: string;
  address: string;
  slot: string;
  parLevel: number;
  price: number;
  cost: number | null;
  /** The earliest day that stands on what is in it; empty where none is known. */
  bestBefore: string;
  currency: string;
}
export type StockOfProduct = Stocked;

const sumOf = (amounts: readonly number[]): number => amounts.reduce((cents, amount) => cents + toCents(amount), 0) / 100;
const worth = (units: number, each: number): number => (units * toCents(each)) / 100;

/** Of one machine or all, in the order of their ids: at the end of the last day of the range by the organization's clock, or now where that is still to come. */
export async function stockLines(kit: Kit, { endDate, timeZone }: SalesOverview, machineId: string | undefined, asked: Asked): Promise<StockLine[] | Refusal> {
  const end = startOfDay(timeZone, addDays(endDate, 1));
  const at = end <= kit.clock.now().toISOString() ? { ...asked, asOf: end } : asked;
  const machines: MachineView[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await kit.ask(listMachines, { page, limit: 1_000, sortBy: 'machineId', sortOrder: 'asc' }, at);
    if (isRefusal(answer)) return answer;
    // A screen says that it does not know what is in a slot; in the books it would be worth nothing.
    if (answer.machines.some(({ inventory }) => inventory.some(({ product }) => product.unknown))) return refuse('UNAVAILABLE', 'What the goods are called and cost cannot be said right now. Please try again in a moment.');
    machines.push(...answer.machines);
    pages = answer.pages;
  }
  return (machineId ? called(machineId, machines) : machines).flatMap(linesOf);
}

/** One that differs in capital letters alone is meant where none is called just so. */
function called(machineId: string, machines: readonly MachineView[]): readonly MachineView[] {
  const itself = machines.filter((machine) => machine.machineId === machineId);
  return itself.length > 0 ? itself : machines.filter((machine) => machine.machineId.toLowerCase() === machineId.toLowerCase());
}

const linesOf = ({ machineId, name, location, inventory, currency }: MachineView): StockLine[] => inventory.map(({ slot, quantity, maxQuantity, lots, product }) => {
  // A broken sensor may have counted a slot below nothing, and nobody owns less than that.
  const units = Math.max(0, quantity);
  return {
    machineId, machine: name, address: location.address, slot, product: product.name, sku: product.sku, category: product.category, units, parLevel: maxQuantity, missing: Math.max(0, maxQuantity - units), price: product.price, cost: product.cost,
    atCost: product.cost === null ? null : worth(units, product.cost), atPrice: worth(units, product.price), bestBefore: lots?.[0]?.bestBefore ?? '', currency,
  };
});

/** All of it; `unitsWithoutCost` are not in `atCost`. */
export const stockTotal = (lines: readonly StockLine[]): { units: number; atCost: number; atPrice: number; unitsWithoutCost: number } => ({
  units: lines.reduce((sum, { units }) => sum + units, 0), atCost: sumOf(lines.map(({ atCost }) => atCost ?? 0)), atPrice: sumOf(lines.map(({ atPrice }) => atPrice)),
  unitsWithoutCost: lines.reduce((sum, { units, atCost }) => sum + (atCost === null ? units : 0), 0),
});

/** What is worth most first. */
export function stockByProduct(lines: readonly StockLine[]): StockOfProduct[] {
  const products = new Map<string, StockOfProduct>();
  for (const { product, sku, category, units, missing, atCost, atPrice } of lines) {
    const sum = products.get(sku);
    products.set(sku, sum
      ? { ...sum, units: sum.units + units, missing: sum.missing + missing, atCost: sum.atCost === null || atCost === null ? null : sumOf([sum.atCost, atCost]), atPrice: sumOf([sum.atPrice, atPrice]) }
      : { product, sku, category, units, missing, atCost, atPrice });
  }
  return [...products.values()].sort((a, b) => (b.atCost ?? b.atPrice) - (a.atCost ?? a.atPrice));
}
