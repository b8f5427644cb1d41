/** What operators ask about how a visit went. */
import { Controller } from '@nestjs/common';
import { visitsOfReference, visitTimeline } from '@larder/contracts/vending/black-box.js';
import { claimEvidence, missingReports } from '@larder/contracts/vending/disputes.js';
import { unpaidBetween } from '@larder/contracts/sales/losses.js';
import { plain } from '@larder/contracts/names.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { endingOf } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { payment } from '../money/payment.js';
import { session } from '../session.js';
import { till } from '../till.js';
import { referenceView, type Referred } from './reference-view.js';
import { entryOf } from './visit-timeline.js';
import { returnedUnpaid } from './returned-unpaid.js';
import { unpaidLines, unpaidView, type UnpaidVisit } from './unpaid-view.js';

@Controller()
export class TimelinesController {
  constructor(private readonly kit: Kit) {}

  @Answers(visitTimeline)
  async timeline({ sessionId }: In<typeof visitTimeline>, asked: Asked): Promise<Out<typeof visitTimeline> | Refusal> {
    const account = accountOf(asked);
    const visit = await this.kit.history(session, sessionId, account);
    const started = visit.find((fact) => fact.type === 'SessionStarted');
    if (!started) return refuse('NOT_FOUND', 'No session found');
    const { machineId, nfcSessionId, machine } = started.data;
    const [money, atTill] = await Promise.all([this.kit.history(payment, sessionId, account), this.kit.history(till, machineId, account)]);
    const ofVisit = atTill.filter(({ data }) => 'sessionId' in data && data.sessionId === sessionId);
    return {
      machineId, nfcSessionId, timeZone: machine.timeZone, startedAt: started.meta.at, endedAt: (visit.at(-1) ?? started).meta.at,
      entries: [...ofVisit, ...visit, ...money].map(entryOf),
    };
  }

  @Answers(visitsOfReference)
  async referred({ account, reference }: In<typeof visitsOfReference>): Promise<string[]> {
    const named = plain(reference);
    const { rows } = await this.kit.views.find<Referred>(referenceView, account, { filter: { ending: endingOf(named) }, sort: { by: 'ending', order: 'asc' } });
    return [...new Set(rows.filter(({ providerRef }) => plain(providerRef).endsWith(named)).map(({ sessionId }) => sessionId))];
  }

  @Answers(unpaidBetween)
  async unpaid({ account, from, until, machineId }: In<typeof unpaidBetween>): Promise<Out<typeof unpaidBetween>> {
    const visits = await this.kit.views.all<UnpaidVisit>(unpaidView, account, { ...(machineId && { machineId }), at: { $gte: from, $lt: until } }, { by: 'at', order: 'asc' });
    return visits.flatMap(unpaidLines);
  }

  @Answers(claimEvidence)
  async evidence({ account, sessionId, productId }: In<typeof claimEvidence>, asked: Asked): Promise<Out<typeof claimEvidence> | Refusal> {
    const visit = await this.kit.history(session, sessionId, account);
    const started = visit.find((fact) => fact.type === 'SessionStarted');
    if (!started) return refuse('NOT_FOUND', 'No session found');
    const { machineId, nfcSessionId } = started.data;
    const reports = visit.map(entryOf).flatMap(({ report }) => (report ? [report] : []));
    const told = await this.kit.ask(missingReports, { account, machineId, sessionId, nfcSessionId, startedAt: started.meta.at, reports }, { ...asked, caller: { kind: 'service', name: 'vending' } });
    return isRefusal(told) ? told : { returned: returnedUnpaid(visit, productId), missing: told.missing };
  }
}
