/** Machines that would lie on top of each other become one marker with a number. */
import type { Coordinates, MachineView } from '@larder/contracts/fleet.js';
import { toScreen, type MapView, type Point, type Size } from './projection.js';

export type Located = MachineView & { location: { coordinates: Coordinates } };
export const isLocated = (machine: MachineView): machine is Located => machine.location.coordinates !== undefined;

export interface Cluster extends Point {
  /** By id. */
  machines: Located[];
}

const APART_PX = 34;

/** The same machines in the same view give the same clusters, in whatever order they come. */
export function clustersOf(machines: readonly Located[], view: MapView, size: Size): Cluster[] {
  const clusters: Cluster[] = [];
  for (const machine of [...machines].sort((a, b) => (a.machineId < b.machineId ? -1 : 1))) {
    const at = toScreen(view, size, machine.location.coordinates);
    const near = clusters.find(({ x, y }) => Math.hypot(x - at.x, y - at.y) < APART_PX);
    if (near) near.machines.push(machine);
    else clusters.push({ ...at, machines: [machine] });
  }
  return clusters;
}

/** The town in an address: what stands after the street. */
export function townOf(address: string): string {
  const [street = '', town = ''] = address.split(',').map((part) => part.trim());
  return town || street;
}

/** What is written at a marker: the machine, or the town that all of them are in. */
export function labelOf({ machines }: Pick<Cluster, 'machines'>): string {
  const [first] = machines;
  if (machines.length === 1) return first?.name ?? '';
  const towns = new Set(machines.map(({ location }) => townOf(location.address)));
  return towns.size === 1 ? ([...towns][0] as string) : '';
}
