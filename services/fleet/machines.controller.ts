/** What operators ask of the fleet. */
import { Controller } from '@nestjs/common';
import { dueUnits } from '@larder/contracts/fleet/best-before.js';
import { dayIn } from '@larder/contracts/day.js';
import { getInventory, getMachine, listMachines, machineSummary, registerMachine, setMachineMode, taxMachine, type MachineView } from '@larder/contracts/fleet.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import { toAmount } from '@larder/contracts/money.js';
import { orderKey, plain } from '@larder/contracts/names.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { escapeText } from '@larder/kit/rows/filter.js';
import { Changing } from './changing.js';
import { machineView, type MachineRow } from './machine-view.js';
import { Presenting, wholeInTurns, type Listed } from './presenting.js';
import { Room } from './room.js';
import { twinOf } from './twins.js';

@Controller()
export class MachinesController {
  constructor(private readonly kit: Kit, private readonly presenting: Presenting, private readonly room: Room, private readonly changing: Changing) {}

  @Answers(listMachines)
  async list({ page, limit, sortBy, sortOrder, search, status, lowStock }: In<typeof listMachines>, asked: Asked): Promise<Out<typeof listMachines>> {
    const account = accountOf(asked);
    const found = search ? { search: { $regex: escapeText(plain(search)) } } : {};
    const rows = await this.kit.viewsFor(asked).all<MachineRow>(machineView, account, found);
    const known = (await this.presenting.list(rows, account, asked)).filter(({ machine }) => !lowStock || machine.lowStockCount > 0);
    const waiting = lowStock ? [] : (await this.changing.waiting(account, found, asked)).map((machine): Listed => ({ machine, inventory: () => machine.inventory }));
    // What is observed is not in the rows, and what waits is not among them, so they are filtered and sorted here: a fleet of one organization is small.
    const machines = sorted([...known, ...waiting].filter(({ machine }) => !status || (machine.status === status && !machine.historyOnly)), sortBy, sortOrder);
    return { machines: await wholeInTurns(machines.slice((page - 1) * limit, page * limit)), total: machines.length, page, pages: Math.ceil(machines.length / limit) };
  }

  @Answers(getMachine)
  get({ id }: In<typeof getMachine>, asked: Asked): Promise<MachineView | Refusal> {
    return this.changing.show(id, asked);
  }

  @Answers(getInventory)
  async inventory({ id }: In<typeof getInventory>, asked: Asked): Promise<Out<typeof getInventory> | Refusal> {
    const shown = await this.changing.show(id, asked);
    return isRefusal(shown) ? shown : { inventory: shown.inventory };
  }

  @Answers(machineSummary)
  async summary(_: In<typeof machineSummary>, asked: Asked): Promise<Out<typeof machineSummary>> {
    const account = accountOf(asked);
    const [rows, revenue] = await Promise.all([this.kit.viewsFor(asked).all<MachineRow>(machineView, account), this.presenting.revenue(account, asked)]);
    const used = rows.filter(({ historyOnly }) => !historyOnly);
    const statuses = used.map((row) => this.presenting.statusOf(row, asked.asOf === undefined).status);
    const count = (status: MachineView['status']): number => statuses.filter((its) => its === status).length;
    const room = rows.reduce((sum, row) => sum + row.room, 0);
    const now = asked.asOf ?? this.kit.clock.now().toISOString();
    const dated = rows.filter(({ slots }) => slots.some(({ lots }) => lots !== undefined)).map(({ slots, registered }) => dueUnits(slots, dayIn(registered?.timeZone ?? 'UTC', now)));
    return {
      total: used.length, online: count('online'), offline: count('offline'), maintenance: count('maintenance'),
      averageOccupancy: room === 0 ? 0 : Math.round((rows.reduce((sum, row) => sum + row.left, 0) / room) * 100),
      totalRevenue: revenue ? toAmount(rows.reduce((sum, { machineId }) => sum + (revenue.get(machineId) ?? 0), 0)) : null,
      ...(dated.length > 0 && { bestBefore: { past: dated.reduce((sum, { past }) => sum + past, 0), soon: dated.reduce((sum, { soon }) => sum + soon, 0) } }),
    };
  }

  @Answers(registerMachine)
  register(entered: In<typeof registerMachine>, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    return this.room.inTurn(accountOf(asked), () => this.add(entered, asked));
  }

  private async add({ machineId, name, location, model, timeZone }: In<typeof registerMachine>, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    const account = accountOf(asked);
    const settings = await this.kit.ask(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(settings)) return settings;
    const kept = (await twinOf(this.kit, account, machineId)) ?? (await this.room.fullness(account, settings.machineCap, machineId));
    if (kept) return kept;
    const registered = { machineId, name, address: location.address, floor: location.floor, model, timeZone: timeZone ?? settings.timeZone, currency: settings.currency, origin: 'operator' as const, coordinates: location.coordinates };
    const done = await this.changing.order(machineId, { type: 'RegisterMachine', machine: registered }, asked);
    return isRefusal(done) && done.refused === 'NOT_FOUND' ? refuse('CONFLICT', `Machine ID ${machineId} already exists`) : done;
  }

  @Answers(setMachineMode)
  setMode({ id, status, reason }: In<typeof setMachineMode>, asked: Asked) {
    return this.changing.change(id, { type: 'SetMode', mode: status === 'online' ? 'in_service' : 'maintenance', reason }, asked);
  }

  @Answers(taxMachine)
  tax({ id, ...tax }: In<typeof taxMachine>, asked: Asked) {
    return this.changing.change(id, { type: 'SetTax', ...tax }, asked);
  }
}

type SortBy = In<typeof listMachines>['sortBy'];
const KEYS: Record<SortBy, (machine: Listed['machine']) => string | number> = {
  name: ({ name }) => orderKey(name), machineId: ({ machineId }) => orderKey(machineId), status: ({ status }) => status, location: ({ location }) => orderKey(location.address),
  lastPing: ({ lastPing }) => lastPing ?? '', createdAt: ({ createdAt }) => createdAt, revenue: ({ totalRevenue }) => totalRevenue ?? 0,
};

/** Those that are equal come in the order of their ids. */
function sorted(machines: Listed[], by: SortBy, order: 'asc' | 'desc'): Listed[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
  const keyed = machines.map((listed) => ({ listed, key: KEYS[by](listed.machine) }));
  return keyed.sort((a, b) => sign * compare(a.key, b.key) || compare(a.listed.machine.machineId, b.listed.machine.machineId)).map(({ listed }) => listed);
}
