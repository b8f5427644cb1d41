/** Single sign-on of an organization: its members sign in at the identity provider of their company, by OpenID Connect (OpenID Connect Core 1.0, authorization code with PKCE). */
import { z } from 'zod';
import { command, onPlan, query } from '../request.js';

/** Streams `organization-<id>`. The secret is sealed under the identity key. */
export const singleSignOnFacts = {
  SingleSignOnSet: z.object({ accountId: z.string(), issuer: z.string(), clientId: z.string(), clientSecret: z.string(), isRequired: z.boolean() }),
  SingleSignOnDropped: z.object({ accountId: z.string() }),
};

/** Whoever has signed in by it shows there again after so many hours that they still may. */
export const SINGLE_SIGN_ON_HOURS = 24;

const line = (name: string, most: number) => z.string().trim().min(1, `${name} is required`).max(most, `At most ${most} characters`).refine((text) => !/\p{Cc}/u.test(text), 'Please write it in one line');

export const singleSignOnSettings = z.object({
  /** What the provider calls itself, to the letter; its configuration is found below it. */
  issuer: line('The issuer address', 300), clientId: line('The client ID', 300),
  /** Whether members other than owners may sign in this way only. */
  isRequired: z.boolean(),
});
export type SingleSignOnSettings = z.infer<typeof singleSignOnSettings>;
export const clientSecret = line('The client secret', 1_000);

/** `callbackUrl`: where the provider sends people back to, which it has to know; `signInUrl`: where members begin. */
const shown = z.object({ settings: singleSignOnSettings.optional(), callbackUrl: z.string(), signInUrl: z.string() });

export const singleSignOn = query('identity.singleSignOn', 'settings.view', 'How members sign in at a provider of the organization\'s own', z.object({}), shown);
export const setSingleSignOn = onPlan('sso', command('identity.setSingleSignOn', 'organization.manage', 'Let members sign in at a provider of the organization\'s own; it is asked for its configuration first', z.object({
  ...singleSignOnSettings.shape,
  /** The one before stays when it is missing. Never told again. */
  clientSecret: clientSecret.optional(),
}), shown));
export const dropSingleSignOn = command('identity.dropSingleSignOn', 'organization.manage', 'Let members sign in with their passwords alone again', z.object({}), z.object({}));

/** The organization behind its short name, for its sign-in page; `NOT_FOUND` for one without single sign-on, and for none. */
export const organizationEntry = query('identity.organizationEntry', 'anyone', 'The organization whose members sign in at a provider of its own', z.object({ slug: z.string().max(100) }), z.object({ name: z.string(), host: z.string() }));
