/** Who is about on a simulated day: guests who tap, take, pay or walk away, and operators who fill, refund and look. They ask again until they get an answer. */
import { getInventory, listMachines } from '@larder/contracts/fleet.js';
import { stockSlot, adjustSlot } from '@larder/contracts/fleet/slots.js';
import { listProducts } from '@larder/contracts/catalog.js';
import { listAlerts } from '@larder/contracts/alerts.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Contract, In, Out } from '@larder/contracts/request.js';
import type { Caller } from '@larder/contracts/roles.js';
import { listSales, refundSale } from '@larder/contracts/sales.js';
import { acceptWebhook, cancelSession, getSession, settleLocalCheckout, startPayment, startSession, type SessionView } from '@larder/contracts/vending.js';
import type { Dice } from './dice.js';
import type { Machine } from './machine.js';
import type { Timeline } from './timeline.js';

/** Asks the product, whatever dies meanwhile; `key`: the same request again. */
export type Persist = <C extends Contract>(contract: C, input: In<C>, caller: Caller, key: string) => Promise<Out<C> | Refusal>;

export interface Tenant {
  account: string;
  /** Stands in every name of its own, and must never be seen by others. */
  canary: string;
  machines: Machine[];
  /** Product ids by slot. */
  products: Record<string, string>;
}

const MINUTE_MS = 60_000;
export const SLOTS = ['A1', 'A2', 'A3'];
/** So many that it holds all that is ever filled in, so few that it runs low again and again. */
export const SLOT_HOLDS = 30;
export const operatorOf = ({ account }: Tenant): Caller => ({ kind: 'user', id: `operator-${account}`, account, role: 'owner', plan: 'enterprise' });

export class Guest {
  constructor(private readonly name: string, private readonly dice: Dice, private readonly timeline: Timeline, private readonly persist: Persist) {}

  async visit(machine: Machine): Promise<void> {
    const { dice, timeline } = this;
    const caller: Caller = { kind: 'guest', secret: this.name };
    const began = await this.persist(startSession, { nfcSessionId: `${machine.machineId}-001`, machineId: machine.machineId }, caller, `${this.name}:tap`);
    if (isRefusal(began)) return;
    const { sessionId } = began;
    if (dice.happens(0.1)) return void (await this.persist(cancelSession, { sessionId }, caller, `${this.name}:cancel`));
    for (let n = 0; machine.unlockedFor !== sessionId; n++) {
      if (n > 12) return;
      await timeline.sleep(3_000);
      const view = await this.look(sessionId, caller);
      if (!isRefusal(view) && view.hold?.state === 'needed') await this.pay(sessionId, caller, 'hold');
    }
    // Some change their mind with the hand on the door: what counts is which of both came first at the machine.
    const cancelling = dice.happens(0.15) ? this.persist(cancelSession, { sessionId }, caller, `${this.name}:cancel`) : undefined;
    if (await this.shop(machine, sessionId)) await this.pay(sessionId, caller, 'charge');
    await cancelling;
  }

  private look(sessionId: string, caller: Caller): Promise<SessionView | Refusal> {
    return this.persist(getSession, { sessionId }, caller, `${this.name}:look:${this.timeline.now}`);
  }

  /** False when the door has been locked again. */
  private async shop(machine: Machine, sessionId: string): Promise<boolean> {
    const { dice, timeline } = this;
    const pause = (): Promise<void> => timeline.sleep(dice.between(200, 6_000));
    await pause();
    if (machine.unlockedFor !== sessionId) return false;
    // What leaves before the door is open, however close, is on nobody's bill. Whether it left before somebody counted only clocks can say, and they jump.
    if (dice.happens(0.25) && !machine.wasWorkedAt) machine.take(dice.pick(SLOTS));
    machine.openDoor(sessionId);
    const held: string[] = [];
    for (let takes = dice.between(0, 4); takes > 0; takes--) {
      await pause();
      const slot = dice.pick(SLOTS);
      if (machine.take(slot, sessionId)) held.push(slot);
      const back = dice.happens(0.2) ? held.pop() : undefined;
      if (back) {
        await pause();
        machine.putBack(back, sessionId);
      }
    }
    await timeline.sleep(dice.happens(0.05) ? 6 * MINUTE_MS : dice.between(200, 6_000));
    machine.closeDoor(sessionId);
    return true;
  }

  /** Waits for the checkout, and then does what people do there. */
  private async pay(sessionId: string, caller: Caller, kind: 'hold' | 'charge'): Promise<void> {
    const { dice, timeline } = this;
    for (let tries = 0; tries < 40; tries++) {
      await timeline.sleep(dice.between(500, 4_000));
      const view = await this.look(sessionId, caller);
      const isDue = !isRefusal(view) && view.checkoutUrl !== undefined && (kind === 'hold' ? view.hold?.state === 'needed' : view.committed);
      if (!isRefusal(view) && ['completed', 'cancelled'].includes(view.status)) return;
      if (!isDue || isRefusal(view)) continue;
      const checkoutId = (view.checkoutUrl as string).split('/').at(-1) as string;
      if (kind === 'charge') await this.persist(startPayment, { sessionId }, caller, `${this.name}:pay`);
      if (dice.happens(0.15)) await this.forge(sessionId, checkoutId, view);
      if (dice.happens(0.1)) return;
      const outcome = dice.happens(0.2) ? dice.pick(['decline', 'abandon'] as const) : 'pay';
      const done = await this.persist(settleLocalCheckout, { checkoutId, outcome, method: 'card', delivery: dice.pick(['once', 'twice', 'never'] as const) }, caller, `${this.name}:settle:${kind}:${tries}`);
      if (outcome === 'pay' && !isRefusal(done)) return;
    }
  }

  /** Somebody says that it is paid who is not the provider. */
  private async forge(sessionId: string, providerRef: string, { totalAmount, currency }: SessionView): Promise<void> {
    const event = { what: 'paid', eventId: `forged:${sessionId}`, providerRef, sessionId, amountCents: Math.round(totalAmount * 100), currency, method: 'card', at: new Date(this.timeline.now).toISOString() };
    await this.persist(acceptWebhook, { body: JSON.stringify(event), signature: 'ab'.repeat(32) }, { kind: 'service', name: 'gateway' }, `${this.name}:forged`);
  }
}

export class Operator {
  private done = 0;
  /** What an honest count comes to, by sale line: cents that the product said it gives back. */
  readonly refunded = new Map<string, number>();

  constructor(private readonly tenant: Tenant, private readonly others: readonly Tenant[], private readonly dice: Dice, private readonly timeline: Timeline, private readonly persist: Persist, private readonly complain: (what: string) => void) {}

  async work(): Promise<void> {
    const key = `${this.tenant.account}:work:${++this.done}`;
    await this.dice.pick([this.fill, this.correct, this.count, this.refund, this.look, this.look, this.trespass]).call(this, key);
  }

  private async fill(key: string): Promise<void> {
    const machine = this.dice.pick(this.tenant.machines);
    const slot = this.dice.pick(SLOTS);
    const quantity = this.dice.between(1, 4);
    // The operator puts it in first and then says so, and says so until it is heard.
    machine.slots.set(slot, (machine.slots.get(slot) ?? 0) + quantity);
    const done = await this.ask(stockSlot, { id: machine.machineId, slot, productId: this.tenant.products[slot] as string, quantity, maxQuantity: SLOT_HOLDS }, key);
    if (isRefusal(done)) this.complain(`${key}: filling was refused: ${done.message}`);
  }

  private async correct(key: string): Promise<void> {
    const machine = this.dice.pick(this.tenant.machines);
    const slot = this.dice.pick(SLOTS);
    // Something has gone bad and is thrown away.
    if ((machine.slots.get(slot) ?? 0) < 2) return;
    machine.slots.set(slot, (machine.slots.get(slot) ?? 0) - 1);
    const done = await this.ask(adjustSlot, { id: machine.machineId, slot, change: -1, reason: 'Spoiled' }, key);
    if (isRefusal(done)) this.complain(`${key}: writing off was refused: ${done.message}`);
  }

  /** When a guest has just left and the machine has told everything: however far behind the screen is, what lies there is counted. */
  private async count(key: string): Promise<void> {
    const machine = this.dice.pick(this.tenant.machines);
    for (let waits = 0; machine.unlockedFor === undefined && waits < 200; waits++) await this.timeline.sleep(2_000);
    for (let waits = 0; !machine.beginWork(); waits++) {
      if (waits > 2_000) return;
      await this.timeline.sleep(200);
    }
    for (const slot of SLOTS) await this.countSlot(machine, slot, `${key}:${slot}`);
    machine.endWork();
  }

  private async countSlot({ machineId, slots }: Machine, slot: string, key: string): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      const shown = await this.ask(getInventory, { id: machineId }, `${key}:${tries}:look`);
      const was = isRefusal(shown) ? undefined : shown.inventory.find((item) => item.slot === slot)?.quantity;
      if (was === undefined) return this.complain(`${key}: what is in the slot is not told`);
      const done = await this.ask(adjustSlot, { id: machineId, slot, change: (slots.get(slot) ?? 0) - was, was, reason: 'Counted' }, `${key}:${tries}`);
      if (!isRefusal(done)) return;
      if (done.refused !== 'CONFLICT') return this.complain(`${key}: counting was refused: ${done.message}`);
    }
  }

  private async refund(key: string): Promise<void> {
    const found = await this.ask(listSales, { page: 1, limit: 20 }, `${key}:find`);
    const sale = isRefusal(found) ? undefined : found.sales.find(({ amount, refundedAmount, refundingAmount }) => amount - refundedAmount - refundingAmount >= 0.1);
    if (!sale) return;
    const done = await this.ask(refundSale, { id: sale.id, amount: 0.1, reason: 'It was warm' }, key);
    if (!isRefusal(done)) this.refunded.set(sale.id, (this.refunded.get(sale.id) ?? 0) + 10);
  }

  private async look(key: string): Promise<void> {
    await this.ask(listMachines, { page: 1, limit: 12, sortBy: 'createdAt', sortOrder: 'desc' }, `${key}:machines`);
    await this.ask(listSales, { page: 1, limit: 20 }, `${key}:sales`);
    await this.ask(listProducts, { page: 1, limit: 12, sortBy: 'createdAt', sortOrder: 'desc' }, `${key}:products`);
    await this.ask(listAlerts, listAlerts.input.parse({}), `${key}:alerts`);
  }

  /** Tries what belongs to somebody else. */
  private async trespass(key: string): Promise<void> {
    const other = this.dice.pick(this.others);
    const machine = this.dice.pick(other.machines);
    const done = await this.ask(stockSlot, { id: machine.machineId, slot: 'A1', productId: this.tenant.products.A1 as string, quantity: 1, maxQuantity: SLOT_HOLDS }, key);
    if (!isRefusal(done)) this.complain(`${key}: a machine of ${other.account} was filled`);
  }

  private async ask<C extends Contract>(contract: C, input: In<C>, key: string): Promise<Out<C> | Refusal> {
    const answer = await this.persist(contract, input, operatorOf(this.tenant), key);
    const text = JSON.stringify(answer);
    for (const { canary } of this.others) if (text.includes(canary)) this.complain(`${key}: ${contract.subject} shows what is ${canary}'s`);
    return answer;
  }
}
