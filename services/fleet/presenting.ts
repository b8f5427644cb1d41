/** Puts a machine together for a screen: its own row, its last heartbeat, the names and prices of what is in it, its revenue. */
import { Injectable } from '@nestjs/common';
import { stockRule } from '@larder/contracts/alert-rules.js';
import { lastServiced } from '@larder/contracts/alerts.js';
import { describeProducts, MOST_DESCRIBED, type ProductDescription } from '@larder/contracts/catalog.js';
import { isLow, LOW_STOCK_PERCENT, type MachineView, type PlanLimit } from '@larder/contracts/fleet.js';
import { toAmount } from '@larder/contracts/money.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import { machineRevenue } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { seal } from '@larder/kit/seal.js';
import { someAtATime } from '@larder/kit/turns/some-at-a-time.js';
import { Heartbeats } from './heartbeats.js';
import type { ActorNames } from './actors.js';
import type { MachineRow } from './machine-view.js';
import { Room } from './room.js';
import type { SetupRow } from './setup/setup-view.js';

/** What is known elsewhere about an organization's machines; undefined while nobody can say. */
interface Around {
  products: ReadonlyMap<string, ProductDescription> | undefined;
  /** In cents, by machine. */
  revenue: ReadonlyMap<string, number> | undefined;
  lowStockPercent: number;
  /** When, by machine. */
  serviced: ReadonlyMap<string, string>;
}

/** As a list is filtered and sorted; what is in it is put together for those that are shown. */
export interface Listed {
  machine: Omit<MachineView, 'inventory'>;
  inventory(): MachineView['inventory'];
}

export const whole = ({ machine, inventory }: Listed): MachineView => ({ ...machine, inventory: inventory() });

/** Machines put together in one go: what is in them is most of it. */
const WHOLE_AT_ONCE = 25;

/** Very many, sealed, so that nobody copies all of them in one go on their way to who asked. Others have their turn meanwhile. */
export const wholeInTurns = (listed: readonly Listed[]): Promise<MachineView[]> => someAtATime(listed, WHOLE_AT_ONCE, (some) => some.map((one) => seal(whole(one))));

@Injectable()
export class Presenting {
  constructor(private readonly kit: Kit, private readonly heartbeats: Heartbeats, private readonly room: Room) {}

  present = async (rows: readonly MachineRow[], account: string, asked: Asked): Promise<MachineView[]> => (await this.list(rows, account, asked)).map(whole);

  /** In their order. */
  async list(rows: readonly MachineRow[], account: string, asked: Asked): Promise<Listed[]> {
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'fleet' } };
    const isNow = asked.asOf === undefined;
    const [products, revenue, lowStockPercent, serviced, beyond] = await Promise.all([this.describe(rows, account, ours), this.revenue(account, ours), this.lowStockPercent(account, ours), this.serviced(account, ours), isNow ? this.room.beyond(account, ours) : new Map<string, PlanLimit>()]);
    return rows.map((row) => {
      const planLimit = isRefusal(beyond) ? undefined : beyond.get(row.machineId);
      const around = { products: isRefusal(products) ? undefined : products, revenue, lowStockPercent, serviced };
      return { machine: { ...this.one(row, around, isNow), ...(planLimit && { planLimit }), ...(row.historyOnly && { historyOnly: true as const }) }, inventory: () => inventoryOf(row, around) };
    });
  }

  /** All-time revenue in cents by machine; undefined while nobody can say. */
  async revenue(account: string, asked: Asked): Promise<ReadonlyMap<string, number> | undefined> {
    const found = await this.kit.ask(machineRevenue, { account }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    return isRefusal(found) ? undefined : new Map(Object.entries(found));
  }

  /** From which share of its maximum on a slot is low; the usual when nobody can say. */
  async lowStockPercent(account: string, asked: Asked): Promise<number> {
    const found = await this.kit.askLately(stockRule, { account }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    return isRefusal(found) ? LOW_STOCK_PERCENT : found.lowStockPercent;
  }

  /** When machines were last serviced; none when nobody can say. */
  private async serviced(account: string, asked: Asked): Promise<ReadonlyMap<string, string>> {
    const ask = asked.asOf === undefined ? this.kit.askLately : this.kit.ask;
    const found = await ask(lastServiced, { account }, asked);
    return isRefusal(found) ? new Map() : new Map(Object.entries(found));
  }

  /** Products of these machines by id, or why that cannot be said now. */
  async describe(rows: readonly Pick<MachineRow, 'slots'>[], account: string, asked: Asked): Promise<Map<string, ProductDescription> | Refusal> {
    const ids = [...new Set(rows.flatMap((row) => row.slots.map((s) => s.productId)))];
    const asks = Array.from({ length: Math.ceil(ids.length / MOST_DESCRIBED) }, (_, n) => ids.slice(n * MOST_DESCRIBED, (n + 1) * MOST_DESCRIBED));
    const found = await Promise.all(asks.map((some) => this.kit.ask(describeProducts, { account, ids: some }, { ...asked, caller: { kind: 'service', name: 'fleet' } })));
    return found.find(isRefusal) ?? new Map(found.flatMap((some) => (isRefusal(some) ? [] : some)).map((p) => [p.productId, p]));
  }

  /** @param isNow false for a moment that has been: what is not a fact is not remembered, so no single heartbeat either */
  statusOf(row: Pick<MachineRow, 'mode' | 'online' | 'machineId'>, isNow = true): Pick<MachineView, 'status' | 'isOnline' | 'healthStatus'> {
    const isOnline = row.online && (!isNow || this.heartbeats.isFresh(row.machineId));
    if (row.mode === 'maintenance') return { status: 'maintenance', isOnline, healthStatus: 'Under Maintenance' };
    if (!row.online) return { status: 'offline', isOnline, healthStatus: 'Offline' };
    return { status: 'online', isOnline, healthStatus: isOnline ? 'Operational' : 'Disconnected' };
  }

  /** Why it would unlock for no guest, by its last heartbeat, as operators read it; undefined while it would. */
  turnsAway(machineId: string): string | undefined {
    const { shut = '', isResting = false, mode = 'locked' } = this.heartbeats.of(machineId) ?? {};
    if (isResting) return 'Serves no guests, as it is configured';
    if (mode === 'restocking' || mode === 'service') return 'Serves no guests: somebody works at it';
    return shut === '' ? undefined : `Serves no guests: ${shut}`;
  }

  private one(row: MachineRow, { products, revenue, lowStockPercent, serviced }: Around, isNow: boolean): Listed['machine'] {
    const heartbeatAt = isNow ? this.heartbeats.of(row.machineId)?.receivedAt : undefined;
    const seen = heartbeatAt ?? row.changedAt;
    const known = row.registered;
    const status = this.statusOf(row, isNow);
    const turnsAway = isNow && status.isOnline ? this.turnsAway(row.machineId) : undefined;
    return {
      _id: row.machineId, machineId: row.machineId, name: row.name, version: row.version,
      location: { address: row.address, floor: known?.floor ?? 'Main Floor', ...(row.coordinates && { coordinates: row.coordinates }) }, ...status, ...(turnsAway && { turnsAway }),
      lastPing: seen, lastSeen: seen, lastHeartbeat: heartbeatAt ?? null, createdAt: row.createdAt,
      installDate: row.installedAt, lastMaintenance: serviced.get(row.machineId) ?? null, model: known?.model ?? 'Standard Model',
      totalRevenue: revenue ? toAmount(revenue.get(row.machineId) ?? 0) : null, productCount: row.slots.length, lowStockPercent,
      lowStockCount: row.slots.filter(({ left, maxQuantity, productId }) => isLow(left, maxQuantity, lowStockPercent) && (left <= 0 || products?.get(productId)?.isActive !== false)).length,
      stock: { left: row.left, room: row.room }, timeZone: known?.timeZone ?? 'UTC', currency: known?.currency ?? 'USD', taxBasisPoints: row.taxBasisPoints ?? 0,
      ...(row.sensorSlots && { sensorSlots: [...row.sensorSlots] }),
    };
  }
}

function inventoryOf(row: MachineRow, { products }: Pick<Around, 'products'>): MachineView['inventory'] {
  return row.slots.map((slot) => {
    const product = products?.get(slot.productId);
    return {
      slot: slot.slot, quantity: slot.left, maxQuantity: slot.maxQuantity, lastRestocked: (Object.hasOwn(row.restockedAt, slot.slot) && row.restockedAt[slot.slot]) || null,
      ownPrice: slot.priceCents === null ? null : toAmount(slot.priceCents), ...(slot.lots && { lots: [...slot.lots] }), ...(row.found?.unseen.includes(slot.slot) && { unseen: true as const }),
      product: {
        id: slot.productId, _id: slot.productId, name: product?.name ?? (products ? 'Deleted product' : 'Name not known right now'), sku: product?.sku ?? '', category: product?.category ?? '',
        price: toAmount(slot.priceCents ?? product?.priceCents ?? 0), cost: product?.costCents == null ? null : toAmount(product.costCents), allergens: product?.allergens ?? [], ...(product?.isActive === false && { inactive: true as const }), ...(!products && { unknown: true as const }),
      },
    };
  });
}

/** A machine that is waiting to be set up, as lists show it among the others. */
export const pending = ({ setupId, machineId, name, address, floor = 'Main Floor', coordinates, timeZone, currency, expiresAt, createdAt, actor }: SetupRow, nameOf: ActorNames): MachineView => ({
  _id: setupId, machineId, name, location: { address, floor, ...(coordinates && { coordinates }) }, status: 'pending_setup', isOnline: false, healthStatus: 'Pending Setup',
  lastPing: null, lastSeen: null, lastHeartbeat: null, createdAt, installDate: null, lastMaintenance: null, model: 'Standard Model', totalRevenue: 0, productCount: 0, lowStockCount: 0, lowStockPercent: LOW_STOCK_PERCENT, stock: { left: 0, room: 0 },
  inventory: [], timeZone, currency, taxBasisPoints: 0, version: 0, setup: { setupId, expiresAt, createdBy: nameOf(actor), createdAt },
});
