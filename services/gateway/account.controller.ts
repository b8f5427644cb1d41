/** The organization as its members see it, put together from several services. */
import { Controller } from '@nestjs/common';
import { machineSummary } from '@larder/contracts/fleet.js';
import { accountContext, accountUsage, profile } from '@larder/contracts/identity.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { plans } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { permissionsOf } from '@larder/contracts/roles.js';
import { soldThisMonth } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';

@Controller()
export class AccountController {
  constructor(private readonly kit: Kit) {}

  private readonly ours = (asked: Asked): Asked => ({ ...asked, caller: { kind: 'service', name: 'gateway' } });
  private readonly settings = (asked: Asked) => this.kit.ask(accountSettings, { account: accountOf(asked) }, this.ours(asked));

  @Answers(accountContext)
  async context(_: In<typeof accountContext>, asked: Asked): Promise<Out<typeof accountContext> | Refusal> {
    const [settings, person, machines] = await Promise.all([this.settings(asked), this.kit.ask(profile, {}, asked), this.kit.ask(machineSummary, {}, asked)]);
    if (isRefusal(settings)) return settings;
    if (isRefusal(person)) return person;
    if (isRefusal(machines)) return machines;
    const { account: id, name, slug, timeZone, currency, paymentFlow, holdCents, statementDescriptor, instantRefundCents, disputeDays, guestContact, requiresSecondFactor, plan, status, trialEndsAt, userCount, currencies } = settings;
    const { role } = person;
    if (!role) return refuse('FORBIDDEN', 'You belong to no organization');
    return {
      account: {
        id, name, slug, status: 'active', timeZone, currency, paymentFlow, holdCents, statementDescriptor, instantRefundCents, disputeDays, guestContact, requiresSecondFactor, subscriptionPlan: plan, subscriptionStatus: status, trialEndsAt,
        machineCount: machines.total, userCount, limits: plans[plan].included,
      },
      member: { id: person.id, email: person.email, firstName: person.firstName, lastName: person.lastName, role },
      permissions: [...permissionsOf[role]], features: [...plans[plan].features], currencies,
    };
  }

  @Answers(accountUsage)
  async usage(_: In<typeof accountUsage>, asked: Asked): Promise<Out<typeof accountUsage> | Refusal> {
    const [settings, machines, sold] = await Promise.all([this.settings(asked), this.kit.ask(machineSummary, {}, asked), this.kit.ask(soldThisMonth, { account: accountOf(asked) }, this.ours(asked))]);
    if (isRefusal(settings)) return settings;
    if (isRefusal(machines)) return machines;
    if (isRefusal(sold)) return sold;
    const { maxMachines, maxUsers, maxTransactionsPerMonth } = plans[settings.plan].included;
    return { machines: { current: machines.total, limit: maxMachines }, users: { current: settings.userCount, limit: maxUsers }, transactions: { current: sold.transactions, limit: maxTransactionsPerMonth } };
  }
}
