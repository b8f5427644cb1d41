/** For the model test of money: vending and sales over a log in memory, with a provider that remembers; log, provider and process fail when they are told to. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Appended, EventStore, NewFact } from '@larder/kit/events/event-store.js';
import { Handler } from '@larder/kit/commands/handle.js';
import type { Kit } from '@larder/kit/kit.js';
import type { Reaction } from '@larder/kit/commands/react.js';
import { standingClock } from '@larder/kit/testing.js';
import { dispute } from '@larder/sales/disputes/dispute.js';
import { hearingOurselves } from '@larder/sales/own-facts.js';
import { recordPaid } from '@larder/sales/record-paid.js';
import { leftOf, sale } from '@larder/sales/sale.js';
import { ProviderRefused, type Checkout, type CheckoutEvent, type CheckoutOrder } from '@larder/vending/checkouts/checkout.js';
import { localSigning } from '@larder/vending/checkouts/local-checkout.js';
import { payment } from '@larder/vending/money/payment.js';
import { Payments } from '@larder/vending/money/payments.js';
import { refunding } from '@larder/vending/money/refunds.js';
import { session } from '@larder/vending/session.js';
import { VisitProcess } from '@larder/vending/visit-process.js';

export const SESSION = 's1';
const CAUSE = { account: 'acme', actor: 'test', correlationId: 'test' };
const MACHINE = { machineId: 'VM-1', name: 'Lobby', address: '1 Main Street', timeZone: 'UTC' };
const OFFERS = [320, 1400].map((priceCents, n) => ({ slot: `A${n + 1}`, productId: `p${n}`, name: `Thing ${n}`, sku: `T${n}`, category: 'Things', priceCents, costCents: 10 }));

export class Crash extends Error {}

/** A log in memory that dies when it is told to, before or after an append has counted. */
class Log implements Pick<EventStore, 'append' | 'read'> {
  readonly facts: AnyFact[] = [];
  dies: 'no' | 'before' | 'after' = 'no';

  async append(stream: string, expected: number, added: readonly NewFact[]): Promise<Appended> {
    const dies = this.dies;
    this.dies = 'no';
    if (dies === 'before') throw new Crash();
    if (!this.facts.some(({ id }) => id === added[0]?.id)) {
      added.forEach((fact, n) => this.facts.push({ ...fact, stream, revision: expected + 1 + n, position: String(this.facts.length + 1).padStart(8, '0') } as AnyFact));
    }
    if (dies === 'after') throw new Crash();
    return { revision: expected + added.length, position: String(this.facts.length).padStart(8, '0') };
  }

  read = async (stream: string, from = 0): Promise<AnyFact[]> => this.facts.filter((fact) => fact.stream === stream && fact.revision >= from);
}

/** A provider with a memory: keys count once, holds can be captured or released once, money is counted. It fails when it is told to, before or after its work is done. */
class Provider implements Checkout {
  readonly provider = 'double';
  readonly checkouts: (CheckoutOrder & { providerRef: string; outcome?: CheckoutEvent; isClosed?: true })[] = [];
  readonly money = new Map<string, number>();
  readonly refunded = new Map<string, number>();
  readonly holds = new Map<string, { amountCents: number; state: 'held' | 'captured' | 'released' }>();
  private readonly answers = new Map<string, unknown>();
  fails: 'no' | 'before' | 'after' = 'no';
  private readonly mac = localSigning('a secret of the test');

  private once<T>(key: string, work: () => T): Promise<T> {
    const fails = this.fails;
    this.fails = 'no';
    if (fails === 'before') return Promise.reject(new Crash());
    if (!this.answers.has(key)) this.answers.set(key, work());
    return fails === 'after' ? Promise.reject(new Crash()) : Promise.resolve(this.answers.get(key) as T);
  }

  open = (order: CheckoutOrder) => this.once(order.key, () => {
    const providerRef = `c${this.checkouts.length + 1}`;
    this.checkouts.push({ ...order, providerRef });
    return { providerRef, url: `/checkout/${providerRef}` };
  });
  capture = ({ key, holdRef, amountCents }: { key: string; holdRef: string; amountCents: number }) => this.once(key, () => {
    const hold = this.holds.get(holdRef);
    if (hold?.state !== 'held' || amountCents > hold.amountCents) throw new ProviderRefused('There is nothing to capture');
    hold.state = 'captured';
    this.money.set(holdRef, amountCents);
  });
  release = ({ key, holdRef }: { key: string; holdRef: string }) => this.once(key, () => {
    const hold = this.holds.get(holdRef);
    if (hold?.state !== 'held') throw new ProviderRefused('There is nothing to release');
    hold.state = 'released';
  });
  close = ({ providerRef }: { providerRef: string }) => this.once(`close ${providerRef}`, () => {
    const checkout = this.checkouts.find((one) => one.providerRef === providerRef);
    if (!checkout || checkout.isClosed || (checkout.outcome && checkout.outcome.what !== 'abandoned')) throw new ProviderRefused('It is over');
    checkout.isClosed = true;
  });
  captured = async (holdRef: string): Promise<number | undefined> => this.money.get(holdRef);
  refund = ({ key, providerRef, amountCents }: { key: string; providerRef: string; amountCents: number }) => this.once(key, () => {
    const money = this.money.get(providerRef) ?? this.money.get(`hold ${providerRef}`) ?? 0;
    const given = (this.refunded.get(providerRef) ?? 0) + amountCents;
    if (given > money) throw new ProviderRefused('This is more than was paid');
    this.refunded.set(providerRef, given);
    return { refundRef: key };
  });
  ask = async (providerRef: string) => this.checkouts.find((checkout) => checkout.providerRef === providerRef)?.outcome;
  read = async (body: string, signature: string) => this.mac.read(body, signature);
  sign = (event: CheckoutEvent) => this.mac.sign(event);

  /** The guest comes to a checkout and pays there, also one that was left before; what the provider will tell. */
  settle(n: number, outcome: 'pay' | 'leave'): CheckoutEvent | undefined {
    const checkout = this.checkouts[n];
    // A checkout that was left can still be paid: a second tab, a slow bank.
    if (!checkout || (checkout.outcome && (outcome === 'leave' || checkout.outcome.what !== 'abandoned'))) return undefined;
    const { providerRef, amountCents, currency, kind } = checkout;
    const told = { eventId: `e ${providerRef} ${outcome}`, providerRef, sessionId: SESSION, amountCents, currency, at: '2026-03-01T12:01:00.000Z' };
    if (outcome === 'leave') return (checkout.outcome = { ...told, what: 'abandoned' });
    if (kind === 'charge') this.money.set(providerRef, amountCents);
    else this.holds.set(`hold ${providerRef}`, { amountCents, state: 'held' });
    return (checkout.outcome = kind === 'charge' ? { ...told, what: 'paid', method: 'card' } : { ...told, what: 'held', holdRef: `hold ${providerRef}` });
  }
}

/** Vending and sales over the log, with bookmarks that a crash may throw back. */
export class World {
  readonly log = new Log();
  readonly provider = new Provider();
  readonly clock = standingClock();
  private handler = new Handler(this.log as unknown as EventStore, this.clock);
  private readonly payments: Payments;
  private readonly consumers: { reaction: Reaction; categories: string[]; at: number }[];
  readonly messages: CheckoutEvent[] = [];
  /** By the chargeback. */
  private readonly takenBack = new Map<string, number>();

  constructor(private readonly flow: 'pay-after' | 'hold-first') {
    const kit = {
      clock: this.clock, settings: { SESSION_SECONDS: 300 }, handle: (...all: Parameters<Handler['handle']>) => this.handler.handle(...all), look: (...all: Parameters<Handler['look']>) => this.handler.look(...all),
      history: ({ category }: { category: string }, id: string) => this.log.read(`${category}-${id}`),
      views: { get: async () => (this.log.facts.length > 0 ? { account: 'acme' } : undefined), reached: async () => undefined },
      ask: async () => ({ timeZone: 'UTC' }), because: () => ({}),
    } as unknown as Kit;
    this.payments = new Payments(kit, this.provider);
    this.consumers = [
      { reaction: new VisitProcess(kit, this.payments), categories: ['session', 'payment', 'till'], at: 0 },
      { reaction: refunding(kit), categories: ['sale'], at: 0 },
      { reaction: recordPaid(kit), categories: ['session', 'payment'], at: 0 },
      { reaction: hearingOurselves(kit), categories: ['sale', 'dispute'], at: 0 },
    ];
  }

  do = async (key: string, command: Parameters<typeof session.decide>[0]): Promise<void> => void (await this.handler.handle(session, SESSION, command, { ...CAUSE, commandId: key }));
  refund = async (key: string, line: number, amountCents: number): Promise<void> =>
    void (await this.handler.handle(sale, `visit.${SESSION}`, { type: 'RequestRefund', refundId: key, line, amountCents, reason: 'x', by: 'u1', at: '2026-03-02T12:00:00.000Z', day: '2026-03-02' }, { ...CAUSE, commandId: key }));
  /** The guest says something of a line; the machine's reports agree or not, and it is little or not. */
  async claim(key: string, line: number, n: number): Promise<void> {
    const { sale: recorded } = await this.handler.look(sale, `visit.${SESSION}`, 'acme');
    const sold = recorded?.lines[line];
    if (!recorded || !sold) return;
    const { saleId, machineId, machineName, currency } = recorded;
    const { productId, name, sku, quantity, totalCents: amountCents } = sold;
    await this.handler.handle(dispute, saleId, {
      type: 'OpenDispute', seen: { returned: n % 3, missing: n % 4 === 0 ? 1 : 0 }, given: new Map(), limitCents: n % 5 === 0 ? 100 : 5_000, refundId: `log ${line}`,
      dispute: { disputeId: `${saleId}.${line}`, saleId, line, sessionId: SESSION, machineId, machineName, productId, name, sku, claim: n % 2 ? 'put_back' : 'wrong', quantity, amountCents, currency },
    }, { ...CAUSE, commandId: key });
  }

  /** The operator decides about it, knowing what is left of the line as it was a moment ago. */
  async judge(key: string, line: number, n: number): Promise<void> {
    const saleId = `visit.${SESSION}`;
    const leftCents = leftOf(await this.handler.look(sale, saleId, 'acme'), line);
    const disputeId = `${saleId}.${line}`;
    await this.handler.handle(dispute, saleId, n % 4 === 0
      ? { type: 'DeclineDispute', disputeId, reason: 'x' }
      : { type: 'ApproveDispute', disputeId, leftCents, reason: 'x', refundId: key, ...(n % 3 === 0 && { amountCents: 50 + n }) }, { ...CAUSE, commandId: key });
  }

  /** A guest's bank takes a part of the payment back, or says what came of it: two of them at most, and of each its last word counts. */
  async bank(n: number): Promise<void> {
    const chargebackRef = `dp_${n % 2}`;
    const others = [...this.takenBack].reduce((sum, [ref, cents]) => (ref === chargebackRef ? sum : sum + cents), 0);
    const left = this.log.facts.reduce((sum, { type, data }) => (type === 'PaymentCaptured' ? sum + (data as { amountCents: number }).amountCents : sum), -others);
    const amountCents = this.takenBack.get(chargebackRef) ?? (left > 0 ? 1 + ((n * 83) % left) : 0);
    if (amountCents === 0) return;
    this.takenBack.set(chargebackRef, amountCents);
    const outcome = ([undefined, 'lost', 'won'] as const)[n % 3];
    const told = { chargebackRef, machineId: 'VM-1', amountCents, currency: 'USD', why: 'fraudulent', openedAt: '2026-03-05T12:00:00.000Z', ...(outcome && { outcome }) };
    await this.handler.handle(payment, SESSION, { type: 'NoteChargeback', ...told }, { ...CAUSE, commandId: `bank ${this.log.facts.length} ${n}` });
  }

  tap = (): Promise<void> => this.do('tap', {
    type: 'StartSession',
    start: { sessionId: SESSION, machineId: 'VM-1', nfcSessionId: 'VM-1-001', machine: MACHINE, currency: 'USD', offers: OFFERS, flow: this.flow, expiresAt: '2026-03-01T12:05:00.000Z', ...(this.flow === 'hold-first' && { holdCents: 1500 }) },
  });

  /** Hands one consumer its next fact; what fails is repeated later. */
  async step(n: number): Promise<boolean> {
    const consumer = this.consumers[n % this.consumers.length] as World['consumers'][number];
    const next = this.log.facts[consumer.at];
    if (!next) return false;
    const { reaction, categories } = consumer;
    if (categories.includes(next.stream.split('-')[0] as string) && (reaction.concerns?.(next) ?? true)) await reaction.on(next);
    consumer.at++;
    return true;
  }

  /** The process dies: what it remembered is gone, and bookmarks may be a little behind. */
  crash(back: number): void {
    this.handler = new Handler(this.log as unknown as EventStore, this.clock);
    for (const consumer of this.consumers) consumer.at = Math.max(0, consumer.at - back);
  }

  deliver(n: number): Promise<unknown> {
    const event = this.messages[n % Math.max(1, this.messages.length)];
    if (!event) return Promise.resolve();
    const { body, signature } = this.provider.sign(event);
    return this.payments.accept(body, signature, 'webhook');
  }

  /** The guest wants to pay after all. */
  reopen = (n: number): Promise<unknown> => this.payments.openCheckout(SESSION, { ...CAUSE, commandId: `reopen ${n}` });
  forge = (event: CheckoutEvent): Promise<unknown> => this.payments.accept(JSON.stringify(event), 'ab'.repeat(32), 'forged');
  reconcile = (n: number): Promise<void> => this.payments.reconcile(SESSION, { ...CAUSE, commandId: `reconcile ${n}` });

  /** Trouble ends: everything that is under way comes to its end. */
  async settleDown(): Promise<void> {
    this.log.dies = 'no';
    this.provider.fails = 'no';
    for (let round = 0; round < 12; round++) {
      for (let isMoving = true; isMoving;) isMoving = (await Promise.all([0, 1, 2, 3].map((n) => this.step(n)))).some(Boolean);
      for (let n = 0; n < this.messages.length; n++) await this.deliver(n);
      await this.reconcile(1000 + round);
    }
  }
}
