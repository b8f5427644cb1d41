import { machineIdFor } from './named-machines.js';

it.each([['Harbor Loft', 'VM-002'], [' harbor loft ', 'VM-002'], ['VM-001', 'VM-001'], ['Twin', 'Twin'], ['VM-004', 'VM-004'], [' VM-001 ', 'VM-001'], ['Harbor', 'Harbor'], ['', '']])('%j in the field of machines means %j', (text, machineId) => {
  const machines = [{ machineId: 'VM-002', name: 'Harbor Loft' }, { machineId: 'VM-001', name: 'Lobby' }, { machineId: 'VM-003', name: 'Twin' }, { machineId: 'VM-004', name: 'twin' }, { machineId: 'VM-005', name: 'VM-004' }];
  expect(machineIdFor(text, machines)).toBe(machineId);
});
