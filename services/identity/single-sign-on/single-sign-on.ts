/** Who an organization's own identity provider lets in: its members, and whom it has invited. Nobody else, whatever address the provider names. */
import { Inject, Injectable } from '@nestjs/common';
import { planAllows } from '@larder/contracts/identity/plans.js';
import { setSingleSignOn } from '@larder/contracts/identity/single-sign-on.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Role } from '@larder/contracts/roles.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { standingOf } from '../billing/standing-of.js';
import { externalClaim } from '../claims.js';
import { membershipView, PEOPLE } from '../membership-view.js';
import { slugClaim, type SingleSignOnSet } from '../organization.js';
import { IDENTITY, People } from '../people.js';
import { issuerOf } from '../secrets/tokens.js';
import { VAULT, type Vault } from '../secrets/vault.js';
import { Teams } from '../teams.js';
import { hostOf, type Provider, type Told } from './providers.js';

/** An organization with single sign-on. */
export interface Entrance {
  account: string;
  name: string;
  slug: string;
  set: SingleSignOnSet;
}

export const signInUrlOf = (settings: Kit['settings'], slug: string): string => `${issuerOf(settings).replace(/\/idp$/, '')}/login?organization=${slug}`;

@Injectable()
export class SingleSignOn {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly teams: Teams, @Inject(VAULT) private readonly vault: Vault) {}

  /** Undefined where there is none, or the plan includes none any more. */
  async of(account: string): Promise<Entrance | undefined> {
    const { plan, organization: { created, singleSignOn: set } } = await standingOf(this.kit, account);
    if (!created || !set || !planAllows(plan.id, setSingleSignOn.feature)) return undefined;
    return { account, name: created.name, slug: created.slug, set };
  }

  async ofSlug(slug: string): Promise<Entrance | undefined> {
    const { accountId } = await this.kit.look(slugClaim, slug);
    return accountId === undefined ? undefined : this.of(accountId);
  }

  async providerOf({ issuer, clientId, clientSecret }: SingleSignOnSet): Promise<Provider> {
    const opened = await this.vault.open(IDENTITY, clientSecret);
    if (opened === undefined) throw new Error('the secret of a single sign-on does not open');
    return { issuer, clientId, clientSecret: opened };
  }

  /** Our person for somebody the provider has let in. `invitation`: the token of one whose link they came by. */
  async admit({ account, name, set: { issuer } }: Entrance, told: Told, invitation: string | undefined, asked: Asked): Promise<{ userId: string } | Refusal> {
    const { members } = await this.teams.state(account);
    // Under the organization's name: what its provider says holds nowhere else.
    const hash = this.vault.fingerprint(`${account} ${issuer} ${told.subject}`);
    const known = await this.kit.look(externalClaim, hash);
    if (known.userId !== undefined && Object.hasOwn(members, known.userId) && !(await this.isLost(known.userId, known.emailHash))) return { userId: known.userId };
    const { userId, isKnown } = await this.people.idOf(told.email);
    const joined = isKnown && Object.hasOwn(members, userId) ? { userId } : await this.join(account, name, told, invitation, asked);
    if (isRefusal(joined)) return joined;
    const claim = { userId: joined.userId, emailHash: this.people.fingerprint(told.email), inPlaceOf: known.userId };
    const claimed = await this.kit.handle(externalClaim, hash, claim, { ...causeOf(asked, PEOPLE), commandId: `${asked.commandId}:claim` });
    return isRefusal(claimed) ? claimed : joined;
  }

  /** Whoever came by an address that turned out to be somebody else's is somebody else. */
  private async isLost(userId: string, emailHash = ''): Promise<boolean> {
    const { lost = [], isForgotten } = await this.people.state(userId);
    return isForgotten || lost.includes(emailHash);
  }

  /** The letter shows that the address is theirs: a provider could name any, and somebody else's login would be begun by it. */
  private async join(account: string, name: string, { issuer, email, givenName, familyName }: Told, token: string | undefined, asked: Asked): Promise<{ userId: string } | Refusal> {
    const open = token === undefined ? undefined : await this.teams.invitation(token);
    if (!open || isRefusal(open) || open.account !== account) return refuse('FORBIDDEN', `${name} has nobody with the address ${email} in its team. Ask there for an invitation, and come by the link in its letter.`);
    if (this.people.fingerprint(open.email) !== this.people.fingerprint(email)) return refuse('FORBIDDEN', `The invitation is for ${open.email}, and ${hostOf(issuer)} knows you as ${email}. Ask to be invited with that address.`);
    if (await this.people.hasLogin(email)) return refuse('CONFLICT', 'There is a login with your address already. Sign in with it to accept the invitation; from then on single sign-on lets you in, too.');
    const cause = causeOf(asked, PEOPLE);
    const registered = await this.people.register({ email: open.email, givenName, familyName, emailVerified: true, issuer }, cause);
    if (isRefusal(registered)) return registered;
    await this.kit.views.reached(membershipView, registered.position);
    const accepted = await this.teams.accept(open, registered.userId, causeOf(asked, account));
    return isRefusal(accepted) ? accepted : { userId: registered.userId };
  }

  /** Why somebody who was let in, by a password or by the provider of `organization`, does not come in now, if so: it may be a while ago. */
  async objectionTo(userId: string, { organization, issuer }: { organization?: string; issuer?: string }): Promise<Refusal | undefined> {
    if (organization === undefined) return this.objectionToPassword(userId);
    const entrance = await this.of(organization);
    return entrance?.set.issuer === issuer ? undefined : refuse('FORBIDDEN', 'This single sign-on was turned off, or another one has taken its place.');
  }

  /** Why somebody whose password was right does not come in by it, if so. Owners always do: one who could not would be kept out by a provider that is away. */
  async objectionToPassword(userId: string): Promise<Refusal | undefined> {
    const { account, role } = (await this.people.membership(userId)) ?? {};
    return account && role ? this.objectionFor(role, await this.of(account)) : undefined;
  }

  objectionFor(role: Role, entrance: Entrance | undefined): Refusal | undefined {
    if (!entrance?.set.isRequired || role === 'owner') return undefined;
    return refuse('FORBIDDEN', `${entrance.name} asks you to sign in by its single sign-on: ${signInUrlOf(this.kit.settings, entrance.slug)}`, { code: 'SingleSignOnRequired' });
  }
}
