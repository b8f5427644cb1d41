/** The read store in this process's memory: what a screen asks for is found by binary search in the order it is sorted by. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Position } from '@larder/contracts/fact.js';
import { giveWay, hasRead } from '../turns/give-way.js';
import { seal } from '../seal.js';
import { readFilter } from './filter.js';
import { Tenant } from './memory-tenant.js';
import type { Found, Query, ReadStore, Row, Shape } from './read-store.js';

/**
 * Views are frozen when they are saved and handed out as they are. A removed row is remembered until the collection's checkpoint has passed it by
 * one save: no replay starts so early then.
 */
export function openMemoryReadStore(): ReadStore {
  return new MemoryReadStore();
}

interface Collection {
  shape: Shape;
  checkpoint: Position | undefined;
  tenants: Map<string, Tenant>;
  /** Removed rows in the order of their removal. */
  removals: { tenant: Tenant; id: string; position: Position }[];
}

class MemoryReadStore implements ReadStore {
  private readonly collections = new Map<string, Collection>();

  async prepare(shape: Shape): Promise<void> {
    if (!this.collections.has(shape.collection)) this.collections.set(shape.collection, { shape, checkpoint: undefined, tenants: new Map(), removals: [] });
  }

  async find<V>(collection: string, account: string, { filter = {}, sort, skip = 0, limit = Infinity, counted = true }: Query): Promise<Found<V>> {
    const clauses = readFilter(filter);
    await giveWay();
    const tenant = this.collections.get(collection)?.tenants.get(account);
    if (!tenant) return { rows: [], total: 0 };
    const { views, total } = await tenant.find(clauses, sort?.by ?? '', sort?.order === 'desc', skip, limit, counted);
    hasRead(views.length);
    return { rows: views as V[], total };
  }

  async load(collection: string, keys: readonly { account: string; id: string }[]): Promise<Row[]> {
    const tenants = this.collections.get(collection)?.tenants;
    return keys.map(({ account, id }) => {
      const tenant = tenants?.get(account);
      const entry = tenant?.rows.get(id);
      return { account, id, view: entry?.view, position: entry?.position ?? tenant?.removed.get(id) ?? '' };
    });
  }

  async save(collection: string, rows: readonly Row[], checkpoint: Position): Promise<void> {
    const found = this.collections.get(collection);
    if (!found) throw new Error(`${collection} was not prepared`);
    for (const row of rows) this.write(found, row);
    if (found.checkpoint !== undefined && checkpoint <= found.checkpoint) return;
    this.forgetRemovals(found, found.checkpoint ?? '');
    found.checkpoint = checkpoint;
  }

  async settle(collection: string): Promise<void> {
    for (const tenant of this.collections.get(collection)?.tenants.values() ?? []) {
      for (const { entries } of tenant.orders) {
        entries.settle();
        await breathe();
      }
    }
  }

  async checkpoint(collection: string): Promise<Position | undefined> {
    return this.collections.get(collection)?.checkpoint;
  }

  async drop(collection: string): Promise<void> {
    this.collections.delete(collection);
  }

  async close(): Promise<void> {
    this.collections.clear();
  }

  private write({ shape, tenants, removals }: Collection, { account, id, view, position }: Row): void {
    let tenant = tenants.get(account);
    if (!tenant) tenants.set(account, (tenant = new Tenant(shape.orders)));
    const known = tenant.rows.get(id)?.position ?? tenant.removed.get(id) ?? '';
    if (known !== '' && known >= position) return;
    if (view !== undefined) return tenant.put(id, seal(view), position);
    tenant.take(id);
    tenant.removed.set(id, position);
    removals.push({ tenant, id, position });
  }

  private forgetRemovals({ removals }: Collection, passed: Position): void {
    const kept = removals.findIndex(({ position }) => position > passed);
    for (const { tenant, id, position } of removals.splice(0, kept < 0 ? removals.length : kept)) {
      if (tenant.removed.get(id) === position) tenant.removed.delete(id);
    }
  }
}
