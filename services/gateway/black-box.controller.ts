/** The black box of a sale, asked of those who hold its parts. */
import { Controller } from '@nestjs/common';
import { blackBox, getPurchase, saleTimeline, visitJournal, visitTimeline } from '@larder/contracts/black-box.js';
import { listMembers } from '@larder/contracts/organization.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { inOneOrder, named, namesOf } from './timeline.js';

@Controller()
export class BlackBoxController {
  constructor(private readonly kit: Kit) {}

  @Answers(blackBox)
  async open({ id }: In<typeof blackBox>, asked: Asked): Promise<Out<typeof blackBox> | Refusal> {
    const [purchase, sale, team] = await Promise.all([this.kit.ask(getPurchase, { id }, asked), this.kit.ask(saleTimeline, { id }, asked), this.kit.ask(listMembers, {}, asked)]);
    if (isRefusal(purchase)) return purchase;
    if (isRefusal(sale)) return sale;
    const nameOf = namesOf(isRefusal(team) ? [] : team.members);
    const { saleId, timeZone } = purchase;
    const { sessionId } = sale;
    if (sessionId === undefined) return { saleId, timeZone, timeline: named(inOneOrder(sale.entries), nameOf), journal: [] };
    const visit = await this.kit.ask(visitTimeline, { sessionId }, asked);
    if (isRefusal(visit)) return visit;
    const { machineId, nfcSessionId, startedAt } = visit;
    const reports = visit.entries.flatMap(({ report }) => (report ? [report] : []));
    const device = await this.kit.ask(visitJournal, { machineId, sessionId, nfcSessionId, startedAt, reports }, asked);
    if (isRefusal(device)) return device;
    return { saleId, sessionId, machineId, timeZone, timeline: named(inOneOrder([...device.entries, ...visit.entries, ...sale.entries]), nameOf), journal: device.completeness };
  }
}
