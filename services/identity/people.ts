/** People found by e-mail address, checked by password, shown by their open names. */
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInUser } from '@larder/contracts/identity.js';
import type { Position } from '@larder/contracts/fact.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Role } from '@larder/contracts/roles.js';
import type { Cause } from '@larder/kit/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { membershipView, organization, PEOPLE, type Membership } from './organization.js';
import { emailClaim, lockedUntil, person } from './person.js';
import { isPassword, verifierOf, type Verifier } from './srp.js';
import { VAULT, type Vault } from './vault.js';

/** Part of every verifier, so it never changes; what follows the `_` of the user pool's id. */
export const POOL = 'larder';
/** Sealed under this name: not one person's, but identity's own. */
const IDENTITY = 'identity';

export interface NewPerson {
  email: string;
  password: string;
  givenName: string;
  familyName: string;
  role: Role;
}

@Injectable()
export class People {
  constructor(private readonly kit: Kit, @Inject(VAULT) private readonly vault: Vault) {}

  private readonly fingerprint = (email: string): string => this.vault.fingerprint(email.trim().toLowerCase());

  /** Registers a person with a verified address as a member, once; answers the position at which it is so. */
  async establish(account: string, { email, password, givenName, familyName, role }: NewPerson, cause: Cause): Promise<Position> {
    const emailHash = this.fingerprint(email);
    // People belong to no organization's streams: one may be a member of several in time.
    const own = { ...cause, account: PEOPLE };
    const claimed = await this.kit.handle(emailClaim, emailHash, { type: 'ClaimEmail', userId: this.kit.chance.uuid() }, own);
    const userId = isRefusal(claimed) ? undefined : claimed.state.userId;
    if (!userId) throw new Error('An e-mail address could not be claimed');
    const verifier = JSON.stringify(verifierOf(POOL, userId, password, Buffer.from(this.kit.chance.secret(16)).toString('hex')));
    const sealed = { email: this.vault.seal(userId, email), givenName: this.vault.seal(userId, givenName), familyName: this.vault.seal(userId, familyName) };
    await this.kit.handle(person, userId, { type: 'RegisterPerson', person: { userId, emailHash, ...sealed }, verifier: this.vault.seal(IDENTITY, verifier), emailVerified: true }, own);
    const added = await this.kit.handle(organization, account, { type: 'AddMember', userId, role }, { ...cause, commandId: `${cause.commandId}:${userId}` });
    if (isRefusal(added)) throw new Error(added.message);
    return added.position;
  }

  /** The person behind address and password. An unknown address takes as long and says the same as a wrong password. */
  async check(email: string, password: string, cause: Cause): Promise<{ userId: string } | Refusal> {
    const wrong = refuse('SIGN_IN_REQUIRED', 'Incorrect email or password. Please try again.');
    const { userId = 'nobody' } = await this.kit.look(emailClaim, this.fingerprint(email));
    const state = await this.kit.look(person, userId);
    if (lockedUntil(state) > this.kit.clock.now().getTime()) return refuse('TOO_MANY_REQUESTS', 'Too many attempts. Please wait a moment and try again.');
    const sealed = state.verifier && this.vault.open(IDENTITY, state.verifier);
    const kept: Verifier = sealed ? (JSON.parse(sealed) as Verifier) : { salt: this.fingerprint(`salt of ${email}`).slice(0, 32), verifier: '' };
    const isRight = isPassword(POOL, userId, password, kept);
    if (isRight && sealed) return { userId };
    if (sealed) await this.kit.handle(person, userId, { type: 'NoteFailure', now: this.kit.clock.now().toISOString() }, { ...cause, account: PEOPLE });
    return wrong;
  }

  async noteSignIn(userId: string, familyId: string, cause: Cause): Promise<void> {
    await this.kit.handle(person, userId, { type: 'NoteSignIn', familyId }, { ...cause, account: PEOPLE });
  }

  membership(userId: string): Promise<Membership | undefined> {
    return this.kit.views.get<Membership>(membershipView, PEOPLE, userId);
  }

  /** Undefined for somebody who is no member of anything, or was forgotten. */
  async show(userId: string): Promise<SignedInUser & { emailVerified: boolean } | undefined> {
    const [{ registered, emailVerified }, membership] = await Promise.all([this.kit.look(person, userId), this.membership(userId)]);
    const { created } = membership ? await this.kit.look(organization, membership.account) : { created: undefined };
    const email = registered && this.vault.open(userId, registered.email);
    if (!registered || !membership || !created || email === undefined) return undefined;
    return {
      id: userId, email, firstName: this.vault.open(userId, registered.givenName) ?? '', lastName: this.vault.open(userId, registered.familyName) ?? '',
      role: membership.role, account: { id: created.accountId, name: created.name, slug: created.slug }, emailVerified,
    };
  }
}
