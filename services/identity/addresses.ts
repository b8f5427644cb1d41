/** Another e-mail address to sign in with: nothing changes before its owner has shown a code that was sent to it, so one that was mistyped changes nothing. */
import { Inject, Injectable } from '@nestjs/common';
import type { Position } from '@larder/contracts/fact.js';
import { troubled, type adoptExternal } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { networkOf } from '@larder/kit/http/network.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { emailClaim } from './claims.js';
import { addressLetter } from './mail/mail-texts.js';
import { MAILER, NO_MAILER, type Mailer } from './mail/mailer.js';
import { WaitingMails } from './mail/waiting-mails.js';
import { PEOPLE } from './membership-view.js';
import { People } from './people.js';
import { takeable, TAKEN_BACK_NO_MORE } from './person.js';
import { aboutOf, codeOf, isCodeOf, isLinkOf, linkOf } from './secrets/codes.js';
import { Guesses } from './secrets/guesses.js';
import { PASSES, type Passes } from './secrets/passes.js';
import { Tokens } from './secrets/tokens.js';
import { VAULT, type Vault } from './secrets/vault.js';
import { ownSignInOff, SignIns } from './sign-ins.js';

/** The address somebody wants; a newer wish takes the place of the one before. */
const WISH = 'email-change';
const WISH_MS = 3_600_000;
/** How long whoever reads the letters of a former address may go back to it. */
const TAKE_BACK_MS = 7 * 86_400_000;
interface Wish {
  nonce: string;
  /** Sealed under the person's key. */
  email: string;
}

const taken = (): Refusal => refuse('CONFLICT', 'Somebody signs in with this address already.');

const ofFormer = ({ until }: { until?: string }): string => `former ${until}`;

@Injectable()
export class Addresses {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly signIns: SignIns, private readonly guesses: Guesses, private readonly tokens: Tokens, private readonly waiting: WaitingMails,
    @Inject(VAULT) private readonly vault: Vault, @Inject(PASSES) private readonly passes: Passes, @Inject(MAILER) private readonly mailer: Mailer) {}

  private readonly now = (): string => this.kit.clock.now().toISOString();

  /** Sends a code to the address. With the password: a screen that was left open is not enough. */
  async ask(userId: string, email: string, password: string, asked: Asked): Promise<Refusal | undefined> {
    const objection = await this.objectionTo(userId, email, password, asked);
    if (objection) return objection;
    const nonce = this.kit.chance.secret(16);
    const wish: Wish = { nonce, email: await this.vault.seal(userId, email) };
    await this.passes.put({ kind: WISH, id: userId, owner: userId, group: '', content: wish, expiresAt: new Date(this.kit.clock.now().getTime() + WISH_MS).toISOString() });
    return this.send(userId, email, nonce);
  }

  private async objectionTo(userId: string, email: string, password: string, asked: Asked): Promise<Refusal | undefined> {
    const { registered, verifier, isIssuerOut } = await this.people.state(userId);
    if (!registered || !verifier || !this.kit.settings.OWN_SIGN_IN || (registered.issuer && !isIssuerOut)) return refuse('CONFLICT', 'You sign in elsewhere, where your address is.');
    if (registered.emailHash === this.people.fingerprint(email)) return refuse('BAD_INPUT', 'This is your address already.');
    const entered = await this.signIns.knowsPassword(userId, password, asked);
    if (isRefusal(entered)) return entered.refused === 'SIGN_IN_REQUIRED' ? refuse('BAD_INPUT', 'Your current password is not right.') : entered;
    // Here and below under names of their own: whoever is not signed in uses none of these up.
    if (!(await this.guesses.note(`letter ${this.people.fingerprint(email)}`, `address letter ${userId}`, asked.from && `letters ${networkOf(asked.from.address)}`))) return troubled('LimitExceeded');
    return (await this.people.hasLogin(email)) ? taken() : undefined;
  }

  private async send(userId: string, email: string, nonce: string): Promise<Refusal | undefined> {
    const { firstName = '' } = (await this.people.show(userId)) ?? {};
    const mail = { id: this.kit.chance.uuid(), person: userId, to: email, ...addressLetter({ name: firstName, code: codeOf(this.vault, userId, 'email', nonce) }) };
    try {
      if ((await this.mailer.send(mail)) === 'accepted') return undefined;
      return refuse('BAD_INPUT', this.mailer === NO_MAILER ? 'No e-mails can be sent from here' : 'The mail server does not take e-mails for this address');
    } catch (error) {
      this.kit.log.warn({ err: error }, 'the mail server does not take an e-mail now');
      await this.waiting.keep(mail);
      return undefined;
    }
  }

  /** The address is theirs from now on, and the one before is free. */
  async confirm(userId: string, code: string, asked: Asked): Promise<Refusal | undefined> {
    const forgive = await this.guesses.note(`address code ${userId}`, asked.from && `codes ${networkOf(asked.from.address)}`);
    if (!forgive) return troubled('LimitExceeded');
    const { nonce, email: sealed } = ((await this.passes.get(WISH, userId, this.now()))?.content ?? {}) as Partial<Wish>;
    const email = sealed && (await this.vault.open(userId, sealed));
    if (!email || !nonce) return troubled('ExpiredCode');
    if (!isCodeOf(this.vault, code, userId, 'email', nonce)) return troubled('CodeMismatch');
    await forgive();
    // The wish stays for its hour: whoever confirms once more, because the answer was lost, is told that it is done.
    return this.change(userId, email, sealed, causeOf(asked, PEOPLE));
  }

  private async change(userId: string, email: string, sealed: string, cause: Cause): Promise<Refusal | undefined> {
    const [emailHash, { registered }] = [this.people.fingerprint(email), await this.people.state(userId)];
    const objection = await this.claim(userId, emailHash, cause);
    if (objection) return objection;
    const takeBackUntil = new Date(this.kit.clock.now().getTime() + TAKE_BACK_MS).toISOString();
    const changed = await this.people.do(userId, { type: 'ChangeEmail', emailHash, email: sealed, takeBackUntil }, cause);
    if (isRefusal(changed)) return changed;
    if (registered) await this.releaseFormer({ userId, formerHash: registered.emailHash }, { ...cause, commandId: `${cause.commandId}:former` });
    return undefined;
  }

  /** As whoever runs Larder has it, who knows whose login it is. */
  async set(email: string, to: string, asked: Asked): Promise<Record<string, never> | Refusal> {
    const { userId } = await this.people.idOf(email);
    const { registered } = await this.people.state(userId);
    if (registered?.emailHash !== this.people.fingerprint(email)) return refuse('NOT_FOUND', 'Nobody signs in with this address');
    if (!this.kit.settings.OWN_SIGN_IN || registered.issuer) return refuse('CONFLICT', 'They sign in elsewhere, where their address is.');
    if (this.mailer === NO_MAILER) return refuse('CONFLICT', 'No e-mails can be sent from here, and one has to bring them a code: name a mail server first');
    const [emailHash, cause] = [this.people.fingerprint(to), causeOf(asked, PEOPLE)];
    const verifier = await this.people.verifierFor(userId, this.kit.chance.secret(32));
    const objection = (await this.people.hasLogin(to)) ? taken() : await this.claim(userId, emailHash, cause);
    if (objection) return objection;
    const done = await this.people.do(userId, { type: 'SetEmail', emailHash, email: await this.vault.seal(userId, to), verifier }, cause);
    if (isRefusal(done)) return done;
    await this.passes.remove(WISH, userId);
    await this.tokens.endAll(userId);
    await this.releaseFormer({ userId, formerHash: registered.emailHash }, { ...cause, commandId: `${cause.commandId}:former` });
    await this.people.issueCode(userId, 'reset', cause);
    return {};
  }

  /** The address that another issuer has confirmed: of somebody who came from there, or may only come from there, it is theirs here, too, unless it is somebody else's. Answers up to where it is kept. */
  async follow(userId: string, { issuer, email, emailVerified, signedInAt: saidAt = '' }: In<typeof adoptExternal>, cause: Cause): Promise<Position> {
    const { registered, emailVerified: isKnown, isIssuerOut, saidAt: heardAt = '' } = await this.people.state(userId);
    if (!registered || !email || !emailVerified) return '';
    const [emailHash, former] = [this.people.fingerprint(email), registered.emailHash];
    const isOther = emailHash !== former;
    const isTheirWord = !isIssuerOut && saidAt > heardAt && (registered.issuer ?? (this.kit.settings.OWN_SIGN_IN ? '' : issuer)) === issuer;
    if (isOther ? !isTheirWord : isKnown && !isIssuerOut) return '';
    if (isOther && (await this.claim(userId, emailHash, cause))) return '';
    const done = await this.people.do(userId, { type: 'FollowIssuer', issuer, emailHash, email: await this.vault.seal(userId, email), saidAt }, cause);
    if (isRefusal(done)) return '';
    await this.releaseFormer({ userId, formerHash: former }, { ...cause, commandId: `${cause.commandId}:former` });
    return done.position;
  }

  private async claim(userId: string, emailHash: string, cause: Cause): Promise<Refusal | undefined> {
    await this.people.freeAddress(emailHash, true, cause);
    const claimed = await this.kit.handle(emailClaim, emailHash, { type: 'ClaimEmail', userId, now: this.now() }, { ...cause, account: PEOPLE });
    if (isRefusal(claimed)) return claimed;
    return claimed.state.userId === userId ? undefined : taken();
  }

  /** What the letter to a former address carries, while one may go back to it. */
  async takeBackToken(userId: string, emailHash: string): Promise<string | undefined> {
    const former = takeable(await this.people.state(userId), emailHash, this.now());
    return former && linkOf(this.vault, [userId, emailHash], ofFormer(former));
  }

  /** Somebody else had the login: it is theirs again who read the letters of its former address, and nobody else's password lets in. */
  async takeBack(token: string, password: string, asked: Asked): Promise<{ email: string } | Refusal> {
    if (!this.kit.settings.OWN_SIGN_IN) return ownSignInOff();
    const [userId = '', emailHash = ''] = aboutOf(token);
    const former = takeable(await this.people.state(userId), emailHash, this.now());
    if (!former || !isLinkOf(this.vault, token, [userId, emailHash], ofFormer(former))) return refuse('NOT_FOUND', TAKEN_BACK_NO_MORE);
    const { registered } = await this.people.state(userId);
    const isTheirs = registered?.emailHash === emailHash;
    const [objection, cause] = [isTheirs ? undefined : await this.people.objectionToOf(userId, password), causeOf(asked, PEOPLE)];
    if (objection) return objection;
    const verifier = await this.people.verifierFor(userId, password);
    const refused = isTheirs ? undefined : await this.claim(userId, emailHash, cause);
    if (refused) return refused;
    const done = await this.people.do(userId, { type: 'TakeBackEmail', emailHash, verifier, now: this.now() }, cause);
    if (isRefusal(done)) return done;
    await this.passes.remove(WISH, userId);
    await this.tokens.endAll(userId);
    await this.signIns.noteReset(userId, asked);
    if (registered) await this.releaseFormer({ userId, formerHash: registered.emailHash }, { ...cause, commandId: `${cause.commandId}:former` });
    return { email: (await this.people.show(userId))?.email ?? '' };
  }

  /** Unless they have come back to it. Another call of this may have let go of the one they have while they were about to: it is claimed again. */
  async releaseFormer({ userId, formerHash }: { userId: string; formerHash: string }, cause: Cause): Promise<void> {
    if ((await this.people.state(userId)).registered?.emailHash !== formerHash) await this.kit.handle(emailClaim, formerHash, { type: 'ReleaseEmail', userId }, { ...cause, account: PEOPLE });
    const { registered, isForgotten } = await this.people.state(userId);
    if (registered && !isForgotten) await this.kit.handle(emailClaim, registered.emailHash, { type: 'ClaimEmail', userId, now: this.now() }, { ...cause, commandId: `${cause.commandId}:kept`, account: PEOPLE });
  }
}
