/** What operators tell machines to do. */
import { Controller } from '@nestjs/common';
import { controlDevice, listOrders, type DeviceOrderView } from '@larder/contracts/device.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { listMembers, namesOfActors, NOBODY } from '@larder/contracts/identity/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { visitUnderWay } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Links } from '../links.js';
import { orders } from './orders.js';
import { ordersView, type OrderRow } from './orders-view.js';

/** Would take the door, or the machine, out of a guest's hands in the middle of a visit. */
const NOT_IN_A_VISIT = new Set<DeviceOrderView['command']>(['service', 'restock', 'reboot']);

@Controller()
export class ControlController {
  constructor(private readonly kit: Kit, private readonly links: Links) {}

  @Answers(controlDevice)
  async control({ machineId, command, reason, ttlSeconds }: In<typeof controlDevice>, asked: Asked): Promise<Out<typeof controlDevice> | Refusal> {
    const account = accountOf(asked);
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'device-adapter' } };
    const card = await this.kit.ask(machineCard, { account, machineId }, ours);
    if (isRefusal(card)) return card;
    if (NOT_IN_A_VISIT.has(command)) {
      const underWay = await this.kit.ask(visitUnderWay, { account, machineId }, ours);
      if (isRefusal(underWay)) return underWay;
      if (underWay.visit) return refuse('MACHINE_BUSY', 'A guest is using this machine right now. Please try again when the visit has ended.');
    }
    const orderId = `op:${asked.commandId}`.slice(0, 80);
    const expiresAt = new Date(this.kit.clock.now().getTime() + ttlSeconds * 1000).toISOString();
    const done = await this.kit.handle(orders, machineId, { type: 'Order', order: { machineId, orderId, action: command, reason: reason || undefined, expiresAt, ttlSeconds } }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    if (done.facts.length > 0) this.links.send(machineId, { v: 1, t: 'cmd', id: orderId, do: command, ttl: ttlSeconds });
    await this.kit.views.reached(ordersView, done.position);
    const row = await this.kit.views.get<OrderRow>(ordersView, account, orderId);
    return row ? { order: (await this.shown([row], asked))[0] as DeviceOrderView } : refuse('NOT_FOUND', 'Order not found');
  }

  @Answers(listOrders)
  async list({ machineId, limit }: In<typeof listOrders>, asked: Asked): Promise<Out<typeof listOrders>> {
    const { rows } = await this.kit.views.find<OrderRow>(ordersView, accountOf(asked), { filter: { machineId }, sort: { by: 'sentAt', order: 'desc' }, limit });
    return { orders: rows.length > 0 ? await this.shown(rows, asked) : [] };
  }

  /** With people's names; without them while they cannot be had. */
  private async shown(rows: readonly OrderRow[], asked: Asked): Promise<DeviceOrderView[]> {
    const team = await this.kit.ask(listMembers, {}, asked);
    const names = namesOfActors(isRefusal(team) ? NOBODY : team);
    return rows.map(({ actor, ...row }) => ({ ...row, by: names.get(actor) ?? '' }));
  }
}
