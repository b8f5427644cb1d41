/** What owners are told by e-mail: receipts, payments that failed, cancellations, a trial that ends. Also carries the test provider's messages to where they are heard. */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SubscriptionFact, TestBillingFact, ToldSubscription } from '@larder/contracts/identity/billing.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { GRACE_DAYS, plans } from '@larder/contracts/identity/price-list.js';
import { Kit } from '@larder/kit/kit.js';
import type { Reaction } from '@larder/kit/commands/react.js';
import { isNews, MAILER, type Mailer } from '../mail/mailer.js';
import { hello, letter } from '../mail/mail-texts.js';
import { organization } from '../organization.js';
import { People } from '../people.js';
import { BILLING, type Billing } from './providers/billing.js';
import { customerOf, type LocalBilling } from './providers/local/local-billing.js';
import { testBank } from './providers/local/test-bank.js';
import { standingOf } from './standing-of.js';
import { Subscriptions } from './subscriptions.js';

type Told = Pick<ToldSubscription, 'subscriptionRef' | 'status' | 'cancelAtPeriodEnd'>;
interface Words {
  subject: string;
  lines: string[];
  button: { label: string; path: string };
}
const HOME = '/app/subscription';
const dollarsFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const amount = (cents: number): string => dollarsFormat.format(cents / 100);
const nameOf = (plan: keyof typeof plans): string => plans[plan].displayName;
/** What is less then, for whoever has more. */
const LEFT = `${nameOf('starter')} has room for ${plans.starter.machineCap} machines: newer ones go on selling, and can be looked at, not changed. Trends and a comparison of machines are part of the larger plans.`;

@Injectable()
export class BillingLetters implements Reaction {
  readonly source = 'identity';

  constructor(private readonly kit: Kit, private readonly people: People, private readonly subscriptions: Subscriptions, @Inject(BILLING) private readonly billing: Billing, @Inject(MAILER) private readonly mailer: Mailer) {}

  /** One organization's facts in order. */
  laneOf = (fact: AnyFact): string => fact.meta.account;

  async on(stored: AnyFact): Promise<void> {
    if (stored.stream.startsWith(`${testBank.category}-`)) return this.tellOfTest(stored as unknown as Stored<TestBillingFact>);
    if (!stored.stream.startsWith('subscription-')) return;
    const fact = stored as unknown as Stored<SubscriptionFact>;
    const words = isNews(stored, this.kit.clock.now()) && (await this.wordsFor(fact));
    if (words) await this.tellOwners(fact, words);
  }

  /** The test provider reports as a real one would: a signed message that is verified before it is read. */
  private async tellOfTest(fact: Stored<TestBillingFact>): Promise<void> {
    if (this.billing.provider !== 'local-test' || fact.type === 'TestPageOpened') return;
    const { body, signature } = (this.billing as LocalBilling).sign(customerOf(fact.data.accountId), fact.id);
    await this.subscriptions.accept(body, signature, fact.meta.correlationId);
  }

  private async wordsFor(fact: Stored<SubscriptionFact>): Promise<Words | undefined> {
    const { timeZone } = (await this.kit.look(organization, fact.meta.account, fact.meta.account)).created ?? { timeZone: 'UTC' };
    const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
    const day = (iso: string): string => date.format(new Date(iso));
    const button = { label: 'See your subscription', path: HOME };
    switch (fact.type) {
      case 'InvoiceTold': {
        const { before, status, totalCents, number, invoiceRef, periodStart, periodEnd } = fact.data;
        if (status !== 'paid' || before === 'paid' || totalCents === 0) return undefined;
        return { subject: `Your Larder receipt ${number}`, lines: [`Thank you. We received ${amount(totalCents)} for ${day(periodStart)} to ${day(periodEnd)}.`], button: { label: 'See the invoice', path: `${HOME}/invoices/${encodeURIComponent(invoiceRef)}` } };
      }
      case 'SubscriptionTold': {
        const { paid } = await standingOf(this.kit, fact.meta.account);
        return isStillSo(fact.data, paid) ? changedWords(fact.data, day, button) : undefined;
      }
      case 'GraceEndNoticed': {
        const { paid, plan } = await standingOf(this.kit, fact.meta.account);
        if (paid?.status !== 'past_due') return undefined;
        return {
          subject: `Your Larder payment is ${GRACE_DAYS} days overdue`, button: { label: 'Update payment method', path: HOME },
          lines: [`We still could not charge your card for the ${nameOf(paid.plan)} plan. Until it is paid, only what ${plan.displayName} offers is open to you.`, LEFT, 'Nothing is deleted, and guests can go on buying. Please update your payment method.'],
        };
      }
      case 'TrialEndingNoticed': {
        const { status } = await standingOf(this.kit, fact.meta.account);
        if (status !== 'trialing') return undefined;
        return {
          subject: `Your Larder trial ends on ${day(fact.data.trialEndsAt)}`, button: { label: 'Choose a plan', path: HOME },
          lines: [`Your free trial ends on ${day(fact.data.trialEndsAt)}. Choose a plan to keep everything as it is. If you choose none, you keep what ${nameOf('starter')} offers. Nothing is deleted, and guests can go on buying.`, LEFT],
        };
      }
      default:
        return undefined;
    }
  }

  private async tellOwners(fact: Stored<SubscriptionFact>, { subject, lines, button }: Words): Promise<void> {
    const { created, members } = await this.kit.look(organization, fact.meta.account, fact.meta.account);
    const url = `${this.kit.settings.PUBLIC_URL ?? `http://localhost:${this.kit.settings.PORT}`}${button.path}`;
    for (const userId of Object.keys(members).filter((id) => members[id] === 'owner')) {
      const owner = await this.people.show(userId);
      if (!owner) continue;
      const content = letter({ subject, greeting: hello(owner.firstName), lines, button: { label: button.label, url }, closing: `You get this because you own ${created?.name ?? 'an organization'} on Larder.` });
      await this.mailer.send({ id: createHash('sha256').update(`${fact.id}\n${userId}`).digest('hex').slice(0, 32), person: userId, to: owner.email, ...content });
    }
  }
}

/** This may be told late, when the mail server is back: of what has changed since another letter tells, or none. */
const isStillSo = (told: Told, now: Told | undefined): boolean => now?.subscriptionRef === told.subscriptionRef && now.status === told.status && now.cancelAtPeriodEnd === told.cancelAtPeriodEnd;

/** What is worth a letter about a change; a first word that is good is told by its receipt. */
function changedWords({ plan, status, cancelAtPeriodEnd, currentPeriodEnd, before }: Extract<SubscriptionFact, { type: 'SubscriptionTold' }>['data'], day: (iso: string) => string, button: Words['button']): Words | undefined {
  if (status === 'past_due' && before?.status !== 'past_due') {
    return {
      subject: 'Your Larder payment did not go through', button: { label: 'Update payment method', path: HOME },
      lines: [`We could not charge your card for the ${nameOf(plan)} plan, and try again in the next days.`, `Everything stays as it is for ${GRACE_DAYS} days, and guests can go on buying. Please update your payment method.`],
    };
  }
  if (status === 'canceled' && before && before.status !== 'canceled') {
    return { subject: 'Your Larder subscription has ended', lines: [`Your ${nameOf(plan)} plan has ended. You keep what ${nameOf('starter')} offers. Nothing is deleted, and guests can go on buying.`, LEFT], button: { label: 'Choose a plan', path: HOME } };
  }
  if (status !== 'canceled' && cancelAtPeriodEnd && before?.cancelAtPeriodEnd === false) {
    return { subject: `Your Larder subscription will be canceled on ${day(currentPeriodEnd)}`, lines: [`Your ${nameOf(plan)} plan stays as it is until ${day(currentPeriodEnd)}. You can resume it until then.`], button };
  }
  return undefined;
}
