/** The black box of a sale, or of a visit that was not paid, asked of those who hold its parts. */
import { Controller } from '@nestjs/common';
import { blackBox, getPurchase, saleTimeline, visitJournal, visitTimeline } from '@larder/contracts/vending/black-box.js';
import { listMembers, NOBODY } from '@larder/contracts/identity/organization.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { inOneOrder, named, namesOf } from './timeline.js';

/** The id of a visit's sale. */
const OF_VISIT = /^visit\.([\w-]{1,64})$/;

@Controller()
export class BlackBoxController {
  constructor(private readonly kit: Kit) {}

  @Answers(blackBox)
  async open({ id }: In<typeof blackBox>, asked: Asked): Promise<Out<typeof blackBox> | Refusal> {
    const [purchase, sale, team] = await Promise.all([this.kit.ask(getPurchase, { id }, asked), this.kit.ask(saleTimeline, { id }, asked), this.kit.ask(listMembers, {}, asked)]);
    const nameOf = namesOf(isRefusal(team) ? NOBODY : team);
    const [, unpaid] = (isRefusal(purchase) && purchase.refused === 'NOT_FOUND' && OF_VISIT.exec(id)) || [];
    if (unpaid !== undefined) {
      const visit = await this.behind(unpaid, asked);
      return isRefusal(visit) ? visit : { ...visit, saleId: id, timeline: named(inOneOrder(visit.timeline), nameOf) };
    }
    if (isRefusal(purchase)) return purchase;
    if (isRefusal(sale)) return sale;
    const { saleId, timeZone } = purchase;
    const { sessionId } = sale;
    if (sessionId === undefined) return { saleId, timeZone, timeline: named(inOneOrder(sale.entries), nameOf), journal: [] };
    const visit = await this.behind(sessionId, asked);
    return isRefusal(visit) ? visit : { ...visit, saleId, timeZone, timeline: named(inOneOrder([...visit.timeline, ...sale.entries]), nameOf) };
  }

  /** What vending and the machine know of a visit. */
  private async behind(sessionId: string, asked: Asked) {
    const visit = await this.kit.ask(visitTimeline, { sessionId }, asked);
    if (isRefusal(visit)) return visit;
    const { machineId, nfcSessionId, startedAt, timeZone } = visit;
    const reports = visit.entries.flatMap(({ report }) => (report ? [report] : []));
    const device = await this.kit.ask(visitJournal, { machineId, sessionId, nfcSessionId, startedAt, reports }, asked);
    return isRefusal(device) ? device : { sessionId, machineId, timeZone, timeline: [...device.entries, ...visit.entries], journal: device.completeness };
  }
}
