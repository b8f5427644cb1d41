/** Sends the e-mails that follow from identity's own facts, and finishes what a crash left half done. */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AnyFact } from '@larder/contracts/fact.js';
import type { IdentityFact } from '@larder/contracts/identity.js';
import { INVITATION_DAYS } from '@larder/contracts/identity/organization.js';
import type { Role } from '@larder/contracts/roles.js';
import { Kit } from '@larder/kit/kit.js';
import type { Reaction } from '@larder/kit/commands/react.js';
import { codeOf, linkOf, resetProofOf } from '../secrets/codes.js';
import { formerAddressLetter, invitationLetter, joinedLetter, keyLetter, noticeLetter, removedLetter, resetLetter, roleLetter, singleSignOnLetter, verificationLetter, type Letter, type Notice } from './mail-texts.js';
import { Addresses } from '../addresses.js';
import { isNews, MAILER, type Mailer } from './mailer.js';
import { PEOPLE } from '../membership-view.js';
import { People } from '../people.js';
import { PASSES, type Passes } from '../secrets/passes.js';
import { invitationKey, Teams } from '../teams.js';
import { Tokens } from '../secrets/tokens.js';
import { VAULT, type Vault } from '../secrets/vault.js';

@Injectable()
export class Letters implements Reaction {
  readonly source = 'identity';

  constructor(private readonly kit: Kit, private readonly people: People, private readonly teams: Teams, private readonly addresses: Addresses, private readonly tokens: Tokens,
    @Inject(VAULT) private readonly vault: Vault, @Inject(PASSES) private readonly passes: Passes, @Inject(MAILER) private readonly mailer: Mailer) {}

  async on(stored: AnyFact): Promise<void> {
    const fact = stored as unknown as IdentityFact;
    switch (fact.type) {
      case 'CodeIssued':
        return this.sendCode(stored, fact.data);
      case 'EmailVerified':
        return this.teams.foundOnVerification(fact.data.userId, { account: PEOPLE, actor: 'system:identity', correlationId: stored.meta.correlationId, causationId: stored.id });
      case 'EmailChanged':
        await this.addresses.releaseFormer(fact.data, { account: PEOPLE, actor: 'system:identity', correlationId: stored.meta.correlationId, causationId: stored.id, commandId: `released:${stored.id}` });
        return this.sendToFormer(stored, fact.data);
      case 'MemberInvited':
      case 'InvitationRenewed':
        return this.sendInvitation(stored, fact.data);
      case 'InvitationRevoked':
        return this.vault.forget(invitationKey(fact.data.invitationId));
      case 'PasswordSet':
        if (fact.data.because === 'reset' || fact.data.keeps) await this.endBefore(stored, fact.data);
        return fact.data.because === 'changed' || fact.data.because === 'reset' ? this.notify(stored, fact.data.userId, `password-${fact.data.because}`) : undefined;
      case 'NewPasswordDemanded':
        return this.endBefore(stored, fact.data);
      case 'SecondFactorSet':
        if (fact.data.because === 'reset' || fact.data.keeps) await this.endBefore(stored, fact.data);
        if (fact.data.enabled) return this.notify(stored, fact.data.userId, 'second-factor-on');
        return this.notify(stored, fact.data.userId, fact.data.because === 'reset' ? 'second-factor-reset' : 'second-factor-off');
      case 'RecoveryCodesMade':
        return this.notify(stored, fact.data.userId, 'recovery-codes-made');
      case 'RecoveryCodeUsed':
        return this.notify(stored, fact.data.userId, 'recovery-code-used');
      case 'SignInEnded':
        return fact.data.because === 'reused' ? this.notify(stored, fact.data.userId, 'copied-token') : undefined;
      case 'MemberRemoved':
        // Who has left by themselves knows.
        return stored.meta.actor === `user:${fact.data.userId}` ? undefined : this.sendRemoved(stored, fact.data);
      case 'MemberRoleChanged':
        return stored.meta.actor === `user:${fact.data.userId}` ? undefined : this.sendRole(stored, fact.data);
      case 'InvitationAccepted':
        await this.vault.forget(invitationKey(fact.data.invitationId));
        return this.sendJoined(stored, fact.data);
      case 'ApiKeyIssued':
        return this.sendKey(stored, fact.data);
      case 'SingleSignOnSet':
        return this.sendSingleSignOn(stored, fact.data);
      case 'PersonForgotten':
        await this.people.dropKeys(fact.data.userId);
        return this.passes.removeOwner(fact.data.userId);
      default:
        return undefined;
    }
  }

  /** This may be heard late, and again while the mail server is away: whoever has come in since then stays. */
  private endBefore({ meta }: AnyFact, { userId, keeps }: { userId: string; keeps?: string }): Promise<void> {
    return this.tokens.endAll(userId, { before: meta.at, except: keeps });
  }

  private url = (path: string): string => `${this.kit.settings.PUBLIC_URL ?? `http://localhost:${this.kit.settings.PORT}`}${path}`;

  /** A code that was replaced or has run out meanwhile is not worth a letter. */
  private async sendCode(stored: AnyFact, { userId, purpose, nonce, expiresAt }: Extract<IdentityFact, { type: 'CodeIssued' }>['data']): Promise<void> {
    const { codes } = await this.people.state(userId);
    const shown = await this.people.show(userId);
    if (!shown || codes[purpose]?.nonce !== nonce || expiresAt <= this.kit.clock.now().toISOString()) return;
    const code = codeOf(this.vault, userId, purpose, nonce);
    const to = { name: shown.firstName, code };
    await this.send(stored, userId, shown.email, purpose === 'verify'
      ? verificationLetter({ ...to, url: this.url(`/api/auth/verify-email?token=${linkOf(this.vault, [userId], nonce)}`) })
      : resetLetter({ ...to, url: this.url(`/forgot-password?email=${encodeURIComponent(shown.email)}&code=${code}&proof=${resetProofOf(this.vault, userId, nonce)}`) }));
  }

  private async sendInvitation(stored: AnyFact, { accountId, invitationId, nonce }: { accountId: string; invitationId: string; nonce: string }): Promise<void> {
    const invitation = await this.teams.invitation(this.teams.invitationToken(accountId, invitationId, nonce));
    if ('refused' in invitation) return;
    const by = await this.people.show(invitation.invitedBy);
    await this.send(stored, invitationKey(invitationId), invitation.email, invitationLetter({
      organization: invitation.organizationName, invitedBy: by ? `${by.firstName} ${by.lastName}`.trim() : '', role: invitation.role, days: INVITATION_DAYS,
      url: this.url(`/register?invitation=${this.teams.invitationToken(accountId, invitationId, nonce)}`),
    }));
  }

  private async sendToFormer(stored: AnyFact, { userId, formerHash, formerEmail, takeBackUntil, saidAt }: Extract<IdentityFact, { type: 'EmailChanged' }>['data']): Promise<void> {
    // Where an issuer says so it is that issuer's to tell.
    if (saidAt || !isNews(stored, this.kit.clock.now())) return;
    const [shown, to, back] = await Promise.all([this.people.show(userId), this.vault.open(userId, formerEmail), takeBackUntil && this.addresses.takeBackToken(userId, formerHash)]);
    if (shown && to) await this.send(stored, userId, to, formerAddressLetter({ name: shown.firstName, ...(back && { takeBack: this.url(`/forgot-password?back=${back}`) }) }));
  }

  private async sendRemoved(stored: AnyFact, { accountId, userId }: { accountId: string; userId: string }): Promise<void> {
    if (!isNews(stored, this.kit.clock.now())) return;
    const [shown, { created }] = await Promise.all([this.people.show(userId), this.teams.state(accountId)]);
    if (shown && created) await this.send(stored, userId, shown.email, removedLetter({ name: shown.firstName, organization: created.name, url: this.url('/app/profile') }));
  }

  /** Of a role that was changed again meanwhile another letter tells. */
  private async sendRole(stored: AnyFact, { accountId, userId, role }: { accountId: string; userId: string; role: Role }): Promise<void> {
    if (!isNews(stored, this.kit.clock.now())) return;
    const [shown, { created, members }] = await Promise.all([this.people.show(userId), this.teams.state(accountId)]);
    if (shown && created && members[userId] === role) await this.send(stored, userId, shown.email, roleLetter({ name: shown.firstName, organization: created.name, role, url: this.url('/app/dashboard') }));
  }

  /** Nobody comes in unseen, whoever has invited them. Who it is the team says: letters to others would keep it when they are forgotten. */
  private async sendJoined(stored: AnyFact, { accountId, userId }: { accountId: string; userId: string }): Promise<void> {
    if (!isNews(stored, this.kit.clock.now())) return;
    const { created, members } = await this.teams.state(accountId);
    const role = members[userId];
    if (!created || !role) return;
    const about = { organization: created.name, role, url: this.url('/app/team') };
    await this.sendToOwners(stored, members, (name) => joinedLetter({ ...about, name }), userId);
  }

  /** Whoever has taken a sign-in over could stay by a key: every owner hears of one, also of their own. */
  private async sendKey(stored: AnyFact, { accountId, keyId, name: key, role }: Extract<IdentityFact, { type: 'ApiKeyIssued' }>['data']): Promise<void> {
    if (!isNews(stored, this.kit.clock.now())) return;
    const { created, members, apiKeys } = await this.teams.state(accountId);
    if (!created || apiKeys[keyId]?.isRevoked) return;
    const about = { organization: created.name, key, role, url: this.url('/app/organization') };
    await this.sendToOwners(stored, members, (name) => keyLetter({ ...about, name }));
  }

  /** For the same reason. */
  private async sendSingleSignOn(stored: AnyFact, { accountId, issuer }: Extract<IdentityFact, { type: 'SingleSignOnSet' }>['data']): Promise<void> {
    if (!isNews(stored, this.kit.clock.now())) return;
    const { created, members, singleSignOn } = await this.teams.state(accountId);
    if (!created || singleSignOn?.issuer !== issuer) return;
    const about = { organization: created.name, host: new URL(issuer).host, url: this.url('/app/organization') };
    await this.sendToOwners(stored, members, (name) => singleSignOnLetter({ ...about, name }));
  }

  private async sendToOwners(stored: AnyFact, members: Readonly<Record<string, Role>>, letterFor: (name: string) => Letter, except?: string): Promise<void> {
    for (const ownerId of Object.keys(members).filter((id) => members[id] === 'owner' && id !== except)) {
      const owner = await this.people.show(ownerId);
      if (owner) await this.send(stored, ownerId, owner.email, letterFor(owner.firstName), createHash('sha256').update(`${stored.id}\n${ownerId}`).digest('hex').slice(0, 32));
    }
  }

  private async notify(stored: AnyFact, userId: string, notice: Notice): Promise<void> {
    if (!isNews(stored, this.kit.clock.now())) return;
    const shown = await this.people.show(userId);
    if (shown) await this.send(stored, userId, shown.email, noticeLetter(notice, { name: shown.firstName, url: this.url('/app/profile') }));
  }

  /** `id`: of a letter that is not the only one about this fact. */
  private async send(stored: AnyFact, person: string, to: string, letter: Letter, id = stored.id): Promise<void> {
    await this.mailer.send({ id, person, to, ...letter });
  }
}
