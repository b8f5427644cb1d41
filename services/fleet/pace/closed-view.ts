/** When each machine served nobody, because it was not heard or was in maintenance: what sells nothing then may sell well. */
import { PACE_DAYS } from '@larder/contracts/fleet/pace.js';
import type { Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface Closing {
  from: string;
  /** Missing while it serves nobody. */
  until?: string;
}

export interface ClosedRow {
  machineId: string;
  /** One that was never heard may sell through another system, and counts as open. */
  isSilent: boolean;
  isInMaintenance: boolean;
  /** In their order; those that ended more than 28 days before the last change are left out. */
  closings: readonly Closing[];
}

const HOUR_MS = 3_600_000;
/** A shorter one keeps nobody from buying later, and a bad connection makes hundreds of them. */
const SHORTEST_MS = HOUR_MS;

export const closedView: Projection<FleetFact, ClosedRow> = {
  collection: 'machine-closings',
  version: 1,
  orders: [],
  categories: ['machine'],
  rows: (fact) => (TELLING.has(fact.type) ? [{ account: fact.meta.account, id: fact.data.machineId }] : []),
  apply(row, fact) {
    const before = row ?? { machineId: fact.data.machineId, isSilent: false, isInMaintenance: false, closings: [] };
    const now = { ...before, ...changeOf(fact) };
    const closings = isClosed(before) === isClosed(now) ? before.closings : isClosed(now) ? [...before.closings, { from: silentSince(fact) }] : ended(before.closings, fact.meta.at);
    const oldest = new Date(Date.parse(fact.meta.at) - PACE_DAYS * 24 * HOUR_MS).toISOString();
    return { ...now, closings: closings.filter(({ until }) => until === undefined || until >= oldest) };
  },
};
const TELLING = new Set<string>(['MachineCameOnline', 'MachineWentOffline', 'ModeIntended', 'MachineRemoved'] satisfies FleetFact['type'][]);

const isClosed = ({ isSilent, isInMaintenance }: Pick<ClosedRow, 'isSilent' | 'isInMaintenance'>): boolean => isSilent || isInMaintenance;

function changeOf({ type, data }: Stored<FleetFact>): Partial<ClosedRow> {
  switch (type) {
    case 'MachineCameOnline':
      return { isSilent: false };
    case 'MachineWentOffline':
      return { isSilent: true };
    case 'ModeIntended':
      return { isInMaintenance: data.mode === 'maintenance' };
    case 'MachineRemoved':
      return { isSilent: false, isInMaintenance: false }; // one that comes back begins anew
    default:
      return {};
  }
}

/** That a machine is silent is noted a minute later. */
const silentSince = ({ type, data, meta }: Stored<FleetFact>): string => (type === 'MachineWentOffline' && data.lastHeartbeatAt < meta.at ? data.lastHeartbeatAt : meta.at);

const ended = (closings: readonly Closing[], until: string): Closing[] =>
  closings.map((one) => ({ until, ...one })).filter((one) => Date.parse(one.until) - Date.parse(one.from) >= SHORTEST_MS);
