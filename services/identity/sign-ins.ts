/** The ways in: a password, its proof, a one-time password, a refresh token. Every way counts failures and none tells whether an address is known. */
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { troubled, type SignInStep } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { networkOf } from '@larder/kit/http/network.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { isEarly } from '@larder/kit/time.js';
import { Guesses, WINDOW_MS } from './secrets/guesses.js';
import { PEOPLE } from './membership-view.js';
import { IDENTITY, People, POOL, sessionOver, type KnownPerson } from './people.js';
import { PASSES, type Passes } from './secrets/passes.js';
import { printOf } from './secrets/recovery-codes.js';
import { isLocked, type PersonState } from './person.js';
import { challengeOf, isPassword, isProof, isPublicValue, saltOf, verifierOf, type Challenge, type Verifier } from './secrets/srp.js';
import { SingleSignOn } from './single-sign-on/single-sign-on.js';
import { Tokens, type Family, type IssuedTokens } from './secrets/tokens.js';
import { VAULT, type Vault } from './secrets/vault.js';

/** Where only other issuers let people in. */
export const ownSignInOff = (): Refusal => refuse('FORBIDDEN', 'Signing in with a password is turned off here. Please use single sign-on.');

const CHALLENGE_MS = 3 * 60_000;
/** Copies' clocks differ, and one may be put back: it is good once all the same. */
const ONCE_MS = 2 * CHALLENGE_MS;
/** Somebody has chosen a new password with a code from an e-mail. */
const RESET = 'password-reset';

/** What is still asked of somebody whose password was right. */
export type Step = 'second-factor' | 'new-password';
export type Entered = Admitted | { userId: string; next: Step; session: string; passwordsSet: number };
/** Of whom nothing more is asked; `by` what they have proved last. */
export interface Admitted {
  userId: string;
  by: SignInStep;
  /** As in {@link PersonCommand}. */
  passwordsSet?: number;
  /** As in {@link Family}. */
  organization?: string;
  /** Of its provider. */
  issuer?: string;
}
interface Half {
  userId: string;
  passwordsSet: number;
  /** Of a password they were asked to choose and have chosen: it is theirs once the second factor is shown, too. */
  verifier?: string;
}
export interface SignedIn extends IssuedTokens {
  user: KnownPerson;
  familyId: string;
}

interface Started {
  userId: string;
  publicA: string;
  challenge: Challenge;
}

@Injectable()
export class SignIns implements OnModuleInit {
  /** What proves an address nobody has: never right, and costs the same. */
  private nobody = '';

  constructor(private readonly kit: Kit, private readonly people: People, private readonly tokens: Tokens, private readonly guesses: Guesses, private readonly singleSignOn: SingleSignOn,
    @Inject(VAULT) private readonly vault: Vault, @Inject(PASSES) private readonly passes: Passes) {}

  async onModuleInit(): Promise<void> {
    this.nobody = await this.vault.seal(IDENTITY, JSON.stringify(verifierOf(POOL, 'nobody', this.kit.chance.secret(32), 'a0')));
  }

  /** Checks address and password. */
  async byPassword(email: string, password: string, asked: Asked): Promise<Entered | Refusal> {
    const { userId } = await this.people.idOf(email);
    return this.knowsPassword(userId, password, asked);
  }

  /** Begins a proof: answers what the client needs to make it. Nothing is kept; the block carries the state, sealed. */
  async begin(email: string, publicA: string): Promise<{ userId: string; salt: string; publicB: string; block: string } | Refusal> {
    if (!isPublicValue(publicA)) return troubled('InvalidParameter');
    const { userId } = await this.people.idOf(email);
    const kept = await this.keptOf(userId, await this.people.state(userId));
    const challenge = challengeOf(kept);
    return { userId, salt: kept.salt, publicB: challenge.publicB, block: Buffer.from(await this.sealed<Started>('proof', { userId, publicA, challenge })).toString('base64') };
  }

  async byProof({ block, timestamp, signature }: { block: string; timestamp: string; signature: string }, asked: Asked): Promise<Entered | Refusal> {
    const bytes = Buffer.from(block, 'base64');
    const started = await this.opened<Started>('proof', bytes.toString());
    if (!started) return troubled('NotAuthorized');
    const { userId } = started;
    return this.guess(userId, asked, 'password', async (state) => isProof({ pool: POOL, ...started, kept: await this.keptOf(userId, state), secretBlock: bytes, timestamp, signature }) && state.verifier !== undefined);
  }

  /** The code of an app, or a recovery code; `session` says whose. */
  async bySecondFactor(session: string, code: string, asked: Asked): Promise<Admitted | Refusal> {
    const opened = await this.opened<Half>('second-factor', session);
    if (!opened) return troubled('NotAuthorized', 'Your session has expired. Please sign in again.');
    const { userId, passwordsSet, verifier } = opened;
    const by = /^\d{6}$/.test(code) ? 'code' : 'recovery-code';
    const refused = await this.guess(userId, asked, by, ({ secondFactor }) => (by === 'code' ? this.isOfApp(userId, code, secondFactor?.secret) : this.isRecoveryCode(userId, code, asked)));
    if (isRefusal(refused)) return refused;
    return verifier === undefined ? { userId, by, passwordsSet } : this.replaceDemanded({ userId, passwordsSet, verifier }, by, asked);
  }

  async byNewPassword(session: string, password: string, asked: Asked): Promise<Entered | Refusal> {
    const whose = await this.read<Half>('new-password', session);
    const objection = whose ? await this.people.objectionToOf(whose.userId, password) : await this.people.objectionTo(password);
    if (objection) return objection;
    const opened = await this.opened<Half>('new-password', session);
    // Where somebody has chosen one meanwhile, it was not with this old one.
    const state = opened && (await this.people.state(opened.userId));
    if (!opened || !state?.isPasswordDemanded) return troubled('NotAuthorized', 'Your session has expired. Please sign in again.');
    const { userId, passwordsSet } = opened;
    const half = { userId, passwordsSet, verifier: await this.people.verifierFor(userId, password) };
    return state.secondFactor?.isEnabled ? { userId, passwordsSet, next: 'second-factor', session: await this.sealed('second-factor', half) } : this.replaceDemanded(half, 'password', asked);
  }

  /** `by`: what they have shown last. */
  private async replaceDemanded({ userId, passwordsSet, verifier }: Required<Half>, by: SignInStep, asked: Asked): Promise<Admitted | Refusal> {
    // Whoever is demanded a new one may not be the only one who knows the old one.
    await this.tokens.endAll(userId);
    const set = await this.people.do(userId, { type: 'SetPassword', verifier, because: 'demanded', passwordsSet, by }, causeOf(asked, PEOPLE));
    return isRefusal(set) ? set : { userId, by, passwordsSet: passwordsSet + 1 };
  }

  /** Tokens of a new sign-in, once every step was taken. */
  async enter({ userId, ...shown }: Admitted, asked: Asked): Promise<SignedIn | Refusal> {
    // It begins first: what ends others of theirs meanwhile ends it, too.
    const family = await this.tokens.begin(userId, asked.from);
    const noted = (await this.singleSignOn.objectionToPassword(userId)) ?? await this.people.do(userId, { type: 'NoteSignIn', familyId: family.id, ...shown }, { ...causeOf(asked, PEOPLE), commandId: family.id });
    if (!isRefusal(noted)) return this.tokensOf(family);
    await this.tokens.end(family.id);
    return noted;
  }

  async byRefreshToken(refreshToken: string, asked: Asked): Promise<SignedIn | Refusal> {
    const family = await this.tokens.familyOfRefresh(refreshToken);
    const redeemed = await this.tokens.redeem(refreshToken);
    if (redeemed === 'reused' && family) await this.people.do(family.userId, { type: 'EndSignIn', familyId: family.id, because: 'reused' }, causeOf(asked, PEOPLE));
    if (!redeemed || redeemed === 'reused') return sessionOver();
    return this.tokensOf(redeemed);
  }

  async tokensOf(family: Family): Promise<SignedIn | Refusal> {
    const user = await this.people.show(family.userId, family.organization !== undefined);
    return user ? { ...(await this.tokens.issue(user, family)), user, familyId: family.id } : sessionOver();
  }

  /** Ends one sign-in, as a fact and for its tokens. */
  async end(userId: string, familyId: string, because: 'signed-out' | 'revoked', asked: Asked): Promise<void> {
    await this.tokens.end(familyId);
    await this.people.do(userId, { type: 'EndSignIn', familyId, because }, causeOf(asked, PEOPLE));
  }

  async endAll(userId: string, asked: Asked): Promise<void> {
    await this.tokens.endAll(userId);
    await this.people.do(userId, { type: 'SignOutEverywhere' }, causeOf(asked, PEOPLE));
  }

  /** Where their organization lets them in by its provider alone: all that began by a password. */
  async endByPassword(userId: string, asked: Asked): Promise<void> {
    if (!(await this.singleSignOn.objectionToPassword(userId))) return;
    const theirs = (await this.tokens.families(userId)).filter(({ organization }) => organization === undefined);
    for (const { id } of theirs) await this.end(userId, id, 'revoked', { ...asked, commandId: `${asked.commandId}:${id}` });
  }

  /** Sets a new password; every other sign-in of the person ends. */
  async changePassword(family: Family, previous: string, proposed: string, asked: Asked): Promise<Refusal | undefined> {
    const { userId } = family;
    const objection = await this.people.objectionToOf(userId, proposed);
    if (objection) return objection;
    const entered = await this.knowsPassword(userId, previous, asked);
    if (isRefusal(entered)) return entered;
    const set = await this.people.do(userId, { type: 'SetPassword', verifier: await this.people.verifierFor(userId, proposed), because: 'changed', keeps: family.id, passwordsSet: entered.passwordsSet }, causeOf(asked, PEOPLE));
    if (isRefusal(set)) return set;
    await this.tokens.endAll(userId, { except: family.id });
    return undefined;
  }

  /** What was guessed before, by whomever, keeps nobody out who has just shown that the address is theirs: from where they are they may try anew. */
  async noteReset(userId: string, asked: Asked): Promise<void> {
    if (!asked.from) return;
    const expiresAt = new Date(this.kit.clock.now().getTime() + WINDOW_MS).toISOString();
    await this.passes.put({ kind: RESET, id: `${userId} ${networkOf(asked.from.address)}`, owner: userId, group: '', content: this.kit.chance.uuid(), expiresAt });
  }

  /** Counted as a guess. */
  knowsPassword = (userId: string, password: string, asked: Asked): Promise<Entered | Refusal> =>
    this.guess(userId, asked, 'password', async (state) => isPassword(POOL, userId, password, await this.keptOf(userId, state)) && state.verifier !== undefined);

  /** Whether it is a code of the app that has the sealed secret `secretOf` answers; counted as a guess. */
  knowsCode = (userId: string, code: string, secretOf: (state: PersonState) => string | undefined, asked: Asked): Promise<Entered | Refusal> =>
    this.guess(userId, asked, 'code', (state) => this.isOfApp(userId, code, secretOf(state)));

  /** One code is good once, within half a minute either way of its time. Another secret's code of the same half minute is another code. */
  private async isOfApp(userId: string, code: string, sealed: string | undefined): Promise<boolean> {
    const secret = sealed && (await this.vault.open(IDENTITY, sealed));
    if (!secret) return false;
    const now = this.kit.clock.now();
    const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp: now.getTime(), window: 1 });
    if (delta === null) return false;
    const step = Math.floor(now.getTime() / 30_000) + delta;
    return this.once(`totp ${this.vault.fingerprint(`totp ${userId} ${secret}`)} ${step}`, 120_000);
  }

  /** Uses it up. */
  private async isRecoveryCode(userId: string, code: string, asked: Asked): Promise<boolean> {
    const used = await this.people.do(userId, { type: 'UseRecoveryCode', print: printOf(this.vault, userId, code) }, { ...causeOf(asked, PEOPLE), commandId: this.kit.chance.uuid() });
    return !isRefusal(used);
  }

  /** Lets a guess at something through to `check` unless there were too many, and counts what comes out. */
  private async guess(userId: string, asked: Asked, by: SignInStep, check: (state: PersonState) => Promise<boolean>): Promise<Entered | Refusal> {
    const forgive = await this.guesses.note(...(await this.countsOf(userId, asked, by)));
    const state = await this.people.state(userId);
    if (!forgive || isLocked(state, this.kit.clock.now().getTime())) return troubled('TooManyRequests');
    if (!(await check(state))) {
      // Each one counts, also those that come under one Idempotency-Key.
      await this.people.do(userId, { type: 'NoteFailure', userId, now: this.kit.clock.now().toISOString(), by }, { ...causeOf(asked, PEOPLE), commandId: this.kit.chance.uuid() });
      return troubled(by === 'password' ? 'NotAuthorized' : 'CodeMismatch');
    }
    await forgive();
    return by === 'password' ? this.nextStep(userId, state) : { userId, by };
  }

  /** Under what a guess is counted. One at a second factor by itself: whoever guesses at the password of somebody, or sets a new one, gets no more and leaves no fewer of those. */
  private async countsOf(userId: string, { from }: Asked, by: SignInStep): Promise<string[]> {
    const network = from && networkOf(from.address);
    const reset = network && (await this.passes.get(RESET, `${userId} ${network}`, this.kit.clock.now().toISOString()));
    const own = by === 'password' ? `account ${userId}${reset ? ` since ${String(reset.content)}` : ''}` : `second factor ${userId}`;
    return network && !reset ? [own, `address ${network}`] : [own];
  }

  private async nextStep(userId: string, state: PersonState): Promise<Entered | Refusal> {
    if (!state.emailVerified) return troubled('UserNotConfirmed');
    const { passwordsSet } = state;
    const half: Half = { userId, passwordsSet };
    if (state.isPasswordDemanded) return { ...half, next: 'new-password', session: await this.sealed('new-password', half) };
    return state.secondFactor?.isEnabled ? { ...half, next: 'second-factor', session: await this.sealed('second-factor', half) } : { ...half, by: 'password' };
  }

  private async keptOf(userId: string, { verifier }: PersonState): Promise<Verifier> {
    const kept = JSON.parse((await this.vault.open(IDENTITY, verifier ?? this.nobody)) ?? '') as Verifier;
    const salt = saltOf(Buffer.from(this.vault.fingerprint(`salt ${userId}`), 'hex').subarray(0, 16).toString('base64url'));
    return verifier ? kept : { ...kept, salt };
  }

  /** State that travels through the client: sealed, short-lived, and good once. */
  private sealed<T extends object>(purpose: string, state: T): Promise<string> {
    return this.vault.seal(IDENTITY, JSON.stringify({ ...state, purpose, id: this.kit.chance.uuid(), endsAt: this.kit.clock.now().getTime() + CHALLENGE_MS }));
  }

  private async opened<T>(purpose: string, block: string): Promise<T | undefined> {
    const state = await this.read<T>(purpose, block);
    return state && (await this.once(`block ${state.id}`, ONCE_MS)) ? state : undefined;
  }

  /** What a block says, without using it up. */
  private async read<T>(purpose: string, block: string): Promise<(T & { id: string }) | undefined> {
    try {
      const state = JSON.parse((await this.vault.open(IDENTITY, block)) ?? '') as T & { purpose: string; id: string; endsAt: number };
      return state.purpose === purpose && isEarly(this.kit.clock.now().getTime(), state.endsAt, ONCE_MS) ? state : undefined;
    } catch {
      return undefined;
    }
  }

  /** True the first time. */
  private async once(id: string, keptMs: number): Promise<boolean> {
    const now = this.kit.clock.now();
    const since = new Date(now.getTime() - keptMs).toISOString();
    return this.passes.try(`once ${id}`, this.kit.chance.uuid(), now.toISOString(), since, 1);
  }
}
