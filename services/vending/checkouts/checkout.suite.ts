/** What every payment provider behind the checkout port must do, ours, Stripe's and their doubles. */
import type { Books } from './books.js';
import { BadSignature, ProviderRefused, type Checkout, type CheckoutOrder } from './checkout.js';

export interface CheckoutUnderTest {
  checkout: Checkout;
  books: Books;
  /** A guest pays with a good card; missing where that takes a person with a browser. */
  pay?(providerRef: string, order: CheckoutOrder): Promise<void>;
  /** The keys are some days old; missing where they are remembered for good. */
  forget?(): void;
  /** Says that the day is over, so that what moved is paid out; answers the time the payout arrives within. */
  payOut?(): Promise<{ since: string; until: string }>;
}

const cola = { slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 275, costCents: 80, quantity: 2 };
const refused = async (call: Promise<unknown>): Promise<unknown> => call.then(() => 'was done', (error: unknown) => error);

/** @param remembers false for a provider that answers every call with the same sample */
export function checkoutSuite(name: string, open: () => Promise<CheckoutUnderTest>, { remembers = true, hasGuests = true } = {}): void {
  /** Keys are remembered for a day by a real provider, so every run has visits of its own. */
  const run = `${Date.now().toString(36)}${process.pid}`;
  let visits = 0;

  describe(`${name}, as a payment provider,`, () => {
    let under: CheckoutUnderTest;
    let sessionId: string;
    beforeAll(async () => void (under = await open()));
    beforeEach(() => void (sessionId = `suite-${run}-${++visits}`));
    const orderOf = (n = 1, more: Partial<CheckoutOrder> = {}): CheckoutOrder =>
      ({ key: `${sessionId}:checkout:${n}`, kind: 'charge', sessionId, paymentId: `pay_${sessionId}`, amountCents: 550, currency: 'USD', lines: [cola], machineName: 'Lobby', statementDescriptor: 'LARDER SNACKS', ...more });
    const paid = async (more: Partial<CheckoutOrder> = {}): Promise<string> => {
      const order = orderOf(1, more);
      const { providerRef } = await under.checkout.open(order);
      await under.pay?.(providerRef, order);
      return providerRef;
    };
    const money = (step: string, amountCents: number) => ({ key: `${sessionId}:${step}`, sessionId, amountCents, currency: 'USD' });
    const heldAt = async (): Promise<string> => {
      const told = await under.checkout.ask(await paid({ kind: 'hold', amountCents: 1500, lines: [] }));
      return told?.what === 'held' ? told.holdRef : 'no hold';
    };

    it('opens a checkout with an address, and says nothing of it while it is open', async () => {
      const { providerRef, url } = await under.checkout.open(orderOf());
      expect([providerRef.length > 0, url.length > 0]).toEqual([true, true]);
      expect(await under.checkout.ask(providerRef)).toBeUndefined();
    });

    it('takes an order for a hold', async () => {
      expect((await under.checkout.open(orderOf(1, { kind: 'hold', amountCents: 1500, lines: [] }))).providerRef).toMatch(/./);
    });

    it('believes nobody who does not sign', () => expect(under.checkout.read('{}', 'x')).rejects.toThrow(BadSignature));

    if (!remembers) return;

    it('opens the same checkout for the same key, another for another, and none when the key comes with another order', async () => {
      const first = await under.checkout.open(orderOf());
      expect(await under.checkout.open(orderOf())).toEqual(first);
      expect((await under.checkout.open(orderOf(2))).providerRef).not.toBe(first.providerRef);
      await expect(under.checkout.open(orderOf(1, { amountCents: 275 }))).rejects.toThrow();
    });

    it('closes a checkout for good', async () => {
      const order = orderOf(1, { kind: 'hold', amountCents: 1500, lines: [] });
      const { providerRef } = await under.checkout.open(order);
      await under.checkout.close({ sessionId, providerRef, amountCents: 1500, currency: 'USD' });
      await under.pay?.(providerRef, order);
      expect(await under.checkout.ask(providerRef)).toMatchObject({ what: 'abandoned', sessionId });
    });

    it('gives nothing back of what was not paid', async () => {
      const { providerRef } = await under.checkout.open(orderOf());
      expect(await refused(under.checkout.refund({ ...money('refund:r1', 100), providerRef }))).toBeInstanceOf(ProviderRefused);
    });

    if (!hasGuests) return;

    it('says what was paid, when it is asked', async () => {
      expect(await under.checkout.ask(await paid())).toMatchObject({ what: 'paid', sessionId, amountCents: 550, currency: 'USD', method: 'card' });
    });

    it('gives back a part once per key, and never more than was paid', async () => {
      const providerRef = await paid();
      const first = await under.checkout.refund({ ...money('refund:r1', 400), providerRef });
      expect(await under.checkout.refund({ ...money('refund:r1', 400), providerRef })).toEqual(first);
      expect(await refused(under.checkout.refund({ ...money('refund:r2', 151), providerRef }))).toBeInstanceOf(ProviderRefused);
      expect((await under.checkout.refund({ ...money('refund:r3', 150), providerRef })).refundRef).not.toBe(first.refundRef);
    });

    it('gives back nothing more when it is asked again after its keys were forgotten', async () => {
      const providerRef = await paid();
      const first = await under.checkout.refund({ ...money('refund:r1', 200), providerRef });
      under.forget?.();
      expect(await under.checkout.refund({ ...money('refund:r1', 200), providerRef })).toEqual(first);
      expect((await under.checkout.refund({ ...money('refund:r2', 200), providerRef })).refundRef).not.toBe(first.refundRef);
    });

    it('holds, captures a part once, and has nothing more to capture or to let go', async () => {
      const holdRef = await heldAt();
      await under.checkout.capture({ ...money('capture', 640), holdRef });
      await under.checkout.capture({ ...money('capture', 640), holdRef });
      expect(await refused(under.checkout.capture({ ...money('capture:2', 100), holdRef }))).toBeInstanceOf(ProviderRefused);
      expect(await refused(under.checkout.release({ key: `${sessionId}:release`, sessionId, holdRef }))).toBeInstanceOf(ProviderRefused);
    });

    it('leaves a checkout as it was at which a card was held already', async () => {
      const providerRef = await paid({ kind: 'hold', amountCents: 1500, lines: [] });
      await refused(under.checkout.close({ sessionId, providerRef, amountCents: 1500, currency: 'USD' }));
      expect(await under.checkout.ask(providerRef)).toMatchObject({ what: 'held', sessionId });
    });

    it('says what was taken out of a hold', async () => {
      const holdRef = await heldAt();
      expect(await under.checkout.captured(holdRef)).toBeUndefined();
      await under.checkout.capture({ ...money('capture', 640), holdRef });
      expect(await under.checkout.captured(holdRef)).toBe(640);
    });

    it('captures no more than is held, and nothing of a hold it let go', async () => {
      const holdRef = await heldAt();
      expect(await refused(under.checkout.capture({ ...money('capture', 1501), holdRef }))).toBeInstanceOf(ProviderRefused);
      await under.checkout.release({ key: `${sessionId}:release`, sessionId, holdRef });
      expect(await refused(under.checkout.capture({ ...money('capture:2', 100), holdRef }))).toBeInstanceOf(ProviderRefused);
    });

    it('pays out what was taken less what went back, line by line, with the visits they belong to', async () => {
      const providerRef = await paid();
      await under.checkout.refund({ ...money('refund:r1', 150), providerRef });
      const { since, until } = (await under.payOut?.()) ?? { since: '', until: '' };
      const payouts = await under.books.payouts(since, until);
      const lines = payouts.flatMap((payout) => payout.lines).filter((line) => line.sessionId === sessionId);
      expect(lines.map(({ kind, amountCents, currency }) => [kind, amountCents, currency])).toEqual([['charge', 550, 'USD'], ['refund', 150, 'USD']]);
      for (const { amountCents, lines: its } of payouts) {
        expect(its.reduce((sum, line) => sum + (line.kind === 'refund' ? -line.amountCents : line.amountCents) - line.feeCents, 0)).toBe(amountCents);
      }
      expect(await under.books.payouts(until, new Date(Date.parse(until) + 86_400_000).toISOString())).toEqual([]);
    });
  });
}
