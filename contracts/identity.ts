/** Identity: people, the organizations they belong to, and how they prove who they are. */
import { z } from 'zod';
import type { FactOf } from './fact.js';
import { currency } from './money.js';
import { role } from './roles.js';
import { timeZone } from './day.js';
import { command, query } from './request.js';

/** Personal data, encrypted with the person's own key; unreadable once that key is dropped. */
const sealed = z.string();
/** Streams `user-<id>`, `email-<hmac of the address>` (an address names one person) and `organization-<id>`. */
export const identityFacts = {
  EmailClaimed: z.object({ userId: z.string() }),
  UserRegistered: z.object({ userId: z.string(), emailHash: z.string(), email: sealed, givenName: sealed, familyName: sealed }),
  EmailVerified: z.object({ userId: z.string() }),
  /** SRP salt and verifier, sealed under the identity key. */
  PasswordSet: z.object({ userId: z.string(), verifier: sealed }),
  SignedIn: z.object({ userId: z.string(), familyId: z.string() }),
  SignInFailed: z.object({ userId: z.string(), failedAt: z.string() }),
  OrganizationCreated: z.object({ accountId: z.string(), name: z.string(), slug: z.string(), timeZone, currency, paymentFlow: z.enum(['pay-after', 'hold-first']) }),
  MemberAdded: z.object({ accountId: z.string(), userId: z.string(), role }),
};
export type IdentityFact = FactOf<typeof identityFacts>;

export const signedIn = z.object({
  idToken: z.string(), accessToken: z.string(), refreshToken: z.string(), expiresIn: z.number(), tokenType: z.literal('Bearer'),
  user: z.object({ id: z.string(), email: z.string(), firstName: z.string(), lastName: z.string(), role, account: z.object({ id: z.string(), name: z.string(), slug: z.string() }) }),
});
export type SignedInUser = z.infer<typeof signedIn>['user'];

export const signIn = command('identity.signIn', 'anyone', 'Sign in with e-mail and password', z.object({
  email: z.string({ error: 'Email is required' }).trim().min(1, 'Email is required').max(254).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address'),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(256),
}), signedIn);
export const refreshSignIn = command('identity.refresh', 'anyone', 'Exchange a refresh token for new tokens', z.object({ refreshToken: z.string().min(1).max(200) }), signedIn);
export const signOut = command('identity.signOut', 'member', 'End this sign-in: its tokens stop working', z.object({ familyId: z.string().optional() }), z.object({}));
/** The membership behind a verified token; refused when it was removed or the sign-in was ended. */
export const membershipOf = query('identity.membershipOf', 'services', 'Role and account of a signed-in person', z.object({ userId: z.string(), familyId: z.string().optional() }), z.object({ userId: z.string(), account: z.string(), role }));
export const profile = query('identity.profile', 'member', 'Who is signed in', z.object({}), signedIn.shape.user.extend({ emailVerified: z.boolean() }));
export const signingKeys = query('identity.signingKeys', 'anyone', 'The public keys that tokens are verified with (JWKS)', z.object({}), z.object({ keys: z.array(z.record(z.string(), z.unknown())) }));
/** For other services. */
export const accountSettings = query('identity.accountSettings', 'services', 'Zone, currency and payment flow of an organization', z.object({ account: z.string() }), z.object({
  account: z.string(), name: z.string(), slug: z.string(), timeZone, currency, paymentFlow: z.enum(['pay-after', 'hold-first']),
}));
/** For the demo and for tests: an organization with one person, once. */
export const establish = command('identity.establish', 'services', 'Create an organization and its people if they are not there', z.object({
  account: z.string(), name: z.string(), slug: z.string(), timeZone, currency,
  people: z.array(z.object({ email: z.string(), password: z.string(), givenName: z.string(), familyName: z.string(), role })),
}), z.object({ account: z.string(), created: z.boolean() }));
