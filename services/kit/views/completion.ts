/** Which services' views have caught up with what was in the log at the start. A long log takes minutes, and guests need not wait for what they do not ask for. */
import { setTimeout as pause } from 'node:timers/promises';
import { dueView } from '../commands/deadlines.js';
import type { Service } from '../service.js';
import type { Views } from './project.js';

export class Completion {
  private readonly filling = new Map<Service, Promise<void>>();

  /** `reached` is told of each view that has caught up. */
  constructor(private readonly views: Views, private readonly reached: (collection: string) => void) {}

  get isComplete(): boolean {
    return this.filling.size === 0;
  }

  /** Begins to fill a service's views; resolves when that has begun. */
  async fill(service: Service): Promise<void> {
    const projections = [...(service.projections ?? []), ...(service.deadlines ? [dueView(service.deadlines)] : [])];
    const begun = await Promise.all(projections.map(async (projection) => ({ projection, full: (await this.views.begin(projection)).full })));
    const full = Promise.all(begun.map(({ projection, full }) => full.then(() => this.reached(projection.collection))));
    this.filling.set(service, full.then(() => void this.filling.delete(service)));
  }

  /** Resolves when the views of a service are complete; undefined when they are. */
  of = (service: Service): Promise<void> | undefined => this.filling.get(service);

  /** Resolves when all are complete, or after so many seconds; rejects when a view cannot be made. */
  async patiently(seconds: number): Promise<void> {
    const all = Promise.all(this.filling.values());
    await (seconds === Infinity ? all : Promise.race([all, pause(seconds * 1000, undefined, { ref: false })]));
  }
}
