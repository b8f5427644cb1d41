/** Machines as their organization's lists show them, and the directory that finds a machine by its id alone. */
import type { Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { orderKey, plain } from '@larder/contracts/names.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { machine, type MachineState } from './machine.js';

export interface MachineRow extends MachineState {
  machineId: string;
  name: string;
  nameKey: string;
  address: string;
  createdAt: string;
  /** When it was last known to be heard or silent. */
  changedAt: string | null;
  /** When it was first heard. */
  installedAt: string | null;
  /** By slot: when what is in it was last put there. */
  restockedAt: Record<string, string>;
  search: string;
  left: number;
  room: number;
  /** It came with imported sales, and was neither filled nor heard here. */
  historyOnly: boolean;
}

export const machineView: Projection<FleetFact, MachineRow> = {
  collection: 'machines',
  version: 10,
  orders: ['createdAt', 'nameKey', 'machineId', 'address'],
  categories: ['machine'],
  rows: (fact) => [{ account: fact.meta.account, id: fact.data.machineId }],
  apply(row, fact) {
    const state = machine.evolve(row ?? machine.initial, fact);
    const known = state.registered;
    if (!known) return undefined;
    const { name, address, machineId } = known;
    const isHeard = fact.type === 'MachineCameOnline' || fact.type === 'MachineWentOffline';
    const changedAt = isHeard ? fact.meta.at : (row?.changedAt ?? null);
    return {
      ...state, machineId, name, address, nameKey: orderKey(name), search: plain(`${name} ${machineId} ${address}`),
      createdAt: row?.createdAt ?? fact.meta.at, installedAt: row?.installedAt ?? (fact.type === 'MachineCameOnline' ? fact.meta.at : null), changedAt, restockedAt: restockedAfter(row, fact), historyOnly: known.origin === 'import' && changedAt === null && state.slots.length === 0,
      left: state.slots.reduce((sum, s) => sum + Math.max(0, s.left), 0),
      room: state.slots.reduce((sum, s) => sum + s.maxQuantity, 0),
    };
  },
};

/** What was put into a slot before it was given free, or to another product, was not put there of what is in it now. */
function restockedAfter(row: MachineRow | undefined, { type, data, meta }: Stored<FleetFact>): MachineRow['restockedAt'] {
  const before = row?.restockedAt ?? {};
  if (type === 'StockRestocked') return { ...before, [data.slot]: meta.at };
  const isOther = type === 'SlotCleared' || (type === 'SlotAssigned' && row?.slots.find(({ slot }) => slot === data.slot)?.productId !== data.productId);
  return isOther ? Object.fromEntries(Object.entries(before).filter(([slot]) => slot !== data.slot)) : before;
}

export interface Listed {
  machineId: string;
  account: string;
  name: string;
  address: string;
  online: boolean;
  /** Online, but its last heartbeats did not come. */
  missed?: true | undefined;
  mode: 'in_service' | 'maintenance';
  /** Taken out of the fleet: nobody finds it, but its id stays its organization's. */
  removed: boolean;
}

/** Rows for those who know no organization: guests and machines. It says only what stands on the machine itself. */
export const EVERYBODY = 'everybody';

export const directoryView: Projection<FleetFact, Listed> = {
  collection: 'machine-directory',
  version: 3,
  orders: ['machineId'],
  categories: ['machine'],
  rows: (fact) => (DIRECTORY_FACTS.has(fact.type) ? [{ account: EVERYBODY, id: fact.data.machineId }] : []),
  apply(row, fact) {
    switch (fact.type) {
      case 'MachineRegistered': {
        const { machineId, name, address } = fact.data;
        return { machineId, account: fact.meta.account, name, address, online: false, mode: 'in_service', removed: false };
      }
      case 'MachineChanged':
        return row && { ...row, name: fact.data.name, address: fact.data.address };
      case 'MachineRemoved':
        return row && { ...row, online: false, missed: undefined, removed: true };
      case 'ModeIntended':
        return row && { ...row, mode: fact.data.mode };
      case 'MachineCameOnline':
      case 'MachineWentOffline':
        return row && { ...row, online: fact.type === 'MachineCameOnline', missed: undefined };
      case 'MachineMissed':
        return row && { ...row, missed: true };
      case 'MachineHeardAgain':
        return row && { ...row, missed: undefined };
      default:
        return row;
    }
  },
};
const DIRECTORY_FACTS = new Set<string>(['MachineRegistered', 'MachineChanged', 'MachineRemoved', 'ModeIntended', 'MachineCameOnline', 'MachineWentOffline', 'MachineMissed', 'MachineHeardAgain']);
