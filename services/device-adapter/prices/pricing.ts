/** Keeps the price lists of machines what planogram and catalog say, and hands them over. */
import { Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { describeProducts, type CatalogFact } from '@larder/contracts/catalog.js';
import { slotPrices, type FleetFact } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Declined, isPassing } from '@larder/kit/aside/passing.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/commands/react.js';
import type { DeviceLink } from '../device-link.js';
import { listOf, prices, pricesView, type PricesRow, type PricesState } from './prices.js';

/** One that comes back into the fleet has nothing in it of before; nobody could be asked when it was emptied. */
export const PRICING: readonly FleetFact['type'][] = ['MachineRegistered', 'SlotAssigned', 'SlotCleared', 'SlotPriced'];

@Injectable()
export class Pricing {
  private link: DeviceLink | undefined;
  /** By machine: what was asked first must not be drafted last. */
  private readonly turns = new Map<string, Promise<void>>();

  constructor(private readonly kit: Kit) {}

  use(link: DeviceLink): void {
    this.link = link;
  }

  /** A slot has another product or price, or a machine has come into the fleet. */
  async onFleet(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<FleetFact>;
    if (PRICING.includes(fact.type)) await this.draft(fact.data.machineId, because(heard, 'device-adapter'));
  }

  /** A product has another price: the machines whose list says otherwise are looked at. */
  async onCatalog(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<CatalogFact>;
    if (fact.type !== 'ProductChanged') return;
    const { productId, priceCents } = fact.data;
    const holding = await this.kit.views.all<PricesRow>(pricesView, fact.meta.account, { productIds: productId });
    const outdated = holding.filter(({ prices: listed }) => listed.some((price) => price.productId === productId && price.priceCents !== priceCents));
    if (outdated.length > 0) await this.shown(fact, this.kit.because(heard, 'device-adapter'));
    const cause = because(heard, 'device-adapter');
    for (const { machineId } of outdated) {
      await this.draft(machineId, { ...cause, commandId: `${cause.commandId}:${machineId}` });
    }
  }

  /** Resolves when the catalogue answers by this fact: fleet asks there, and would be told the former price. */
  private async shown({ data: { productId }, position, meta: { account } }: Stored<Extract<CatalogFact, { type: 'ProductChanged' }>>, asked: Asked): Promise<void> {
    const found = await this.kit.ask(describeProducts, { account, ids: [productId], position }, asked);
    if (isRefusal(found)) throw new Declined(found);
  }

  /** A machine says hello: it is told its list. Whether that is still right is asked meanwhile; its reports do not wait for it. */
  async greet(machineId: string, account: string): Promise<void> {
    await this.hand(machineId, account, await this.kit.look(prices, machineId, account));
    // A board that greets all the time would have its every hello asked about, and what is heard of its prices wait behind all that.
    if (this.turns.has(machineId)) return;
    const commandId = this.kit.chance.uuid();
    void this.draft(machineId, { commandId, account, actor: 'system:device-adapter', correlationId: commandId }).catch((error: unknown) => {
      if (!isPassing(error)) this.kit.surprise('price lists', error);
    });
  }

  /** A machine says which list it has: an older one is told again, one we know nothing of is overtaken, the right one is noted. */
  async compare(machineId: string, account: string, revision: number): Promise<void> {
    const wanted = await this.kit.look(prices, machineId, account);
    if (revision < wanted.revision) return this.hand(machineId, account, wanted);
    if (revision > wanted.revision) return this.overtake(machineId, account, revision);
    if (revision === wanted.confirmed) return;
    const commandId = `prices-confirmed:${machineId}:${revision}`;
    await this.kit.handle(prices, machineId, { type: 'NoteConfirmed', machineId, revision }, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
  }

  /** The highest revision counts with the machine, so it gets one that is higher. */
  private async overtake(machineId: string, account: string, revision: number): Promise<void> {
    const commandId = `prices-overtaken:${machineId}:${revision}`;
    const done = await this.kit.handle(prices, machineId, { type: 'Overtake', machineId, revision }, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
    if (!isRefusal(done) && done.facts.length > 0) await this.hand(machineId, account, done.state);
  }

  /** Rejects with {@link Declined} while nobody can say what is for sale. */
  private draft(machineId: string, cause: Cause): Promise<void> {
    const turn = (this.turns.get(machineId) ?? Promise.resolve()).then(() => this.draftNow(machineId, cause));
    const settled = turn.catch(() => undefined).then(() => {
      if (this.turns.get(machineId) === settled) this.turns.delete(machineId);
    });
    this.turns.set(machineId, settled);
    return turn;
  }

  private async draftNow(machineId: string, cause: Cause): Promise<void> {
    const { account, commandId, correlationId } = cause;
    const found = await this.kit.ask(slotPrices, { account, machineId }, { caller: { kind: 'service', name: 'device-adapter' }, commandId, correlationId });
    if (isRefusal(found)) {
      if (found.refused === 'NOT_FOUND') return; // taken out of the fleet meanwhile
      throw new Declined(found);
    }
    const done = await this.kit.handle(prices, machineId, { type: 'DraftPrices', machineId, ...found }, cause);
    if (isRefusal(done) || done.facts.length === 0) return;
    await this.hand(machineId, account, done.state);
    await this.kit.views.reached(pricesView, done.position); // a product that changes right now has to find this machine
  }

  private async hand(machineId: string, account: string, wanted: PricesState): Promise<void> {
    const list = listOf(wanted);
    if (!list || !this.link?.isConnected(machineId)) return;
    this.link.send(machineId, list);
    const { revision } = wanted;
    const commandId = `prices-sent:${machineId}:${revision}`;
    if (revision !== wanted.sent) await this.kit.handle(prices, machineId, { type: 'NoteSent', machineId, revision }, { commandId, account, actor: 'system:device-adapter', correlationId: commandId });
  }
}
