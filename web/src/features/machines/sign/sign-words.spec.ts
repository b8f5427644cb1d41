import { machinesOfTag } from '@larder/contracts/device/machine-id.js';
import { guestRoute } from '../../guest/route.js';
import { isOnlyHere, steps, tagAddress } from './sign-words.js';

it('the code leads a guest\'s phone to this machine, whatever its id', () => {
  for (const machineId of ['VM-001', 'VM-001-001', 'A']) {
    const { origin, pathname, searchParams } = new URL(tagAddress('https://larder.example', machineId));
    expect([origin, guestRoute(pathname, searchParams)]).toEqual(['https://larder.example', { page: 'start', nfcSessionId: `${machineId}-001`, machineId }]);
    expect(machinesOfTag(`${machineId}-001`, machineId)[0]).toBe(machineId);
  }
});

// An NTAG213 has 144 bytes, of which the record around an address takes eight.
it('fits the smallest of the usual tags', () => {
  expect(tagAddress('https://machines.seaside-stays.example', 'ASBURY-PARK-LOBBY-001').length).toBeLessThan(136);
});

it.each([['localhost', true], ['127.0.0.1', true], ['[::1]', true], ['larder.example', false], ['192.168.1.5', false]])('%s is only here: %s', (hostname, is) => expect(isOnlyHere(hostname)).toBe(is));

it('says something of its own in each language', () => {
  const all = Object.values(steps).flat();
  expect(new Set(all).size).toBe(all.length);
});
