/** What machines come to by themselves, and those at one address together, each with what it sold while it stood there. Pure. */
import type { MachinePerformance } from '@larder/contracts/sales/analytics.js';
import { houseKey } from '@larder/contracts/names.js';
import { formatDays } from '../../lib/format.js';

type Place = MachinePerformance['places'][number];
export interface House extends Omit<Place, 'machineId' | 'name' | 'stood'> {
  /** Of one row of the table. */
  key: string;
  /** By their names, in the order of their revenue; one that stood in other houses, too, with its days here. */
  machines: string[];
}

export type Alone = MachinePerformance['machines'][number] & Pick<Place, 'lost'>;

/** Each with what it lost wherever it stood; behind them those that lost something and sold nothing. */
export function withLosses({ machines, places }: Pick<MachinePerformance, 'machines' | 'places'>): Alone[] {
  const its = new Map<string, Place[]>();
  for (const place of places) its.set(place.machineId, [...(its.get(place.machineId) ?? []), place]);
  const sold = new Set(machines.map(({ machineId }) => machineId));
  const unsold = [...its.values()].flatMap(([place]) => (place && !sold.has(place.machineId) ? [place] : []));
  return [...machines, ...unsold].map((machine) => ({ ...machine, lost: lostIn(its.get(machine.machineId) ?? []) }));
}

/** Most revenue first. An address that is written in other case is the same; a machine without one is by itself. */
export function housesOf(places: readonly Place[]): House[] {
  const houses = new Map<string, Place[]>();
  for (const place of places) {
    const key = houseKey(place.address) ? `at ${houseKey(place.address)}` : `by itself ${place.machineId}`;
    houses.set(key, [...(houses.get(key) ?? []), place]);
  }
  const moved = movedIn(places);
  return [...houses].map(([key, its]) => ({ key, ...together(its, moved) })).sort((one, other) => other.totalRevenue - one.totalRevenue);
}

/** Machines that are in several places. */
export function movedIn(places: readonly Place[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(places.flatMap(({ machineId }) => (seen.has(machineId) || !seen.add(machineId) ? [machineId] : [])));
}

/** Where a machine stood beside the address that it sold at last. */
export const alsoAt = ({ machineId, address }: Pick<Place, 'machineId' | 'address'>, places: readonly Place[]): string[] =>
  places.filter((place) => place.machineId === machineId && houseKey(place.address) !== houseKey(address)).map((place) => place.address);

function together(places: Place[], moved: ReadonlySet<string>): Omit<House, 'key'> {
  const cents = places.reduce((sum, { totalRevenue }) => sum + Math.round(totalRevenue * 100), 0);
  const totalTransactions = places.reduce((sum, place) => sum + place.totalTransactions, 0);
  return {
    address: places[0]?.address || (places[0]?.name ?? ''), machines: places.map((place) => (moved.has(place.machineId) ? withDays(place) : place.name)), totalRevenue: cents / 100, totalTransactions, totalQuantity: places.reduce((sum, place) => sum + place.totalQuantity, 0),
    avgTransactionValue: totalTransactions === 0 ? 0 : Math.round(cents / totalTransactions) / 100, lost: lostIn(places),
  };
}

/** Nothing where it cannot be said of one of them. */
function lostIn(places: readonly Place[]): Place['lost'] {
  const all = places.flatMap(({ lost }) => lost ?? []);
  const sumOf = (figure: keyof (typeof all)[number]): number => all.reduce((sum, lost) => sum + Math.round(lost[figure] * 100), 0) / 100;
  return all.length < places.length ? null : { units: sumOf('units'), cost: sumOf('cost'), price: sumOf('price'), unitsWithoutCost: sumOf('unitsWithoutCost') };
}

const withDays = ({ name, stood }: Place): string => `${name} (${stood.map(({ startDate, endDate }) => formatDays(startDate, endDate)).join(' and ') || 'before, with something given back since'})`;
