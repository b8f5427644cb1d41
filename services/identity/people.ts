/** People: registered, found by address, shown by their open names, and forgotten. */
import { Inject, Injectable } from '@nestjs/common';
import type { Position } from '@larder/contracts/fact.js';
import { troubled, type CodePurpose, type ShownPerson } from '@larder/contracts/identity.js';
import type { PlanId } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Role } from '@larder/contracts/roles.js';
import { newPassword } from '@larder/contracts/words.js';
import type { Cause, Done } from '@larder/kit/commands/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { standingOf } from './billing/standing-of.js';
import { CODE_HOURS, isCodeOf, isResetProofOf } from './secrets/codes.js';
import { leadKey } from './leads/lead.js';
import { membershipView, PEOPLE, type Membership } from './membership-view.js';
import { emailClaim } from './claims.js';
import { hasSecondFactor, isPending, person, type PersonCommand, type PersonFact, type PersonState } from './person.js';
import { isGuessable } from './secrets/common-passwords.js';
import { saltOf, verifierOf } from './secrets/srp.js';
import { VAULT, type Vault } from './secrets/vault.js';

/** Part of every verifier, so it never changes; what follows the `_` of the user pool's id. */
export const POOL = 'larder';
/** Sealed under this name: not one person's, but identity's own. */
export const IDENTITY = 'identity';

/** Whoever claims an address has it long before, or never will: the process ended in between, or nothing could be kept. */
const CLAIMED_MS = 2 * 60_000;

/** The sign-in that a token belongs to has ended. */
export const sessionOver = (): Refusal => refuse('SIGN_IN_REQUIRED', 'Your session has expired. Please log in again to continue.', { code: 'NotAuthorized' });

/** For whom another issuer lets in under an address that it has not confirmed, and that somebody signs in with here. */
export const namedElsewhere = (issuer: string, { OWN_SIGN_IN }: Kit['settings']): Refusal =>
  refuse('FORBIDDEN', `There is a login here with your address, and ${new URL(issuer).host} has not confirmed that the address is yours. Please ${OWN_SIGN_IN ? 'sign in with the password of that login, or ' : ''}have the address confirmed there.`);

export interface NewPerson {
  email: string;
  givenName: string;
  familyName: string;
  /** None for somebody who signs in elsewhere. */
  password?: string;
  /** Founded once the address is verified. */
  organizationName?: string;
  /** Where its days begin. */
  timeZone?: string;
  /** Chosen on the way here. */
  wantedPlan?: PlanId;
  emailVerified: boolean;
  issuer?: string;
}

/** What tokens say about a person. */
export interface KnownPerson extends ShownPerson {
  emailVerified: boolean;
  plan?: PlanId;
}

/** What somebody may act as, if anything. */
type Belonging = { account: NonNullable<ShownPerson['account']>; role: Role; plan: PlanId } | { account?: undefined; waitedForBy?: string };

@Injectable()
export class People {
  constructor(private readonly kit: Kit, @Inject(VAULT) private readonly vault: Vault) {}

  private readonly now = (): string => this.kit.clock.now().toISOString();

  /** What an address is found by. */
  readonly fingerprint = (email: string): string => this.vault.fingerprint(email.trim().toLowerCase());

  /** Of the person with this address, or whose id it is, as clients name people once they have signed in; a made-up one that is always the same for an address nobody has. */
  async idOf(email: string): Promise<{ userId: string; isKnown: boolean }> {
    if (!email.includes('@') && (await this.state(email)).registered) return { userId: email, isKnown: true };
    const hash = this.fingerprint(email);
    const { userId } = await this.kit.look(emailClaim, hash);
    const h = this.vault.fingerprint(`nobody ${hash}`);
    return { userId: userId ?? `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`, isKnown: userId !== undefined };
  }

  state = (userId: string): Promise<PersonState> => this.kit.look(person, userId);

  membership = (userId: string): Promise<Membership | undefined> => this.kit.views.get<Membership>(membershipView, PEOPLE, userId);

  do(userId: string, command: PersonCommand, cause: Cause): Promise<Done<PersonFact, PersonState> | Refusal> {
    // People belong to no organization's streams; one request may lead to several commands here.
    return this.kit.handle(person, userId, command, { ...cause, commandId: `${cause.commandId}:${command.type}`, account: PEOPLE });
  }

  /** Why a password cannot be somebody's next one. `about` is who they are, in words. */
  async objectionTo(password: string, about: readonly string[] = []): Promise<Refusal | undefined> {
    if (!newPassword.safeParse(password).success) return troubled('InvalidPassword');
    return (await isGuessable(password, about)) ? troubled('CommonPassword') : undefined;
  }

  /** The same for somebody we know. Only for those who have shown who they are: it tells about them. */
  async objectionToOf(userId: string, password: string): Promise<Refusal | undefined> {
    const shown = await this.show(userId);
    return this.objectionTo(password, shown && [shown.email, shown.firstName, shown.lastName, shown.account?.name ?? '']);
  }

  /** Whether somebody signs in with this address; a sign-up here that was never confirmed is nobody yet, and who was forgotten is nobody any more. */
  async hasLogin(email: string): Promise<boolean> {
    const state = await this.state((await this.idOf(email)).userId);
    return state.registered?.emailHash === this.fingerprint(email) && !isPending(state) && !state.isForgotten;
  }

  /** Refused with `UsernameExists` when somebody has the address, unless they registered with the same command. A sign-up that was never confirmed gives way, see {@link freeAddress}. */
  async register(one: NewPerson, cause: Cause): Promise<{ userId: string; position: Position } | Refusal> {
    const objection = one.password === undefined ? undefined : await this.objectionTo(one.password, [one.email, one.givenName, one.familyName, one.organizationName ?? '']);
    return objection ?? this.add(one, cause);
  }

  /** The same without a rule for the password, and an address that has its person already is that person. */
  async establish(one: NewPerson, cause: Cause): Promise<{ userId: string; position: Position }> {
    const { userId, isKnown } = await this.idOf(one.email);
    const added = isKnown ? { userId, position: '' } : await this.add(one, cause);
    if (isRefusal(added)) throw new Error(added.message);
    return added;
  }

  private async add({ email, password, givenName, familyName, organizationName, timeZone, wantedPlan, emailVerified, issuer }: NewPerson, cause: Cause): Promise<{ userId: string; position: Position } | Refusal> {
    const emailHash = this.fingerprint(email);
    // From the command, so that the same command again, after a crash in between, is about the same person.
    const h = this.vault.fingerprint(`person ${cause.commandId} ${emailHash}`);
    const userId = `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
    await this.freeAddress(emailHash, emailVerified, cause);
    const claimed = await this.kit.handle(emailClaim, emailHash, { type: 'ClaimEmail', userId, now: this.now() }, { ...cause, account: PEOPLE });
    if (isRefusal(claimed)) return claimed;
    if (claimed.state.userId !== userId) return troubled('UsernameExists');
    const seal = (text: string): Promise<string> => this.vault.seal(userId, text);
    const done = await this.do(userId, {
      type: 'RegisterPerson', emailVerified, verifier: password === undefined ? undefined : await this.verifierFor(userId, password), code: emailVerified ? undefined : this.newCode('verify'),
      person: { userId, emailHash, email: await seal(email.trim()), givenName: await seal(givenName), familyName: await seal(familyName), ...(organizationName && { organizationName: await seal(organizationName) }), ...(timeZone && { timeZone }), ...(wantedPlan && { wantedPlan }), ...(issuer && { issuer }) },
    }, cause);
    return isRefusal(done) ? done : { userId, position: done.position };
  }

  /** Takes an address from a sign-up that never proved it, once its code has run out, or at once for whoever proves it; and from whoever claimed it and never came to have it. */
  async freeAddress(emailHash: string, isProved: boolean, cause: Cause): Promise<void> {
    const { userId, claimedAt = '' } = await this.kit.look(emailClaim, emailHash);
    if (userId === undefined) return;
    const state = await this.state(userId);
    const isLeft = state.registered?.emailHash !== emailHash && claimedAt <= new Date(this.kit.clock.now().getTime() - CLAIMED_MS).toISOString();
    const isOver = isProved || (state.codes.verify?.expiresAt ?? '') <= this.now();
    // A forgotten one still has it where the process ended in between.
    if (!isLeft && !state.isForgotten && !(isPending(state) && isOver)) return;
    const done = isLeft ? undefined : await this.do(userId, { type: 'Forget', now: this.now(), ifUnverified: true }, cause);
    if (done && !isRefusal(done) && !done.state.isForgotten) return;
    await this.kit.handle(emailClaim, emailHash, { type: 'ReleaseEmail', userId }, { ...cause, commandId: `${cause.commandId}:free`, account: PEOPLE });
    if (!isLeft) await this.dropKeys(userId);
  }

  newCode(purpose: CodePurpose): { nonce: string; expiresAt: string } {
    return { nonce: this.kit.chance.secret(16), expiresAt: new Date(this.kit.clock.now().getTime() + CODE_HOURS[purpose] * 3_600_000).toISOString() };
  }

  issueCode(userId: string, purpose: CodePurpose, cause: Cause): Promise<unknown> {
    return this.do(userId, { type: 'IssueCode', purpose, ...this.newCode(purpose) }, cause);
  }

  /** Tries a code; a right one verifies the address and, with a password, sets that. */
  async tryCode(userId: string, purpose: CodePurpose, code: string, cause: Cause, password?: string): Promise<{ position: Position } | Refusal> {
    const { codes } = await this.state(userId);
    const nonce = codes[purpose]?.nonce ?? '';
    const isProof = purpose === 'reset' && (await this.isProof(userId, code));
    const isRight = isProof || isCodeOf(this.vault, code.trim(), userId, purpose, nonce);
    const objection = isRight && password !== undefined ? await this.objectionToOf(userId, password) : undefined;
    if (objection) return objection;
    const verifier = isRight && password !== undefined ? await this.verifierFor(userId, password) : undefined;
    const done = await this.do(userId, { type: 'TryCode', purpose, nonce, isRight, now: this.now(), verifier, isProof }, cause);
    if (isRefusal(done)) return done;
    return isRight ? { position: done.position } : troubled('CodeMismatch');
  }

  /** Whether it is what the link of the letter about a new password carries, instead of the code beside it: nobody guesses that. */
  async isProof(userId: string, code: string): Promise<boolean> {
    const { reset } = (await this.state(userId)).codes;
    return reset !== undefined && isResetProofOf(this.vault, code, userId, reset.nonce);
  }

  /** Sets a new password with a code from an e-mail. */
  async resetPassword(userId: string, code: string, password: string, cause: Cause): Promise<{ position: Position } | Refusal> {
    return (await this.objectionTo(password)) ?? this.tryCode(userId, 'reset', code, cause, password);
  }

  /** SRP salt and verifier, sealed. */
  verifierFor(userId: string, password: string): Promise<string> {
    return this.vault.seal(IDENTITY, JSON.stringify(verifierOf(POOL, userId, password, saltOf(this.kit.chance.secret(16)))));
  }

  /** Undefined for somebody who is not there, or was forgotten. `isFromElsewhere` as in {@link belonging}. */
  async show(userId: string, isFromElsewhere = false): Promise<KnownPerson | undefined> {
    const [{ registered, emailVerified, isForgotten }, membership] = await Promise.all([this.state(userId), this.membership(userId)]);
    if (!registered || isForgotten) return undefined;
    const [email, firstName = '', lastName = ''] = await Promise.all([registered.email, registered.givenName, registered.familyName].map((sealed) => this.vault.open(userId, sealed)));
    if (email === undefined) return undefined;
    const shown = { id: userId, email, firstName, lastName, emailVerified };
    return { ...shown, ...(membership && (await this.belonging(membership, isFromElsewhere))) };
  }

  /** `isFromElsewhere`: they have come by another issuer's token, or by the word of their organization's provider. */
  async belonging({ userId, account, role }: Membership, isFromElsewhere: boolean): Promise<Belonging> {
    if (!account || !role) return {};
    const { plan, organization: { created } } = await standingOf(this.kit, account);
    if (!created) return {};
    if (created.requiresSecondFactor && !hasSecondFactor(await this.state(userId), isFromElsewhere)) return { waitedForBy: created.name };
    return { account: { id: account, name: created.name, slug: created.slug }, role, plan: plan.id };
  }

  /** Whatever lies anywhere about this person is unreadable for good. The address is free again. */
  async forget(userId: string, cause: Cause): Promise<Position | Refusal> {
    const { registered } = await this.state(userId);
    const done = await this.do(userId, { type: 'Forget', now: this.now() }, cause);
    if (isRefusal(done)) return done;
    if (registered) await this.kit.handle(emailClaim, registered.emailHash, { type: 'ReleaseEmail', userId }, { ...cause, account: PEOPLE });
    await this.dropKeys(userId);
    return done.position;
  }

  /** Also of what the same address left as a visitor's, where they have shown that it is theirs. */
  async dropKeys(userId: string): Promise<void> {
    const { registered, emailVerified, former = [] } = await this.state(userId);
    await this.vault.forget(userId);
    if (registered && emailVerified) for (const { emailHash } of [registered, ...former]) await this.vault.forget(leadKey(emailHash));
  }
}
