/** What guests and other services ask of the fleet: machines found by their id alone. */
import { Controller } from '@nestjs/common';
import { adoptMachine, listOpenMachines, machineForVisit, slotPrices, stockOf } from '@larder/contracts/fleet.js';
import { machineCard, machineCards, machineStays, machineToUse } from '@larder/contracts/fleet/places.js';
import { machinesOfTag } from '@larder/contracts/device/machine-id.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { machine } from './machine.js';
import { directoryView, EVERYBODY, machineView, type Listed, type MachineRow } from './machine-view.js';
import { Presenting } from './presenting.js';
import { Room } from './room.js';
import { stayView, type StayRow } from './stays/stay-view.js';

@Controller()
export class VisitsController {
  constructor(private readonly kit: Kit, private readonly presenting: Presenting, private readonly room: Room) {}

  @Answers(listOpenMachines)
  async open(): Promise<Out<typeof listOpenMachines>> {
    if (this.kit.settings.DEMO !== true) return [];
    const rows = await this.kit.views.all<Listed>(directoryView, EVERYBODY, { online: true, mode: 'in_service' }, { by: 'machineId', order: 'asc' });
    return rows.filter((row) => this.presenting.statusOf(row).isOnline).map(({ machineId, name, address }) => ({ _id: machineId, machineId, name, location: { address } }));
  }

  @Answers(machineForVisit)
  async forVisit({ tag, machineId }: In<typeof machineForVisit>, asked: Asked): Promise<Out<typeof machineForVisit> | Refusal> {
    const listed = await this.find(machinesOfTag(tag, machineId));
    const row = listed && (await this.kit.views.get<MachineRow>(machineView, listed.account, listed.machineId));
    const known = row?.registered;
    if (!listed || !row || !known) return refuse('NOT_FOUND', 'Machine not found');
    const products = await this.presenting.describe([row], listed.account, asked);
    // A visit without what the catalog says would offer nothing, and what the guest takes would have no price.
    if (isRefusal(products)) return products;
    const offers = row.slots.flatMap(({ slot, productId, priceCents, left, maxQuantity, knownSince }) => {
      const product = products.get(productId);
      if (!product) return [];
      const { name, sku, category, costCents, taxBasisPoints } = product;
      const price = priceCents ?? product.priceCents;
      // A bill of nothing is never paid: what leaves such a slot is told to the operator instead.
      if (price === 0) return [];
      return [{ slot, productId, name, sku, category, priceCents: price, costCents, ...(taxBasisPoints !== undefined && { taxBasisPoints }), atMost: Math.max(left, maxQuantity), ...(knownSince && { knownSince }) }];
    });
    const { status, isOnline } = this.presenting.statusOf(row);
    return { machineId: row.machineId, account: listed.account, name: row.name, address: row.address, timeZone: known.timeZone, currency: known.currency, status, isOnline, offers, taxBasisPoints: row.taxBasisPoints ?? 0, turnsAway: this.presenting.turnsAway(row.machineId) !== undefined };
  }

  @Answers(stockOf)
  async stock({ account, machineId }: In<typeof stockOf>): Promise<Out<typeof stockOf>> {
    const machines = machineId === undefined ? await this.kit.views.all<MachineRow>(machineView, account) : [{ machineId, ...(await this.kit.look(machine, machineId, account)) }];
    return machines.flatMap(({ machineId: id, slots }) => slots.map(({ slot, productId, left, maxQuantity }) => ({ machineId: id, slot, productId, left, maxQuantity })));
  }

  @Answers(slotPrices)
  async prices({ account, machineId }: In<typeof slotPrices>, asked: Asked): Promise<Out<typeof slotPrices> | Refusal> {
    const { registered, slots } = await this.kit.look(machine, machineId, account);
    if (!registered) return refuse('NOT_FOUND', 'Machine not found');
    const products = await this.presenting.describe([{ slots }], account, asked);
    if (isRefusal(products)) return products;
    const prices = slots.flatMap(({ slot, productId, priceCents }) => {
      const product = products.get(productId);
      return product ? [{ slot, productId, priceCents: priceCents ?? product.priceCents }] : [];
    });
    return { currency: registered.currency, prices };
  }

  @Answers(machineCard)
  async card({ account, machineId }: In<typeof machineCard>): Promise<Out<typeof machineCard> | Refusal> {
    return (await this.cardOf(account, machineId)) ?? refuse('NOT_FOUND', 'Machine not found');
  }

  @Answers(machineToUse)
  async toUse({ account, machineId }: In<typeof machineToUse>, asked: Asked): Promise<Out<typeof machineToUse> | Refusal> {
    return (await this.room.keptFromUse(machineId, account, asked)) ?? this.card({ account, machineId });
  }

  @Answers(machineCards)
  async cards({ account, ids }: In<typeof machineCards>): Promise<Out<typeof machineCards>> {
    const found = await Promise.all([...new Set(ids)].map((machineId) => this.cardOf(account, machineId)));
    return Object.fromEntries(found.flatMap((card) => (card ? [[card.machineId, card]] : [])));
  }

  @Answers(machineStays)
  async stays({ account, machineId }: In<typeof machineStays>): Promise<Out<typeof machineStays>> {
    const rows = machineId === undefined ? await this.kit.views.all<StayRow>(stayView, account) : [await this.kit.views.get<StayRow>(stayView, account, machineId)];
    return rows.flatMap((row) => (row ? [{ machineId: row.machineId, stays: [...row.stays] }] : []));
  }

  @Answers(adoptMachine)
  async adopt({ account, ...found }: In<typeof adoptMachine>, asked: Asked): Promise<Out<typeof adoptMachine> | Refusal> {
    const { machineId } = found;
    const isThere = async (): Promise<boolean> => (await this.kit.look(machine, machineId, account)).registered !== undefined;
    if (await isThere()) return { machineId, added: false };
    const done = await this.kit.handle(machine, machineId, { type: 'RegisterMachine', machine: found }, causeOf(asked, account));
    if (!isRefusal(done)) await this.kit.views.reached(machineView, done.position);
    else if (await isThere()) return { machineId, added: false }; // somebody else of theirs was faster
    return isRefusal(done) ? refuse('CONFLICT', `Machine ID ${machineId} is in use by another organization`) : { machineId, added: true };
  }

  private async cardOf(account: string, machineId: string): Promise<Out<typeof machineCard> | undefined> {
    const { registered } = await this.kit.look(machine, machineId, account);
    return registered && { machineId, name: registered.name, address: registered.address, timeZone: registered.timeZone, currency: registered.currency };
  }

  /** The tags of a machine that was taken out of the fleet are still on it: whoever taps there must open no other one somewhere else. */
  private async find(candidates: readonly string[]): Promise<Listed | undefined> {
    for (const id of candidates) {
      const listed = await this.kit.views.get<Listed>(directoryView, EVERYBODY, id);
      if (listed) return listed.removed ? undefined : listed;
    }
    return undefined;
  }
}
