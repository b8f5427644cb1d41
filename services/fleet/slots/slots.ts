/** The slots of a machine: what is in them, how much of it, up to which level they are filled, and for which price. */
import { toAmount } from '@larder/contracts/money.js';
import { overtaken, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { FleetFact, LossCause } from '@larder/contracts/fleet.js';
import type { ToldUpTo } from '@larder/contracts/device/machine-id.js';
import { never } from '@larder/kit/commands/decider.js';
import { withCount, withExplained, type Counted } from './counts.js';
import { afterMove, dateless, type Dated } from './lots.js';

/** `left` below 0: more was taken than was known to be inside. `priceCents` null: the product's own. */
export interface Slot extends Dated, Counted {
  slot: string;
  productId: string;
  left: number;
  maxQuantity: number;
  priceCents: number | null;
  /** When it was counted last, or its product came into it: what was moved before that is in `left` already. Missing where nobody noted it. */
  knownSince?: string;
  /** How far the machine had told by then, or by an earlier count. */
  toldUpTo?: ToldUpTo;
  /** What has left since then while nobody was served, or after a visit's end, and has not come back. */
  goneAlone?: number;
}

/** When operators do something, and how far the machine has told by now, where that is known. */
interface Moment {
  now?: string;
  toldUpTo?: ToldUpTo | undefined;
}
/** What operators do with slots. */
export type SlotOrder =
  /** `wasMaxQuantity`: the level that another one is set on; it may only be missing where the last one is to win. */
  | ({ type: 'StockSlot'; slot?: string; productId: string; quantity: number; bestBefore?: string; maxQuantity?: number; wasMaxQuantity?: number } & Moment)
  /** All of it, or nothing. `productId`: what is thought to be in the slot; `lost`: what was taken out of it first. */
  | { type: 'Restock'; slots: readonly (Units & { bestBefore?: string })[]; lost?: readonly (Units & { cause: LossCause })[] }
  /** Those that are free are laid out like another machine's; others stay as they are. */
  | ({ type: 'LayOut'; slots: readonly Pick<Slot, 'slot' | 'productId' | 'maxQuantity' | 'priceCents'>[] } & Moment)
  /** `was`: what the books said when it was counted; `productId`: what is thought to be in the slot; `cause`: what became of what is missing, where that is known; a change above zero takes that back. */
  | ({ type: 'AdjustSlot'; slot: string; change: number; reason: string; was?: number; productId?: string; cause?: LossCause } & Moment)
  /** `productId`: what is thought to be in the slot. */
  | { type: 'ClearSlot'; slot: string; productId?: string }
  /** `was`: the own price that another one is set on; it may only be missing where the last one is to win. `productId`: what is thought to be in the slot. */
  | { type: 'PriceSlot'; slot: string; priceCents: number | null; was?: number | null; productId?: string };
interface Units {
  slot: string;
  productId: string;
  quantity: number;
}
type Order<T extends SlotOrder['type']> = Extract<SlotOrder, { type: T }>;

/** What comes of an order, given the slots as they are: facts, or why not. `seen`: the slots that the machine says it has sensors for. */
export function decideSlots(command: SlotOrder, slots: readonly Slot[], machineId: string, seen: readonly string[] = []): FleetFact[] | Refusal {
  switch (command.type) {
    case 'StockSlot':
      return stock(command, slots, machineId, seen);
    case 'Restock':
      return restock(command, slots, machineId);
    case 'LayOut':
      return layOut(command, slots, machineId);
    default:
      return changeSlot(command, slots, machineId);
  }
}

type SlotFact = Extract<FleetFact, { type: `S${string}` }>;

/** The slots after something happened to one of them. */
export function afterSlotFact(slots: readonly Slot[], fact: Exclude<SlotFact, { type: 'SlotCleared' }>): Slot[] {
  const { slot } = fact.data;
  switch (fact.type) {
    case 'SlotAssigned': {
      const before = slots.find((s) => s.slot === slot);
      const { productId, maxQuantity, assignedAt, toldUpTo } = fact.data;
      const kept = before?.productId === productId ? before : undefined;
      const assigned: Slot = { slot, productId, maxQuantity, left: 0, priceCents: null, ...(kept && { ...kept, maxQuantity }), ...since(assignedAt, toldUpTo) };
      return before ? slots.map((s) => (s === before ? assigned : s)) : [...slots, assigned];
    }
    case 'SlotPriced':
      return slots.map((s) => (s.slot === slot ? { ...s, priceCents: fact.data.priceCents } : s));
    case 'StockAdjusted':
      return slots.map((s) => (s.slot === slot ? { ...dateless(s), left: fact.data.left, ...since(fact.data.countedAt, fact.data.toldUpTo), ...withCount(s, fact.data), ...afterMove(s, fact) } : s));
    case 'StockCountExplained':
      return slots.map((s) => (s.slot === slot ? { ...s, ...withExplained(s, fact.data) } : s));
    case 'StockMovePassedOver':
      return [...slots];
    case 'StockRestocked':
      return slots.map((s) => (s.slot === slot ? { ...dateless(s), left: fact.data.left, ...afterMove(s, fact) } : s));
    case 'StockTaken':
    case 'StockReturned': {
      const change = fact.type === 'StockTaken' ? fact.data.quantity : -fact.data.quantity;
      const isAlone = fact.data.sessionId === undefined || fact.data.afterEnd === true;
      return slots.map((s) => (s.slot === slot ? { ...dateless(s), left: fact.data.left, ...(isAlone && s.goneAlone !== undefined && { goneAlone: s.goneAlone + change }), ...afterMove(s, fact) } : s));
    }
    default:
      return never(fact);
  }
}

const since = (knownSince: string | undefined, toldUpTo: ToldUpTo | undefined): Pick<Slot, 'knownSince' | 'toldUpTo' | 'goneAlone'> => (knownSince === undefined ? {} : { knownSince, ...(toldUpTo && { toldUpTo }), goneAlone: 0 });

const USUAL_MAX = 10;

function stock(command: Order<'StockSlot'>, slots: readonly Slot[], machineId: string, seen: readonly string[]): FleetFact[] | Refusal {
  const { productId, quantity } = command;
  const at = command.slot ? slots.find((s) => s.slot === command.slot) : slots.find((s) => s.productId === productId);
  const slot = at?.slot ?? command.slot ?? freeSlot(slots, seen);
  const twin = at ? undefined : slots.find((s) => isCalled(s, slot));
  if (twin) return refuse('CONFLICT', `This machine has a slot ${twin.slot}, and ${slot} would be another one. Please write it the same way, or take ${twin.slot} out first`, { slot: twin.slot });
  const same = at?.productId === productId ? at : undefined;
  if (at && !same && at.left > 0) return refuse('CONFLICT', `Slot ${slot} still holds ${at.left} of another product. Take that out first.`, { slot, productId: at.productId, left: at.left });
  const maxQuantity = command.maxQuantity ?? same?.maxQuantity ?? USUAL_MAX;
  if (command.wasMaxQuantity !== undefined && same?.maxQuantity !== command.wasMaxQuantity && same?.maxQuantity !== maxQuantity) {
    return same ? overtaken(`Somebody else has set the par level of slot ${slot} to ${same.maxQuantity} meanwhile`, same.maxQuantity) : holdsElse(slot);
  }
  const left = (same?.left ?? 0) + quantity;
  if (left > maxQuantity) return refuse('BAD_INPUT', `Slot ${slot} holds at most ${maxQuantity}: it has ${same?.left ?? 0} already`, { left: same?.left ?? 0, maxQuantity });
  const facts: FleetFact[] = [];
  if (!same || same.maxQuantity !== maxQuantity) facts.push({ type: 'SlotAssigned', data: { machineId, slot, productId, maxQuantity, ...(!same && assigned(command)) } });
  if (quantity > 0) facts.push({ type: 'StockRestocked', data: { machineId, slot, productId, left, maxQuantity, added: quantity, ...(command.bestBefore && { bestBefore: command.bestBefore }) } });
  return facts;
}

/** Who throws something away has not counted the rest. */
const isCount = ({ was, cause }: Order<'AdjustSlot'>): boolean => was !== undefined && !cause;

/** Whether an order says what is in a slot, and not only how much more or less: what was moved before is in that. */
export function isKnownAnew(command: SlotOrder, slots: readonly Slot[]): boolean {
  switch (command.type) {
    case 'AdjustSlot':
      return isCount(command);
    case 'StockSlot':
      return !slots.some(({ slot, productId }) => productId === command.productId && (command.slot === undefined || command.slot === slot));
    default:
      return command.type === 'LayOut';
  }
}

const assigned = ({ now, toldUpTo }: Moment): { assignedAt?: string; toldUpTo?: ToldUpTo } => (now === undefined ? {} : { assignedAt: now, ...(toldUpTo && { toldUpTo }) });

const lossReasons: Record<LossCause, string> = { expired: 'Expired', damaged: 'Damaged', stolen: 'Stolen' };

function restock({ slots: wanted, lost = [] }: Order<'Restock'>, slots: readonly Slot[], machineId: string): FleetFact[] | Refusal {
  const facts: FleetFact[] = [];
  const now = new Map(slots.map((at) => [at.slot, at]));
  for (const { slot, productId, quantity, cause } of lost) {
    const at = now.get(slot);
    if (at?.productId !== productId) return holdsElse(slot);
    const left = at.left - quantity;
    if (left < 0) return lostTooMany(at, quantity);
    now.set(slot, { ...at, left });
    facts.push({ type: 'StockAdjusted', data: { machineId, slot, productId, left, maxQuantity: at.maxQuantity, change: -quantity, reason: lossReasons[cause], cause, ...pricedThen(at) } });
  }
  for (const { slot, productId, quantity, bestBefore } of wanted) {
    const at = now.get(slot);
    if (at?.productId !== productId) return holdsElse(slot);
    const { maxQuantity } = at;
    const left = at.left + quantity;
    if (left > maxQuantity) return refuse('CONFLICT', `Slot ${slot} holds at most ${maxQuantity}: it has ${at.left} already`, { slot, left: at.left, maxQuantity });
    now.set(slot, { ...at, left });
    facts.push({ type: 'StockRestocked', data: { machineId, slot, productId, left, maxQuantity, added: quantity, ...(bestBefore && { bestBefore }) } });
  }
  return facts;
}

function layOut({ slots: wanted, ...moment }: Order<'LayOut'>, slots: readonly Slot[], machineId: string): FleetFact[] {
  return wanted.filter(({ slot }) => !slots.some((s) => isCalled(s, slot))).flatMap(({ slot, productId, maxQuantity, priceCents }): FleetFact[] => [
    { type: 'SlotAssigned', data: { machineId, slot, productId, maxQuantity, ...assigned(moment) } },
    ...(priceCents === null ? [] : [{ type: 'SlotPriced' as const, data: { machineId, slot, priceCents } }]),
  ]);
}

function changeSlot(command: Order<'AdjustSlot' | 'ClearSlot' | 'PriceSlot'>, slots: readonly Slot[], machineId: string): FleetFact[] | Refusal {
  const at = slots.find((s) => s.slot === command.slot);
  if (!at) return refuse('NOT_FOUND', `There is nothing in slot ${command.slot}`);
  const { slot, productId, maxQuantity } = at;
  if (command.productId !== undefined && command.productId !== productId) return holdsElse(slot);
  const holds = (left: number) => ({ machineId, slot, productId, left, maxQuantity });
  switch (command.type) {
    case 'AdjustSlot': {
      const { was = at.left } = command;
      const { now: countedAt, toldUpTo } = isCount(command) ? command : {};
      if (was !== at.left) return overtaken(`Slot ${slot} has ${at.left} by the books now, not ${was}: a guest or somebody else was there meanwhile. Please count it again`, at.left);
      const left = at.left + command.change;
      if (command.cause && left < 0) return lostTooMany(at, -command.change);
      if (left < 0 || left > Math.max(maxQuantity, at.left)) return refuse('CONFLICT', `Slot ${slot} has ${at.left} of ${maxQuantity}; it cannot have ${left}`, { left: at.left, maxQuantity });
      return command.change === 0 && !countedAt ? [] : [{ type: 'StockAdjusted', data: { ...holds(left), change: command.change, reason: command.reason, ...(command.cause && { cause: command.cause }), ...(countedAt && { countedAt, ...(toldUpTo && { toldUpTo }) }), ...pricedThen(at) } }];
    }
    case 'ClearSlot':
      return [{ type: 'SlotCleared', data: { machineId, slot } }];
    case 'PriceSlot':
      return price(command, at, machineId);
    default:
      return never(command);
  }
}

function price({ priceCents, was }: Order<'PriceSlot'>, at: Slot, machineId: string): FleetFact[] | Refusal {
  const { slot, priceCents: now } = at;
  if (now === priceCents) return [];
  if (was === undefined || was === now) return [{ type: 'SlotPriced', data: { machineId, slot, priceCents } }];
  return now === null
    ? overtaken(`Somebody else has given slot ${slot} its product's price again meanwhile`, null)
    : overtaken(`Somebody else has set the price of slot ${slot} to ${toAmount(now).toFixed(2)} meanwhile`, toAmount(now));
}

/** Whoever stands before the machine tells `a1` from `A1` no more than its label does. */
const isCalled = ({ slot }: Slot, name: string): boolean => slot.toLowerCase() === name.toLowerCase();

/** What was not sold is worth what it would have been sold for. */
export const pricedThen = ({ priceCents }: Slot): { ownPriceCents?: number } => (priceCents === null ? {} : { ownPriceCents: priceCents });

const lostTooMany = ({ slot, left, maxQuantity }: Slot, quantity: number): Refusal =>
  refuse('CONFLICT', `Slot ${slot} has ${left} by the books, so ${quantity} cannot have been lost there. What the machine saw leave is off them already; else please correct the count first, to what was there before the loss`, { slot, left, maxQuantity });

const holdsElse = (slot: string): Refusal => refuse('CONFLICT', `Slot ${slot} holds something else by now`, { slot });

/** One that the machine sees; else A1 … A9, B1 … in order. */
function freeSlot(slots: readonly Slot[], seen: readonly string[]): string {
  const isFree = (name: string): boolean => !slots.some((s) => isCalled(s, name));
  const first = seen.find(isFree);
  if (first !== undefined) return first;
  for (let n = 0; ; n++) {
    const name = `${String.fromCharCode(65 + (Math.floor(n / 9) % 26))}${n < 234 ? '' : Math.floor(n / 234)}${(n % 9) + 1}`;
    if (isFree(name)) return name;
  }
}
