/** What operators ask of the fleet. */
import { Controller } from '@nestjs/common';
import { describeProducts } from '@larder/contracts/catalog.js';
import { adjustSlot, clearSlot, getMachine, listMachines, machineSummary, priceSlot, registerMachine, restockMachine, setMachineMode, stockSlot, taxMachine, type MachineView } from '@larder/contracts/fleet.js';
import { accountSettings } from '@larder/contracts/organization.js';
import { toCents } from '@larder/contracts/money.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import { toAmount } from '@larder/contracts/money.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf, escapeText } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import type { Filter } from '@larder/kit/rows/read-store.js';
import { namesFor } from './actors.js';
import { machine, type MachineCommand } from './machine.js';
import { machineView, type MachineRow } from './machine-view.js';
import { pending, Presenting } from './presenting.js';
import { Room } from './room.js';
import { setupView, type SetupRow } from './setup/setup-view.js';

/** What operators change of a machine. */
type Change = Extract<MachineCommand, { type: 'SetMode' | 'SetTax' | 'StockSlot' | 'Restock' | 'AdjustSlot' | 'ClearSlot' | 'PriceSlot' }>;

@Controller()
export class MachinesController {
  constructor(private readonly kit: Kit, private readonly presenting: Presenting, private readonly room: Room) {}

  @Answers(listMachines)
  async list({ page, limit, sortBy, sortOrder, search, status, lowStock }: In<typeof listMachines>, asked: Asked): Promise<Out<typeof listMachines>> {
    const account = accountOf(asked);
    const found = search ? { search: { $regex: escapeText(search.toLowerCase()) } } : {};
    const rows = await this.kit.viewsFor(asked).all<MachineRow>(machineView, account, { ...found, ...(lowStock && { lowSlots: { $gt: 0 } }) });
    const known = await this.presenting.present(rows, account, asked);
    const waiting = lowStock ? [] : await this.waiting(account, found, asked);
    // What is observed is not in the rows, and what waits is not among them, so they are filtered and sorted here: a fleet of one organization is small.
    const machines = sorted([...known, ...waiting].filter((m) => !status || (m.status === status && !m.historyOnly)), sortBy, sortOrder);
    return { machines: machines.slice((page - 1) * limit, page * limit), total: machines.length, page, pages: Math.ceil(machines.length / limit) };
  }

  @Answers(getMachine)
  get({ id }: In<typeof getMachine>, asked: Asked): Promise<MachineView | Refusal> {
    return this.one(id, asked);
  }

  @Answers(machineSummary)
  async summary(_: In<typeof machineSummary>, asked: Asked): Promise<Out<typeof machineSummary>> {
    const account = accountOf(asked);
    const [rows, revenue] = await Promise.all([this.kit.viewsFor(asked).all<MachineRow>(machineView, account), this.presenting.revenue(account, asked)]);
    const used = rows.filter(({ historyOnly }) => !historyOnly);
    const statuses = used.map((row) => this.presenting.statusOf(row, asked.asOf === undefined).status);
    const count = (status: MachineView['status']): number => statuses.filter((its) => its === status).length;
    const room = rows.reduce((sum, row) => sum + row.room, 0);
    return {
      total: used.length, online: count('online'), offline: count('offline'), maintenance: count('maintenance'),
      averageOccupancy: room === 0 ? 0 : Math.round((rows.reduce((sum, row) => sum + row.left, 0) / room) * 100),
      totalRevenue: toAmount(rows.reduce((sum, { machineId }) => sum + (revenue[machineId] ?? 0), 0)),
    };
  }

  @Answers(registerMachine)
  async register({ machineId, name, location, model, timeZone }: In<typeof registerMachine>, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    const account = accountOf(asked);
    const settings = await this.kit.ask(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(settings)) return settings;
    const full = await this.room.fullness(account, settings.machineCap);
    if (full) return full;
    const registered = { machineId, name, address: location.address, floor: location.floor, model, timeZone: timeZone ?? settings.timeZone, currency: settings.currency, origin: 'operator' as const, coordinates: location.coordinates };
    const done = await this.order(machineId, { type: 'RegisterMachine', machine: registered }, asked);
    return isRefusal(done) && done.refused === 'NOT_FOUND' ? refuse('CONFLICT', `Machine ID ${machineId} already exists`) : done;
  }

  @Answers(setMachineMode)
  setMode({ id, status, reason }: In<typeof setMachineMode>, asked: Asked) {
    return this.change(id, { type: 'SetMode', mode: status === 'online' ? 'in_service' : 'maintenance', reason }, asked);
  }

  @Answers(taxMachine)
  tax({ id, taxBasisPoints }: In<typeof taxMachine>, asked: Asked) {
    return this.change(id, { type: 'SetTax', taxBasisPoints }, asked);
  }

  @Answers(stockSlot)
  async stock({ id, productId, slot, quantity, maxQuantity }: In<typeof stockSlot>, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    const missing = await this.missing([productId], asked);
    if (missing) return missing;
    const kept = await this.room.keptFromUse(id, accountOf(asked), asked);
    return kept ?? this.change(id, { type: 'StockSlot', slot, productId, quantity, maxQuantity }, asked);
  }

  @Answers(restockMachine)
  async restock({ id, slots }: In<typeof restockMachine>, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    return (await this.missing(slots.map(({ productId }) => productId), asked)) ?? this.change(id, { type: 'Restock', slots }, asked);
  }

  @Answers(adjustSlot)
  adjust({ id, slot, change, reason }: In<typeof adjustSlot>, asked: Asked) {
    return this.change(id, { type: 'AdjustSlot', slot, change, reason }, asked);
  }

  @Answers(clearSlot)
  clear({ id, slot }: In<typeof clearSlot>, asked: Asked) {
    return this.change(id, { type: 'ClearSlot', slot }, asked);
  }

  @Answers(priceSlot)
  price({ id, slot, price }: In<typeof priceSlot>, asked: Asked) {
    return this.change(id, { type: 'PriceSlot', slot, priceCents: price === null ? null : toCents(price) }, asked);
  }

  /** Why something cannot be filled in: it is in the catalogue no more. */
  private async missing(productIds: readonly string[], asked: Asked): Promise<Refusal | undefined> {
    const ids = [...new Set(productIds)];
    const found = await this.kit.ask(describeProducts, { account: accountOf(asked), ids }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(found)) return found;
    return found.filter((product) => !product.deleted).length === ids.length ? undefined : refuse('NOT_FOUND', 'Selected product not found');
  }

  /** Refused for machines beyond what the plan has room for. */
  private async change(machineId: string, command: Change, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    const beyond = await this.room.beyond(accountOf(asked), asked);
    return isRefusal(beyond) ? beyond : this.order(machineId, { ...command, beyond: beyond.get(machineId) }, asked);
  }

  private async order(machineId: string, command: MachineCommand, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    const done = await this.kit.handle(machine, machineId, command, causeOf(asked, accountOf(asked)));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(machineView, done.position);
    const shown = await this.one(machineId, asked);
    return isRefusal(shown) ? shown : { machine: shown };
  }

  /** Machines that are prepared and not there yet. */
  private async waiting(account: string, filter: Filter, asked: Asked): Promise<MachineView[]> {
    const reader = this.kit.viewsFor(asked);
    const rows = await reader.all<SetupRow>(setupView, account, { ...filter, isResetup: false });
    if (rows.length === 0) return [];
    const nameOf = await namesFor(this.kit, asked);
    const there = await Promise.all(rows.map(({ machineId }) => reader.get(machineView, account, machineId)));
    return rows.filter((_, n) => !there[n]).map((row) => pending(row, nameOf));
  }

  private async one(machineId: string, asked: Asked): Promise<MachineView | Refusal> {
    const account = accountOf(asked);
    const row = await this.kit.viewsFor(asked).get<MachineRow>(machineView, account, machineId);
    const [shown] = row ? await this.presenting.present([row], account, asked) : await this.waiting(account, { machineId }, asked);
    return shown ?? refuse('NOT_FOUND', 'Machine not found');
  }
}

type SortBy = In<typeof listMachines>['sortBy'];
const KEYS: Record<SortBy, (machine: MachineView) => string | number> = {
  name: ({ name }) => name.toLowerCase(), machineId: ({ machineId }) => machineId, status: ({ status }) => status, location: ({ location }) => location.address.toLowerCase(),
  lastPing: ({ lastPing }) => lastPing ?? '', createdAt: ({ createdAt }) => createdAt, revenue: ({ totalRevenue }) => totalRevenue,
};

/** Those that are equal come in the order of their ids. */
function sorted(machines: MachineView[], by: SortBy, order: 'asc' | 'desc'): MachineView[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
  return machines.sort((a, b) => sign * compare(KEYS[by](a), KEYS[by](b)) || compare(a.machineId, b.machineId));
}
