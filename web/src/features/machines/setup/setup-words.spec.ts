import { claimAddress, claimCommand, profileErrors, profileProblem, timeLeft } from './setup-words.js';

it('a profile wants everything, as the server does', () => {
  expect(profileErrors({ machineId: 'VM 1', name: ' ', location: '', wifiSSID: '', wifiPassword: '', wifiOpen: '' })).toEqual({
    machineId: 'Machine ID can only contain letters, numbers, hyphens, and underscores', name: 'Name is required', location: 'Location is required', wifiSSID: 'WiFi SSID is required', wifiPassword: 'WiFi Password is required',
  });
  expect(profileErrors({ machineId: 'VM-1', name: 'Lobby', location: 'There', wifiSSID: 'Home', wifiPassword: 'secret', wifiOpen: '' })).toEqual({});
  expect(profileErrors({ machineId: 'VM-1', name: 'Lobby', location: 'There', wifiSSID: 'Home', wifiPassword: '', wifiOpen: 'yes' })).toEqual({});
});

it('a Wi-Fi is as long as a machine has room for, in bytes', () => {
  const said = (wifiSSID: string, wifiPassword: string) => Object.values(profileErrors({ machineId: 'VM-1', name: 'Lobby', location: 'There', wifiSSID, wifiPassword, wifiOpen: '' }));
  expect(said('ä'.repeat(16), 'ä'.repeat(32))).toEqual([]);
  expect(said(`${'ä'.repeat(16)}!`, `${'ä'.repeat(32)}!`)).toEqual(['WiFi SSID cannot exceed 32 bytes', 'WiFi Password cannot exceed 64 bytes']);
});

it.each([
  [401, 'SIGN_IN_REQUIRED', 'x', 'Your session has expired. Please log in again to continue.'],
  [400, 'BAD_INPUT', 'Validation failed: name: Name is required', 'Validation failed: name: Name is required'],
  [400, 'BAD_INPUT', '', 'Invalid request. Please check your input.'],
  [402, 'PLAN_LIMIT', 'Your plan allows 5 machines.', 'Your plan allows 5 machines.'],
  [500, 'INTERNAL', 'Something went wrong', 'Failed to create setup profile'],
])('a refusal with %s %s is said as people know it', (status, code, message, said) => expect(profileProblem({ status, code, message })).toBe(said));

it('a code is good for so long', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  expect(['2026-03-02T12:00:00.000Z', '2026-03-01T13:00:00.000Z', '2026-03-01T12:59:59.000Z', '2026-03-01T12:00:07.000Z', '2026-03-01T12:00:00.000Z'].map((at) => timeLeft(at, now))).toEqual(['24 h 0 min', '1 h 0 min', '59:59', '0:07', '']);
});

it('a QR code says where to claim and with what', () => expect(claimAddress('https://larder.example', 'ABCD-EFGH')).toBe('https://larder.example/api/hardware/claim#ABCD-EFGH'));

it.each([['https://larder.example', '443 ABCD-EFGH tls'], ['https://larder.example:8443', '8443 ABCD-EFGH tls'], ['http://larder.example:3000', '3000 ABCD-EFGH'], ['http://larder.example', '80 ABCD-EFGH']])('the console of a board claims at %s', (origin, rest) =>
  expect(claimCommand(origin, 'ABCD-EFGH')).toBe(`larder claim larder.example ${rest}`));
