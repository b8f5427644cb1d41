/** A machine: what the operator wants of it, what is in it, whether it is heard. */
import { isRefusal, overtaken, refuse, type Refusal } from '@larder/contracts/reply.js';
import { formatTaxRate } from '@larder/contracts/tax.js';
import type { Coordinates, FleetFact, PlanLimit } from '@larder/contracts/fleet.js';
import type { Decider } from '@larder/kit/commands/decider.js';
import { decideMove, type StockMove } from './slots/moves.js';
import { afterSlotFact, decideSlots, type Slot, type SlotOrder } from './slots/slots.js';
import { unseenFound, type Seeing } from './slots/unseen.js';

type Registered = Extract<FleetFact, { type: 'MachineRegistered' }>['data'];
export type MachineCommand =
  | { type: 'RegisterMachine'; machine: Registered }
  | ChangeMachine
  | { type: 'RemoveMachine'; reason?: string }
  | ({ type: 'SetMode'; mode: 'in_service' | 'maintenance'; reason?: string } & InPlan)
  | (SlotOrder & InPlan)
  | StockMove
  /** `was`: what it was set on; it may only be missing where the last one is to win. */
  | ({ type: 'SetTax'; taxBasisPoints: number; was?: number } & InPlan)
  | { type: 'NoteHeartbeat'; at: string }
  | { type: 'NoteMissed' | 'NoteSilence'; lastHeartbeatAt: string }
  /** Its board says for which slots it has sensors; without them it does not say any more. */
  | { type: 'NoteSlots'; slots?: readonly string[] };

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
  timeZone?: string;
  /** Another address is no move. */
  onlyCorrected?: boolean;
  version?: number;
}

export interface MachineState extends Seeing {
  registered?: Registered;
  mode: 'in_service' | 'maintenance';
  online: boolean;
  /** Online, but its last heartbeats did not come. */
  missed?: true | undefined;
  /** When it was last heard, while it is silent; nothing for one that was never heard. */
  silentSince?: string;
  slots: Slot[];
  /** Tax included in its prices; none when missing. */
  taxBasisPoints?: number;
  /** Where it is on the map. */
  coordinates?: Coordinates;
  /** How many times its name, place or time zone was set. */
  version: number;
}

/** What changes which slots there are, or which of them are seen. */
const SEEING: ReadonlySet<string> = new Set<FleetFact['type']>(['SlotAssigned', 'SlotCleared', 'MachineToldSlots']);

export const machine: Decider<MachineCommand, FleetFact, MachineState> = {
  category: 'machine',
  snapshots: 6,
  initial: { mode: 'in_service', online: false, slots: [], version: 0 },
  decide(command, state) {
    const facts = decideAlone(command, state);
    if (isRefusal(facts) || !facts.some(({ type }) => SEEING.has(type)) || !state.registered) return facts;
    const after = facts.reduce(machine.evolve, state);
    return after.registered ? [...facts, ...unseenFound(state.registered.machineId, after.slots, after)] : facts;
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
      case 'MachineZoned':
        return { ...state, registered: state.registered && { ...state.registered, timeZone: fact.data.timeZone }, version: state.version + 1 };
      case 'MachineRemoved':
        return machine.initial; // its row is gone, too: one that comes back is counted anew in both
      case 'ModeIntended':
        return { ...state, mode: fact.data.mode };
      case 'MachineTaxed':
        return { ...state, taxBasisPoints: fact.data.taxBasisPoints };
      case 'MachineMissed':
        return { ...state, missed: true };
      case 'MachineHeardAgain':
        return { ...state, missed: undefined };
      case 'MachineCameOnline':
        return { ...state, online: true, missed: undefined, silentSince: undefined };
      case 'MachineWentOffline':
        return { ...state, online: false, missed: undefined, silentSince: fact.data.lastHeartbeatAt };
      case 'MachineToldSlots':
        return { ...state, sensorSlots: fact.data.slots };
      case 'UnseenSlotsFound':
        return { ...state, found: { unseen: fact.data.unseen, seen: fact.data.seen } };
      case 'SlotCleared':
        return { ...state, slots: state.slots.filter((s) => s.slot !== fact.data.slot) };
      default:
        return { ...state, slots: afterSlotFact(state.slots, fact) };
    }
  },
};

function decideAlone(command: MachineCommand, state: MachineState): FleetFact[] | Refusal {
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
      return state.mode === command.mode ? [] : [{ type: 'ModeIntended', data: { machineId, mode: command.mode, reason: command.reason, ...(state.silentSince && { silentSince: state.silentSince }) } }];
    case 'SetTax':
      return setTax(command, state, machineId);
    case 'NoteHeartbeat':
      if (state.online) return state.missed ? [{ type: 'MachineHeardAgain', data: { machineId, heartbeatAt: command.at } }] : [];
      return [{ type: 'MachineCameOnline', data: { machineId, name, heartbeatAt: command.at } }];
    case 'NoteMissed':
      return state.online && !state.missed ? [{ type: 'MachineMissed', data: { machineId, lastHeartbeatAt: command.lastHeartbeatAt } }] : [];
    case 'NoteSilence':
      return state.online ? [{ type: 'MachineWentOffline', data: { machineId, name, lastHeartbeatAt: command.lastHeartbeatAt, ...(state.mode === 'maintenance' && { mode: state.mode }) } }] : [];
    case 'NoteSlots':
      return JSON.stringify(command.slots) === JSON.stringify(state.sensorSlots) ? [] : [{ type: 'MachineToldSlots', data: { machineId, ...(command.slots && { slots: [...command.slots] }) } }];
    case 'TakeStock':
    case 'ReturnStock':
      return decideMove(command, state.slots, machineId);
    default:
      return decideSlots(command, state.slots, machineId, state.sensorSlots);
  }
}

const overPlan = ({ limit, current }: PlanLimit): Refusal =>
  refuse('PLAN_LIMIT', `Your plan has room for ${limit} of your ${current} machines. The newest ones, like this, go on selling, and cannot be changed. Please upgrade your plan, or remove machines you no longer need.`, { limit, current });

function setTax({ taxBasisPoints, was }: Extract<MachineCommand, { type: 'SetTax' }>, { taxBasisPoints: now = 0 }: MachineState, machineId: string): FleetFact[] | Refusal {
  if (now === taxBasisPoints) return [];
  if (was !== undefined && was !== now) return overtaken(`Somebody else has set the tax to ${formatTaxRate(now)} meanwhile`, now);
  return [{ type: 'MachineTaxed', data: { machineId, taxBasisPoints } }];
}

function change({ name, address, floor, coordinates, timeZone, onlyCorrected, version }: ChangeMachine, state: MachineState, known: Registered): FleetFact[] | Refusal {
  const { machineId } = known;
  const described = { name: name ?? known.name, address: address ?? known.address, floor: floor === undefined ? known.floor : floor || undefined };
  const facts: FleetFact[] = [];
  if (described.name !== known.name || described.address !== known.address || described.floor !== known.floor) facts.push({ type: 'MachineChanged', data: { machineId, ...described, ...(onlyCorrected && described.address !== known.address && { onlyCorrected }) } });
  const { lat, lon } = state.coordinates ?? {};
  if (coordinates !== undefined && (coordinates?.lat !== lat || coordinates?.lon !== lon)) facts.push({ type: 'MachineLocated', data: { machineId, coordinates } });
  if (timeZone !== undefined && timeZone !== known.timeZone) facts.push({ type: 'MachineZoned', data: { machineId, timeZone } });
  if (facts.length > 0 && version !== undefined && version !== state.version) return refuse('CONFLICT', 'Somebody else changed this machine', { version: state.version });
  return facts;
}
