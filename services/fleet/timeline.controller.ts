/** What happened to a machine, page by page. */
import { Controller } from '@nestjs/common';
import { describeProducts } from '@larder/contracts/catalog.js';
import type { Stored } from '@larder/contracts/fact.js';
import { machineTimeline, type FleetFact } from '@larder/contracts/fleet.js';
import { listMembers } from '@larder/contracts/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { machine } from './machine.js';
import { actorNames, entryOf, type Names } from './timeline.js';

@Controller()
export class TimelineController {
  constructor(private readonly kit: Kit) {}

  @Answers(machineTimeline)
  async timeline({ id, page, limit }: In<typeof machineTimeline>, asked: Asked): Promise<Out<typeof machineTimeline> | Refusal> {
    const account = accountOf(asked);
    const facts = await this.kit.history(machine, id, account);
    const { registered } = facts.reduce(machine.evolve, machine.initial);
    if (!registered) return refuse('NOT_FOUND', 'Machine not found');
    const shown = facts.toReversed().slice((page - 1) * limit, page * limit);
    const names = await this.names(shown, account, registered.currency, asked);
    return { entries: shown.map((fact) => entryOf(fact, names)), total: facts.length, page, pages: Math.ceil(facts.length / limit), timeZone: registered.timeZone };
  }

  /** A name that cannot be had is left open: what happened is still shown. */
  private async names(facts: readonly Stored<FleetFact>[], account: string, currency: string, asked: Asked): Promise<Names> {
    const ids = [...new Set(facts.flatMap(({ data }) => ('productId' in data ? [data.productId] : [])))];
    const [team, products] = await Promise.all([
      this.kit.ask(listMembers, {}, asked),
      this.kit.ask(describeProducts, { account, ids }, { ...asked, caller: { kind: 'service', name: 'fleet' } }),
    ]);
    const nameOf = new Map(isRefusal(products) ? [] : products.map(({ productId, name }) => [productId, name]));
    return { actor: actorNames(isRefusal(team) ? [] : team.members), product: (productId) => nameOf.get(productId) ?? 'Deleted product', currency };
  }
}
