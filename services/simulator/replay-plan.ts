/** Plans a replay: which slot each thing bought comes from, and what an operator has to do at the machine before each visit. */
import type { ReplayVisit } from './replay.js';

export interface PurchaseToReplay {
  transaction: string;
  machineId: string;
  /** `2022-01-31`. */
  day: string;
  method: ReplayVisit['method'];
  totalCents: number;
  lines: readonly { coil: string; sku: string; quantity: number; unitPriceCents: number }[];
}

/** What a slot holds and costs. */
export interface Shelf {
  slot: string;
  sku: string;
  left: number;
  priceCents: number;
}

export type ReplayStep =
  /** Something else comes into the slot: what is `left` of the product before is taken out. */
  | { do: 'empty'; slot: string; left: number }
  /** `left` is what the slot holds of this product before. */
  | { do: 'stock'; slot: string; sku: string; left: number; quantity: number; maxQuantity: number }
  | { do: 'price'; slot: string; priceCents: number }
  | { do: 'visit'; visit: ReplayVisit };

export interface MachinePlan {
  machineId: string;
  days: { day: string; steps: ReplayStep[] }[];
}
export interface ReplayPlan {
  machines: MachinePlan[];
  /** Purchases that cannot be visits. */
  skipped: { transaction: string; reason: string }[];
}

export interface Beginning {
  /** What the machines hold now, by machine. */
  shelves: ReadonlyMap<string, readonly Shelf[]>;
  /** Prices of the catalogue in cents, by SKU: a slot has its product's price until it gets one of its own. */
  prices: ReadonlyMap<string, number>;
}

/** Units a slot is filled up to. */
export const SLOT_UNITS = 12;
/** The most a machine reports at once. */
const MOST_AT_ONCE = 99;

/** The coil of the file is the slot. Purchases keep their order within a day; the file is not quite in the order of its days. */
export function planReplay(purchases: readonly PurchaseToReplay[], beginning: Beginning): ReplayPlan {
  const machines = new Map<string, Planned>();
  const skipped: ReplayPlan['skipped'] = [];
  for (const purchase of [...purchases].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) {
    const { transaction, machineId } = purchase;
    const reason = reasonToSkip(purchase);
    if (reason) skipped.push({ transaction, reason });
    else {
      const machine = machines.get(machineId) ?? new Planned(machineId, beginning);
      machines.set(machineId, machine);
      machine.add(purchase);
    }
  }
  return { machines: [...machines.values()], skipped };
}

function reasonToSkip({ lines }: PurchaseToReplay): string | undefined {
  if (lines.some((line) => line.unitPriceCents === 0)) return 'something in it was free, and a slot has a price';
  if (lines.reduce((sum, line) => sum + line.quantity, 0) > MOST_AT_ONCE) return `more than ${MOST_AT_ONCE} things at once`;
  return undefined;
}

/** What a visit takes from one slot. */
type Wanted = Omit<Shelf, 'slot' | 'left'> & { quantity: number };

const isOther = (goods: Wanted | undefined, sku: string, priceCents: number): boolean => goods !== undefined && (goods.sku !== sku || goods.priceCents !== priceCents);

class Planned implements MachinePlan {
  readonly days: MachinePlan['days'] = [];
  private readonly shelves = new Map<string, Shelf>();

  constructor(readonly machineId: string, private readonly beginning: Beginning) {
    for (const shelf of beginning.shelves.get(machineId) ?? []) this.shelves.set(shelf.slot, { ...shelf });
  }

  add({ transaction, day, method, totalCents, lines }: PurchaseToReplay): void {
    if (this.days.at(-1)?.day !== day) this.days.push({ day, steps: [] });
    const steps = this.days.at(-1)?.steps ?? [];
    const wanted = new Map<string, Wanted>();
    for (const { coil, sku, quantity, unitPriceCents: priceCents } of lines) {
      const slot = slotOf(coil, (name) => isOther(wanted.get(name), sku, priceCents));
      wanted.set(slot, { sku, priceCents, quantity: quantity + (wanted.get(slot)?.quantity ?? 0) });
    }
    for (const [slot, goods] of wanted) this.take(slot, goods, steps);
    const items = [...wanted].map(([slot, { quantity }]) => ({ slot, quantity }));
    steps.push({ do: 'visit', visit: { machineId: this.machineId, reference: transaction, items, totalCents, method } });
  }

  /** Adds the steps after which the slot has enough of the product at this price, and takes it. */
  private take(slot: string, { sku, priceCents, quantity }: Wanted, steps: ReplayStep[]): void {
    const before = this.shelves.get(slot);
    const kept = before?.sku === sku ? before : undefined;
    const shelf = kept ?? { slot, sku, left: 0, priceCents: this.beginning.prices.get(sku) ?? -1 };
    if (!kept && before && before.left > 0) steps.push({ do: 'empty', slot, left: before.left });
    if (shelf.left < quantity) {
      const maxQuantity = Math.max(SLOT_UNITS, quantity);
      steps.push({ do: 'stock', slot, sku, left: shelf.left, quantity: maxQuantity - shelf.left, maxQuantity });
      shelf.left = maxQuantity;
    }
    if (shelf.priceCents !== priceCents) steps.push({ do: 'price', slot, priceCents });
    this.shelves.set(slot, { ...shelf, priceCents, left: shelf.left - quantity });
  }
}

/** The coil, or a slot named after it when the same visit needs the coil for something else too. */
function slotOf(coil: string, isTaken: (slot: string) => boolean): string {
  const name = coil.replace(/[^A-Za-z0-9]/g, '').slice(0, 7) || 'X';
  for (let n = 0; ; n++) {
    const slot = n === 0 ? name : `${name}${String.fromCharCode(96 + n)}`;
    if (!isTaken(slot)) return slot;
  }
}
