/** How long a machine has not been serviced: counted from when it was added, came back from maintenance, or had its door open in service mode. */
import type { UpkeepFact } from '@larder/contracts/alerts.js';
import type { Decider } from '@larder/kit/commands/decider.js';

/** Moments are ISO 8601; `days` is what the organization's rules say by now, null for never. */
export type UpkeepCommand =
  /** It was serviced, or is new. */
  | { type: 'CountFrom'; machineId: string; at: string; days: number | null }
  /** It is there, and nothing was counted yet. */
  | { type: 'Begin'; machineId: string; at: string; days: number | null }
  /** The rules have changed. */
  | { type: 'Plan'; days: number | null; now: string }
  | { type: 'ComeDue'; days: number | null; now: string }
  | { type: 'End' };

export interface UpkeepState {
  counted?: { machineId: string; from: string; dueAt: string | null };
  isDue: boolean;
}

const DAY_MS = 86_400_000;
const dueAfter = (from: string, days: number | null): string | null => (days === null ? null : new Date(Date.parse(from) + days * DAY_MS).toISOString());
const counting = (machineId: string, from: string, days: number | null): UpkeepFact[] => [{ type: 'UpkeepCounted', data: { machineId, from, dueAt: dueAfter(from, days) } }];

export const upkeep: Decider<UpkeepCommand, UpkeepFact, UpkeepState> = {
  category: 'upkeep',
  initial: { isDue: false },
  decide(command, { counted, isDue }) {
    if (command.type === 'CountFrom') return counted && command.at <= counted.from ? [] : counting(command.machineId, command.at, command.days);
    if (command.type === 'Begin') return counted ? [] : counting(command.machineId, command.at, command.days);
    if (!counted) return [];
    const { machineId, from, dueAt } = counted;
    if (command.type === 'End') return [{ type: 'UpkeepEnded', data: { machineId } }];
    const due = dueAfter(from, command.days);
    const isOver = due !== null && due <= command.now;
    if (command.type === 'ComeDue' && isOver && command.days !== null) return isDue ? [] : [{ type: 'MaintenanceCameDue', data: { machineId, from, days: command.days } }];
    return due === dueAt || (isDue && isOver) ? [] : counting(machineId, from, command.days);
  },
  evolve(state, fact) {
    if (fact.type === 'UpkeepCounted') return { counted: fact.data, isDue: false };
    return fact.type === 'MaintenanceCameDue' ? { ...state, isDue: true } : { isDue: false };
  },
};

/** The stream of a machine: organizations never share one. */
export const upkeepStream = (account: string, machineId: string): string => `${account}.${machineId}`;

export const maintenanceCondition = (machineId: string): string => `maintenance_due.${machineId}`;
/** The machine that an alert of maintenance is about; undefined for other alerts. */
export function machineOfMaintenance(alertId: string): string | undefined {
  const beginning = maintenanceCondition('');
  return alertId.startsWith(beginning) ? alertId.slice(beginning.length, alertId.lastIndexOf('.')) : undefined;
}
