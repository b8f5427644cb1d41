/** Moves subscriptions along: opens pages, orders changes, and takes down what the provider says when it is asked. A message only says that it is time to ask. */
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { PlanChange } from '@larder/contracts/identity/billing.js';
import { machineSummary } from '@larder/contracts/fleet.js';
import type { PlanId } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { InTurn } from '@larder/kit/turns/in-turn.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { organization } from '../organization.js';
import { inWords } from './in-words.js';
import { isLost } from './plan-aside.js';
import { BILLING, BillingRefused, type Billing, type ChangeOrder, type PageOrder } from './providers/billing.js';
import { costOf, directionOf, objection, warningsOf, type Direction } from './planning.js';
import { dollars, type InvoiceAddresses } from './showing.js';
import { standingOf, type Standing } from './standing-of.js';
import { subscription, surplusOf, type SubscriptionState } from './subscription.js';
import { CUSTOMERS, customerView, type Customer } from './subscription-view.js';

export interface Chosen {
  url?: string;
  effective: 'checkout' | 'now' | 'period-end' | 'unchanged';
}
type Wish = ChangeOrder extends infer O ? (O extends ChangeOrder ? Omit<O, 'key' | 'customerRef' | 'subscriptionRef'> : never) : never;
type Page = PageOrder extends infer O ? (O extends PageOrder ? Omit<O, 'key' | 'account' | 'customerRef'> : never) : never;

const HOME = '/app/subscription';
/** Nobody waits longer for addresses beside a list. */
const SOON_MS = 3_000;
const NONE = (): Refusal => refuse('CONFLICT', 'There is no subscription to change. Choose a plan first.');

@Injectable()
export class Subscriptions {
  /** What is done about one organization's subscription. */
  private readonly turns = new InTurn();

  constructor(private readonly kit: Kit, @Inject(BILLING) private readonly billing: Billing) {}

  state = (account: string): Promise<SubscriptionState> => this.kit.look(subscription, account, account);

  private readonly now = (): string => this.kit.clock.now().toISOString();

  /** Asks until what is heard is what is known: then nothing that was told late can be the last word. */
  hear = (account: string, cause: Cause): Promise<void> => this.turns.do(account, () => this.listen(account, cause));

  private async listen(account: string, cause: Cause): Promise<void> {
    for (let isPlannedAnew = false; ;) {
      const before = await this.state(account);
      if (!before.customerRef || before.provider !== this.billing.provider) return;
      const word = await this.billing.ask(before.customerRef);
      // What was said at another time is another thing to note, whoever caused the question.
      const noted = await this.kit.handle(subscription, account, { type: 'NoteWord', accountId: account, word, now: this.now() }, { ...cause, commandId: this.kit.chance.uuid() });
      if (isRefusal(noted)) throw new Error(noted.message);
      for (const ref of surplusOf(word, noted.state)) await this.billing.change({ key: `${ref}:surplus`, customerRef: before.customerRef, subscriptionRef: ref, to: 'end' });
      if (noted.facts.length > 0) continue;
      // Once: where the provider does not show it at once, the deadline comes back to it.
      if (isPlannedAnew || !(await this.planAnew(account, before.customerRef, noted.state, cause))) return;
      isPlannedAnew = true;
    }
  }

  /** The smaller plan that was let go of for a larger one which has not come. Answers whether there was one. */
  private async planAnew(account: string, customerRef: string, { current, aside }: SubscriptionState, cause: Cause): Promise<boolean> {
    if (!aside || !current || aside.until > this.now() || !isLost(aside, current)) return false;
    const { subscriptionRef, plan, until } = aside;
    try {
      await this.billing.change({ key: `${subscriptionRef}:anew:${until}`, customerRef, subscriptionRef, to: 'smaller', plan });
    } catch (error) {
      if (!(error instanceof BillingRefused)) throw error;
      this.kit.log.warn({ why: error.message, account, plan }, 'a smaller plan that was to come is not planned anew');
      await this.note(account, { type: 'LetPlannedGo', until }, cause);
    }
    return true;
  }

  /** Each time anew: whoever asks again under the same id may find that something else is so meanwhile. */
  private async note(account: string, command: { type: 'LetPlannedGo'; until: string } | { type: 'SetPlannedAside'; larger: PlanId; now: string }, cause: Cause): Promise<void> {
    await this.kit.handle(subscription, account, { accountId: account, ...command }, { ...cause, commandId: this.kit.chance.uuid() });
  }

  /** Where invoices can be paid and had now, by their names; nothing of it when the provider does not say so soon. */
  async addresses(account: string): Promise<ReadonlyMap<string, InvoiceAddresses>> {
    const { provider, customerRef } = await this.state(account);
    if (!customerRef || provider !== this.billing.provider) return new Map();
    const asking = inWords(() => this.billing.ask(customerRef)).catch((error: unknown) => void this.kit.surprise('addresses of invoices', error));
    const word = await Promise.race([asking, pause(SOON_MS, undefined, { ref: false })]);
    return new Map(!word || isRefusal(word) ? [] : word.invoices.map((invoice) => [invoice.invoiceRef, invoice]));
  }

  private async customer(account: string, name: string, cause: Cause): Promise<string> {
    const { provider, customerRef } = await this.state(account);
    const created = await this.billing.customer(account, name, provider === this.billing.provider ? customerRef : undefined);
    if (created.customerRef === customerRef && provider === this.billing.provider) return customerRef;
    const noted = await this.kit.handle(subscription, account, { type: 'NoteCustomer', accountId: account, provider: this.billing.provider, ...created }, { ...cause, commandId: `customer:${created.customerRef}` });
    if (isRefusal(noted)) throw new Error(noted.message);
    await this.kit.views.reached(customerView, noted.position);
    return created.customerRef;
  }

  /** What choosing a plan costs and when it takes effect; refused for what stands against it. */
  async preview(plan: PlanId, asked: Asked): Promise<PlanChange | Refusal> {
    const account = accountOf(asked);
    const its = await this.plan(account, plan, asked);
    if (isRefusal(its)) return its;
    const { standing, direction, warnings } = its;
    const cost = costOf(standing, plan, this.now());
    const { customerRef } = await this.state(account);
    if (direction !== 'upgrade' || !standing.paid || !customerRef) return { plan, direction, ...cost, currency: 'USD', warnings };
    const { lines, dueNowCents } = await this.billing.preview({ customerRef, subscriptionRef: standing.paid.subscriptionRef, plan });
    return {
      plan, direction, ...cost, currency: 'USD', warnings, effectiveAt: this.now(), dueNow: dollars(dueNowCents), lines: lines.map(({ description, amountCents }) => ({ description, amount: dollars(amountCents) })),
    };
  }

  private async plan(account: string, plan: PlanId, asked: Asked): Promise<{ standing: Standing; direction: Direction; warnings: string[] } | Refusal> {
    const [standing, machines] = await Promise.all([standingOf(this.kit, account), this.kit.ask(machineSummary, {}, asked)]);
    if (isRefusal(machines)) return machines;
    const use = { machines: machines.total, users: Object.keys(standing.organization.members).length };
    return objection(standing, plan, use) ?? { standing, direction: directionOf(standing, plan), warnings: warningsOf(standing, plan, use) };
  }

  /** Decided by what the provider says now, not by what was heard of it last. */
  choose(plan: PlanId, asked: Asked): Promise<Chosen | Refusal> {
    const account = accountOf(asked);
    const cause = causeOf(asked, account);
    return this.turns.do(account, async () => {
      await this.listen(account, cause);
      const its = await this.plan(account, plan, asked);
      if (isRefusal(its)) return its;
      const { standing: { paid, organization: { created } }, direction } = its;
      if (!paid || direction === 'subscribe') return this.subscribe(account, created?.name ?? account, plan, cause);
      if (direction === 'keep' && !paid.pendingPlan && !paid.cancelAtPeriodEnd) return { effective: 'unchanged' };
      await this.change(account, { to: direction === 'upgrade' ? 'larger' : 'smaller', plan }, cause);
      return { effective: direction === 'downgrade' ? 'period-end' : 'now' };
    });
  }

  private async subscribe(account: string, name: string, plan: PlanId, cause: Cause): Promise<Chosen | Refusal> {
    const customerRef = await this.customer(account, name, cause);
    const { pageRef, url } = await this.billing.open({ key: `${cause.commandId}:page`, account, customerRef, returnPath: HOME, kind: 'subscribe', plan });
    const noted = await this.kit.handle(subscription, account, { type: 'NoteCheckout', accountId: account, checkoutRef: pageRef, plan }, { ...cause, commandId: `checkout:${pageRef}` });
    return isRefusal(noted) ? noted : { effective: 'checkout', url };
  }

  private async change(account: string, wish: Wish, cause: Cause): Promise<void> {
    const { customerRef, current, aside } = await this.state(account);
    if (!customerRef || !current) throw new Error(`${account} has no subscription`);
    const letGo = async (): Promise<void> => void (aside && (await this.note(account, { type: 'LetPlannedGo', until: aside.until }, cause)));
    const keeps = wish.to === 'resume' || (wish.to === 'smaller' && wish.plan === current.plan);
    // Before: whoever dies once it is done must not have the smaller plan planned anew.
    if (keeps) await letGo();
    if (wish.to === 'larger') await this.note(account, { type: 'SetPlannedAside', larger: wish.plan, now: this.now() }, cause);
    await this.billing.change({ key: `${cause.commandId}:${wish.to}`, customerRef, subscriptionRef: current.subscriptionRef, ...wish } as ChangeOrder);
    // Only now: had it failed, the smaller plan would be wanted as before.
    if (!keeps && wish.to !== 'larger') await letGo();
    await this.listen(account, cause);
  }

  /** Cancels with the end of the period, or takes that back. What was so already stays so. */
  end(wish: 'cancel' | 'resume', asked: Asked): Promise<Refusal | undefined> {
    const account = accountOf(asked);
    const cause = causeOf(asked, account);
    return this.turns.do(account, async () => {
      await this.listen(account, cause);
      const { paid, given } = await standingOf(this.kit, account);
      if (given) return this.endGiven(account, { ...given, cancelAtPeriodEnd: wish === 'cancel' }, cause);
      if (!paid || paid.status === 'canceled') return NONE();
      const isSo = wish === 'cancel' ? paid.cancelAtPeriodEnd : !paid.cancelAtPeriodEnd && !paid.pendingPlan;
      if (!isSo) await this.change(account, { to: wish }, cause);
      return undefined;
    });
  }

  private async endGiven(account: string, { accountId: _, ...given }: NonNullable<Standing['given']>, cause: Cause): Promise<Refusal | undefined> {
    const done = await this.kit.handle(organization, account, { type: 'SetSubscription', subscription: given }, cause);
    return isRefusal(done) ? done : undefined;
  }

  /** A page of the provider about the card or everything. */
  async page(page: Page, asked: Asked): Promise<string> {
    const account = accountOf(asked);
    const cause = causeOf(asked, account);
    return this.turns.do(account, async () => {
      const { created } = await this.kit.look(organization, account, account);
      const customerRef = await this.customer(account, created?.name ?? account, cause);
      return (await this.billing.open({ key: `${cause.commandId}:page`, account, customerRef, ...page })).url;
    });
  }

  /** A provider's message: verified first; then the provider is asked. Throws UnsignedMessage. */
  async accept(body: string, signature: string, correlationId: string): Promise<{ handled: boolean }> {
    const told = this.billing.read(body, signature);
    const customer = told && (await this.kit.views.get<Customer>(customerView, CUSTOMERS, told.customerRef));
    if (!customer) return { handled: false };
    await this.hear(customer.account, { commandId: correlationId, account: customer.account, actor: `system:${this.billing.provider}`, correlationId });
    return { handled: true };
  }

  /** Asks because nothing was heard, and notes when to ask again. */
  async reconcile(account: string, cause: Cause): Promise<void> {
    await this.hear(account, cause);
    await this.kit.handle(subscription, account, { type: 'NoteAsked', accountId: account, now: this.now() }, cause);
  }
}
