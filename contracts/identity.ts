/** Identity: people, and how they prove who they are. Organizations and teams are in organization.ts. */
import { z } from 'zod';
import { currency } from './money.js';
import { timeZone } from './day.js';
import { account, organizationFacts, paymentFlow } from './identity/organization.js';
import { feature, planId } from './identity/plans.js';
import { refuse, type Refusal, type RefusalCode } from './reply.js';
import { command, query } from './request.js';
import { permission, role } from './roles.js';
import type { FactOf } from './fact.js';
import { email, newPassword, PASSWORD_TOO_LONG, personName } from './words.js';

/** Personal data, encrypted with the person's own key; unreadable once that key is dropped. */
const sealed = z.string();
/** What a code sent by e-mail is good for. */
export const codePurpose = z.enum(['verify', 'reset']);
export type CodePurpose = z.infer<typeof codePurpose>;

/** With what somebody comes in, or tries to: `code` is an authenticator app's, after the password, as is a recovery code; `organization` is the word of their organization's own provider. */
export const signInStep = z.enum(['password', 'code', 'recovery-code', 'organization']);
export type SignInStep = z.infer<typeof signInStep>;

/** Streams `user-<id>`, `email-<hmac of the address>` (an address names one person), `external-<hmac of issuer and subject>`. */
export const personFacts = {
  /** `claimedAt` (ISO): facts of before it was noted have none. */
  EmailClaimed: z.object({ userId: z.string(), claimedAt: z.string().optional() }),
  EmailReleased: z.object({ userId: z.string() }),
  /** `emailHash`: of the address by which somebody of another issuer came to be this person; facts of before it was noted have none. */
  ExternalClaimed: z.object({ userId: z.string(), emailHash: z.string().optional() }),
  /** `organizationName`: to be founded once the address is verified. `issuer`: signs in elsewhere and has no password here. */
  UserRegistered: z.object({ userId: z.string(), emailHash: z.string(), email: sealed, givenName: sealed, familyName: sealed, organizationName: sealed.optional(), timeZone: timeZone.optional(), issuer: z.string().optional(),
    /** Chosen on the way here; offered once the address is verified. */
    wantedPlan: planId.optional() }),
  NamesChanged: z.object({ userId: z.string(), givenName: sealed, familyName: sealed }),
  /** `issuer`: by whom, where somebody signs in elsewhere. */
  EmailVerified: z.object({ userId: z.string(), issuer: z.string().optional() }),
  /** To one whose letters they have shown that they read. `takeBackUntil` (ISO): until then whoever reads those of the former one may go back to it; missing where the new one had been theirs before. */
  EmailChanged: z.object({ userId: z.string(), emailHash: z.string(), email: sealed, formerHash: z.string(), formerEmail: sealed, takeBackUntil: z.string().optional(),
    /** ISO; when they signed in at the issuer that says so. */
    saidAt: z.string().optional(),
    /** By whoever runs Larder: nobody goes back to what was theirs before. */
    because: z.enum(['set']).optional() }),
  /** Code and link follow from the nonce and a key of the server's; neither lies in the log. */
  CodeIssued: z.object({ userId: z.string(), purpose: codePurpose, nonce: z.string(), expiresAt: z.string() }),
  CodeMistaken: z.object({ userId: z.string(), purpose: codePurpose }),
  /** SRP salt and verifier, sealed under the identity key. `keeps`: the sign-in that goes on, where all others end; facts of before it was noted have none. */
  PasswordSet: z.object({ userId: z.string(), verifier: sealed, because: z.enum(['registered', 'changed', 'reset', 'demanded']).optional(), keeps: z.string().optional() }),
  NewPasswordDemanded: z.object({ userId: z.string() }),
  /** `by`: the last step of it. Facts of before it was noted have none. */
  SignedIn: z.object({ userId: z.string(), familyId: z.string(), by: signInStep.optional() }),
  SignInFailed: z.object({ userId: z.string(), failedAt: z.string(), by: signInStep.optional() }),
  SignInEnded: z.object({ userId: z.string(), familyId: z.string(), because: z.enum(['signed-out', 'revoked', 'reused']) }),
  SignedOutEverywhere: z.object({ userId: z.string() }),
  /** The shared secret of one-time passwords, sealed under the identity key; not in use before it was proved. */
  SecondFactorPrepared: z.object({ userId: z.string(), secret: sealed }),
  SecondFactorProved: z.object({ userId: z.string() }),
  /** `because`: somebody else turned it off, for a person who had lost it. `keeps` as above. */
  SecondFactorSet: z.object({ userId: z.string(), enabled: z.boolean(), because: z.enum(['reset']).optional(), keeps: z.string().optional() }),
  /** Each stands in once for a lost authenticator app; kept as what a key of the server's makes of them. */
  RecoveryCodesMade: z.object({ userId: z.string(), prints: z.array(z.string()) }),
  RecoveryCodeUsed: z.object({ userId: z.string(), print: z.string() }),
  /** `forgottenAt`: facts of before it was noted have none. */
  PersonForgotten: z.object({ userId: z.string(), forgottenAt: z.string().optional() }),
};
export type IdentityFact = FactOf<typeof personFacts> | FactOf<typeof organizationFacts>;

/** What can go wrong with signing in and up, by the codes of Amazon Cognito, which our direct endpoint speaks. */
const troubles = {
  UsernameExists: ['CONFLICT', 'An account with this email already exists. Please try signing in instead.'],
  InvalidPassword: ['BAD_INPUT', 'Password must be at least 8 characters and contain uppercase, lowercase, numbers and special characters.'],
  CommonPassword: ['BAD_INPUT', 'This password is easy to guess. Please choose one that is neither common nor made of your name, address or organization.'],
  InvalidParameter: ['BAD_INPUT', 'Invalid input provided. Please check your information and try again.'],
  CodeMismatch: ['BAD_INPUT', 'Invalid confirmation code. Please check the code and try again.'],
  ExpiredCode: ['BAD_INPUT', 'Confirmation code has expired. Please request a new code.'],
  NotAuthorized: ['SIGN_IN_REQUIRED', 'Incorrect email or password. Please try again.'],
  UserNotConfirmed: ['FORBIDDEN', 'Please confirm your email address before signing in.'],
  UserNotFound: ['NOT_FOUND', 'No account found with this email address.'],
  TooManyRequests: ['TOO_MANY_REQUESTS', 'Too many attempts. Please wait a moment and try again.'],
  Forbidden: ['FORBIDDEN', 'Your organization asks everybody for two-step sign-in, so it stays on.'],
  LimitExceeded: ['TOO_MANY_REQUESTS', 'Attempt limit exceeded. Please try again later.'],
} as const satisfies Record<string, readonly [RefusalCode, string]>;
export type Trouble = keyof typeof troubles;

/** The sentence for a provider's error code, with or without `Exception` at its end; the provider's own for one we do not know. */
export function troubleText(code: string | undefined, message?: string): string {
  if (!code && !message) return 'An unknown error occurred';
  const known = troubles[(code ?? '').replace(/Exception$/, '') as Trouble];
  return known?.[1] ?? (message || 'An error occurred. Please try again.');
}
export const troubled = (code: Trouble, message?: string): Refusal => refuse(troubles[code][0], message ?? troubles[code][1], { code });

const organizationClaim = z.object({ id: z.string(), name: z.string(), slug: z.string() });
const person = z.object({ id: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() });
/**
 * A person as screens show them; `role` and `account` are missing for somebody who belongs to no organization.
 * `waitedForBy`: the name of theirs, as long as it lets them in only once they have turned on two-step sign-in; until then they act as somebody who belongs nowhere.
 */
export const shownPerson = person.extend({ role: role.optional(), account: organizationClaim.optional(), waitedForBy: z.string().optional() });
export type ShownPerson = z.infer<typeof shownPerson>;

export const signedIn = z.object({
  idToken: z.string(), accessToken: z.string(), refreshToken: z.string(), expiresIn: z.number(), tokenType: z.literal('Bearer'), user: shownPerson,
});

/** Of an authenticator app, or a recovery code; capitals, spaces and dashes of that make no difference. */
export const secondFactorCode = z.string().trim().regex(/^(\d{6}|[0-9a-z]{5}[ -]?[0-9a-z]{5})$/i, 'Enter the six digits of your app, or one of your recovery codes');

export const signIn = command('identity.signIn', 'anyone', 'Sign in with e-mail and password', z.object({
  email, password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(256, PASSWORD_TOO_LONG),
  /** For those who have switched a second factor on; without it they are refused with `data.code` SecondFactorRequired. */
  code: secondFactorCode.optional(),
}), signedIn);
export const refreshSignIn = command('identity.refresh', 'anyone', 'Exchange a refresh token for new tokens', z.object({ refreshToken: z.string().min(1).max(200) }), signedIn);
export const signOut = command('identity.signOut', 'person', 'End this sign-in: its tokens stop working', z.object({ familyId: z.string().optional() }), z.object({}));
export const verifyByLink = command('identity.verifyByLink', 'anyone', 'Verify an address by the link in the e-mail; doing it again changes nothing', z.object({ token: z.string().max(300) }), z.object({ email: z.string(), wantedPlan: planId.optional() }));
export const resendVerification = command('identity.resendVerification', 'anyone', 'Send the verification e-mail again; says the same for any address', z.object({ email }), z.object({}));

/** Somebody as another issuer names them. */
const external = z.object({ issuer: z.string(), subject: z.string() });
export type External = z.infer<typeof external>;
/** What a token of another issuer says about its person. */
export const externalPerson = external.extend({ email: z.string().optional(), emailVerified: z.boolean(), givenName: z.string(), familyName: z.string(),
  /** ISO; when they showed there who they are, or when the token was made where it does not say so. */
  signedInAt: z.string().optional() });
/** Who is behind a verified token; refused when the sign-in was ended, or when somebody of another issuer is this person no longer. */
export const membershipOf = query('identity.membershipOf', 'services', 'Membership of a signed-in person', z.object({
  userId: z.string(), familyId: z.string().optional(),
  /** Who they are there, of those who come by another issuer's token. */
  external: external.optional(),
}), z.object({
  userId: z.string(), emailVerified: z.boolean(), account: z.string().optional(), role: role.optional(), plan: planId.optional(),
}));
export type MembershipOf = z.infer<typeof membershipOf.output>;
/** Registers somebody who signs in elsewhere at the first sight of a token; of somebody known, follows what it says of their address. */
export const adoptExternal = command('identity.adoptExternal', 'services', 'Our person for a person of another issuer', externalPerson, z.object({ userId: z.string() }));
export const renewIdToken = query('identity.renewIdToken', 'services', 'A fresh ID token of the same sign-in', z.object({ userId: z.string(), familyId: z.string(), authTime: z.number() }), z.object({ idToken: z.string() }));
export const signingKeys = query('identity.signingKeys', 'anyone', 'The public keys that tokens are verified with (JWKS)', z.object({}), z.object({ keys: z.array(z.record(z.string(), z.unknown())) }));

export const profile = query('identity.profile', 'person', 'Who is signed in', z.object({ familyId: z.string().optional() }), shownPerson.extend({
  emailVerified: z.boolean(), secondFactor: z.boolean(),
  /** How many are left. */
  recoveryCodes: z.number().int().nonnegative(),
  /** Where this person has signed in: `larder`, or the address of another issuer, or of their organization's provider. */
  provider: z.string(),
}));
export const changeProfile = command('identity.changeProfile', 'person', 'Change one\'s names', z.object({ firstName: personName('First name is required'), lastName: personName('Last name is required') }), shownPerson);
export const changeEmail = command('identity.changeEmail', 'person', 'Send a code to the address one wants to sign in with from now on; nothing changes before it is confirmed', z.object({
  email, password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(256, PASSWORD_TOO_LONG),
}), z.object({}));
export const confirmEmail = command('identity.confirmEmail', 'person', 'Sign in with the new address from now on, by the code that was sent to it', z.object({ code: z.string().trim().regex(/^\d{6}$/, 'Enter the six digits of the e-mail') }), shownPerson);
export const takeBackEmail = command('identity.takeBackEmail', 'anyone', 'Go back to the address one had, by the link that was sent there when it was changed, with a new password; whoever is signed in is signed out', z.object({ token: z.string().max(300), password: newPassword }), z.object({ email: z.string() }));
export const makeRecoveryCodes = command('identity.makeRecoveryCodes', 'person', 'Make ten codes that stand in for the authenticator app, each once; earlier ones are good no more', z.object({
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(256, PASSWORD_TOO_LONG),
}), z.object({ codes: z.array(z.string()) }));
export const forgetMe = command('identity.forgetMe', 'person', 'Delete one\'s login: everything personal becomes unreadable for good', z.object({
  /** One's own address, as a confirmation; of whom another issuer tells none it is made of their name there. */
  email: z.string({ error: 'Email is required' }).trim().min(1, 'Email is required'),
}), z.object({}));
export const session = z.object({
  id: z.string(), startedAt: z.string(), lastUsedAt: z.string(), agent: z.string(), address: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;
export const listSessions = query('identity.listSessions', 'person', 'Where one is signed in', z.object({ familyId: z.string().optional() }), z.array(session));
export const endSession = command('identity.endSession', 'person', 'Sign out elsewhere', z.object({ id: z.string() }), z.object({}));
export const signOutEverywhere = command('identity.signOutEverywhere', 'person', 'End every sign-in of this person, this one too', z.object({}), z.object({}));

/** The organization context of the signed-in member. */
export const accountContext = query('gateway.accountContext', 'member', 'The organization, one\'s role in it, and what both allow', z.object({}), z.object({
  account, member: person.extend({ role }), permissions: z.array(permission), features: z.array(feature),
  /** Those the organization can choose while it has no machine. */
  currencies: z.array(currency),
}));
export type AccountContext = z.infer<typeof accountContext.output>;
const meter = z.object({ current: z.number(), limit: z.number() });
/** Limits are what the plan includes; -1 is none. */
export const accountUsage = query('gateway.accountUsage', 'account.read', 'Machines, members and transactions of this month against the plan', z.object({}), z.object({ machines: meter, users: meter, transactions: meter }));

/** For whoever runs Larder: the same as a member's reset, for somebody whom no member can help. */
export const liftSecondFactor = command('identity.liftSecondFactor', 'services', 'Turn off two-step sign-in of a person and sign them out everywhere', z.object({ email }), z.object({}));

/** For whoever runs Larder: for somebody who reads no letters at theirs any more, or whose login somebody else has. */
export const setEmail = command('identity.setEmail', 'services', 'Give a person another address, sign them out everywhere, and send a code for a new password there', z.object({ email, to: email }), z.object({}));

/** For whoever runs Larder: where the owner of an organization is gone for good, nobody in it can make another. */
export const makeOwner = command('identity.makeOwner', 'services', 'Make a member an owner of their organization', z.object({ email }), z.object({ organizationName: z.string() }));

/** For the demo and for tests: an organization with its people, once. */
export const establish = command('identity.establish', 'services', 'Create an organization and its people if they are not there', z.object({
  account: z.string(), name: z.string(), slug: z.string(), timeZone, currency, plan: planId.default('enterprise'),
  people: z.array(z.object({ email: z.string(), password: z.string(), givenName: z.string(), familyName: z.string(), role })),
}), z.object({ account: z.string(), created: z.boolean() }));

/** How browsers sign in at this deployment: directly (ours or a Cognito pool), or at an OpenID provider. */
export const signInWays = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cognito'), endpoint: z.string().optional(), userPoolId: z.string(), clientId: z.string() }),
  z.object({ kind: z.literal('oidc'), authority: z.string(), clientId: z.string(), scope: z.string() }),
]);
export type SignInWay = z.infer<typeof signInWays>;
export { paymentFlow };

/** For other services: text that must not lie open in their facts, under a key of the organization's. */
export const sealTexts = command('identity.sealTexts', 'services', 'Seal text for an organization', z.object({ account: z.string(), texts: z.array(z.string().max(1_000)).max(200) }), z.object({ sealed: z.array(z.string()) }));
export const MOST_OPENED = 200;
/** null: the key is gone. */
export const openTexts = query('identity.openTexts', 'services', 'Open what was sealed for an organization', z.object({ account: z.string(), sealed: z.array(z.string()).max(MOST_OPENED) }), z.object({ texts: z.array(z.string().nullable()) }));
/** For other services: what makes a link of an e-mail good for what it is about, such as `receipt <id>`. Nobody can make one without the server's key. */
export const proveLink = query('identity.proveLink', 'services', 'The proof that a link carries', z.object({ about: z.string().max(200) }), z.object({ proof: z.string() }));
export const checkLink = query('identity.checkLink', 'services', 'Whether a link carries the right proof', z.object({ about: z.string().max(200), proof: z.string().max(100) }), z.object({ isRight: z.boolean() }));
/** Whether there is a mail server: nobody is promised e-mails that cannot be sent. */
export const sendsMail = query('identity.sendsMail', 'services', 'Whether e-mails can be sent', z.object({}), z.object({ sends: z.boolean() }));
/** Idempotent by `id`. Refused with `NOT_FOUND` when the person is no member any more, `BAD_INPUT` when the address is not taken, `UNAVAILABLE` when no mail is taken now, unless `orLater`. */
export const sendNotice = command('identity.sendNotice', 'services', 'E-mail something to a member or to an address', z.object({
  id: z.string().max(100), account: z.string(), to: z.union([z.object({ userId: z.string() }), z.object({ address: email })]),
  subject: z.string().min(1).max(200), lines: z.array(z.string().max(1_000)).min(1).max(20),
  /** A page of ours. */
  link: z.object({ label: z.string().max(60), path: z.string().regex(/^\/(?!\/)/) }).optional(),
  /** Where it is not in English: its language (ISO 639-1), how it greets, and what stands above the link's address. */
  wording: z.object({ language: z.string().max(10), greeting: z.string().max(60), otherwise: z.string().max(120) }).optional(),
  /** Why somebody gets this; the usual sentence about administrators unless told. */
  closing: z.string().max(500).optional(),
  /** Keeps it for a day, sealed, and tries again by itself. */
  orLater: z.boolean().default(false),
}), z.object({ state: z.enum(['sent', 'waiting']) }));
