/** One simulated day: everything that happens on it, and whether all was right at its end, follows from its seed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Contract, In, Out } from '@larder/contracts/request.js';
import type { Caller } from '@larder/contracts/roles.js';
import { checkoutEvent } from '@larder/contracts/vending/checkout.js';
import type { RefundOrder } from '@larder/vending/checkouts/checkout.js';
import { checkAlerts, checkLines, checkLog, checkMoney, checkRefunds, checkStock, checkViews } from './checks.js';
import { NONE, type Defects } from './defects.js';
import { Dice } from './dice.js';
import { Disk } from './disk.js';
import { CLEAR, Machine, type Air } from './machine.js';
import { openTenants } from './opening.js';
import { Guest, Operator, type Tenant } from './people.js';
import { Process } from './process.js';
import { openRows } from './rows.js';
import { Timeline } from './timeline.js';
import { CALM, openWire, type Weather } from './wire.js';

export interface Outcome {
  seed: string;
  wrong: string[];
  /** Two runs of one seed are the same when this is. */
  fingerprint: string;
  facts: number;
  visits: number;
  sales: number;
  crashes: number;
}

const MINUTE_MS = 60_000;
const OPEN_MINUTES = 30;
/** Long enough for every deadline of a visit and for reconciling a payment that nobody spoke of. */
const AFTER_MINUTES = 90;
const AGAIN_MS = 1_500;

export async function simulateDay(seed: string, defects: Defects = NONE): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-day-'));
  const timeline = new Timeline();
  const giveBack = timeline.install();
  try {
    return await new Day(seed, defects, timeline, folder).run();
  } finally {
    giveBack();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Day {
  private readonly dice: Dice;
  private readonly disk: Disk;
  private readonly tenants: Tenant[] = [];
  private readonly operators: Operator[] = [];
  private readonly accounts = new Set<string>();
  private readonly wrong = new Set<string>();
  private process: Process | undefined;
  /** Rejects whoever waits for a process that dies. */
  private died: Promise<never> = new Promise(() => undefined);
  private die: () => void = () => undefined;
  private starting: Promise<void> = Promise.resolve();
  private owner = 0;
  private crashes = 0;
  private isRough = false;
  private weather: Weather = CALM;
  private air: Air = CLEAR;
  private again = 0;

  constructor(private readonly seed: string, private readonly defects: Defects, private readonly timeline: Timeline, private readonly folder: string) {
    this.dice = new Dice(seed);
    this.disk = new Disk(this.dice.of('disk'), timeline, defects.disk);
    this.disk.onPowerCut = () => this.crash();
    timeline.deaf = defects.deadlinesSleep ?? false;
  }

  async run(): Promise<Outcome> {
    await this.start();
    await this.during(this.open(), 'laying out the day');
    this.roughen();
    const people = this.comings();
    await this.timeline.pass(OPEN_MINUTES * MINUTE_MS);
    this.calm();
    await this.during(Promise.all(people), 'what people ask for');
    await this.timeline.pass(AFTER_MINUTES * MINUTE_MS);
    await this.judge();
    await this.process?.bury();
    const { facts } = this.disk;
    const count = (type: string): number => facts.filter((fact) => fact.type === type).length;
    return { seed: this.seed, wrong: [...this.wrong], fingerprint: this.disk.fingerprint(), facts: facts.length, visits: count('SessionStarted'), sales: count('SaleRecorded'), crashes: this.crashes };
  }

  /** Lets time pass until something is done; what is not in an hour never is. */
  private async during(work: Promise<unknown>, what: string): Promise<void> {
    let isDone = false;
    const ended = work.finally(() => (isDone = true));
    for (let n = 0; !isDone && n < 600; n++) await this.timeline.pass(MINUTE_MS / 10);
    if (isDone) await ended;
    else this.wrong.add(`${what} never came to an end`);
  }

  private async start(): Promise<void> {
    this.timeline.owner = ++this.owner;
    this.died = new Promise((_, reject) => (this.die = () => reject(new Error('The process has died'))));
    this.died.catch(() => undefined);
    const { timeline, defects, dice, folder } = this;
    const { owner } = this;
    const begun = await Process.start({
      folder, clock: timeline.clock, chance: dice.of(`chance ${owner}`).asChance(), ...this.disk.open(), rows: openRows(dice.of(`rows ${owner}`), this.accounts, defects.rows),
      bus: openWire(dice.of(`wire ${owner}`), timeline, () => this.weather, defects.wire),
      link: { send: (machineId, order) => owner === this.owner && this.machine(machineId)?.hear(order), isConnected: (machineId) => this.machine(machineId)?.isConnected ?? false, cut: () => undefined },
    });
    if (owner !== this.owner) return begun.bury();
    this.process = begun;
    this.mispay(begun);
    this.fallSilent(begun, dice.of(`provider ${owner}`));
    if (this.isRough) this.disk.failsIn = dice.between(10, 200);
  }

  /** Defects of the payment provider and of how it is listened to. */
  private mispay({ checkout }: Process): void {
    const { refund, capture } = checkout;
    if (this.defects.providerForgetsKeys) {
      const anew = <O extends { key: string }>(order: O): O => ({ ...order, key: `${order.key}:${++this.again}` });
      checkout.refund = (order: RefundOrder) => refund(anew(order));
      checkout.capture = (order) => capture(anew(order));
    }
    if (this.defects.signaturesUnread) checkout.read = async (body) => checkoutEvent.parse(JSON.parse(body));
  }

  /** On a rough day the provider does what it is asked to, and its answer is lost: whoever asked has to ask again. */
  private fallSilent({ checkout }: Process, dice: Dice): void {
    const { refund, capture } = checkout;
    const heard = async <A>(answer: Promise<A>): Promise<A> => {
      const said = await answer;
      if (dice.happens(this.weather.silences)) throw new Error('The provider was not heard');
      return said;
    };
    checkout.refund = (order: RefundOrder) => heard(refund(order));
    checkout.capture = (order) => heard(capture(order));
  }

  /** The power is gone; a minute later at most it is back. */
  private crash(): void {
    this.crashes++;
    const gone = this.process;
    const { owner } = this;
    this.process = undefined;
    this.owner++;
    this.timeline.forget(owner);
    this.die();
    this.starting = this.starting.then(async () => {
      await gone?.bury();
      await this.timeline.sleep(this.dice.between(500, 20_000));
      await this.start();
    });
  }

  private machine(machineId: string): Machine | undefined {
    return this.tenants.flatMap(({ machines }) => machines).find((machine) => machine.machineId === machineId);
  }

  /** Asks until there is an answer: a refusal that passes, an error and a process that dies are none. */
  private persist = async <C extends Contract>(contract: C, input: In<C>, caller: Caller, key: string): Promise<Out<C> | Refusal> => {
    for (let tries = 0; tries < 400; tries++) {
      const commandId = this.defects.browserForgetsKeys && caller.kind === 'user' ? `${key}:${tries}` : key;
      const answer = await this.once(contract, input, { caller, commandId, correlationId: key, ...(contract.once && { fingerprint: key }) });
      if (answer && !(isRefusal(answer) && answer.refused === 'UNAVAILABLE')) return answer as Out<C> | Refusal;
      await this.timeline.sleep(AGAIN_MS);
    }
    return refuse('UNAVAILABLE', `${key} was asked in vain`);
  };

  private async once<C extends Contract>(contract: C, input: In<C>, asked: { caller: Caller; commandId: string; correlationId: string }): Promise<Out<C> | Refusal | undefined> {
    if (!this.process) return undefined;
    this.timeline.busy++;
    return Promise.race([this.process.kit.ask(contract, input as never, asked), this.died]).catch(() => undefined);
  }

  /** Before anything goes wrong. */
  private async open(): Promise<void> {
    this.tenants.push(...(await openTenants(this.persist, (machineId) =>
      new Machine(machineId, this.dice.of(machineId), this.timeline, () => this.air, (...all) => this.process?.intake.receive(...all), this.defects.machine), this.dice.of('stock'))));
    for (const tenant of this.tenants) {
      for (const machine of tenant.machines) void machine.live(() => this.process !== undefined && !this.isOffline(machine.machineId));
      this.operators.push(new Operator(tenant, this.tenants.filter((other) => other !== tenant), this.dice.of(`operator ${tenant.account}`), this.timeline, this.persist, (what) => this.wrong.add(what)));
    }
  }

  /** On a rough day lines are down for some minutes each. */
  private isOffline(machineId: string): boolean {
    if (!this.isRough) return false;
    return new Dice(`${this.seed} ${machineId} ${Math.floor(this.timeline.now / (3 * MINUTE_MS))}`).happens(0.15);
  }

  private roughen(): void {
    const { dice } = this;
    const upTo = (most: number): number => dice.next() * most;
    this.isRough = true;
    this.weather = { lostRequests: upTo(0.03), lostAnswers: upTo(0.03), failures: upTo(0.1), repeats: upTo(0.2), delays: upTo(0.2), stands: upTo(0.02), silences: upTo(0.3) };
    this.air = { lost: upTo(0.25), doubled: upTo(0.25), late: upTo(0.5) };
    this.disk.refuses = upTo(0.02);
    this.disk.failsIn = dice.between(10, 200);
  }

  private calm(): void {
    this.isRough = false;
    this.weather = CALM;
    this.air = CLEAR;
    this.disk.refuses = 0;
    this.disk.failsIn = undefined;
  }

  /** Everybody who comes while it is open; each resolves when they have gone. */
  private comings(): Promise<void>[] {
    const { dice, timeline } = this;
    const some = async (n: number, who: Dice, work: () => Promise<void>): Promise<void> => {
      for (let times = 0; times < n; times++) {
        await timeline.sleep(who.between(0, 2 * (OPEN_MINUTES / n) * MINUTE_MS));
        await work();
      }
    };
    const guests = this.tenants.flatMap(({ machines }) => machines).map((machine, m) => {
      let n = 0;
      return some(dice.between(3, 7), dice.of(`guests ${machine.machineId}`), () => {
        const name = `guest-${m}-${++n}`;
        return new Guest(name, dice.of(name), timeline, this.persist).visit(machine);
      });
    });
    const operators = this.operators.map((operator, n) => some(12, dice.of(`hours ${n}`), () => operator.work()));
    const jumps = some(2, dice.of('jumps'), async () => void (timeline.ahead += dice.pick([-600_000, -5_000, 5_000, 600_000])));
    return [...guests, ...operators, jumps];
  }

  private async judge(): Promise<void> {
    const complain = (what: string): void => void this.wrong.add(what);
    await this.during(this.starting, 'the last start');
    const { kit } = this.process as Process;
    const { facts } = this.disk;
    checkLog(facts, complain);
    checkMoney(facts, complain);
    checkLines(facts, complain);
    checkRefunds(facts, this.operators, complain);
    await this.during(checkStock(kit, this.tenants, complain), 'counting the stock');
    await this.during(checkAlerts(kit, this.tenants, complain), 'looking at the alerts');
    await this.during(checkViews(kit, this.accounts, () => this.timeline.quiet(), () => this.disk.facts.length, complain), 'making the views anew');
  }
}
