/** Teams: how organizations begin, and how people come, change roles and go. */
import { Inject, Injectable } from '@nestjs/common';
import { keyRevoked } from '@larder/contracts/identity/api-keys.js';
import type { Position } from '@larder/contracts/fact.js';
import { INVITATION_DAYS, type changeRole, type TeamMember } from '@larder/contracts/identity/organization.js';
import { TRIAL_DAYS } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Role } from '@larder/contracts/roles.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { aboutOf, isLinkOf, linkOf } from './secrets/codes.js';
import { membershipView, PEOPLE } from './membership-view.js';
import { INVITATION_OVER, organization, slugClaim, type OrganizationCommand, type OrganizationState } from './organization.js';
import { People, sessionOver } from './people.js';
import { hasSecondFactor } from './person.js';
import { OneByOne } from './secrets/one-by-one.js';
import { VAULT, type Vault } from './secrets/vault.js';

const DAY_MS = 86_400_000;
/** Sealed under this name until the invitation is answered. */
export const invitationKey = (invitationId: string): string => `invitation ${invitationId}`;

export interface OpenInvitation {
  account: string;
  invitationId: string;
  nonce: string;
  email: string;
  role: Role;
  invitedBy: string;
  expiresAt: string;
  organizationName: string;
}

export const belongsElsewhere = (): Refusal => refuse('CONFLICT', 'This login belongs to another organization. Leave it for this one, or ask to be invited with another address.');

@Injectable()
export class Teams {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly oneByOne: OneByOne, @Inject(VAULT) private readonly vault: Vault) {}

  /** Who comes to belong somewhere, or goes for good, does not come to belong elsewhere meanwhile. */
  inTurn = <T>(userId: string, work: () => Promise<T>): Promise<T> => this.oneByOne.do(`belonging ${userId}`, work);

  state = (account: string): Promise<OrganizationState> => this.kit.look(organization, account, account);

  /** Carries out a command and answers once memberships show it; programs that listen are told that their key was revoked. */
  async do(account: string, command: OrganizationCommand, cause: Cause): Promise<{ position: Position; state: OrganizationState } | Refusal> {
    const done = await this.kit.handle(organization, account, command, { ...cause, account });
    if (isRefusal(done)) return done;
    for (const { type, data } of done.facts) if (type === 'ApiKeyRevoked') this.kit.bus.tell(keyRevoked(account, data.keyId), null);
    await this.kit.views.reached(membershipView, done.position);
    return done;
  }

  /** A new organization on trial, with its first owner. The same command founds it once. */
  async found(userId: string, name: string, timeZone: string, cause: Cause): Promise<{ accountId: string } | Refusal> {
    const accountId = this.vault.fingerprint(`organization ${cause.commandId}`).slice(0, 24);
    const organization = {
      accountId, name, slug: await this.claimSlug(accountId, name, cause), timeZone, currency: this.kit.settings.CURRENCIES[0] ?? 'USD', paymentFlow: 'pay-after' as const,
      trialEndsAt: new Date(this.kit.clock.now().getTime() + TRIAL_DAYS * DAY_MS).toISOString(),
    };
    const created = await this.do(accountId, { type: 'CreateOrganization', organization }, cause);
    if (isRefusal(created)) return created;
    const added = await this.do(accountId, { type: 'AddMember', userId, role: 'owner' }, { ...cause, commandId: `${cause.commandId}:owner` });
    return isRefusal(added) ? added : { accountId };
  }

  /** The same for somebody who belongs nowhere. */
  foundOwn(userId: string, name: string, timeZone: string, cause: Cause): Promise<{ accountId: string } | Refusal> {
    return this.inTurn(userId, async () => {
      const membership = await this.people.membership(userId);
      if (membership?.account) return refuse('CONFLICT', 'You belong to an organization already.');
      if (!membership?.emailVerified) return refuse('FORBIDDEN', 'Please confirm your email address first.');
      return this.found(userId, name, timeZone, cause);
    });
  }

  /** `seaside-stays`, or with a number behind it when that is somebody else's. */
  private async claimSlug(accountId: string, name: string, cause: Cause): Promise<string> {
    const wanted = name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'organization';
    for (let n = 1; ; n++) {
      const slug = n === 1 ? wanted : `${wanted}-${n}`;
      const claimed = await this.kit.handle(slugClaim, slug, { accountId }, { ...cause, account: PEOPLE });
      if (!isRefusal(claimed) && claimed.state.accountId === accountId) return slug;
    }
  }

  /** Founds what was asked for at sign-up, once the address is verified; not for somebody who has come to belong somewhere meanwhile, as this may be heard late. */
  async foundOnVerification(userId: string, cause: Omit<Cause, 'commandId'>): Promise<void> {
    const { registered, emailVerified } = await this.people.state(userId);
    const name = registered?.organizationName && (await this.vault.open(userId, registered.organizationName));
    if (!name || !emailVerified) return;
    await this.inTurn(userId, async () => {
      if ((await this.people.membership(userId))?.account) return;
      const founded = await this.found(userId, name, registered.timeZone ?? 'America/New_York', { ...cause, commandId: `found:${userId}` });
      if (isRefusal(founded)) throw new Error(founded.message);
    });
  }

  /** `withFactors`: also whether each one has a second factor. */
  async members(account: string, withFactors: boolean): Promise<TeamMember[]> {
    const state = await this.state(account);
    const { members, invitations } = state;
    const shown = await Promise.all(Object.entries(members).map(async ([userId, role]) => {
      const [{ firstName = '', lastName = '', email = '' } = {}, person] = await Promise.all([this.people.show(userId), this.people.state(userId)]);
      return { userId, firstName, lastName, email, role, status: 'active' as const, ...(withFactors && this.kit.settings.OWN_SIGN_IN && (!person.registered?.issuer || person.verifier) && { secondFactor: hasSecondFactor(person) }) };
    }));
    return [...shown, ...(await Promise.all(Object.keys(invitations).map((id) => this.shownInvitation(state, id))))];
  }

  private async shownInvitation({ members, invitations }: OrganizationState, id: string): Promise<TeamMember> {
    const { email, role, expiresAt, invitedBy } = invitations[id] as OrganizationState['invitations'][string];
    const { firstName = '', lastName = '' } = (members[invitedBy] && (await this.people.show(invitedBy))) || {};
    return { userId: id, firstName: '', lastName: '', email: (await this.vault.open(invitationKey(id), email)) ?? '', role, status: 'invited', expiresAt, invitedBy: `${firstName} ${lastName}`.trim() };
  }

  private fresh = (): { nonce: string; expiresAt: string } => ({ nonce: this.kit.chance.secret(16), expiresAt: new Date(this.kit.clock.now().getTime() + INVITATION_DAYS * DAY_MS).toISOString() });

  async invite(account: string, email: string, role: Role, invitedBy: string, cause: Cause): Promise<TeamMember | Refusal> {
    const { userId, isKnown } = await this.people.idOf(email);
    const { members } = await this.state(account);
    if (isKnown && members[userId]) return refuse('CONFLICT', 'This person is already a member of the organization.');
    const invitationId = this.vault.fingerprint(`invitation ${cause.commandId}`).slice(0, 24);
    const done = await this.do(account, {
      type: 'Invite',
      invitation: { invitationId, emailHash: this.people.fingerprint(email), email: await this.vault.seal(invitationKey(invitationId), email), role, invitedBy, ...this.fresh() },
    }, cause);
    return isRefusal(done) ? done : this.shownInvitation(done.state, invitationId);
  }

  /** Of a member or of an open invitation. */
  async changeRole(account: string, { userId, role, was }: In<typeof changeRole>, cause: Cause): Promise<TeamMember | Refusal> {
    const done = await this.do(account, { type: 'ChangeRole', userId, role, was }, cause);
    if (isRefusal(done)) return done;
    if (done.state.invitations[userId]) return this.shownInvitation(done.state, userId);
    const { firstName = '', lastName = '', email = '' } = (await this.people.show(userId)) ?? {};
    return { userId, firstName, lastName, email, role, status: 'active' };
  }

  async renew(account: string, invitationId: string, cause: Cause): Promise<TeamMember | Refusal> {
    const done = await this.do(account, { type: 'RenewInvitation', invitationId, ...this.fresh() }, cause);
    return isRefusal(done) ? done : this.shownInvitation(done.state, invitationId);
  }

  /** The link an invitation is accepted with. */
  invitationToken = (account: string, invitationId: string, nonce: string): string => linkOf(this.vault, [account, invitationId], nonce);

  /** The open invitation behind a link. */
  async invitation(token: string): Promise<OpenInvitation | Refusal> {
    const [account = '', invitationId = ''] = aboutOf(token);
    const { created, invitations } = await this.state(account);
    const invited = invitations[invitationId];
    const over = refuse('NOT_FOUND', INVITATION_OVER);
    if (!created || !invited || invited.expiresAt <= this.kit.clock.now().toISOString()) return over;
    if (!isLinkOf(this.vault, token, [account, invitationId], invited.nonce)) return over;
    const email = await this.vault.open(invitationKey(invitationId), invited.email);
    if (email === undefined) return over;
    return { account, invitationId, nonce: invited.nonce, email, role: invited.role, invitedBy: invited.invitedBy, expiresAt: invited.expiresAt, organizationName: created.name };
  }

  /** Who has become a member by the link of an invitation, and still is. */
  async joinedBy(token: string): Promise<{ account: string; userId: string } | undefined> {
    const [account = '', invitationId = ''] = aboutOf(token);
    const { accepted, members } = await this.state(account);
    const { userId = '', nonce = '' } = (Object.hasOwn(accepted, invitationId) && accepted[invitationId]) || {};
    return Object.hasOwn(members, userId) && isLinkOf(this.vault, token, [account, invitationId], nonce) ? { account, userId } : undefined;
  }

  /** Makes a person a member by an invitation. `leave`: of the organization they belong to, when they have agreed to. */
  accept(invitation: OpenInvitation, userId: string, cause: Cause, leave: (account: string) => Promise<Refusal | undefined> = async () => belongsElsewhere()): Promise<{ accountId: string } | Refusal> {
    return this.inTurn(userId, async () => {
      if ((await this.people.state(userId)).isForgotten) return sessionOver();
      const { account: former = invitation.account, role } = (await this.people.membership(userId)) ?? {};
      const leaves = former !== invitation.account;
      const left = leaves ? await leave(former) : undefined;
      if (isRefusal(left)) return left;
      const joined = await this.join(invitation, userId, cause);
      // Taken back while they left: nobody else could let the only member in again.
      if (isRefusal(joined) && leaves && role) await this.do(former, { type: 'AddMember', userId, role }, { ...cause, commandId: `${cause.commandId}:back` });
      return joined;
    });
  }

  private async join({ account, invitationId, nonce }: OpenInvitation, userId: string, cause: Cause): Promise<{ accountId: string } | Refusal> {
    const done = await this.do(account, { type: 'AcceptInvitation', invitationId, nonce, userId, now: this.kit.clock.now().toISOString() }, cause);
    if (isRefusal(done)) return done;
    await this.vault.forget(invitationKey(invitationId));
    return { accountId: account };
  }
}
