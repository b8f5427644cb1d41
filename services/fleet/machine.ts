/** A machine: what the operator wants of it, what is in it, whether it is heard. */
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Coordinates, FleetFact, PlanLimit } from '@larder/contracts/fleet.js';
import { never, type Decider } from '@larder/kit/decider.js';

type Registered = Extract<FleetFact, { type: 'MachineRegistered' }>['data'];
export type MachineCommand =
  | { type: 'RegisterMachine'; machine: Registered }
  | ChangeMachine
  | { type: 'RemoveMachine'; reason?: string }
  | ({ type: 'SetMode'; mode: 'in_service' | 'maintenance'; reason?: string } & InPlan)
  | ({ type: 'StockSlot'; slot?: string; productId: string; quantity: number; maxQuantity?: number } & InPlan)
  /** All of it, or nothing. `productId`: what is thought to be in the slot. */
  | ({ type: 'Restock'; slots: readonly { slot: string; productId: string; quantity: number }[] } & InPlan)
  | ({ type: 'AdjustSlot'; slot: string; change: number; reason: string } & InPlan)
  | ({ type: 'ClearSlot'; slot: string } & InPlan)
  | ({ type: 'PriceSlot'; slot: string; priceCents: number | null } & InPlan)
  /** `productId`: what was moved, where that is known; the slot may have another product by now. */
  | { type: 'TakeStock' | 'ReturnStock'; slot: string; productId?: string; quantity: number; sessionId?: string }
  | ({ type: 'SetTax'; taxBasisPoints: number } & InPlan)
  | { type: 'NoteHeartbeat'; at: string }
  | { type: 'NoteSilence'; lastHeartbeatAt: string };

/** What operators change: not of a machine beyond what their plan has room for. Guests and time know no plan. */
interface InPlan {
  beyond?: PlanLimit;
}

/** What is left out stays; `coordinates` null takes it off the map. `version`: what the change was made on; it may only be missing where the last change is to win. */
interface ChangeMachine extends InPlan {
  type: 'ChangeMachine';
  name?: string;
  address?: string;
  floor?: string;
  coordinates?: Coordinates | null;
  version?: number;
}

export interface Slot {
  slot: string;
  productId: string;
  left: number;
  maxQuantity: number;
  priceCents: number | null;
}
export interface MachineState {
  registered?: Registered;
  mode: 'in_service' | 'maintenance';
  online: boolean;
  slots: Slot[];
  /** Tax included in its prices; none when missing. */
  taxBasisPoints?: number;
  /** Where it is on the map. */
  coordinates?: Coordinates;
  /** How many times its name or place was set. */
  version: number;
}

export const machine: Decider<MachineCommand, FleetFact, MachineState> = {
  category: 'machine',
  snapshots: 1,
  initial: { mode: 'in_service', online: false, slots: [], version: 0 },
  decide(command, state) {
    if (command.type === 'RegisterMachine') return state.registered ? refuse('CONFLICT', `Machine ID ${command.machine.machineId} already exists`) : [{ type: 'MachineRegistered', data: command.machine }];
    const known = state.registered;
    if (!known) return refuse('NOT_FOUND', 'Machine not found');
    const { machineId, name } = known;
    if ('beyond' in command && command.beyond) return overPlan(command.beyond);
    switch (command.type) {
      case 'ChangeMachine':
        return change(command, state, known);
      case 'RemoveMachine':
        return [...state.slots.map(({ slot }): FleetFact => ({ type: 'SlotCleared', data: { machineId, slot } })), { type: 'MachineRemoved', data: { machineId, name, ...(command.reason && { reason: command.reason }) } }];
      case 'SetMode':
        return state.mode === command.mode ? [] : [{ type: 'ModeIntended', data: { machineId, mode: command.mode, reason: command.reason } }];
      case 'SetTax':
        return (state.taxBasisPoints ?? 0) === command.taxBasisPoints ? [] : [{ type: 'MachineTaxed', data: { machineId, taxBasisPoints: command.taxBasisPoints } }];
      case 'NoteHeartbeat':
        return state.online ? [] : [{ type: 'MachineCameOnline', data: { machineId, name, heartbeatAt: command.at } }];
      case 'NoteSilence':
        return state.online ? [{ type: 'MachineWentOffline', data: { machineId, name, lastHeartbeatAt: command.lastHeartbeatAt } }] : [];
      case 'StockSlot':
        return stock(command, state, machineId);
      case 'Restock':
        return restock(command, state, machineId);
      default:
        return changeSlot(command, state, machineId);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'MachineRegistered':
        return { ...state, registered: fact.data, coordinates: fact.data.coordinates, version: state.version + 1 };
      case 'MachineChanged': {
        const { name, address, floor } = fact.data;
        return { ...state, registered: state.registered && { ...state.registered, name, address, floor }, version: state.version + 1 };
      }
      case 'MachineLocated':
        return { ...state, coordinates: fact.data.coordinates ?? undefined, version: state.version + 1 };
      case 'MachineRemoved':
        return { ...machine.initial, version: state.version };
      case 'ModeIntended':
        return { ...state, mode: fact.data.mode };
      case 'MachineTaxed':
        return { ...state, taxBasisPoints: fact.data.taxBasisPoints };
      case 'MachineCameOnline':
        return { ...state, online: true };
      case 'MachineWentOffline':
        return { ...state, online: false };
      case 'SlotCleared':
        return { ...state, slots: state.slots.filter((s) => s.slot !== fact.data.slot) };
      default:
        return { ...state, slots: afterSlotFact(state.slots, fact) };
    }
  },
};

const overPlan = ({ limit, current }: PlanLimit): Refusal =>
  refuse('PLAN_LIMIT', `Your plan has room for ${limit} of your ${current} machines. The newest ones, like this, go on selling, and cannot be changed. Please upgrade your plan, or remove machines you no longer need.`, { limit, current });

function change({ name, address, floor, coordinates, version }: ChangeMachine, state: MachineState, known: Registered): FleetFact[] | Refusal {
  const { machineId } = known;
  const described = { name: name ?? known.name, address: address ?? known.address, floor: floor === undefined ? known.floor : floor || undefined };
  const facts: FleetFact[] = [];
  if (described.name !== known.name || described.address !== known.address || described.floor !== known.floor) facts.push({ type: 'MachineChanged', data: { machineId, ...described } });
  const { lat, lon } = state.coordinates ?? {};
  if (coordinates !== undefined && (coordinates?.lat !== lat || coordinates?.lon !== lon)) facts.push({ type: 'MachineLocated', data: { machineId, coordinates } });
  if (facts.length > 0 && version !== undefined && version !== state.version) return refuse('CONFLICT', 'Somebody else changed this machine', { version: state.version });
  return facts;
}

type SlotFact = Extract<FleetFact, { type: `S${string}` }>;

/** The slots after something happened to one of them. */
export function afterSlotFact(slots: readonly Slot[], fact: Exclude<SlotFact, { type: 'SlotCleared' }>): Slot[] {
  const { slot } = fact.data;
  switch (fact.type) {
    case 'SlotAssigned': {
      const before = slots.find((s) => s.slot === slot);
      const kept = before?.productId === fact.data.productId ? before : undefined;
      const assigned: Slot = { slot, productId: fact.data.productId, maxQuantity: fact.data.maxQuantity, left: kept?.left ?? 0, priceCents: kept?.priceCents ?? null };
      return before ? slots.map((s) => (s === before ? assigned : s)) : [...slots, assigned];
    }
    case 'SlotPriced':
      return slots.map((s) => (s.slot === slot ? { ...s, priceCents: fact.data.priceCents } : s));
    case 'StockRestocked':
    case 'StockAdjusted':
    case 'StockTaken':
    case 'StockReturned':
      return slots.map((s) => (s.slot === slot ? { ...s, left: fact.data.left } : s));
    default:
      return never(fact);
  }
}

const USUAL_MAX = 10;

function stock(command: Extract<MachineCommand, { type: 'StockSlot' }>, { slots }: MachineState, machineId: string): FleetFact[] | Refusal {
  const { productId, quantity } = command;
  const at = command.slot ? slots.find((s) => s.slot === command.slot) : slots.find((s) => s.productId === productId);
  const slot = at?.slot ?? command.slot ?? freeSlot(slots);
  const same = at?.productId === productId ? at : undefined;
  const maxQuantity = command.maxQuantity ?? same?.maxQuantity ?? USUAL_MAX;
  const left = (same?.left ?? 0) + quantity;
  if (left > maxQuantity) return refuse('BAD_INPUT', `Slot ${slot} holds at most ${maxQuantity}: it has ${same?.left ?? 0} already`, { left: same?.left ?? 0, maxQuantity });
  const facts: FleetFact[] = [];
  if (!same || same.maxQuantity !== maxQuantity) facts.push({ type: 'SlotAssigned', data: { machineId, slot, productId, maxQuantity } });
  if (quantity > 0) facts.push({ type: 'StockRestocked', data: { machineId, slot, productId, left, maxQuantity, added: quantity } });
  return facts;
}

function restock({ slots: wanted }: Extract<MachineCommand, { type: 'Restock' }>, { slots }: MachineState, machineId: string): FleetFact[] | Refusal {
  const facts: FleetFact[] = [];
  const now = new Map(slots.map((at) => [at.slot, at]));
  for (const { slot, productId, quantity } of wanted) {
    const at = now.get(slot);
    if (at?.productId !== productId) return refuse('CONFLICT', `Slot ${slot} holds something else by now`, { slot });
    const { maxQuantity } = at;
    const left = at.left + quantity;
    if (left > maxQuantity) return refuse('CONFLICT', `Slot ${slot} holds at most ${maxQuantity}: it has ${at.left} already`, { slot, left: at.left, maxQuantity });
    now.set(slot, { ...at, left });
    facts.push({ type: 'StockRestocked', data: { machineId, slot, productId, left, maxQuantity, added: quantity } });
  }
  return facts;
}

function changeSlot(command: Exclude<Extract<MachineCommand, { slot: string }>, { type: 'StockSlot' }>, { slots }: MachineState, machineId: string): FleetFact[] | Refusal {
  const at = slots.find((s) => s.slot === command.slot);
  if (!at) return refuse('NOT_FOUND', `There is nothing in slot ${command.slot}`);
  const { slot, productId, maxQuantity } = at;
  if ('productId' in command && command.productId !== undefined && command.productId !== productId) return [];
  const holds = (left: number) => ({ machineId, slot, productId, left, maxQuantity });
  switch (command.type) {
    case 'AdjustSlot': {
      const left = at.left + command.change;
      if (left < 0 || left > maxQuantity) return refuse('CONFLICT', `Slot ${slot} has ${at.left} of ${maxQuantity}; it cannot have ${left}`, { left: at.left, maxQuantity });
      return command.change === 0 ? [] : [{ type: 'StockAdjusted', data: { ...holds(left), change: command.change, reason: command.reason } }];
    }
    case 'ClearSlot':
      return [{ type: 'SlotCleared', data: { machineId, slot } }];
    case 'PriceSlot':
      return at.priceCents === command.priceCents ? [] : [{ type: 'SlotPriced', data: { machineId, slot, priceCents: command.priceCents } }];
    case 'TakeStock':
      return [{ type: 'StockTaken', data: { ...holds(at.left - command.quantity), quantity: command.quantity, sessionId: command.sessionId } }];
    case 'ReturnStock':
      return [{ type: 'StockReturned', data: { ...holds(at.left + command.quantity), quantity: command.quantity, sessionId: command.sessionId } }];
    default:
      return never(command);
  }
}

/** A1 … A9, B1 … in order. */
function freeSlot(slots: readonly Slot[]): string {
  for (let n = 0; ; n++) {
    const name = `${String.fromCharCode(65 + (Math.floor(n / 9) % 26))}${n < 234 ? '' : Math.floor(n / 234)}${(n % 9) + 1}`;
    if (!slots.some((s) => s.slot === name)) return name;
  }
}
