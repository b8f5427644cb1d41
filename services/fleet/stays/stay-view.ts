/** Where each machine has stood and since when, also of those that are gone: sales are asked about for years. */
import type { FleetFact } from '@larder/contracts/fleet.js';
import type { Stay } from '@larder/contracts/fleet/places.js';
import { houseKey } from '@larder/contracts/names.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface StayRow {
  machineId: string;
  /** In their order. */
  stays: readonly Stay[];
}

export const stayView: Projection<FleetFact, StayRow> = {
  collection: 'machine-stays',
  version: 2,
  orders: [],
  categories: ['machine'],
  rows: (fact) => (TELLING.has(fact.type) ? [{ account: fact.meta.account, id: fact.data.machineId }] : []),
  apply(row, fact) {
    const { machineId } = fact.data;
    const stays = row?.stays ?? [];
    const now = stays.at(-1);
    const before = stays.slice(0, -1);
    const from = fact.meta.at;
    switch (fact.type) {
      case 'MachineRegistered':
        return { machineId, stays: [...stays, { address: fact.data.address, former: [], timeZone: fact.data.timeZone, from }] };
      case 'MachineChanged': {
        const { address, onlyCorrected } = fact.data;
        if (!now || address === now.address) return row;
        // Capitals and full stops move no machine, nor does the first address of one that came without, as out of a file.
        const isSameHouse = onlyCorrected || ['', houseKey(address)].includes(houseKey(now.address));
        if (!isSameHouse) return { machineId, stays: [...before, { ...now, until: from }, { address, former: [], timeZone: now.timeZone, from }] };
        // What is wrongly written now was so each time that it stood there.
        return { machineId, stays: stays.map((stay) => (stay.address === now.address ? { ...stay, address, former: [...stay.former, now.address] } : stay)) };
      }
      case 'MachineZoned':
        return now ? { machineId, stays: [...before, { ...now, timeZone: fact.data.timeZone }] } : row;
      case 'MachineRemoved':
        return now ? { machineId, stays: [...before, { ...now, until: from }] } : row;
      default:
        return row;
    }
  },
};
const TELLING = new Set<string>(['MachineRegistered', 'MachineChanged', 'MachineZoned', 'MachineRemoved'] satisfies FleetFact['type'][]);
