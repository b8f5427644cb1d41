import { fillPercent, machineDisplay } from './machine-display.js';

describe('a machine on a list', () => {
  it.each([
    ['online', true, 'Online', 'green', 100], ['online', false, 'Disconnected', 'yellow', 75], ['offline', false, 'Offline', 'red', 25],
    ['maintenance', true, 'Maintenance', 'orange', 50], ['pending_setup', false, 'Pending Setup', 'grey', 25],
  ] as const)('that is %s (connected: %s) reads %s', (status, isOnline, label, tone, percent) => {
    expect(machineDisplay({ status, isOnline })).toEqual({ label, tone, percent });
  });

  it('that came with imported sales and was never used here is not one that is away', () => {
    expect(machineDisplay({ status: 'offline', isOnline: false, historyOnly: true })).toEqual({ label: 'History only', tone: 'grey', percent: 25 });
  });

  it('is never more than full nor less than empty', () => {
    expect([fillPercent(12, 10), fillPercent(-1, 10), fillPercent(3, 10), fillPercent(0, 0)]).toEqual([100, 0, 30, 0]);
  });
});
