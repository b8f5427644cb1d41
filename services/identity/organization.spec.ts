import { given } from '@larder/kit/testing.js';
import { organization, type OrganizationFact } from './organization.js';

const AT = '2026-03-01T12:00:00.000Z';
const TOMORROW = '2026-03-02T12:00:00.000Z';
const created: OrganizationFact = { type: 'OrganizationCreated', data: { accountId: 'acme', name: 'Acme', slug: 'acme', timeZone: 'UTC', currency: 'USD', paymentFlow: 'pay-after' } };
const added = (userId: string, role: 'owner' | 'admin' | 'operator' | 'viewer'): OrganizationFact => ({ type: 'MemberAdded', data: { accountId: 'acme', userId, role } });
const removed = (userId: string): OrganizationFact => ({ type: 'MemberRemoved', data: { accountId: 'acme', userId } });
const invitation = { invitationId: 'i1', emailHash: 'h', email: 's', role: 'viewer' as const, invitedBy: 'u1', nonce: 'n1', expiresAt: TOMORROW };
const invited: OrganizationFact = { type: 'MemberInvited', data: { accountId: 'acme', ...invitation } };
const revoked: OrganizationFact = { type: 'InvitationRevoked', data: { accountId: 'acme', invitationId: 'i1' } };

describe('A team', () => {
  it('takes a member once', () => {
    given(organization, created).when({ type: 'AddMember', userId: 'u1', role: 'viewer' }).then(added('u1', 'viewer'));
    given(organization, created, added('u1', 'viewer')).when({ type: 'AddMember', userId: 'u1', role: 'owner' }).thenNothing();
    given(organization).when({ type: 'AddMember', userId: 'u1', role: 'owner' }).thenRefused('NOT_FOUND');
  });
  it('keeps an owner', () => {
    given(organization, created, added('u1', 'owner')).when({ type: 'Remove', userId: 'u1' }).thenRefused('CONFLICT');
    given(organization, created, added('u1', 'owner')).when({ type: 'ChangeRole', userId: 'u1', role: 'admin' }).thenRefused('CONFLICT');
    given(organization, created, added('u1', 'owner'), added('u2', 'owner')).when({ type: 'Remove', userId: 'u1' }).then(removed('u1'));
  });
  it('may be left by whoever is alone in it, and its invitations end; by its only owner among others not', () => {
    const one = [created, added('u1', 'owner'), invited];
    given(organization, ...one).when({ type: 'Leave', userId: 'u1', isLast: true }).then(revoked, removed('u1'));
    given(organization, ...one).when({ type: 'Leave', userId: 'u1', isLast: false }).thenRefused('CONFLICT');
    given(organization, ...one, added('u2', 'viewer')).when({ type: 'Leave', userId: 'u1', isLast: false }).thenRefused('CONFLICT');
    given(organization, ...one, added('u2', 'viewer')).when({ type: 'Leave', userId: 'u2', isLast: false }).then(removed('u2'));
    given(organization, ...one).when({ type: 'Leave', userId: 'u9', isLast: false }).thenNothing();
  });
  it('invites an address once, and to no role above that of the one who invites', () => {
    given(organization, created, added('u1', 'owner')).when({ type: 'Invite', invitation: { ...invitation, role: 'owner' } }).then({ type: 'MemberInvited', data: { accountId: 'acme', ...invitation, role: 'owner' } });
    given(organization, created, added('u1', 'owner'), invited).when({ type: 'Invite', invitation: { ...invitation, invitationId: 'i2' } }).thenRefused('CONFLICT');
    given(organization, created, added('u1', 'admin')).when({ type: 'Invite', invitation: { ...invitation, role: 'owner' } }).thenRefused('FORBIDDEN');
  });
  it('has nobody invited by whoever may not any more by the time it is asked for', () => {
    given(organization, created, added('u1', 'admin'), removed('u1')).when({ type: 'Invite', invitation }).thenRefused('FORBIDDEN');
    given(organization, created, added('u1', 'operator')).when({ type: 'Invite', invitation }).thenRefused('FORBIDDEN');
  });
  it('ends the invitations of somebody who could not invite so any more', () => {
    const role = (to: 'viewer' | 'admin'): OrganizationFact => ({ type: 'MemberRoleChanged', data: { accountId: 'acme', userId: 'u2', role: to } });
    const theirs: OrganizationFact = { type: 'MemberInvited', data: { accountId: 'acme', ...invitation, invitationId: 'i2', role: 'admin', invitedBy: 'u2' } };
    const ended: OrganizationFact = { type: 'InvitationRevoked', data: { accountId: 'acme', invitationId: 'i2' } };
    const team = given(organization, created, added('u1', 'owner'), added('u2', 'owner'), invited, theirs);
    team.when({ type: 'Remove', userId: 'u2' }).then(ended, removed('u2'));
    team.when({ type: 'ChangeRole', userId: 'u2', role: 'viewer' }).then(ended, role('viewer'));
    team.when({ type: 'ChangeRole', userId: 'u2', role: 'admin' }).then(role('admin'));
  });
  it('is told of settings that somebody else has changed meanwhile, instead of losing them', () => {
    const changed = (more: object): OrganizationFact => ({ type: 'OrganizationChanged', data: { accountId: 'acme', name: 'Acme', timeZone: 'UTC', paymentFlow: 'pay-after', currency: 'USD', ...more } });
    const hold = { type: 'ChangeOrganization' as const, changes: { holdCents: 2_000 }, was: { holdCents: 1_500 } };
    given(organization, created).when(hold).then(changed({ holdCents: 2_000 })); // nobody had set it: it was what is usual
    given(organization, created, changed({ holdCents: 1_800 })).when(hold).thenRefused('CONFLICT', { theirs: { holdCents: 1_800 } });
    given(organization, created, changed({ holdCents: 2_000 })).when(hold).thenNothing();
    given(organization, created, changed({ disputeDays: 30 })).when(hold).then(changed({ disputeDays: 30, holdCents: 2_000 }));
    given(organization, created, changed({ guestContact: 'desk' })).when({ type: 'ChangeOrganization', changes: { guestContact: 'phone' }, was: { guestContact: '' } }).thenRefused('CONFLICT', { theirs: { guestContact: 'desk' } });
    given(organization, created, changed({ guestContact: 'desk' })).when({ type: 'ChangeOrganization', changes: { guestContact: 'phone' } }).then(changed({ guestContact: 'phone' }));
  });
  it('is told of a role that somebody else has given meanwhile, instead of losing it', () => {
    const [team, asked] = [given(organization, created, added('u1', 'owner'), added('u2', 'viewer'), invited), { type: 'ChangeRole' as const, userId: 'u2' }];
    team.when({ ...asked, role: 'operator', was: 'viewer' }).then({ type: 'MemberRoleChanged', data: { accountId: 'acme', userId: 'u2', role: 'operator' } });
    team.when({ ...asked, role: 'operator', was: 'admin' }).thenRefused('CONFLICT', { theirs: 'viewer' });
    team.when({ ...asked, role: 'viewer', was: 'admin' }).thenNothing();
    team.when({ ...asked, userId: 'i1', role: 'operator', was: 'admin' }).thenRefused('CONFLICT', { theirs: 'viewer' });
  });
  it('has no member and no invitation by a word that every object knows', () => {
    const team = given(organization, created, added('u1', 'owner'));
    for (const id of ['constructor', '__proto__']) {
      team.when({ type: 'ChangeRole', userId: id, role: 'viewer' }).thenRefused('NOT_FOUND');
      team.when({ type: 'Remove', userId: id }).thenRefused('NOT_FOUND');
      team.when({ type: 'RenewInvitation', invitationId: id, nonce: 'n2', expiresAt: TOMORROW }).thenRefused('NOT_FOUND');
      team.when({ type: 'RevokeInvitation', invitationId: id }).thenRefused('NOT_FOUND');
    }
  });
  it('takes whoever comes with the invitation that is open, in time, once', () => {
    const accept = { type: 'AcceptInvitation' as const, invitationId: 'i1', nonce: 'n1', userId: 'u2', now: AT };
    const accepted: OrganizationFact = { type: 'InvitationAccepted', data: { accountId: 'acme', invitationId: 'i1', userId: 'u2' } };
    given(organization, created, invited).when(accept).then(accepted, added('u2', 'viewer'));
    given(organization, created, invited).when({ ...accept, nonce: 'old' }).thenRefused('NOT_FOUND');
    given(organization, created, invited).when({ ...accept, now: TOMORROW }).thenRefused('NOT_FOUND');
    given(organization, created, invited, accepted).when(accept).thenRefused('NOT_FOUND');
    given(organization, created, invited, revoked).when(accept).thenRefused('NOT_FOUND');
  });
});

describe('API keys', () => {
  const key = (keyId: string, more: object = {}) => ({ keyId, name: 'Books', role: 'viewer' as const, hash: 'h', issuedBy: 'u2', issuedAt: AT, ...more });
  const issued = (keyId: string, more: object = {}): OrganizationFact => ({ type: 'ApiKeyIssued', data: { accountId: 'acme', ...key(keyId, more) } });
  const ended = (keyId: string): OrganizationFact => ({ type: 'ApiKeyRevoked', data: { accountId: 'acme', keyId } });
  const team = [created, added('u1', 'owner'), added('u2', 'admin')];

  it('are issued by those who may change settings by the time it is asked for', () => {
    given(organization, ...team).when({ type: 'IssueKey', key: key('k1'), now: AT }).then(issued('k1'));
    given(organization, ...team, removed('u2')).when({ type: 'IssueKey', key: key('k1'), now: AT }).thenRefused('FORBIDDEN');
    given(organization, created, added('u2', 'operator')).when({ type: 'IssueKey', key: key('k1'), now: AT }).thenRefused('FORBIDDEN');
  });
  it('are revoked once', () => {
    given(organization, ...team, issued('k1')).when({ type: 'RevokeKey', keyId: 'k1' }).then(ended('k1'));
    given(organization, ...team, issued('k1'), ended('k1')).when({ type: 'RevokeKey', keyId: 'k1' }).thenNothing();
    given(organization, ...team).when({ type: 'RevokeKey', keyId: 'constructor' }).thenRefused('NOT_FOUND');
  });
  it('are twenty at most, of those that are good', () => {
    const twenty = Array.from({ length: 20 }, (_, n) => issued(`k${n}`, n === 0 ? { expiresAt: TOMORROW } : {}));
    given(organization, ...team, ...twenty).when({ type: 'IssueKey', key: key('more'), now: AT }).thenRefused('CONFLICT');
    given(organization, ...team, ...twenty).when({ type: 'IssueKey', key: key('more'), now: TOMORROW }).then(issued('more'));
    given(organization, ...team, ...twenty, ended('k7')).when({ type: 'IssueKey', key: key('more'), now: AT }).then(issued('more'));
  });
  it('end with whoever issued them, and with their right to', () => {
    const theirs = [...team, issued('k1'), issued('k2'), ended('k2'), issued('k3', { issuedBy: 'u1' })];
    given(organization, ...theirs).when({ type: 'Remove', userId: 'u2' }).then(ended('k1'), removed('u2'));
    given(organization, ...theirs).when({ type: 'Leave', userId: 'u2', isLast: false }).then(ended('k1'), removed('u2'));
    given(organization, ...theirs).when({ type: 'ChangeRole', userId: 'u2', role: 'operator' }).then(ended('k1'), { type: 'MemberRoleChanged', data: { accountId: 'acme', userId: 'u2', role: 'operator' } });
    given(organization, ...theirs).when({ type: 'ChangeRole', userId: 'u2', role: 'owner' }).then({ type: 'MemberRoleChanged', data: { accountId: 'acme', userId: 'u2', role: 'owner' } });
  });
});
