/** What the machines at one address come to. Pure. */
import type { MachinePerformance } from '@larder/contracts/analytics.js';
import { plain } from '@larder/contracts/names.js';

type Machine = MachinePerformance['machines'][number];
export interface House extends Omit<Machine, 'machineId' | 'name'> {
  /** Of one row of the table. */
  key: string;
  /** By their names. */
  machines: string[];
}

/** Most revenue first. An address that is written in other case is the same; a machine without one is by itself. */
export function housesOf(machines: readonly Machine[]): House[] {
  const houses = new Map<string, Machine[]>();
  for (const machine of machines) {
    const key = plain(machine.address.trim()) ? `at ${plain(machine.address.trim())}` : `by itself ${machine.machineId}`;
    houses.set(key, [...(houses.get(key) ?? []), machine]);
  }
  return [...houses].map(([key, its]) => ({ key, ...together(its) })).sort((one, other) => other.totalRevenue - one.totalRevenue);
}

function together(machines: Machine[]): Omit<House, 'key'> {
  const cents = machines.reduce((sum, { totalRevenue }) => sum + Math.round(totalRevenue * 100), 0);
  const totalTransactions = machines.reduce((sum, machine) => sum + machine.totalTransactions, 0);
  return {
    address: machines[0]?.address || (machines[0]?.name ?? ''), machines: machines.map(({ name }) => name), totalRevenue: cents / 100, totalTransactions, totalQuantity: machines.reduce((sum, machine) => sum + machine.totalQuantity, 0),
    avgTransactionValue: totalTransactions === 0 ? 0 : Math.round(cents / totalTransactions) / 100,
  };
}
