import { networkOf, plainAddress } from './network.js';

it.each<[string, string]>([['::ffff:203.0.113.7', '203.0.113.7'], ['203.0.113.7', '203.0.113.7'], ['::ffff:1:2', '::ffff:1:2'], ['2001:db8::1', '2001:db8::1']])('people are shown %s as %s', (address, plain) => expect(plainAddress(address)).toBe(plain));

describe('Whom limits count as one', () => {
  it.each<[string, string]>([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1'],
    ['2001:0DB8::0001:2:3:4:5', '2001:db8:0:1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:1::', '2001:db8:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
});
