/** The pages of the test provider, as Stripe would host them, and its days passing. */
import { Controller, Inject } from '@nestjs/common';
import { billingPage, settleBillingPage, type Card, type TestBillingFact, type TestCard } from '@larder/contracts/identity/billing.js';
import { plans } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { organization } from '../../../organization.js';
import { BILLING, type Billing } from '../billing.js';
import { shownInvoices } from '../../showing.js';
import { Subscriptions } from '../../subscriptions.js';
import { accountOfPage } from './local-billing.js';
import { testBank, type BankPage, type BankState } from './test-bank.js';

const cards: Record<TestCard, { card: Card; declines: boolean; failsLater: boolean }> = {
  works: { card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }, declines: false, failsLater: false },
  declined: { card: { brand: 'visa', last4: '0002', expMonth: 12, expYear: 2034 }, declines: true, failsLater: false },
  'fails-later': { card: { brand: 'visa', last4: '0341', expMonth: 12, expYear: 2034 }, declines: false, failsLater: true },
};
const DONE = 'checkout=done';

@Controller()
export class TestPagesController {
  constructor(private readonly kit: Kit, private readonly subscriptions: Subscriptions, @Inject(BILLING) private readonly billing: Billing) {}

  @Answers(billingPage)
  async show({ pageRef }: In<typeof billingPage>): Promise<Out<typeof billingPage> | Refusal> {
    const found = await this.find(pageRef);
    if (isRefusal(found)) return found;
    const { account, page, bank } = found;
    const { created } = await this.kit.look(organization, account, account);
    const { failsLater: _, ...paymentMethod } = bank.card ?? { failsLater: false };
    const plan = page.plan && plans[page.plan];
    return {
      kind: page.kind, organization: created?.name ?? '', isDone: Object.values(bank.subscriptions).some((held) => held.pageRef === pageRef), returnUrl: page.returnPath,
      ...(plan && { plan: { name: plan.id, displayName: plan.displayName, price: plan.priceCents / 100 } }),
      paymentMethod: bank.card ? (paymentMethod as Card) : null, invoices: page.kind === 'portal' ? shownInvoices(Object.values(bank.invoices)) : [],
    };
  }

  @Answers(settleBillingPage)
  async settle({ pageRef, card }: In<typeof settleBillingPage>, asked: Asked): Promise<Out<typeof settleBillingPage> | Refusal> {
    const found = await this.find(pageRef);
    if (isRefusal(found)) return found;
    const { account, page } = found;
    const entered = await this.kit.handle(testBank, account, { type: 'EnterCard', accountId: account, pageRef, now: this.kit.clock.now().toISOString(), ...cards[card] }, causeOf(asked, account));
    if (isRefusal(entered)) return entered;
    // The message about it comes by itself; whoever comes back should not have to wait for it.
    await this.subscriptions.hear(account, causeOf(asked, account));
    return { returnUrl: page.kind === 'subscribe' ? `${page.returnPath}${page.returnPath.includes('?') ? '&' : '?'}${DONE}` : page.returnPath };
  }

  private async find(pageRef: string): Promise<{ account: string; page: BankPage; bank: BankState } | Refusal> {
    const account = accountOfPage(pageRef);
    const bank = this.billing.provider === 'local-test' ? await this.kit.look(testBank, account, account) : testBank.initial;
    const page = bank.pages[pageRef];
    const isThere = page !== undefined && page.expiresAt > this.kit.clock.now().toISOString();
    return isThere ? { account, page, bank } : refuse('NOT_FOUND', 'This page has expired. Please start again from Larder.');
  }
}

/** Renewals and further attempts of the test provider. */
export const bankDays = (kit: Kit): DeadlineRules<TestBillingFact> => ({
  name: 'test-billing-deadlines',
  categories: [testBank.category],
  on(fact) {
    switch (fact.type) {
      case 'TestSubscriptionSet': {
        const id = `${fact.data.accountId}/${fact.data.subscriptionRef}`;
        return fact.data.status === 'active' ? { id, at: fact.data.currentPeriodEnd } : { id, met: true };
      }
      case 'TestInvoiceSet': {
        const id = `${fact.data.accountId}/${fact.data.invoiceRef}`;
        return fact.data.nextAttemptAt ? { id, at: fact.data.nextAttemptAt } : { id, met: true };
      }
      default:
        return undefined;
    }
  },
  async run({ id, at, account }) {
    await kit.handle(testBank, account, { type: 'RunDue', accountId: account, now: kit.clock.now().toISOString() }, { commandId: `bank:due:${id}:${at}`, account, actor: 'system:local-test', correlationId: id });
  },
});
