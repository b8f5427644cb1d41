import { openInProcessBus } from '@larder/kit/bus/in-process-bus.js';
import { askVia } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { systemChance, systemClock } from '@larder/kit/time.js';
import { renewIdToken, type MembershipOf } from '@larder/contracts/identity.js';
import type { Claims } from './callers.js';
import { freshToken } from './fresh-token.js';

const now = Math.floor(Date.now() / 1000);
const claims: Claims = { iss: 'https://larder.example/idp', sub: 'ann', exp: now + 3_000, auth_time: now, origin_jti: 'family', email_verified: true, 'custom:account_id': 'acme', 'custom:user_role': 'viewer', 'custom:subscription_plan': 'starter' };
/** What the token says. */
const same: MembershipOf = { userId: 'ann', account: 'acme', role: 'viewer', plan: 'starter', emailVerified: true };

/** The token of somebody who has another role by now, where identity answers so. */
async function renewedBy(identity: () => Promise<unknown>, its = claims, membership: MembershipOf = { ...same, role: 'operator' }): Promise<string | undefined> {
  const bus = openInProcessBus({ onTrouble: () => undefined });
  await bus.answer(renewIdToken.subject, identity);
  return freshToken({ ask: askVia(bus), clock: systemClock, chance: systemChance } as unknown as Kit, { claims: its, membership });
}

describe('A fresh token for whoever has another role by now', () => {
  it('comes with the answer', async () => expect(await renewedBy(async () => ({ ok: { idToken: 'fresh' } }))).toBe('fresh'));

  it.each<[string, Partial<MembershipOf>]>([['another organization', { account: 'other' }], ['none', { account: undefined, role: undefined, plan: undefined }], ['another plan', { plan: 'enterprise' }], ['an address that is not confirmed', { emailVerified: false }]])('comes as well to whoever has %s', async (_, other) =>
    expect(await renewedBy(async () => ({ ok: { idToken: 'fresh' } }), claims, { ...same, ...other })).toBe('fresh'));

  it('comes to nobody of whom the old one says what is so', async () => expect(await renewedBy(async () => ({ ok: { idToken: 'fresh' } }), claims, same)).toBeUndefined());

  it('comes for twelve hours after the password', async () => {
    const enteredBefore = (seconds: number) => renewedBy(async () => ({ ok: { idToken: 'fresh' } }), { ...claims, auth_time: now - seconds });
    expect([await enteredBefore(12 * 3600 - 60), await enteredBefore(12 * 3600 + 60)]).toEqual(['fresh', undefined]);
  });

  it('is not waited for while identity stands still: what was asked for is there, and the old token does', async () => {
    expect(await renewedBy(() => new Promise(() => undefined))).toBeUndefined();
  }, 5_000);

  it('that cannot be made does not make a failure of what was done', async () => expect(await renewedBy(async () => ({ broken: 'an id' }))).toBeUndefined());
});
