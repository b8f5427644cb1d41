import type { FleetFact } from '@larder/contracts/fleet.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, stored } from '@larder/kit/testing.js';
import { Aftermath } from './aftermath.js';
import { Heartbeats } from './heartbeats.js';
import { setup, setupStream, type Profile } from './setup/setup.js';

const machineId = 'VM-1';
const stream = setupStream('acme', machineId);

describe('A machine that is taken out of the fleet', () => {
  let kit: Kit;
  beforeEach(async () => {
    kit = new Kit(await openParts('fleet', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
  });
  afterEach(() => kit.end());

  const later = '2026-03-01T12:00:00.001Z';
  it.each<[string, boolean, string | undefined, string?]>([
    ['takes along a setup of its own that is not done', true, undefined, later], ['leaves a setup that was prepared before it was added', false, 'profile 1', later],
    ['leaves the setup of one that was added under its id since, when that is heard late', true, 'profile 1', '2026-03-01T11:59:59.999Z'],
  ])('%s', async (_, isResetup, open, at) => {
    const profile: Profile = { setupId: 'profile 1', machineId, name: 'Lobby', address: '', timeZone: 'UTC', currency: 'USD', isResetup, wifi: 'sealed', codeHash: 'hash', expiresAt: '2026-03-02T12:00:00.000Z' };
    await kit.handle(setup, stream, { type: 'CreateProfile', profile, now: '2026-03-01T12:00:00.000Z' }, { commandId: 'created', account: 'acme', actor: 'test', correlationId: 'test' });
    const [removed] = stored<FleetFact>([{ type: 'MachineRemoved', data: { machineId, name: 'Lobby' } }], { at });
    await new Aftermath(kit, new Heartbeats(kit), undefined as never).on(removed as never);
    expect((await kit.look(setup, stream, 'acme')).open?.setupId).toBe(open);
  });
});
