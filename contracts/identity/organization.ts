/** Organizations: who belongs to them in which role, how people are invited, and what they have subscribed to. */
import { z } from 'zod';
import { apiKeyFacts } from './api-keys.js';
import { singleSignOnFacts } from './single-sign-on.js';
import { timeZone } from '../day.js';
import { currency, usedCurrency } from '../money.js';
import { email, organizationName, personName, role } from '../words.js';
import { feature, planId, subscriptionStatus } from './plans.js';
import { command, query } from '../request.js';

export const paymentFlow = z.enum(['pay-after', 'hold-first']);
/** Encrypted with the invitation's own key, which is dropped once the invitation is answered. */
const sealed = z.string();
const paidStatus = z.enum(['active', 'past_due', 'canceled']);

/** Streams `organization-<id>` and `slug-<slug>` (a slug names one organization). */
export const organizationFacts = {
  ...apiKeyFacts,
  ...singleSignOnFacts,
  SlugClaimed: z.object({ accountId: z.string() }),
  OrganizationCreated: z.object({ accountId: z.string(), name: z.string(), slug: z.string(), timeZone, currency, paymentFlow, trialEndsAt: z.string().optional() }),
  OrganizationChanged: z.object({ accountId: z.string(), name: z.string(), timeZone, paymentFlow, currency: currency.optional(), holdCents: z.number().int().optional(), statementDescriptor: z.string().optional(), instantRefundCents: z.number().int().optional(), disputeDays: z.number().int().optional(), guestContact: z.string().optional(), requiresSecondFactor: z.boolean().optional() }),
  MemberAdded: z.object({ accountId: z.string(), userId: z.string(), role }),
  MemberRoleChanged: z.object({ accountId: z.string(), userId: z.string(), role }),
  MemberRemoved: z.object({ accountId: z.string(), userId: z.string() }),
  /** The link's token follows from the nonce and a key of the server's, so neither the log nor a view can be used to join. */
  MemberInvited: z.object({ accountId: z.string(), invitationId: z.string(), emailHash: z.string(), email: sealed, role, invitedBy: z.string(), nonce: z.string(), expiresAt: z.string() }),
  InvitationRenewed: z.object({ accountId: z.string(), invitationId: z.string(), nonce: z.string(), expiresAt: z.string() }),
  /** The link that was sent stays good. */
  InvitationRoleChanged: z.object({ accountId: z.string(), invitationId: z.string(), role }),
  InvitationRevoked: z.object({ accountId: z.string(), invitationId: z.string() }),
  InvitationAccepted: z.object({ accountId: z.string(), invitationId: z.string(), userId: z.string() }),
  SubscriptionSet: z.object({
    accountId: z.string(), plan: planId, status: paidStatus, currentPeriodStart: z.string(), currentPeriodEnd: z.string(), cancelAtPeriodEnd: z.boolean(),
  }),
};

export const INVITATION_DAYS = 7;
/** What `hold-first` authorises unless the organization chose another amount. */
export const USUAL_HOLD_CENTS = 1_500;
/** Up to here a guest who puts something back, or says that something was wrong, has the money back at once when the machine's reports agree. */
export const USUAL_INSTANT_REFUND_CENTS = 500;
/** So long after a purchase guests may say that something was wrong with it. */
export const USUAL_DISPUTE_DAYS = 14;
/** What card networks take for a name on a statement. */
const DESCRIPTOR_RULES: readonly (readonly [RegExp, string])[] = [
  [/^.{5,}$/, 'The statement name must have at least 5 characters'], [/^.{0,22}$/, 'The statement name must have at most 22 characters'], [/[A-Za-z]/, 'The statement name must contain a letter'],
  [/^[^<>\\'"*]*$/, 'The statement name cannot contain < > \\ \' " or *'], [/^[\x20-\x7e]*$/, 'The statement name can only contain plain letters, digits and signs'],
];
/** Empty: the payment provider's own name for the account. */
export const statementDescriptor = z.string().trim().superRefine((text, context) => {
  const broken = text === '' ? undefined : DESCRIPTOR_RULES.find(([rule]) => !rule.test(text));
  if (broken) context.addIssue(broken[1]);
});

export const member = z.object({
  /** Of the person, or of the invitation while nobody has answered it. */
  userId: z.string(), firstName: z.string(), lastName: z.string(), email: z.string(), role, status: z.enum(['active', 'invited']),
  /** ISO; of an invitation only. One in the past can be sent again. */
  expiresAt: z.string().optional(),
  /** By name, of an invitation only; empty once they have left: it stays good, so somebody should know. */
  invitedBy: z.string().optional(),
  /** Whether a stolen password alone would let them in, for those who see to members. Missing for who signs in elsewhere: that is asked there. */
  secondFactor: z.boolean().optional(),
});
export type TeamMember = z.infer<typeof member>;

const forGuests = { statementDescriptor: z.string().optional(), instantRefundCents: z.number(), disputeDays: z.number(), guestContact: z.string().optional() };
export const limits = z.object({ maxMachines: z.number(), maxUsers: z.number(), maxTransactionsPerMonth: z.number() });
export const account = z.object({
  id: z.string(), name: z.string(), slug: z.string(), status: z.enum(['active', 'closed']), timeZone, currency, paymentFlow, holdCents: z.number(), ...forGuests, requiresSecondFactor: z.boolean(),
  subscriptionPlan: planId, subscriptionStatus, trialEndsAt: z.string().optional(), machineCount: z.number(), userCount: z.number(), limits,
});
export type Account = z.infer<typeof account>;

/** For other services. `machineCap` -1: no limit. */
export const accountSettings = query('identity.accountSettings', 'services', 'Zone, currency, payment flow and plan of an organization', z.object({ account: z.string() }), z.object({
  account: z.string(), name: z.string(), slug: z.string(), timeZone, currency, paymentFlow, holdCents: z.number(), ...forGuests, requiresSecondFactor: z.boolean(), plan: planId, status: subscriptionStatus, trialEndsAt: z.string().optional(),
  /** Those it can choose while it has no machine. */
  currencies: z.array(currency),
  machineCap: z.number(), userCount: z.number(),
}));
export const changeAccount = command('identity.changeAccount', 'settings.update', 'Change the settings of the organization', z.object({
  name: organizationName.optional(), timeZone: timeZone.optional(), paymentFlow: paymentFlow.optional(),
  /** What prices and sales are in. Refused with `CONFLICT` once there is a machine or anything was sold: amounts of two currencies are not added up. */
  currency: usedCurrency.optional(),
  /** In minor units: 1.00 to 200.00. */
  holdCents: z.number({ error: 'Please enter an amount' }).int().min(100, 'The hold must be at least 1.00').max(20_000, 'The hold must be at most 200.00').optional(),
  /** On guests' card statements. */
  statementDescriptor: statementDescriptor.optional(),
  /** In minor units; 0: nothing is given back before somebody has looked. */
  instantRefundCents: z.number({ error: 'Please enter an amount' }).int().min(0, 'The limit cannot be negative').max(20_000, 'The limit must be at most 200.00').optional(),
  /** Whom guests ask, as they read it: a phone number, an address, or both. Empty: nobody is named. */
  guestContact: z.string().trim().max(120, 'At most 120 characters').refine((text) => !/\p{Cc}/u.test(text), 'Please write it in one line').optional(),
  disputeDays: z.number({ error: 'Please enter a number of days' }).int('Please enter whole days').min(1, 'At least 1 day').max(180, 'At most 180 days').optional(),
  /** Whether members are let in only once they have turned on two-step sign-in. For one who asks for it and has it. */
  requiresSecondFactor: z.boolean().optional(),
  /** What was shown of these to whoever sets them; of what is not named the last one wins. */
  was: z.object({ name: z.string(), timeZone: z.string(), paymentFlow, currency: z.string(), holdCents: z.number(), statementDescriptor: z.string(), instantRefundCents: z.number(), disputeDays: z.number(), guestContact: z.string(), requiresSecondFactor: z.boolean() }).partial().optional(),
}), z.object({ account: account.omit({ machineCount: true }) }));
export const foundOrganization = command('identity.foundOrganization', 'person', 'Create an organization for somebody who is signed in and belongs to none', z.object({
  organizationName, timeZone: timeZone.optional(),
}), z.object({ accountId: z.string() }));

export const listMembers = query('identity.listMembers', 'account.read', 'Members and open invitations', z.object({}), z.object({
  members: z.array(member),
  /** Whose API keys there are and were, for what they did. Missing from a copy of before. */
  programs: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
}));
/** While they cannot be had. */
export const NOBODY: z.infer<typeof listMembers.output> = { members: [] };
/** Names behind actors such as `user:<id>` and `program:<id>`; none for who is no member any more. */
export function namesOfActors({ members, programs = [] }: z.infer<typeof listMembers.output>): Map<string, string> {
  return new Map([
    ...members.map(({ userId, firstName, lastName, email }) => [`user:${userId}`, `${firstName} ${lastName}`.trim() || email] as const),
    ...programs.map(({ id, name }) => [`program:${id}`, `${name} (API key)`] as const),
  ]);
}
/** For other services. */
export const membersAmong = query('identity.membersAmong', 'services', 'Which of these people still belong to an organization, and who its owners are', z.object({ account: z.string(), userIds: z.array(z.string()).max(200) }), z.object({
  members: z.array(z.string()), owners: z.array(z.string()),
}));
export const inviteMember = command('identity.inviteMember', 'users.invite', 'Invite somebody by e-mail', z.object({ email, role }), z.object({ invitation: member }));
export const renewInvitation = command('identity.renewInvitation', 'users.invite', 'Send an invitation again; the link sent before stops working', z.object({ userId: z.string() }), z.object({ invitation: member }));
export const revokeInvitation = command('identity.revokeInvitation', 'users.manage', 'Take an invitation back', z.object({ userId: z.string() }), z.object({}));
export const removeMember = command('identity.removeMember', 'users.remove', 'Remove a member or an open invitation', z.object({ userId: z.string() }), z.object({}));
export const changeRole = command('identity.changeRole', 'users.manage_roles', 'Change the role of a member or of an open invitation', z.object({
  userId: z.string(), role,
  /** The role that was shown to whoever gives another; without it the last one wins. */
  was: role.optional(),
}), z.object({ member }));
export const demandNewPassword = command('identity.demandNewPassword', 'users.manage', 'Sign a member out everywhere, and have them choose a new password at the next sign-in', z.object({ userId: z.string() }), z.object({}));
export const resetSecondFactor = command('identity.resetSecondFactor', 'users.manage', 'Turn off two-step sign-in of another member, who has lost it, and sign them out everywhere', z.object({ userId: z.string() }), z.object({}));

export const invitationOf = query('identity.invitationOf', 'anyone', 'What an invitation link offers', z.object({ token: z.string().max(200) }), z.object({
  organizationName: z.string(), email: z.string(), role, invitedBy: z.string(), expiresAt: z.string(),
  /** There is a login with this address already: sign in instead of registering. */
  hasLogin: z.boolean(),
  /** The organization's short name, where they may join by its single sign-on; `isRequired`: in no other way. */
  singleSignOn: z.object({ slug: z.string(), isRequired: z.boolean() }).optional(),
}));
export const joinByInvitation = command('identity.joinByInvitation', 'anyone', 'Register with an invitation link; the address counts as verified', z.object({
  token: z.string().max(200), firstName: personName('First name is required'), lastName: personName('Last name is required'), password: z.string().max(256),
}), z.object({ email: z.string() }));
export const acceptInvitation = command('identity.acceptInvitation', 'person', 'Join with the login that is signed in', z.object({
  token: z.string().max(200),
  /** The organization they belong to now, by its id, when they leave it for this one. */
  leaves: z.string().max(64).optional(),
}), z.object({ accountId: z.string() }));

export const subscription = query('identity.subscription', 'account.read', 'The subscription as it stands', z.object({}), z.object({
  /** What is billed; once `graceEndsAt` is over less of it is open, see the account's `limits`. `price`: US dollars a month. */
  plan: z.object({ name: planId, displayName: z.string(), price: z.number() }), status: subscriptionStatus, currentPeriodStart: z.string().optional(), currentPeriodEnd: z.string().optional(),
  cancelAtPeriodEnd: z.boolean(), trialEndsAt: z.string().optional(),
  /** Whether it is paid for at the provider; otherwise it is a trial, was given, or there is none. */
  isPaid: z.boolean(),
  /** The smaller plan that begins with the next period. */
  pendingPlan: z.object({ name: planId, displayName: z.string() }).optional(),
  /** While a payment is overdue: when it is tried again, and until when everything stays as it is. */
  nextAttemptAt: z.string().optional(), graceEndsAt: z.string().optional(),
}));
export const currentSubscription = query('identity.currentSubscription', 'account.read', 'Whether there is a subscription, and which', z.object({}), z.object({
  hasActiveSubscription: z.boolean(), subscription: subscription.output,
}));
export const listPlans = query('identity.listPlans', 'anyone', 'The plans on offer', z.object({}), z.array(z.object({
  id: planId, name: planId, displayName: z.string(),
  /** US dollars a month. */
  price: z.number(), interval: z.literal('month'), popular: z.boolean(), features: z.array(feature), limits,
})));
