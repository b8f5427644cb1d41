/** Where a machine may be moved to: the houses that others stand in, written as they are. Pure. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { houseKey, orderKey } from '@larder/contracts/names.js';

type Placed = Pick<MachineView, 'machineId' | 'location' | 'timeZone'>;
export interface House {
  address: string;
  timeZone: string;
  coordinates: MachineView['location']['coordinates'];
}

const keyOf = (address: string): string => orderKey(address.trim());

/** In the order of their addresses, each once; where it is on the map is known as soon as it is of one machine there. */
export function otherHouses(machine: Placed, fleet: readonly Placed[]): House[] {
  const houses = new Map<string, House>();
  for (const { location: { address, coordinates }, timeZone } of fleet) {
    const [key, known] = [keyOf(address), houses.get(keyOf(address))];
    if (address.trim() !== '' && key !== keyOf(machine.location.address)) houses.set(key, known?.coordinates ? known : { address: known?.address ?? address.trim(), timeZone: known?.timeZone ?? timeZone, coordinates });
  }
  return [...houses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, house]) => house);
}

export const houseAt = (address: string, houses: readonly House[]): House | undefined => houses.find((house) => keyOf(house.address) === keyOf(address));

/** Whether an address would be another house to analytics; where there was none before, nothing is left behind. */
export const isElsewhere = (address: string, { location }: Placed): boolean => houseKey(address) !== '' && houseKey(location.address) !== '' && houseKey(address) !== houseKey(location.address);

/** What becomes of its place on the map; nothing while it stays where it is, or is on no map. */
export function mapNote(address: string, { location }: Placed, houses: readonly House[]): string | undefined {
  if (keyOf(address) === keyOf(location.address)) return undefined;
  if (houseAt(address, houses)?.coordinates) return 'It goes there on the map, too.';
  return location.coordinates ? 'On the map it stays where it was: please move it there, too.' : undefined;
}
