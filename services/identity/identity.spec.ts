import type { IdentityFact } from '@larder/contracts/identity.js';
import { given } from '@larder/kit/testing.js';
import { organization } from './organization.js';
import { lockedUntil, person, type PersonState } from './person.js';
import { isPassword, verifierOf } from './secrets/srp.js';

describe('A password', () => {
  const kept = verifierOf('larder', 'u1', 'correct horse', '0badcafe');
  it('is known again, and nothing else is', () => {
    expect(isPassword('larder', 'u1', 'correct horse', kept)).toBe(true);
    expect(isPassword('larder', 'u1', 'correct horse ', kept)).toBe(false);
    expect(isPassword('larder', 'u2', 'correct horse', kept)).toBe(false);
    expect(isPassword('larder', 'u1', 'anything', { salt: 'ab', verifier: '' })).toBe(false);
  });
  it('cannot be read from what is kept, and two equal ones do not look alike', () => {
    expect(JSON.stringify(kept)).not.toContain('horse');
    expect(verifierOf('larder', 'u1', 'correct horse', '0badcaff').verifier).not.toBe(kept.verifier);
  });
});

describe('Failed sign-ins', () => {
  const failed: IdentityFact = { type: 'SignInFailed', data: { userId: 'u1', failedAt: '2026-03-01T12:00:00.000Z' } };
  const registered: IdentityFact = { type: 'UserRegistered', data: { userId: 'u1', emailHash: 'h', email: 's', givenName: 's', familyName: 's' } };
  const after = (times: number): PersonState => [registered, ...Array.from({ length: times }, () => failed)].reduce((s, fact) => person.evolve(s, fact as never), person.initial);
  const seconds = (times: number): number => Math.max(0, (lockedUntil(after(times)) - Date.parse('2026-03-01T12:00:00.000Z')) / 1000);

  it('lock from the fifth on, twice as long each time, up to a quarter of an hour', () => {
    expect([4, 5, 6, 7, 14, 15, 40].map(seconds)).toEqual([0, 1, 2, 4, 512, 900, 900]);
  });
  it('are forgiven by a right one', () => {
    expect(lockedUntil(person.evolve(after(9), { type: 'SignedIn', data: { userId: 'u1', familyId: 'f' } }))).toBe(0);
  });
});

it('who is alone in an organization may leave it, and its invitations end; who is its only owner among others may not', () => {
  const facts: IdentityFact[] = [
    { type: 'OrganizationCreated', data: { accountId: 'acme', name: 'Acme', slug: 'acme', timeZone: 'UTC', currency: 'USD', paymentFlow: 'pay-after' } },
    { type: 'MemberAdded', data: { accountId: 'acme', userId: 'u1', role: 'owner' } },
    { type: 'MemberInvited', data: { accountId: 'acme', invitationId: 'i1', emailHash: 'h', email: 's', role: 'viewer', invitedBy: 'u1', nonce: 'n', expiresAt: '2026-03-08T12:00:00.000Z' } },
  ];
  const revoked: IdentityFact = { type: 'InvitationRevoked', data: { accountId: 'acme', invitationId: 'i1' } };
  const left = (userId: string): IdentityFact => ({ type: 'MemberRemoved', data: { accountId: 'acme', userId } });
  const second: IdentityFact = { type: 'MemberAdded', data: { accountId: 'acme', userId: 'u2', role: 'viewer' } };
  given(organization, ...(facts as never[])).when({ type: 'Leave', userId: 'u1' }).then(revoked as never, left('u1') as never);
  given(organization, ...(facts as never[]), second as never).when({ type: 'Leave', userId: 'u1' }).thenRefused('CONFLICT');
  given(organization, ...(facts as never[]), second as never).when({ type: 'Leave', userId: 'u2' }).then(left('u2') as never);
  given(organization, ...(facts as never[])).when({ type: 'Leave', userId: 'u9' }).thenNothing();
});

it('an organization takes a member once', () => {
  const created: IdentityFact = { type: 'OrganizationCreated', data: { accountId: 'acme', name: 'Acme', slug: 'acme', timeZone: 'UTC', currency: 'USD', paymentFlow: 'pay-after' } };
  const added: IdentityFact = { type: 'MemberAdded', data: { accountId: 'acme', userId: 'u1', role: 'viewer' } };
  given(organization, created as never).when({ type: 'AddMember', userId: 'u1', role: 'viewer' }).then(added as never);
  given(organization, created as never, added as never).when({ type: 'AddMember', userId: 'u1', role: 'owner' }).thenNothing();
  given(organization).when({ type: 'AddMember', userId: 'u1', role: 'owner' }).thenRefused('NOT_FOUND');
});
