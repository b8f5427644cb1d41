/** A subscription under everything that can happen to it: two processes side by side, crashes, slow and failing answers, checkouts paid twice, and messages doubled, late, out of order or lost. */
import fc from 'fast-check';
import type { PlanId } from '@larder/contracts/identity/plans.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { WrongRevision, type Appended, type EventStore, type NewFact } from '@larder/kit/events/event-store.js';
import { Handler } from '@larder/kit/commands/handle.js';
import type { Kit } from '@larder/kit/kit.js';
import { standingClock } from '@larder/kit/testing.js';
import { BillingAway, BillingRefused, type Billing, type BillingWord, type ChangeOrder } from './providers/billing.js';
import { openLocalBilling } from './providers/local/local-billing.js';
import { testBank, type BankCommand } from './providers/local/test-bank.js';
import { isOpen, subscription } from './subscription.js';
import { Subscriptions } from './subscriptions.js';

const HISTORIES = Number(process.env.HISTORIES ?? 4_000);
const ACCOUNT = 'acme';
const PLANS: readonly PlanId[] = ['starter', 'professional', 'enterprise'];
const DAY_MS = 86_400_000;
/** By then whatever broke off is seen to. */
const HALF_AN_HOUR_MS = 1_800_000;
const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
const breath = (): Promise<void> => new Promise((taken) => void setImmediate(taken));

/** A log in memory that dies when it is told to, before or after an append has counted. */
class Log {
  readonly facts: AnyFact[] = [];
  dies: 'no' | 'before' | 'after' = 'no';

  append = async (stream: string, expected: number, added: readonly NewFact[]): Promise<Appended> => {
    const dies = this.dies;
    this.dies = 'no';
    if (dies === 'before') throw new BillingAway('crash');
    const at = this.facts.filter((fact) => fact.stream === stream).length - 1;
    if (at !== expected) throw new WrongRevision(stream, expected);
    added.forEach((fact, n) => this.facts.push({ ...fact, stream, revision: expected + 1 + n, position: String(this.facts.length + 1).padStart(8, '0') } as AnyFact));
    if (dies === 'after') throw new BillingAway('crash');
    return { revision: expected + added.length, position: String(this.facts.length).padStart(8, '0') };
  };
  read = async (stream: string, from = 0): Promise<AnyFact[]> => this.facts.filter((fact) => fact.stream === stream && fact.revision >= from);
  store = (): EventStore => this as unknown as EventStore;
}

class World {
  readonly clock = standingClock();
  private readonly log = new Log();
  private readonly bank = new Handler(new Log().store(), this.clock);
  private readonly inner = openLocalBilling({ clock: this.clock, handle: this.bank.handle.bind(this.bank), look: this.bank.look.bind(this.bank) }, 'a secret of the test');
  private processes = [this.process(), this.process()];
  private count = 0;
  readonly pages: string[] = [];
  /** Told by the provider, and not yet taken. */
  messages: { body: string; signature: string }[] = [];
  fails: 'no' | 'before' | 'half way' | 'after' = 'no';
  isSlow = false;
  private waiting: (() => void)[] = [];

  private readonly billing: Billing = {
    provider: 'local-test', customer: this.inner.customer, read: this.inner.read, preview: this.inner.preview,
    open: async (order) => {
      const opened = await this.inner.open(order);
      this.pages.push(opened.pageRef);
      return opened;
    },
    change: async (order) => {
      await this.hearWish(order);
      return this.unreliably(() => this.make(order));
    },
    // What was read may be old by the time it arrives.
    ask: async (customerRef) => {
      const word = await this.inner.ask(customerRef);
      if (this.isSlow) await new Promise<void>((go) => this.waiting.push(go));
      return word;
    },
  };

  private async hearWish(order: ChangeOrder): Promise<void> {
    if (order.to === 'resume' || (order.to === 'smaller' && order.plan === (await this.held(order.subscriptionRef))?.plan)) this.isKept = true;
    else if (!order.key.includes(':anew:')) this.isKept = false;
    else if (this.isKept) this.unwanted += 1;
  }

  private held = async (ref?: string) => (await this.lastWord()).subscriptions.find((one) => (ref ? one.subscriptionRef === ref : isOpen(one)));

  /** Whoever wants the present plan (`plan` is it, or none is named) is owed no smaller one, wherever that breaks off. */
  async keeping<T>(work: () => Promise<T>, plan?: PlanId): Promise<T> {
    if (plan && (await this.held())?.plan !== plan) return work();
    this.owed = undefined;
    this.keepers += 1;
    try {
      return await work();
    } finally {
      this.keepers -= 1;
    }
  }
  private keepers = 0;

  /** Where the process dies in a call, or the provider is away from then on. */
  private unreliably(work: () => Promise<void>): Promise<void> {
    const fails = this.fails;
    this.fails = 'no';
    this.dying = fails === 'half way';
    return (async () => {
      if (fails === 'before') throw new BillingAway('away');
      await work();
      if (fails === 'after') throw new BillingAway('away');
    })();
  }
  private dying = false;
  /** Larger plans that were let go of half way. */
  brokenOff = 0;

  /** A smaller plan that was let go of for a larger one, which has not come, and that nobody has wanted otherwise since. */
  owed?: { subscriptionRef: string; plan: PlanId } | undefined;
  /** Whoever said last what is to come wanted the present plan. */
  isKept = false;
  /** Smaller plans that were planned anew all the same. */
  unwanted = 0;

  /** As Stripe does it: what is planned is let go of before a larger plan is asked for, and planned anew when that is refused. */
  private async make(order: ChangeOrder): Promise<void> {
    const { dying } = this;
    this.dying = false;
    const { subscriptionRef, key } = order;
    const held = await this.held(subscriptionRef);
    const planned = order.to === 'larger' && held ? held.pendingPlan : undefined;
    if (planned && held) {
      await this.inner.change({ ...order, key: `${key}:release:${++this.count}`, to: 'smaller', plan: held.plan });
      this.owed = this.keepers > 0 ? undefined : { subscriptionRef, plan: planned };
      this.tell();
      if (dying) {
        this.brokenOff += 1;
        throw new BillingAway('crash');
      }
    }
    try {
      await this.inner.change(order);
      this.owed = undefined;
    } catch (error) {
      if (planned) await this.inner.change({ ...order, key: `${key}:back:${++this.count}`, to: 'smaller', plan: planned });
      this.owed = planned ? undefined : this.owed;
      throw error;
    } finally {
      this.tell();
    }
  }

  private tell = (): void => void this.messages.push(this.inner.sign(`test_cus_${ACCOUNT}`, `e${this.messages.length}`));

  /** Two of them, as while one version takes the place of another. */
  private process(): Subscriptions {
    const handler = new Handler(this.log.store(), this.clock);
    const kit = {
      clock: this.clock, settings: {}, log: { warn: () => undefined }, chance: { uuid: () => `c${++this.count}` }, handle: handler.handle.bind(handler), look: handler.look.bind(handler),
      views: { get: async () => ({ account: ACCOUNT }), reached: async () => undefined }, ask: async () => ({ total: 0 }),
    } as unknown as Kit;
    // The provider is made after the processes are named.
    return new Subscriptions(kit, new Proxy({} as Billing, { get: (_, name) => this.billing[name as keyof Billing] }));
  }
  of = (n: number): Subscriptions => this.processes[n % 2] as Subscriptions;
  crash = (n: number): void => void (this.processes[n % 2] = this.process());

  asked = (n: number) => ({ caller: { kind: 'user' as const, id: 'u', account: ACCOUNT, role: 'owner' as const, plan: 'starter' as const }, commandId: `click ${n}`, correlationId: 'test' });

  async at(command: Omit<Extract<BankCommand, { type: 'EnterCard' }>, 'accountId' | 'now'> | { type: 'RunDue' }): Promise<void> {
    const done = await this.bank.handle(testBank, ACCOUNT, { ...command, accountId: ACCOUNT, now: this.clock.now().toISOString() } as BankCommand, { commandId: `bank ${++this.count}`, account: ACCOUNT, actor: 'test', correlationId: 'test' });
    if (!isRefusal(done) && done.facts.length > 0) this.tell();
  }

  async deliver(n: number, keeps: boolean): Promise<void> {
    const message = this.messages[n % Math.max(1, this.messages.length)];
    if (!message) return;
    await this.of(n).accept(message.body, message.signature, 'webhook');
    if (!keeps) this.messages = this.messages.filter((one) => one !== message);
  }

  /** Answers overtake each other. */
  release = (n: number): void => this.waiting.splice(n % Math.max(1, this.waiting.length), 1).forEach((go) => go());
  set dies(dies: 'no' | 'before' | 'after') {
    this.log.dies = dies;
  }

  /** Trouble ends; the provider goes on telling until it is heard. */
  async settleDown(running: Promise<unknown>[]): Promise<void> {
    this.isSlow = false;
    this.fails = 'no';
    this.log.dies = 'no';
    let isOver = false;
    void Promise.allSettled(running).then(() => (isOver = true));
    while (!isOver) {
      this.release(this.waiting.length - 1);
      await breath();
    }
    while (this.messages.length > 0) await this.deliver(0, false);
    this.clock.pass(HALF_AN_HOUR_MS);
    await this.of(0).hear(ACCOUNT, { commandId: 'due at last', account: ACCOUNT, actor: 'test', correlationId: 'test' });
    while (this.messages.length > 0) await this.deliver(0, false);
  }

  lastWord = (): Promise<BillingWord> => this.inner.ask(`test_cus_${ACCOUNT}`);
  known = () => new Handler(this.log.store(), this.clock).look(subscription, ACCOUNT, ACCOUNT);
}

const acts: Record<string, (world: World, n: number) => Promise<unknown>> = {
  choose: (world, n) => world.keeping(() => world.of(n).choose(PLANS[n % 3] as PlanId, world.asked(n)), PLANS[n % 3]),
  chooseAgain: (world, n) => world.keeping(() => world.of(n + 1).choose(PLANS[n % 3] as PlanId, world.asked(n)), PLANS[n % 3]),
  cancel: (world, n) => world.of(n).end('cancel', world.asked(100 + n)),
  resume: (world, n) => world.keeping(() => world.of(n).end('resume', world.asked(200 + n))),
  pay: (world, n) => world.at({ type: 'EnterCard', pageRef: world.pages[n % Math.max(1, world.pages.length)] ?? 'none', card, declines: n % 5 === 0, failsLater: n % 4 === 0 }),
  days: async (world, n) => {
    world.clock.pass(n * DAY_MS);
    await world.at({ type: 'RunDue' });
  },
  deliver: (world, n) => world.deliver(n, false),
  deliverTwice: (world, n) => world.deliver(n, true),
  forge: (world) => world.of(0).accept('{"eventId":"x","customerRef":"test_cus_acme"}', 'ab'.repeat(32), 'forged').then(() => { throw new Error('A forged message was accepted'); }, () => undefined),
  reconcile: (world, n) => world.of(n).reconcile(ACCOUNT, { commandId: `due ${n}`, account: ACCOUNT, actor: 'test', correlationId: 'test' }),
  slow: async (world) => void (world.isSlow = true),
  release: async (world, n) => world.release(n),
  providerFails: async (world, n) => void (world.fails = (['before', 'half way', 'after'] as const)[n % 3] ?? 'no'),
  logDies: async (world, n) => void (world.dies = n % 2 ? 'before' : 'after'),
  crash: async (world, n) => world.crash(n),
};

/** Rare by chance. */
const A_SMALLER_PLAN_IS_TO_COME: [string, number][] = [['choose', 1], ['pay', 1], ['deliver', 0], ['deliver', 0], ['choose', 3]];
const A_PAYMENT_IS_OVERDUE: [string, number][] = [['choose', 1], ['pay', 4], ['deliver', 0], ['deliver', 0], ['days', 31], ['deliver', 0]];
const A_LARGER_ONE_BROKE_OFF: [string, number][] = [...A_SMALLER_PLAN_IS_TO_COME, ['providerFails', 1], ['choose', 2]];

it(`in ${HISTORIES} histories what is known is the provider's last word, and there is never a second open subscription`, async () => {
  const seen = { subscribed: 0, surplus: 0, ended: 0, overdue: 0, brokenOff: 0 };
  const act = fc.tuple(fc.constantFrom(...Object.keys(acts), 'choose', 'pay', 'deliver', 'deliver'), fc.nat(40));
  const beginning = fc.constantFrom<[string, number][]>([], A_PAYMENT_IS_OVERDUE, A_SMALLER_PLAN_IS_TO_COME, A_LARGER_ONE_BROKE_OFF, [...A_LARGER_ONE_BROKE_OFF, ['deliver', 0], ['logDies', 1], ['choose', 4]], [...A_LARGER_ONE_BROKE_OFF, ['deliver', 0], ['logDies', 1], ['resume', 0]]);
  await fc.assert(fc.asyncProperty(beginning, fc.array(act, { minLength: 5, maxLength: 40 }), async (first, then) => {
    const script = [...first, ...then];
    const world = new World();
    const failed: unknown[] = [];
    const running: Promise<unknown>[] = [];
    for (const [name, n] of script) {
      running.push((acts[name] as (typeof acts)[string])(world, n).catch((error: unknown) => error instanceof BillingAway || error instanceof BillingRefused || failed.push(error)));
      await breath();
    }
    await world.settleDown(running);
    const [word, { current, surplus, invoices }] = [await world.lastWord(), await world.known()];
    const open = word.subscriptions.filter(isOpen);
    expect(failed).toEqual([]);
    expect(open.length).toBeLessThanOrEqual(1);
    const { pastDueSince, ...told } = current ?? {};
    if (current) expect(word.subscriptions).toContainEqual(told);
    else expect(word.subscriptions).toEqual([]);
    if (open[0]) expect(told).toEqual(open[0]);
    if (open[0]) expect(world.owed).toBeUndefined();
    expect(world.unwanted).toBe(0);
    expect((pastDueSince !== undefined)).toBe(current?.status === 'past_due');
    expect(Object.values(invoices).map(({ invoiceRef, status }) => [invoiceRef, status]).sort()).toEqual(word.invoices.map(({ invoiceRef, status }) => [invoiceRef, status]).sort());
    seen.subscribed += current ? 1 : 0;
    seen.surplus += surplus.length > 0 ? 1 : 0;
    seen.ended += current?.status === 'canceled' ? 1 : 0;
    seen.overdue += current?.status === 'past_due' ? 1 : 0;
    seen.brokenOff += world.brokenOff;
  }), { numRuns: HISTORIES });
  // Histories in which nothing happens prove nothing.
  if (HISTORIES >= 500) for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
}, 300_000);
