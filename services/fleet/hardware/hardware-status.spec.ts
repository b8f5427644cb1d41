import { hardwareOf } from './hardware-status.js';

const now = new Date('2026-03-01T12:00:10.000Z');
const beat = { machineId: 'VM-001', account: 'acme', receivedAt: '2026-03-01T12:00:00.000Z', doorOpen: false, mode: 'locked' as const, rssiDbm: -58, temperatureC: 4.5, uptimeSeconds: 90, clockAheadSeconds: -120 };
const known = { machineId: 'VM-001', status: { status: 'online' as const, isOnline: true }, link: { connected: true, completeTo: 7, missing: 0, late: 0 }, firmware: undefined, visitEndsAt: undefined, now };

describe('The hardware of a machine', () => {
  it('is what the machine said last', () =>
    expect(hardwareOf({ ...known, beat })).toMatchObject({ mode: 'locked', doorLocked: true, doorOpen: false, wifiConnected: true, wifiRSSI: -58, temperatureC: 4.5, uptimeSeconds: 90, clockAheadSeconds: -120, timeRemaining: 0, lastCheck: beat.receivedAt }));

  it('counts down what the machine, or the visit, has left', () => {
    expect(hardwareOf({ ...known, beat: { ...beat, mode: 'restocking', secondsLeft: 60 } })).toMatchObject({ doorLocked: false, timeRemaining: 50 });
    expect(hardwareOf({ ...known, beat: { ...beat, mode: 'customer' }, visitEndsAt: '2026-03-01T12:05:10.000Z' })).toMatchObject({ timeRemaining: 300 });
    expect(hardwareOf({ ...known, beat: { ...beat, mode: 'restocking', secondsLeft: 5 } }).timeRemaining).toBe(0);
  });

  it('has an open door for an unlocked one', () => expect(hardwareOf({ ...known, beat: { ...beat, doorOpen: true } }).doorLocked).toBe(false));

  it('is unknown while nothing was heard, and not connected once it is silent', () => {
    expect(hardwareOf({ ...known, status: { status: 'offline', isOnline: false }, beat: undefined })).toMatchObject({ mode: null, doorLocked: null, wifiConnected: false, wifiRSSI: null, lastCheck: null });
    expect(hardwareOf({ ...known, status: { status: 'offline', isOnline: false }, beat }).wifiConnected).toBe(false);
  });
});
