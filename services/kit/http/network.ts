/** Whom limits count as one caller. */
import { isIP } from 'node:net';

const ALL_GROUPS = 8;
/** 64 bits: what providers give one customer at least, who chooses the rest freely. */
const NETWORK_GROUPS = 4;

/** As people write it: a server that answers over IPv6, too, is told 192.0.2.1 as `::ffff:192.0.2.1`. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** An address of IPv4, or the network of one of IPv6: `2001:db8:0:1`. */
export function networkOf(given: string): string {
  const address = plainAddress(given);
  if (isIP(address) !== 6) return address;
  const [before = [], after] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = after ? [...before, ...Array<string>(Math.max(0, ALL_GROUPS - before.length - after.length)).fill('0'), ...after] : before;
  return groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
