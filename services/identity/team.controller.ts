/** The organization and its team, as members and other services ask for them. */
import { Controller } from '@nestjs/common';
import {
  accountSettings, changeAccount, changeRole, demandNewPassword, foundOrganization, listMembers, membersAmong, removeMember, resetSecondFactor, USUAL_HOLD_CENTS,
} from '@larder/contracts/identity/organization.js';
import { establish, liftSecondFactor, makeOwner, setEmail } from '@larder/contracts/identity.js';
import { machineSummary } from '@larder/contracts/fleet.js';
import { leastCharged, toAmount } from '@larder/contracts/money.js';
import { machineRevenue } from '@larder/contracts/sales.js';
import { plans } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { has } from '@larder/contracts/roles.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Addresses } from './addresses.js';
import { standingOf } from './billing/standing-of.js';
import { membershipView, PEOPLE } from './membership-view.js';
import { People } from './people.js';
import { hasSecondFactor } from './person.js';
import { isAbove, personOf } from './person-of.js';
import { slugClaim } from './organization.js';
import { withUsual } from './organization-settings.js';
import { SecondFactors } from './second-factors.js';
import { SignIns } from './sign-ins.js';
import { Teams } from './teams.js';

const noOrganization = (): Refusal => refuse('NOT_FOUND', 'Organization not found');

@Controller()
export class TeamController {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly teams: Teams, private readonly signIns: SignIns, private readonly secondFactors: SecondFactors, private readonly addresses: Addresses) {}

  @Answers(accountSettings)
  async settings({ account }: In<typeof accountSettings>): Promise<Out<typeof accountSettings> | Refusal> {
    const state = await this.teams.state(account);
    if (!state.created) return noOrganization();
    const { name, slug, timeZone, currency, paymentFlow, holdCents, statementDescriptor, instantRefundCents, disputeDays, guestContact, requiresSecondFactor, trialEndsAt } = withUsual(state.created);
    const { plan, status } = await standingOf(this.kit, account);
    return { account, name, slug, timeZone, currency, paymentFlow, holdCents, ...(statementDescriptor && { statementDescriptor }), instantRefundCents, disputeDays, ...(guestContact && { guestContact }), requiresSecondFactor, plan: plan.id, status, trialEndsAt, currencies: this.kit.settings.CURRENCIES, machineCap: plan.machineCap, userCount: Object.keys(state.members).length };
  }

  @Answers(changeAccount)
  async change({ was, ...changes }: In<typeof changeAccount>, asked: Asked): Promise<Out<typeof changeAccount> | Refusal> {
    const account = accountOf(asked);
    if (changes.requiresSecondFactor && !hasSecondFactor(await this.people.state(personOf(asked)), !this.kit.settings.OWN_SIGN_IN)) return refuse('CONFLICT', 'Turn on two-step sign-in for yourself first, on your profile.');
    const fixed = changes.currency && (await this.objectionToCurrency(changes.currency, account, asked));
    if (fixed) return fixed;
    const isAboutHold = changes.currency !== undefined || changes.holdCents !== undefined;
    const objection = isAboutHold ? objectionToHold({ ...(await this.teams.state(account)).created, ...changes }) : undefined;
    if (objection) return objection;
    const done = await this.teams.do(account, { type: 'ChangeOrganization', changes, was }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    const settings = await this.settings({ account });
    if (isRefusal(settings)) return settings;
    const { name, slug, timeZone, currency, paymentFlow, holdCents, statementDescriptor, instantRefundCents, disputeDays, guestContact, requiresSecondFactor, plan, status, trialEndsAt, userCount } = settings;
    return { account: { id: account, name, slug, status: 'active', timeZone, currency, paymentFlow, holdCents, statementDescriptor, instantRefundCents, disputeDays, guestContact, requiresSecondFactor, subscriptionPlan: plan, subscriptionStatus: status, trialEndsAt, userCount, limits: plans[plan].included } };
  }

  /** What is sold is added up as it is, so it has to be of one currency. */
  private async objectionToCurrency(currency: string, account: string, asked: Asked): Promise<Refusal | undefined> {
    const { created } = await this.teams.state(account);
    if (created?.currency === currency) return undefined;
    if (!this.kit.settings.CURRENCIES.some((offered) => offered === currency)) return refuse('BAD_INPUT', `Amounts in ${currency} are not paid out here`);
    const [machines, revenue] = await Promise.all([this.kit.ask(machineSummary, {}, asked), this.kit.ask(machineRevenue, { account }, { ...asked, caller: { kind: 'service', name: 'identity' } })]);
    if (isRefusal(machines)) return machines;
    if (isRefusal(revenue)) return revenue;
    return machines.total > 0 || Object.keys(revenue).length > 0 ? refuse('CONFLICT', 'The currency can be changed only before the first machine is added.') : undefined;
  }

  @Answers(foundOrganization)
  async found({ organizationName, timeZone = 'America/New_York' }: In<typeof foundOrganization>, asked: Asked): Promise<Out<typeof foundOrganization> | Refusal> {
    return this.teams.foundOwn(personOf(asked), organizationName, timeZone, causeOf(asked, PEOPLE));
  }

  @Answers(listMembers)
  async members(_: In<typeof listMembers>, asked: Asked): Promise<Out<typeof listMembers>> {
    const { caller } = asked;
    const account = accountOf(asked);
    const [members, { apiKeys }] = await Promise.all([this.teams.members(account, caller.kind === 'user' && has(caller.role, 'users.manage')), this.teams.state(account)]);
    return { members, programs: Object.values(apiKeys).map(({ keyId, name }) => ({ id: keyId, name })) };
  }

  @Answers(membersAmong)
  async among({ account, userIds }: In<typeof membersAmong>): Promise<Out<typeof membersAmong>> {
    const { members } = await this.teams.state(account);
    return { members: userIds.filter((userId) => Object.hasOwn(members, userId)), owners: Object.keys(members).filter((userId) => members[userId] === 'owner') };
  }

  @Answers(removeMember)
  async remove({ userId }: In<typeof removeMember>, asked: Asked): Promise<Out<typeof removeMember> | Refusal> {
    const account = accountOf(asked);
    const done = await this.teams.do(account, { type: 'Remove', userId }, causeOf(asked, account));
    return isRefusal(done) ? done : {};
  }

  @Answers(changeRole)
  async changeRole(wanted: In<typeof changeRole>, asked: Asked): Promise<Out<typeof changeRole> | Refusal> {
    const account = accountOf(asked);
    const member = await this.teams.changeRole(account, wanted, causeOf(asked, account));
    if (isRefusal(member)) return member;
    // Owners alone may be in by a password where single sign-on is required.
    await this.signIns.endByPassword(wanted.userId, asked);
    return { member };
  }

  private async objectionToActOn(userId: string, asked: Asked): Promise<Refusal | undefined> {
    const { [userId]: theirs } = (await this.teams.state(accountOf(asked))).members;
    if (!theirs) return refuse('NOT_FOUND', 'There is no such member');
    return isAbove(theirs, asked) ? refuse('FORBIDDEN', 'You cannot demand this of a role above your own.') : undefined;
  }

  @Answers(resetSecondFactor)
  async reset({ userId }: In<typeof resetSecondFactor>, asked: Asked): Promise<Out<typeof resetSecondFactor> | Refusal> {
    // One's own is turned off with the password: a screen left open is not enough.
    if (userId === personOf(asked)) return refuse('CONFLICT', 'Please turn off your own on your profile.');
    return (await this.objectionToActOn(userId, asked)) ?? this.secondFactors.lift(userId, asked);
  }

  @Answers(liftSecondFactor)
  async lift({ email }: In<typeof liftSecondFactor>, asked: Asked): Promise<Out<typeof liftSecondFactor> | Refusal> {
    const { userId, isKnown } = await this.people.idOf(email);
    return isKnown ? this.secondFactors.lift(userId, asked) : refuse('NOT_FOUND', 'Nobody signs in with this address');
  }

  @Answers(setEmail)
  setEmail({ email, to }: In<typeof setEmail>, asked: Asked): Promise<Out<typeof setEmail> | Refusal> {
    return this.addresses.set(email, to, asked);
  }

  @Answers(makeOwner)
  async makeOwner({ email }: In<typeof makeOwner>, asked: Asked): Promise<Out<typeof makeOwner> | Refusal> {
    const { userId } = await this.people.idOf(email);
    const { account } = (await this.people.membership(userId)) ?? {};
    if (!account) return refuse('NOT_FOUND', 'Nobody with this address belongs to an organization');
    const made = await this.teams.changeRole(account, { userId, role: 'owner' }, causeOf(asked, account));
    return isRefusal(made) ? made : { organizationName: (await this.teams.state(account)).created?.name ?? account };
  }

  @Answers(demandNewPassword)
  async demand({ userId }: In<typeof demandNewPassword>, asked: Asked): Promise<Out<typeof demandNewPassword> | Refusal> {
    const objection = await this.objectionToActOn(userId, asked);
    if (objection) return objection;
    const { registered, verifier } = await this.people.state(userId);
    // Neither asked of them nor a reason to turn them away: nobody should believe that they are out.
    const isElsewhere = !this.kit.settings.OWN_SIGN_IN || (registered?.issuer !== undefined && !verifier);
    if (isElsewhere) return refuse('CONFLICT', `They sign in ${registered?.issuer ? `at ${new URL(registered.issuer).host}` : 'with single sign-on'}, where their password is: have it changed there. To keep them out meanwhile, remove them from the team.`);
    const done = await this.people.do(userId, { type: 'DemandNewPassword' }, causeOf(asked, PEOPLE));
    if (isRefusal(done)) return done;
    // Whoever knows the old one may be in already, and would stay.
    await this.signIns.endAll(userId, asked);
    return {};
  }

  @Answers(establish)
  async establish({ account, name, slug, timeZone, currency, plan, people }: In<typeof establish>, asked: Asked): Promise<Out<typeof establish> | Refusal> {
    const cause = causeOf(asked, account);
    const created = await this.teams.do(account, { type: 'CreateOrganization', organization: { accountId: account, name, slug, timeZone, currency, paymentFlow: 'pay-after' } }, cause);
    if (isRefusal(created)) return created;
    const claimed = await this.kit.handle(slugClaim, slug, { accountId: account }, { ...cause, commandId: `${cause.commandId}:slug`, account: PEOPLE });
    if (isRefusal(claimed)) return claimed;
    const now = this.kit.clock.now();
    const inAYear = new Date(now.getTime() + 365 * 86_400_000).toISOString();
    const period = { currentPeriodStart: now.toISOString(), currentPeriodEnd: inAYear, cancelAtPeriodEnd: false };
    if (!created.state.subscription) await this.teams.do(account, { type: 'SetSubscription', subscription: { plan, status: 'active', ...period } }, { ...cause, commandId: `${cause.commandId}:plan` });
    for (const { role, ...one } of people) {
      const { userId, position } = await this.people.establish({ ...one, emailVerified: true }, { ...cause, commandId: `${cause.commandId}:${this.people.fingerprint(one.email)}` });
      await this.kit.views.reached(membershipView, position);
      const added = await this.teams.do(account, { type: 'AddMember', userId, role }, { ...cause, commandId: `${cause.commandId}:${userId}` });
      if (isRefusal(added)) return added;
    }
    return { account, created: Object.keys(created.state.members).length === 0 };
  }
}

/** Stripe opens no checkout for less, so nobody could open a machine. */
function objectionToHold({ currency = 'USD', holdCents = USUAL_HOLD_CENTS }: { currency?: string; holdCents?: number }): Refusal | undefined {
  const least = leastCharged(currency);
  return holdCents < least ? refuse('BAD_INPUT', `The hold must be at least ${toAmount(least).toFixed(2)}, the least that a card is charged in ${currency}`) : undefined;
}
