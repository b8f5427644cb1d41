/** What happened to a machine, page by page: its own facts, how it was set up, what it was told to do. */
import { Controller } from '@nestjs/common';
import { describeProducts } from '@larder/contracts/catalog.js';
import { listOrders } from '@larder/contracts/device.js';
import type { Stored } from '@larder/contracts/fact.js';
import { machineTimeline, type FleetFact } from '@larder/contracts/fleet.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { SetupFact } from '@larder/contracts/fleet/setup.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { namesFor } from '../actors.js';
import { machine } from '../machine.js';
import { setup, setupStream } from '../setup/setup.js';
import { entriesOf, entryOf, type Entry, type Names, type ToldSetupFact } from './timeline.js';

const MOST_ORDERS = 1000;

@Controller()
export class TimelineController {
  constructor(private readonly kit: Kit) {}

  @Answers(machineTimeline)
  async timeline({ id, page, limit }: In<typeof machineTimeline>, asked: Asked): Promise<Out<typeof machineTimeline> | Refusal> {
    const account = accountOf(asked);
    const [own, setups, told] = await Promise.all([this.kit.history(machine, id, account), this.kit.history(setup, setupStream(account, id), account), this.kit.ask(listOrders, { machineId: id, limit: MOST_ORDERS }, asked)]);
    const { registered } = own.reduce(machine.evolve, machine.initial);
    const place = registered ?? setups.reduce(setup.evolve, setup.initial).open;
    if (!place) return refuse('NOT_FOUND', 'Machine not found');
    const all: (Stored<FleetFact | ToldSetupFact> | Entry)[] = [...setups.filter(isTold), ...own, ...(isRefusal(told) ? [] : told.orders.toReversed().flatMap(entriesOf))];
    const shown = newestFirst(all).slice((page - 1) * limit, page * limit);
    const names = await this.names(shown.filter(isFact), account, place.currency, asked);
    return { entries: shown.map((one) => (isFact(one) ? entryOf(one, names) : one)), total: all.length, page, pages: Math.ceil(all.length / limit), timeZone: place.timeZone };
  }

  /** A name that cannot be had is left open: what happened is still shown. */
  private async names(facts: readonly Stored<FleetFact | ToldSetupFact>[], account: string, currency: string, asked: Asked): Promise<Names> {
    const ids = [...new Set(facts.flatMap(({ data }) => ('productId' in data ? [data.productId] : [])))];
    const [actor, products] = await Promise.all([
      namesFor(this.kit, asked),
      this.kit.ask(describeProducts, { account, ids }, { ...asked, caller: { kind: 'service', name: 'fleet' } }),
    ]);
    if (isRefusal(products)) return { actor, product: () => 'units', currency };
    const nameOf = new Map(products.map(({ productId, name }) => [productId, name]));
    return { actor, product: (productId) => nameOf.get(productId) ?? 'Deleted product', currency };
  }
}

/** That a claim has begun is told by how it ends. */
const isTold = (fact: Stored<SetupFact>): fact is Stored<ToldSetupFact> => fact.type !== 'SetupClaimBegun';
const isFact = (one: Stored<FleetFact | ToldSetupFact> | Entry): one is Stored<FleetFact | ToldSetupFact> => 'meta' in one;
const momentOf = (one: Stored<FleetFact | ToldSetupFact> | Entry): string => (isFact(one) ? one.meta.at : one.at);

/** What was written in one moment keeps its order. */
function newestFirst<T extends Stored<FleetFact | ToldSetupFact> | Entry>(all: readonly T[]): T[] {
  return all.toReversed().sort((a, b) => compare(momentOf(b), momentOf(a)) || (isFact(a) && isFact(b) ? compare(b.position, a.position) : 0));
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
