import { given } from '@larder/kit/testing.js';
import { organization, type OrganizationFact } from './organization.js';
import { person, type PersonFact } from './person.js';

const AT = '2026-03-01T12:00:00.000Z';
const TOMORROW = '2026-03-02T12:00:00.000Z';
const registered: PersonFact = { type: 'UserRegistered', data: { userId: 'u1', emailHash: 'h', email: 's', givenName: 's', familyName: 's' } };
const verified: PersonFact = { type: 'EmailVerified', data: { userId: 'u1' } };
const code = (purpose: 'verify' | 'reset', nonce = 'n1'): PersonFact => ({ type: 'CodeIssued', data: { userId: 'u1', purpose, nonce, expiresAt: TOMORROW } });
const mistaken: PersonFact = { type: 'CodeMistaken', data: { userId: 'u1', purpose: 'verify' } };
const tryCode = (changes: object = {}) => ({ type: 'TryCode' as const, purpose: 'verify' as const, nonce: 'n1', isRight: true, now: AT, ...changes });
const refusedAs = (name: string) => ({ code: name });

describe('A code from an e-mail', () => {
  it('verifies the address', () => given(person, registered, code('verify')).when(tryCode()).then(verified));
  it('is counted when it is wrong, and none is good after five mistakes', () => {
    given(person, registered, code('verify')).when(tryCode({ isRight: false })).then(mistaken);
    given(person, registered, code('verify'), ...Array.from({ length: 5 }, () => mistaken)).when(tryCode()).thenRefused('TOO_MANY_REQUESTS', refusedAs('LimitExceeded'));
  });
  it('is replaced by the next one, mistakes and all', () => {
    given(person, registered, code('verify'), mistaken, code('verify', 'n2')).when(tryCode()).thenRefused('BAD_INPUT', refusedAs('ExpiredCode'));
    given(person, registered, code('verify'), ...Array.from({ length: 5 }, () => mistaken), code('verify', 'n2')).when(tryCode({ nonce: 'n2' })).then(verified);
  });
  it('ends after its time, and with its work', () => {
    given(person, registered, code('verify')).when(tryCode({ now: TOMORROW })).thenRefused('BAD_INPUT', refusedAs('ExpiredCode'));
    given(person, registered, code('verify'), verified).when(tryCode()).thenRefused('SIGN_IN_REQUIRED', refusedAs('NotAuthorized'));
  });
  it('for a new password sets it and proves the address as well', () => {
    const set: PersonFact = { type: 'PasswordSet', data: { userId: 'u1', verifier: 'v', because: 'reset' } };
    given(person, registered, code('reset')).when(tryCode({ purpose: 'reset', verifier: 'v' })).then(set, verified);
    given(person, registered, verified, code('reset')).when(tryCode({ purpose: 'reset', verifier: 'v' })).then(set);
    given(person, registered, verified, code('reset'), set).when(tryCode({ purpose: 'reset', verifier: 'v' })).thenRefused('BAD_INPUT', refusedAs('ExpiredCode'));
  });
  it('is not sent to an address that is verified', () => given(person, registered, verified).when({ type: 'IssueCode', purpose: 'verify', nonce: 'n', expiresAt: TOMORROW }).thenNothing());
});

describe('A second factor', () => {
  const prepared: PersonFact = { type: 'SecondFactorPrepared', data: { userId: 'u1', secret: 's' } };
  const proved: PersonFact = { type: 'SecondFactorProved', data: { userId: 'u1' } };
  it('is switched on only after it was proved', () => {
    given(person, registered, prepared).when({ type: 'SetSecondFactor', enabled: true }).thenRefused('BAD_INPUT');
    given(person, registered, prepared, proved).when({ type: 'SetSecondFactor', enabled: true }).then({ type: 'SecondFactorSet', data: { userId: 'u1', enabled: true } });
    given(person, registered).when({ type: 'SetSecondFactor', enabled: false }).thenNothing();
    given(person, registered).when({ type: 'ProveSecondFactor' }).thenRefused('BAD_INPUT');
  });
  it('counts until another one is proved, which takes its place and is told', () => {
    const on: PersonFact = { type: 'SecondFactorSet', data: { userId: 'u1', enabled: true } };
    const off: PersonFact = { type: 'SecondFactorSet', data: { userId: 'u1', enabled: false } };
    given(person, registered, prepared, proved, on, prepared).when({ type: 'SetSecondFactor', enabled: true }).thenNothing();
    given(person, registered, prepared, proved, on, prepared).when({ type: 'SetSecondFactor', enabled: false }).then(off);
    given(person, registered, prepared, proved, on, prepared).when({ type: 'ProveSecondFactor' }).then(proved, on);
    given(person, registered, prepared, proved, on, off, prepared).when({ type: 'ProveSecondFactor' }).then(proved);
    given(person, registered, prepared, proved, on, prepared, proved, on).when({ type: 'ProveSecondFactor' }).thenNothing();
  });
});

describe('Recovery codes', () => {
  const on: PersonFact[] = [{ type: 'SecondFactorPrepared', data: { userId: 'u1', secret: 's' } }, { type: 'SecondFactorProved', data: { userId: 'u1' } }, { type: 'SecondFactorSet', data: { userId: 'u1', enabled: true } }];
  const off: PersonFact = { type: 'SecondFactorSet', data: { userId: 'u1', enabled: false } };
  const made = (...prints: string[]): PersonFact => ({ type: 'RecoveryCodesMade', data: { userId: 'u1', prints } });
  const used = (print: string): PersonFact => ({ type: 'RecoveryCodeUsed', data: { userId: 'u1', print } });
  const use = (print: string) => ({ type: 'UseRecoveryCode' as const, print });
  it('are for those who are asked for a second factor', () => {
    given(person, registered).when({ type: 'MakeRecoveryCodes', prints: ['a'] }).thenRefused('BAD_INPUT');
    given(person, registered, ...on).when({ type: 'MakeRecoveryCodes', prints: ['a', 'b'] }).then(made('a', 'b'));
  });
  it('are good once each', () => {
    given(person, registered, ...on, made('a', 'b')).when(use('b')).then(used('b'));
    given(person, registered, ...on, made('a', 'b'), used('b')).when(use('b')).thenRefused('BAD_INPUT', refusedAs('CodeMismatch'));
    given(person, registered, ...on, made('a', 'b'), used('b')).when(use('a')).then(used('a'));
  });
  it('end with the next ones, and with the second factor', () => {
    given(person, registered, ...on, made('a'), made('b')).when(use('a')).thenRefused('BAD_INPUT', refusedAs('CodeMismatch'));
    given(person, registered, ...on, made('a'), off, ...on).when(use('a')).thenRefused('BAD_INPUT', refusedAs('CodeMismatch'));
  });
});

it('nothing happens to somebody who was forgotten', () => {
  given(person, registered, { type: 'PersonForgotten', data: { userId: 'u1' } }).when({ type: 'SetPassword', verifier: 'v', because: 'changed' }).thenRefused('NOT_FOUND');
});

describe('A team', () => {
  const created: OrganizationFact = { type: 'OrganizationCreated', data: { accountId: 'acme', name: 'Acme', slug: 'acme', timeZone: 'UTC', currency: 'USD', paymentFlow: 'pay-after' } };
  const added = (userId: string, role: 'owner' | 'viewer'): OrganizationFact => ({ type: 'MemberAdded', data: { accountId: 'acme', userId, role } });
  const invitation = { invitationId: 'i1', emailHash: 'h', email: 's', role: 'viewer' as const, invitedBy: 'u1', nonce: 'n1', expiresAt: TOMORROW };
  const invited: OrganizationFact = { type: 'MemberInvited', data: { accountId: 'acme', ...invitation } };

  it('keeps an owner', () => {
    given(organization, created, added('u1', 'owner')).when({ type: 'Remove', userId: 'u1' }).thenRefused('CONFLICT');
    given(organization, created, added('u1', 'owner')).when({ type: 'ChangeRole', userId: 'u1', role: 'admin' }).thenRefused('CONFLICT');
    given(organization, created, added('u1', 'owner'), added('u2', 'owner')).when({ type: 'Remove', userId: 'u1' }).then({ type: 'MemberRemoved', data: { accountId: 'acme', userId: 'u1' } });
  });
  it('invites an address once, and to no role above that of the one who invites', () => {
    given(organization, created, invited).when({ type: 'Invite', invitation: { ...invitation, invitationId: 'i2' }, by: 'owner' }).thenRefused('CONFLICT');
    given(organization, created).when({ type: 'Invite', invitation: { ...invitation, role: 'owner' }, by: 'admin' }).thenRefused('FORBIDDEN');
  });
  it('ends the invitations of somebody who could not invite so any more', () => {
    const [removed, revoked]: OrganizationFact[] = [{ type: 'MemberRemoved', data: { accountId: 'acme', userId: 'u2' } }, { type: 'InvitationRevoked', data: { accountId: 'acme', invitationId: 'i2' } }];
    const role = (to: 'viewer' | 'admin' | 'owner'): OrganizationFact => ({ type: 'MemberRoleChanged', data: { accountId: 'acme', userId: 'u2', role: to } });
    const theirs: OrganizationFact = { type: 'MemberInvited', data: { accountId: 'acme', ...invitation, invitationId: 'i2', role: 'admin', invitedBy: 'u2' } };
    const team = given(organization, created, added('u1', 'owner'), added('u2', 'owner'), invited, theirs);
    team.when({ type: 'Remove', userId: 'u2' }).then(revoked as OrganizationFact, removed as OrganizationFact);
    team.when({ type: 'ChangeRole', userId: 'u2', role: 'viewer' }).then(revoked as OrganizationFact, role('viewer'));
    team.when({ type: 'ChangeRole', userId: 'u2', role: 'admin' }).then(role('admin'));
  });
  it('takes whoever comes with the invitation that is open, in time, once', () => {
    const accept = { type: 'AcceptInvitation' as const, invitationId: 'i1', nonce: 'n1', userId: 'u2', now: AT };
    const accepted: OrganizationFact = { type: 'InvitationAccepted', data: { accountId: 'acme', invitationId: 'i1', userId: 'u2' } };
    given(organization, created, invited).when(accept).then(accepted, added('u2', 'viewer'));
    given(organization, created, invited).when({ ...accept, nonce: 'old' }).thenRefused('NOT_FOUND');
    given(organization, created, invited).when({ ...accept, now: TOMORROW }).thenRefused('NOT_FOUND');
    given(organization, created, invited, accepted).when(accept).thenRefused('NOT_FOUND');
    given(organization, created, invited, { type: 'InvitationRevoked', data: { accountId: 'acme', invitationId: 'i1' } }).when(accept).thenRefused('NOT_FOUND');
  });
});
