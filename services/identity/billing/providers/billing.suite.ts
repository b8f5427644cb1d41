/** What every provider behind the billing port must do, ours, Stripe's and its doubles. */
import type { PlanId } from '@larder/contracts/identity/plans.js';
import { BillingRefused, UnsignedMessage, type Billing, type BillingWord } from './billing.js';

export interface BillingUnderTest {
  billing: Billing;
  /** An owner pays at a checkout; missing where that takes a person with a browser. */
  pay?(pageRef: string): Promise<void>;
  /** From the next charge on the card says no. */
  failCard?(account: string): Promise<void>;
  /** Time goes by, in milliseconds. */
  pass?(ms: number): void;
}

/** @param remembers false for a provider that answers every call with the same sample */
export function billingSuite(name: string, open: () => Promise<BillingUnderTest>, { remembers = true } = {}): void {
  describe(`${name}, as a billing provider,`, () => {
    let under: BillingUnderTest;
    let account: string;
    let customerRef: string;
    let accounts = 0;
    beforeAll(async () => void (under = await open()));
    beforeEach(async () => {
      account = `suite${++accounts}`;
      ({ customerRef } = await under.billing.customer(account, 'Seaside Stays'));
    });
    const ask = (): Promise<BillingWord> => under.billing.ask(customerRef);
    const checkout = (plan: PlanId, n = 1) => under.billing.open({ key: `${account}:checkout:${n}`, account, customerRef, returnPath: '/app/subscription', kind: 'subscribe', plan });
    const subscribed = async (plan: PlanId, n = 1): Promise<string> => {
      const { pageRef } = await checkout(plan, n);
      await under.pay?.(pageRef);
      return (await ask()).subscriptions.at(-1)?.subscriptionRef ?? 'none';
    };
    const only = async () => (await ask()).subscriptions.find(({ status }) => status !== 'canceled');

    it('opens pages for a first payment, for the card and for everything', async () => {
      const about = { account, customerRef, returnPath: '/app/subscription' };
      const pages = [await checkout('professional'), await under.billing.open({ ...about, key: `${account}:card`, kind: 'payment-method' }), await under.billing.open({ ...about, key: `${account}:portal`, kind: 'portal' })];
      expect(pages.every(({ url, pageRef }) => url.length > 0 && pageRef.length > 0)).toBe(true);
    });

    it('takes every change as we send it', async () => {
      const subscriptionRef = remembers ? await subscribed('starter') : 'sub_sample';
      const order = { customerRef, subscriptionRef };
      await under.billing.preview({ ...order, plan: 'professional' });
      await under.billing.change({ ...order, key: `${account}:1`, to: 'larger', plan: 'professional' });
      await under.billing.change({ ...order, key: `${account}:2`, to: 'smaller', plan: 'starter' });
      await under.billing.change({ ...order, key: `${account}:3`, to: 'cancel' });
      await under.billing.change({ ...order, key: `${account}:4`, to: 'resume' });
      await under.billing.change({ ...order, key: `${account}:5`, to: 'end' });
      expect(Array.isArray((await ask()).invoices)).toBe(true);
    });

    it('believes nobody who does not sign', () => expect(() => under.billing.read('{}', 'x')).toThrow(UnsignedMessage));

    if (!remembers) return;

    it('knows the same customer and the same page by the same key', async () => {
      expect(await under.billing.customer(account, 'Seaside Stays')).toEqual({ customerRef });
      expect(await checkout('starter')).toEqual(await checkout('starter'));
      expect((await checkout('starter', 2)).pageRef).not.toBe((await checkout('starter')).pageRef);
    });

    it('has a subscription, an invoice and a card once a checkout is paid, and nothing before', async () => {
      expect(await ask()).toEqual({ subscriptions: [], invoices: [] });
      await subscribed('professional');
      const word = await ask();
      expect(word.subscriptions).toMatchObject([{ plan: 'professional', status: 'active', cancelAtPeriodEnd: false }]);
      expect(word.invoices).toMatchObject([{ status: 'paid', totalCents: 14_900, currency: 'USD' }]);
      expect(word.card).toMatchObject({ brand: 'visa', last4: '4242' });
    });

    it('moves to a larger plan at once for the difference it said before, once per key', async () => {
      const subscriptionRef = await subscribed('starter');
      const { currentPeriodStart = '', currentPeriodEnd = '' } = (await only()) ?? {};
      under.pass?.((Date.parse(currentPeriodEnd) - Date.parse(currentPeriodStart)) / 2);
      const { dueNowCents } = await under.billing.preview({ customerRef, subscriptionRef, plan: 'professional' });
      expect(dueNowCents).toBe(3_500);
      for (let n = 0; n < 2; n++) await under.billing.change({ key: `${account}:up`, customerRef, subscriptionRef, to: 'larger', plan: 'professional' });
      expect(await only()).toMatchObject({ plan: 'professional', currentPeriodEnd });
      expect((await ask()).invoices.map(({ totalCents }) => totalCents).sort()).toEqual([3_500, 7_900]);
    });

    it('does not move when the card says no', async () => {
      const subscriptionRef = await subscribed('starter');
      await under.failCard?.(account);
      await expect(under.billing.change({ key: `${account}:up`, customerRef, subscriptionRef, to: 'larger', plan: 'professional' })).rejects.toThrow(BillingRefused);
      expect(await only()).toMatchObject({ plan: 'starter', status: 'active' });
    });

    it('keeps a smaller plan for the next period, and forgets it when something else is wanted', async () => {
      const subscriptionRef = await subscribed('professional');
      const order = { customerRef, subscriptionRef };
      await under.billing.change({ ...order, key: `${account}:1`, to: 'smaller', plan: 'starter' });
      expect(await only()).toMatchObject({ plan: 'professional', pendingPlan: 'starter' });
      await under.billing.change({ ...order, key: `${account}:2`, to: 'smaller', plan: 'professional' });
      expect(await only()).not.toHaveProperty('pendingPlan');
      await under.billing.change({ ...order, key: `${account}:3`, to: 'smaller', plan: 'starter' });
      await under.billing.change({ ...order, key: `${account}:4`, to: 'cancel' });
      expect(await only()).toMatchObject({ plan: 'professional', cancelAtPeriodEnd: true });
      expect(await only()).not.toHaveProperty('pendingPlan');
      await under.billing.change({ ...order, key: `${account}:5`, to: 'resume' });
      expect(await only()).toMatchObject({ cancelAtPeriodEnd: false });
    });

    it('keeps a smaller plan that is to come when the card says no to a larger one', async () => {
      const order = { customerRef, subscriptionRef: await subscribed('professional') };
      await under.billing.change({ ...order, key: `${account}:down`, to: 'smaller', plan: 'starter' });
      await under.failCard?.(account);
      await expect(under.billing.change({ ...order, key: `${account}:up`, to: 'larger', plan: 'enterprise' })).rejects.toThrow(BillingRefused);
      expect(await only()).toMatchObject({ plan: 'professional', pendingPlan: 'starter' });
    });

    it('ends one at once, and refuses to change what is over', async () => {
      const subscriptionRef = await subscribed('starter');
      await under.billing.change({ key: `${account}:end`, customerRef, subscriptionRef, to: 'end' });
      expect((await ask()).subscriptions).toMatchObject([{ status: 'canceled' }]);
      await expect(under.billing.change({ key: `${account}:late`, customerRef, subscriptionRef, to: 'larger', plan: 'enterprise' })).rejects.toThrow(BillingRefused);
    });

    it('keeps what is left of one that was ended as credit for the next, and tells what was paid', async () => {
      const subscriptionRef = await subscribed('starter');
      const { currentPeriodStart = '', currentPeriodEnd = '' } = (await only()) ?? {};
      under.pass?.((Date.parse(currentPeriodEnd) - Date.parse(currentPeriodStart)) / 2);
      await under.billing.change({ key: `${account}:end`, customerRef, subscriptionRef, to: 'end' });
      await subscribed('professional', 2);
      const { invoices } = await ask();
      expect(invoices.map(({ totalCents }) => totalCents).filter((cents) => cents !== 0).sort((a, b) => a - b)).toEqual([7_900, 14_900 - 3_950]);
      for (const { lines, totalCents } of invoices) expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(totalCents);
    });
  });
}
