/** What operators ask about alerts. */
import { Controller } from '@nestjs/common';
import { alertStats, listAlerts, resolveAlert } from '@larder/contracts/alerts.js';
import { profile } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/ask.js';
import { accountOf } from '@larder/kit/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/nest-bus.js';
import { alert, alertStream } from './alert.js';
import { statsOf } from './alert-stats.js';
import { alertView, present, type AlertRow } from './alert-view.js';

@Controller()
export class AlertsController {
  constructor(private readonly kit: Kit) {}

  @Answers(listAlerts)
  async list({ page, limit, sortOrder, isResolved, type, severity }: In<typeof listAlerts>, asked: Asked): Promise<Out<typeof listAlerts>> {
    const filter = { ...(isResolved !== undefined && { isResolved }), ...(type && { type }), ...(severity && { severity }) };
    const { rows, total } = await this.kit.views.find<AlertRow>(alertView, accountOf(asked), { filter, sort: { by: 'createdAt', order: sortOrder }, skip: (page - 1) * limit, limit });
    const now = this.kit.clock.now();
    return { alerts: rows.map((row) => present(row, now)), total, page, pages: Math.ceil(total / limit) };
  }

  @Answers(alertStats)
  async stats({ startDate, endDate }: In<typeof alertStats>, asked: Asked): Promise<Out<typeof alertStats>> {
    const createdAt = { ...(startDate && { $gte: `${startDate}T00:00:00.000Z` }), ...(endDate && { $lte: `${endDate}T23:59:59.999Z` }) };
    return statsOf(await this.kit.views.all<AlertRow>(alertView, accountOf(asked), startDate || endDate ? { createdAt } : {}, { by: 'createdAt', order: 'asc' }));
  }

  @Answers(resolveAlert)
  async resolve({ id, reason }: In<typeof resolveAlert>, asked: Asked): Promise<Out<typeof resolveAlert> | Refusal> {
    const account = accountOf(asked);
    const row = await this.kit.views.get<AlertRow>(alertView, account, id);
    if (!row) return refuse('NOT_FOUND', 'Alert not found');
    const who = await this.kit.ask(profile, {}, asked);
    const by = isRefusal(who) ? undefined : { firstName: who.firstName, lastName: who.lastName };
    const done = await this.kit.handle(alert, alertStream(account, row.condition), { type: 'Resolve', alertId: id, reason, by }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(alertView, done.position);
    const after = await this.kit.views.get<AlertRow>(alertView, account, id);
    return { alert: present(after ?? row, this.kit.clock.now()) };
  }
}
