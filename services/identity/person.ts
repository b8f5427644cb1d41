/** A person: who they are (sealed), how they prove it, and how often somebody failed to. */
import { personFacts, troubled, type CodePurpose, type SignInStep } from '@larder/contracts/identity.js';
import type { FactOf } from '@larder/contracts/fact.js';
import { refuse } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import { isEarly } from '@larder/kit/time.js';

export type PersonFact = Exclude<FactOf<typeof personFacts>, { type: 'EmailClaimed' | 'EmailReleased' | 'ExternalClaimed' }>;
type DataOf<T extends PersonFact['type']> = Extract<PersonFact, { type: T }>['data'];
export type Registered = DataOf<'UserRegistered'>;
export type PasswordReason = NonNullable<DataOf<'PasswordSet'>['because']>;

export type PersonCommand =
  | { type: 'RegisterPerson'; person: Registered; verifier?: string; emailVerified: boolean; code?: { nonce: string; expiresAt: string } }
  | { type: 'ChangeNames'; givenName: string; familyName: string }
  | { type: 'ChangeEmail'; emailHash: string; email: string; takeBackUntil: string }
  /** By whoever runs Larder; nobody knows the password any more. */
  | { type: 'SetEmail'; emailHash: string; email: string; verifier: string }
  /** What another issuer says about somebody who signed in there at `saidAt` (ISO). */
  | { type: 'FollowIssuer'; issuer: string; emailHash: string; email: string; saidAt: string }
  /** To a former one, as somebody who reads its letters; `emailHash` is that. */
  | { type: 'TakeBackEmail'; emailHash: string; verifier: string; now: string }
  | { type: 'IssueCode'; purpose: CodePurpose; nonce: string; expiresAt: string }
  /** `nonce`: of the code that was compared, `isRight` what came out. `isProof`: by the link beside it, at which nobody guesses. */
  | { type: 'TryCode'; purpose: CodePurpose; nonce: string; isRight: boolean; now: string; verifier?: string; isProof?: boolean }
  /** `keeps`, also below: the sign-in that goes on when all others end. `passwordsSet`, also below: how many had been set when the one was shown that lets somebody do this. `by`: what they have shown last, where it is asked for. */
  | { type: 'SetPassword'; verifier: string; because: PasswordReason; keeps?: string; passwordsSet?: number; by?: SignInStep }
  | { type: 'DemandNewPassword' }
  | { type: 'NoteSignIn'; familyId: string; by: SignInStep; passwordsSet?: number }
  | { type: 'NoteFailure'; userId: string; now: string; by: SignInStep }
  | { type: 'EndSignIn'; familyId: string; because: DataOf<'SignInEnded'>['because'] }
  | { type: 'SignOutEverywhere' }
  | { type: 'PrepareSecondFactor'; secret: string }
  | { type: 'ProveSecondFactor'; keeps: string }
  | { type: 'SetSecondFactor'; enabled: boolean; because?: 'reset'; keeps?: string }
  | { type: 'MakeRecoveryCodes'; prints: readonly string[] }
  | { type: 'UseRecoveryCode'; print: string }
  /** `ifUnverified`: not when the address was confirmed meanwhile. */
  | { type: 'Forget'; now: string; ifUnverified?: boolean };

export interface IssuedCode {
  nonce: string;
  /** ISO. */
  expiresAt: string;
  mistakes: number;
}

export interface PersonState {
  registered?: Registered;
  emailVerified: boolean;
  /** Addresses that were shown to be theirs before, oldest first; `until`: whoever reads their letters may go back to them. */
  former?: readonly { emailHash: string; email: string; until?: string }[];
  /** SRP salt and verifier, sealed. */
  verifier?: string;
  /** How often one was. */
  passwordsSet: number;
  isPasswordDemanded: boolean;
  codes: Partial<Record<CodePurpose, IssuedCode>>;
  /** The one that was proved last. */
  secondFactor?: { secret: string; isEnabled: boolean };
  /** Prints of the recovery codes that are left. */
  recoveryCodes: readonly string[];
  /** Takes the place of the one before when it is proved. */
  preparedSecret?: string;
  /** Addresses of theirs that were somebody else's, as it turned out, or may have been: whoever came by one from another issuer is somebody else. */
  lost?: readonly string[];
  isForgotten: boolean;
  /** ISO; not known of those who were forgotten before it was noted. */
  forgottenAt?: string;
  /** Whoever came by another issuer had only named the address; somebody else can read its letters. */
  isIssuerOut?: true;
  /** When the issuer's word was given by which the address was changed last (ISO). */
  saidAt?: string;
  /** Failures since the last success, and when the last one was (ISO). */
  failures: number;
  lastFailureAt?: string;
}

const MOST_MISTAKES = 5;
export const TAKEN_BACK_NO_MORE = 'This link is no longer good. If somebody has your login, tell an owner of your organization, or whoever runs Larder for you.';
const TAKEN_BACK = 'You sign in with this address again. If you do not know the password, choose a new one under "Forgot password?".';

export const person: Decider<PersonCommand, PersonFact, PersonState> = {
  category: 'user',
  initial: { emailVerified: false, passwordsSet: 0, isPasswordDemanded: false, codes: {}, recoveryCodes: [], isForgotten: false, failures: 0 },
  decide(command, state) {
    if (command.type === 'RegisterPerson') return state.registered ? [] : register(command);
    // Also for addresses nobody has registered, so that they behave and cost the same.
    if (command.type === 'NoteFailure') return [{ type: 'SignInFailed', data: { userId: command.userId, failedAt: command.now, by: command.by } }];
    if (!state.registered || state.isForgotten) return troubled('UserNotFound');
    const { userId } = state.registered;
    switch (command.type) {
      case 'ChangeNames':
        return [{ type: 'NamesChanged', data: { userId, givenName: command.givenName, familyName: command.familyName } }];
      case 'ChangeEmail':
        return changeEmail(command, state, state.registered);
      case 'SetEmail': {
        const { registered: { emailHash: formerHash, email: formerEmail } } = state;
        const { emailHash, email, verifier } = command;
        return formerHash === emailHash ? [] : [{ type: 'EmailChanged', data: { userId, emailHash, email, formerHash, formerEmail, because: 'set' } }, { type: 'PasswordSet', data: { userId, verifier, because: 'reset' } }];
      }
      case 'FollowIssuer':
        return followIssuer(command, state, state.registered);
      case 'TakeBackEmail': {
        const former = takeable(state, command.emailHash, command.now);
        if (!former) return refuse('NOT_FOUND', TAKEN_BACK_NO_MORE);
        const changed = changeEmail(former, state, state.registered);
        return changed.length === 0 ? refuse('CONFLICT', TAKEN_BACK) : [...changed, { type: 'PasswordSet', data: { userId, verifier: command.verifier, because: 'reset' } }];
      }
      case 'IssueCode':
        if (command.purpose === 'verify' && state.emailVerified) return [];
        return [{ type: 'CodeIssued', data: { userId, purpose: command.purpose, nonce: command.nonce, expiresAt: command.expiresAt } }];
      case 'TryCode':
        return tryCode(command, state, userId);
      case 'SetPassword':
        return isOvertaken(command, state) || isAlone(command, state) ? troubled('NotAuthorized') : [{ type: 'PasswordSet', data: { userId, verifier: command.verifier, because: command.because, ...(command.keeps && { keeps: command.keeps }) } }];
      case 'DemandNewPassword':
        return state.isPasswordDemanded ? [] : [{ type: 'NewPasswordDemanded', data: { userId } }];
      case 'NoteSignIn':
        return isOvertaken(command, state) || isTooLittle(command, state) ? troubled('NotAuthorized') : [{ type: 'SignedIn', data: { userId, familyId: command.familyId, by: command.by } }];
      case 'EndSignIn':
        return [{ type: 'SignInEnded', data: { userId, familyId: command.familyId, because: command.because } }];
      case 'SignOutEverywhere':
        return [{ type: 'SignedOutEverywhere', data: { userId } }];
      case 'PrepareSecondFactor':
        return [{ type: 'SecondFactorPrepared', data: { userId, secret: command.secret } }];
      case 'ProveSecondFactor':
        return proveSecondFactor(state, userId, command.keeps);
      case 'SetSecondFactor':
        if (command.enabled && !state.secondFactor) return troubled('InvalidParameter');
        return (state.secondFactor?.isEnabled ?? false) === command.enabled ? [] : [{ type: 'SecondFactorSet', data: { userId, enabled: command.enabled, ...(command.because && { because: command.because }), ...(command.enabled && command.keeps && { keeps: command.keeps }) } }];
      case 'MakeRecoveryCodes':
        return state.secondFactor?.isEnabled ? [{ type: 'RecoveryCodesMade', data: { userId, prints: [...command.prints] } }] : troubled('InvalidParameter', 'Please turn on two-step sign-in first.');
      case 'UseRecoveryCode':
        return state.recoveryCodes.includes(command.print) ? [{ type: 'RecoveryCodeUsed', data: { userId, print: command.print } }] : troubled('CodeMismatch');
      case 'Forget':
        return command.ifUnverified && state.emailVerified ? [] : [{ type: 'PersonForgotten', data: { userId, forgottenAt: command.now } }];
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'UserRegistered':
        return { ...state, registered: fact.data };
      case 'NamesChanged':
        return state.registered ? { ...state, registered: { ...state.registered, givenName: fact.data.givenName, familyName: fact.data.familyName } } : state;
      case 'EmailChanged': {
        const { emailHash, email, formerHash, formerEmail, takeBackUntil, saidAt = state.saidAt, because } = fact.data;
        const before = state.former ?? [];
        const cameBackTo = before.findIndex((one) => one.emailHash === emailHash);
        // Whoever had it in between may be somebody it was taken back from.
        const isOver = (n: number): boolean => because === 'set' || (cameBackTo >= 0 && n > cameBackTo);
        // What confirmed the former one lies in its mailbox, and is not to say which it is now.
        const codes = state.emailVerified ? {} : { ...state.codes, reset: undefined };
        const former = before.map((one, n) => (isOver(n) ? { ...one, until: undefined } : one));
        const lost = [...before, { emailHash: formerHash }].filter((_, n) => isOver(n) && !fact.data.saidAt).map((one) => one.emailHash);
        return state.registered ? { ...state, registered: { ...state.registered, emailHash, email }, former: state.emailVerified ? [...former, { emailHash: formerHash, email: formerEmail, until: takeBackUntil }] : former, lost: [...(state.lost ?? []), ...lost].filter((hash) => hash !== emailHash), saidAt, codes } : state;
      }
      case 'EmailVerified':
        return { ...state, emailVerified: true, ...(fact.data.issuer && { isIssuerOut: undefined }) };
      case 'CodeIssued':
        return { ...state, codes: { ...state.codes, [fact.data.purpose]: { nonce: fact.data.nonce, expiresAt: fact.data.expiresAt, mistakes: 0 } } };
      case 'CodeMistaken': {
        const code = state.codes[fact.data.purpose];
        return code ? { ...state, codes: { ...state.codes, [fact.data.purpose]: { ...code, mistakes: code.mistakes + 1 } } } : state;
      }
      case 'PasswordSet': {
        const isClaimed = fact.data.because === 'reset' && state.registered?.issuer !== undefined && !state.emailVerified;
        return { ...state, verifier: fact.data.verifier, passwordsSet: state.passwordsSet + 1, isPasswordDemanded: false, codes: { ...state.codes, reset: undefined }, failures: 0, lastFailureAt: undefined, ...(isClaimed && { isIssuerOut: true as const }) };
      }
      case 'NewPasswordDemanded':
        return { ...state, isPasswordDemanded: true };
      case 'SignedIn':
        return { ...state, failures: 0, lastFailureAt: undefined };
      case 'SignInFailed':
        return { ...state, failures: state.failures + 1, lastFailureAt: fact.data.failedAt };
      case 'SignInEnded':
      case 'SignedOutEverywhere':
        return state;
      case 'SecondFactorPrepared':
        return { ...state, preparedSecret: fact.data.secret };
      case 'SecondFactorProved':
        return state.preparedSecret ? { ...state, secondFactor: { secret: state.preparedSecret, isEnabled: state.secondFactor?.isEnabled ?? false }, preparedSecret: undefined } : state;
      case 'SecondFactorSet':
        return state.secondFactor ? { ...state, secondFactor: { ...state.secondFactor, isEnabled: fact.data.enabled }, recoveryCodes: fact.data.enabled ? state.recoveryCodes : [], ...(fact.data.enabled && { preparedSecret: undefined }) } : state;
      case 'RecoveryCodesMade':
        return { ...state, recoveryCodes: fact.data.prints };
      case 'RecoveryCodeUsed':
        return { ...state, recoveryCodes: state.recoveryCodes.filter((print) => print !== fact.data.print) };
      case 'PersonForgotten':
        return { ...state, isForgotten: true, forgottenAt: fact.data.forgottenAt, verifier: undefined, secondFactor: undefined, preparedSecret: undefined, recoveryCodes: [], codes: {} };
      default:
        return never(fact);
    }
  },
};

/** No way back is offered from an address that was theirs before. */
function changeEmail({ emailHash, email, takeBackUntil }: { emailHash: string; email: string; takeBackUntil?: string }, { former = [] }: PersonState, { userId, emailHash: formerHash, email: formerEmail }: Registered): PersonFact[] {
  const isNew = !former.some((one) => one.emailHash === emailHash);
  return formerHash === emailHash ? [] : [{ type: 'EmailChanged', data: { userId, emailHash, email, formerHash, formerEmail, ...(isNew && takeBackUntil && { takeBackUntil }) } }];
}

/** An older word than the one that was heard is none; and who is out comes in again with the address of this login alone, which may be somebody else's by now. */
function followIssuer({ issuer, emailHash, email, saidAt }: Extract<PersonCommand, { type: 'FollowIssuer' }>, state: PersonState, registered: Registered): PersonFact[] {
  const isOther = registered.emailHash !== emailHash;
  if (isOther && (state.isIssuerOut || saidAt <= (state.saidAt ?? ''))) return [];
  const changed: PersonFact[] = isOther ? [{ type: 'EmailChanged', data: { userId: registered.userId, emailHash, email, formerHash: registered.emailHash, formerEmail: registered.email, saidAt } }] : [];
  return state.emailVerified && !state.isIssuerOut ? changed : [...changed, { type: 'EmailVerified', data: { userId: registered.userId, issuer } }];
}

/** The former address with this hash, if one may go back to it still. */
export const takeable = ({ former = [] }: PersonState, emailHash: string | undefined, now: string) => former.findLast((one) => one.emailHash === emailHash && one.until !== undefined && one.until > now);

function register({ person: registered, verifier, emailVerified, code }: Extract<PersonCommand, { type: 'RegisterPerson' }>): PersonFact[] {
  const { userId } = registered;
  return [
    { type: 'UserRegistered', data: registered },
    ...(verifier ? [{ type: 'PasswordSet' as const, data: { userId, verifier, because: 'registered' as const } }] : []),
    ...(emailVerified ? [{ type: 'EmailVerified' as const, data: { userId } }] : []),
    ...(code ? [{ type: 'CodeIssued' as const, data: { userId, purpose: 'verify' as const, ...code } }] : []),
  ];
}

function tryCode({ purpose, nonce, isRight, now, verifier, isProof = false }: Extract<PersonCommand, { type: 'TryCode' }>, state: PersonState, userId: string): PersonFact[] | ReturnType<typeof troubled> {
  const code = state.codes[purpose];
  if (purpose === 'verify' && state.emailVerified) return troubled('NotAuthorized', 'User cannot be confirmed. Current status is CONFIRMED');
  if (!code || code.nonce !== nonce || code.expiresAt <= now) return troubled('ExpiredCode');
  if (code.mistakes >= MOST_MISTAKES && !isProof) return troubled('LimitExceeded');
  if (!isRight) return [{ type: 'CodeMistaken', data: { userId, purpose } }];
  // Whoever could read the code has the address.
  const verified: PersonFact[] = state.emailVerified ? [] : [{ type: 'EmailVerified', data: { userId } }];
  return purpose === 'reset' && verifier ? [{ type: 'PasswordSet', data: { userId, verifier, because: 'reset' } }, ...verified] : verified;
}

function proveSecondFactor({ preparedSecret, secondFactor }: PersonState, userId: string, keeps: string): PersonFact[] | ReturnType<typeof troubled> {
  if (!preparedSecret) return secondFactor ? [] : troubled('InvalidParameter');
  // Said again for the letter: what is asked for is another one now.
  const set: PersonFact[] = secondFactor?.isEnabled ? [{ type: 'SecondFactorSet', data: { userId, enabled: true, keeps } }] : [];
  return [{ type: 'SecondFactorProved', data: { userId } }, ...set];
}

/** Another password was set after theirs was found right: what ended every sign-in then would not end the one that begins now. */
const isOvertaken = ({ passwordsSet }: { passwordsSet?: number }, state: PersonState): boolean => passwordsSet !== undefined && passwordsSet !== state.passwordsSet;

/** More is asked for by now than when they began. Whom their organization's provider lets in has shown no password that could be the old one. */
const isTooLittle = (shown: { by: SignInStep }, state: PersonState): boolean => (state.isPasswordDemanded && shown.by !== 'organization') || isAlone(shown, state);

/** The password was shown, and a second factor is asked for. */
const isAlone = ({ by }: { by?: SignInStep }, { secondFactor }: PersonState): boolean => by === 'password' && secondFactor?.isEnabled === true;

/** Whoever signs in elsewhere is asked for one there, or not; a password they have set here is a way in without that. */
export const hasSecondFactor = ({ registered, verifier, secondFactor }: PersonState, isFromElsewhere = false): boolean =>
  secondFactor?.isEnabled === true || isFromElsewhere || (registered?.issuer !== undefined && verifier === undefined);

/** Signed up here, and the address is not confirmed. Whoever signs in elsewhere is somebody already. */
export const isPending = ({ registered, emailVerified, isForgotten }: PersonState): boolean => registered !== undefined && !registered.issuer && !emailVerified && !isForgotten;

const FREE_FAILURES = 4;
const LONGEST_LOCK_MS = 15 * 60_000;

/** From the fifth failure on, each one locks for twice as long as the one before: 1 s up to 15 min, and never for longer, also where the clock was put back since. `now` is in milliseconds. */
export function isLocked({ failures, lastFailureAt }: PersonState, now: number): boolean {
  if (failures <= FREE_FAILURES || !lastFailureAt) return false;
  return isEarly(now, Date.parse(lastFailureAt) + Math.min(1000 * 2 ** (failures - FREE_FAILURES - 1), LONGEST_LOCK_MS), LONGEST_LOCK_MS);
}
