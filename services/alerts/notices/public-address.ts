/** Which addresses of the network belong to the outside world: a webhook must never reach into our own. */
import { BlockList, isIP } from 'node:net';

const inside = new BlockList();
const v4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24],
  ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
];
for (const [net, bits] of v4) inside.addSubnet(net, bits, 'ipv4');

// Of IPv6 only what is handed out to the world at all is outside, without what carries IPv4 addresses in it, documentation and benchmarks.
const world = new BlockList();
world.addSubnet('2000::', 3, 'ipv6');
const special: readonly (readonly [string, number])[] = [['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20]];
for (const [net, bits] of special) inside.addSubnet(net, bits, 'ipv6');

/** False for anything private, local, reserved, or no address at all. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !inside.check(address, 'ipv4');
    case 6:
      return world.check(address, 'ipv6') && !inside.check(address, 'ipv6');
    default:
      return false;
  }
}
