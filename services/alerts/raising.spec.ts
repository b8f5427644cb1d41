import { accountSettings } from '@larder/contracts/organization.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock } from '@larder/kit/testing.js';
import { alertRules } from './alert-rules.js';
import { NOBODY } from './notices/escalation.js';
import { Raising } from './raising.js';

describe('Who is told of an alert', () => {
  let kit: Kit;
  let isIdentityAway: boolean;
  beforeEach(async () => {
    kit = new Kit(await openParts('alerts', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
    isIdentityAway = false;
    await kit.bus.answer(accountSettings.subject, async () => (isIdentityAway ? { refused: 'UNAVAILABLE', message: 'Not now' } : { ok: { timeZone: 'Europe/Berlin' } }));
  });
  afterEach(() => kit.end());

  const steps = [{ afterMinutes: 5, to: [{ kind: 'member' as const, userId: 'u1' }] }];
  const set = async (rules: object, version: number): Promise<void> => {
    const command = { type: 'SetRules' as const, rules: { ...alertRules.initial.rules, ...rules }, version };
    await kit.handle(alertRules, 'acme', command, { commandId: `rules ${version}`, account: 'acme', actor: 'test', correlationId: 'test' });
  };
  const plan = () => new Raising(kit).plan('acme');

  it('is nobody until somebody wants to be', async () => expect(await plan()).toEqual(NOBODY));

  it('waits for quiet hours by the clock of the organization, which is asked for again while nobody can say it', async () => {
    await set({ steps }, 0);
    expect(await plan()).toMatchObject({ steps, timeZone: 'UTC' });
    await set({ steps, quietHours: { from: '22:00', to: '07:00', exceptHigh: true } }, 1);
    expect(await plan()).toMatchObject({ steps, timeZone: 'Europe/Berlin' });
    isIdentityAway = true;
    await expect(plan()).rejects.toThrow('Not now');
  });
});
