/** Plans, subscription, invoices and billing pages, as members ask for them. */
import { Controller } from '@nestjs/common';
import {
  acceptBillingWebhook, cancelSubscription, changePaymentMethod, choosePlan, listInvoices, openPortal, previewPlan, refreshSubscription, resumeSubscription, upgradeSubscription,
} from '@larder/contracts/identity/billing.js';
import { currentSubscription, listPlans, subscription } from '@larder/contracts/identity/organization.js';
import { plans, type PlanId } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { inWords } from './in-words.js';
import { UnsignedMessage } from './providers/billing.js';
import { returnPathOf } from './return-path.js';
import { shownInvoices, shownSubscription } from './showing.js';
import { standingOf } from './standing-of.js';
import { Subscriptions } from './subscriptions.js';

@Controller()
export class BillingController {
  constructor(private readonly kit: Kit, private readonly subscriptions: Subscriptions) {}

  @Answers(subscription)
  async subscription(_: In<typeof subscription>, asked: Asked): Promise<Out<typeof subscription> | Refusal> {
    const account = accountOf(asked);
    const [standing, state] = await Promise.all([standingOf(this.kit, account), this.subscriptions.state(account)]);
    return standing.organization.created ? shownSubscription(standing, state) : refuse('NOT_FOUND', 'Organization not found');
  }

  @Answers(currentSubscription)
  async current(_: In<typeof currentSubscription>, asked: Asked): Promise<Out<typeof currentSubscription> | Refusal> {
    const found = await this.subscription({}, asked);
    return isRefusal(found) ? found : { hasActiveSubscription: found.status === 'active' || found.status === 'trialing', subscription: found };
  }

  @Answers(listPlans)
  async plans(): Promise<Out<typeof listPlans>> {
    return Object.values(plans).map(({ id, displayName, priceCents, interval, popular, features, included }) => ({ id, name: id, displayName, price: priceCents / 100, interval, popular, features: [...features], limits: included }));
  }

  @Answers(listInvoices)
  async invoices(_: In<typeof listInvoices>, asked: Asked): Promise<Out<typeof listInvoices>> {
    const account = accountOf(asked);
    const [{ invoices, card }, addresses] = await Promise.all([this.subscriptions.state(account), this.subscriptions.addresses(account)]);
    return { invoices: shownInvoices(Object.values(invoices), addresses), paymentMethod: card };
  }

  @Answers(previewPlan)
  preview({ planId }: In<typeof previewPlan>, asked: Asked): Promise<Out<typeof previewPlan> | Refusal> {
    return inWords(() => this.subscriptions.preview(planId, asked));
  }

  @Answers(upgradeSubscription)
  upgrade({ planId }: In<typeof upgradeSubscription>, asked: Asked): Promise<Out<typeof upgradeSubscription> | Refusal> {
    return this.choose(planId, asked);
  }

  @Answers(choosePlan)
  choosePlan({ newPlan }: In<typeof choosePlan>, asked: Asked): Promise<Out<typeof choosePlan> | Refusal> {
    return this.choose(newPlan, asked);
  }

  private async choose(plan: PlanId, asked: Asked): Promise<Out<typeof choosePlan> | Refusal> {
    const chosen = await inWords(() => this.subscriptions.choose(plan, asked));
    if (isRefusal(chosen)) return chosen;
    const now = await this.subscription({}, asked);
    return isRefusal(now) ? now : { ...chosen, subscription: now };
  }

  @Answers(cancelSubscription)
  cancel(_: In<typeof cancelSubscription>, asked: Asked): Promise<Out<typeof cancelSubscription> | Refusal> {
    return this.end('cancel', asked);
  }

  @Answers(resumeSubscription)
  resume(_: In<typeof resumeSubscription>, asked: Asked): Promise<Out<typeof resumeSubscription> | Refusal> {
    return this.end('resume', asked);
  }

  private async end(wish: 'cancel' | 'resume', asked: Asked): Promise<Out<typeof cancelSubscription> | Refusal> {
    const refused = await inWords(() => this.subscriptions.end(wish, asked));
    if (isRefusal(refused)) return refused;
    const now = await this.subscription({}, asked);
    return isRefusal(now) ? now : { subscription: now };
  }

  @Answers(refreshSubscription)
  async refresh(_: In<typeof refreshSubscription>, asked: Asked): Promise<Out<typeof refreshSubscription> | Refusal> {
    const account = accountOf(asked);
    const heard = await inWords(() => this.subscriptions.hear(account, causeOf(asked, account)));
    return isRefusal(heard) ? heard : this.subscription({}, asked);
  }

  @Answers(changePaymentMethod)
  paymentMethod({ returnUrl }: In<typeof changePaymentMethod>, asked: Asked): Promise<Out<typeof changePaymentMethod> | Refusal> {
    return this.page('payment-method', returnUrl, asked);
  }

  @Answers(openPortal)
  portal({ returnUrl }: In<typeof openPortal>, asked: Asked): Promise<Out<typeof openPortal> | Refusal> {
    return this.page('portal', returnUrl, asked);
  }

  private async page(kind: 'payment-method' | 'portal', returnUrl: string | undefined, asked: Asked): Promise<{ url: string } | Refusal> {
    const returnPath = returnPathOf(returnUrl, this.kit.settings.PUBLIC_URL ?? `http://localhost:${this.kit.settings.PORT}`);
    if (isRefusal(returnPath)) return returnPath;
    const url = await inWords(() => this.subscriptions.page({ kind, returnPath }, asked));
    return isRefusal(url) ? url : { url };
  }

  @Answers(acceptBillingWebhook)
  async webhook({ body, signature }: In<typeof acceptBillingWebhook>, asked: Asked): Promise<Out<typeof acceptBillingWebhook> | Refusal> {
    try {
      return await this.subscriptions.accept(body, signature, asked.correlationId);
    } catch (error) {
      if (error instanceof UnsignedMessage) return refuse('BAD_INPUT', 'The message is not signed by the payment provider');
      throw error;
    }
  }
}
