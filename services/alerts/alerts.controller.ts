/** What operators ask about alerts, and what they do about them. */
import { Controller } from '@nestjs/common';
import { acknowledgeAlert, alertStats, assignAlert, getAlert, lastServiced, listAlerts, MOST_SNOOZE_DAYS, reopenAlert, resolveAlert, returnAlert, snoozeAlert, type AlertStats, type AlertView } from '@larder/contracts/alerts.js';
import { addDays, startOfDay } from '@larder/contracts/day.js';
import { listMembers } from '@larder/contracts/identity/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { alert, alertStream, type AlertCommand } from './alert.js';
import { countedOf, dayByDay, statsOf } from './alert-stats.js';
import { countedIn, totalsView, type TotalsRow } from './alert-totals.js';
import { alertView, type AlertRow } from './alert-view.js';
import { calledNow } from './names-of-now.js';
import { Presenting } from './presenting.js';
import { Raising } from './watching/raising.js';
import { upkeepView, type UpkeepRow } from './watching/upkeeping.js';

const DAY_MS = 86_400_000;
type Shown = { alert: AlertView } | Refusal;
const notSnoozed = { handling: { $ne: 'snoozed' } };
const unknown = (): Refusal => refuse('NOT_FOUND', 'Alert not found');

@Controller()
export class AlertsController {
  constructor(private readonly kit: Kit, private readonly raising: Raising, private readonly presenting: Presenting) {}

  @Answers(listAlerts)
  async list({ page, limit, sortOrder, isResolved, type, severity, handling, assignedTo, snoozed }: In<typeof listAlerts>, asked: Asked): Promise<Out<typeof listAlerts>> {
    const assignee = assignedTo === 'me' && asked.caller.kind === 'user' ? asked.caller.id : assignedTo;
    const filter = {
      ...(isResolved !== undefined && { isResolved }), ...(type && { type }), ...(severity && { severity }), ...(assignee && { assignedTo: assignee }),
      ...(handling ? { handling } : snoozed === false && notSnoozed),
    };
    const { rows, total } = await this.kit.views.find<AlertRow>(alertView, accountOf(asked), { filter, sort: { by: 'createdAt', order: sortOrder }, skip: (page - 1) * limit, limit });
    return { alerts: await this.presenting.alerts(rows, asked), total, page, pages: Math.ceil(total / limit) };
  }

  @Answers(getAlert)
  async get({ id }: In<typeof getAlert>, asked: Asked): Promise<Out<typeof getAlert> | Refusal> {
    const row = await this.kit.views.get<AlertRow>(alertView, accountOf(asked), id);
    return row ? this.presenting.story(row, asked) : unknown();
  }

  @Answers(alertStats)
  async stats(which: In<typeof alertStats>, asked: Asked): Promise<Out<typeof alertStats> | Refusal> {
    const { startDate, endDate } = which;
    if (startDate && endDate && endDate < startDate) return refuse('BAD_INPUT', 'The end date is before the start date');
    const account = accountOf(asked);
    const stats = await this.counted(account, which);
    return { ...stats, topAlertMachines: await calledNow(this.kit, account, stats.topAlertMachines) };
  }

  @Answers(lastServiced)
  async serviced({ account }: In<typeof lastServiced>, asked: Asked): Promise<Out<typeof lastServiced>> {
    const rows = await this.kit.viewsFor(asked).all<UpkeepRow>(upkeepView, account, {});
    return Object.fromEntries(rows.flatMap(({ machineId, servicedAt }) => (servicedAt ? [[machineId, servicedAt]] : [])));
  }

  @Answers(resolveAlert)
  resolve({ id, reason }: In<typeof resolveAlert>, asked: Asked): Promise<Shown> {
    return this.do(id, { type: 'Resolve', alertId: id, reason }, asked);
  }

  @Answers(reopenAlert)
  async reopen({ id, reason }: In<typeof reopenAlert>, asked: Asked): Promise<Shown> {
    return this.do(id, { type: 'Reopen', alertId: id, reason, now: this.now(), plan: await this.raising.plan(accountOf(asked)) }, asked);
  }

  @Answers(acknowledgeAlert)
  acknowledge({ id, note }: In<typeof acknowledgeAlert>, asked: Asked): Promise<Shown> {
    return this.do(id, { type: 'Acknowledge', alertId: id, note }, asked);
  }

  @Answers(assignAlert)
  async assign({ id, userId }: In<typeof assignAlert>, asked: Asked): Promise<Shown> {
    if (userId !== null) {
      const team = await this.kit.ask(listMembers, {}, asked);
      if (isRefusal(team)) return team;
      if (!team.members.some((member) => member.userId === userId && member.status === 'active')) return refuse('BAD_INPUT', 'This person is no member of the organization');
    }
    return this.do(id, { type: 'Assign', alertId: id, userId }, asked);
  }

  @Answers(snoozeAlert)
  async snooze({ id, until, reason }: In<typeof snoozeAlert>, asked: Asked): Promise<Shown> {
    const now = this.now();
    if (Date.parse(until) - Date.parse(now) > MOST_SNOOZE_DAYS * DAY_MS) return refuse('BAD_INPUT', `Please choose a time within ${MOST_SNOOZE_DAYS} days`);
    return this.do(id, { type: 'Snooze', alertId: id, until: new Date(until).toISOString(), reason, now }, asked);
  }

  @Answers(returnAlert)
  async return({ id }: In<typeof returnAlert>, asked: Asked): Promise<Shown> {
    return this.do(id, { type: 'Return', alertId: id, now: this.now(), plan: await this.raising.plan(accountOf(asked)) }, asked);
  }

  /** Days are the organization's. */
  private async counted(account: string, { startDate, endDate, ...which }: In<typeof alertStats>): Promise<AlertStats> {
    const { isResolved, snoozed } = which;
    if (!startDate && !endDate) return statsOf((await this.kit.views.all<TotalsRow>(totalsView, account, {})).flatMap((row) => countedIn(row, which)));
    const timeZone = await this.raising.timeZone(account);
    const createdAt = { ...(startDate && { $gte: startOfDay(timeZone, startDate) }), ...(endDate && { $lt: startOfDay(timeZone, addDays(endDate, 1)) }) };
    const rows = await this.kit.views.all<AlertRow>(alertView, account, { createdAt, ...(isResolved !== undefined && { isResolved }), ...(snoozed === false && notSnoozed) });
    return statsOf(rows.map(countedOf), startDate && endDate ? dayByDay(rows, { first: startDate, last: endDate, timeZone }) : []);
  }

  private now = (): string => this.kit.clock.now().toISOString();

  private async do(id: string, command: AlertCommand, asked: Asked): Promise<Shown> {
    const account = accountOf(asked);
    const row = await this.kit.views.get<AlertRow>(alertView, account, id);
    if (!row) return unknown();
    const done = await this.kit.handle(alert, alertStream(account, row.condition), command, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(alertView, done.position);
    const [shown] = await this.presenting.alerts([(await this.kit.views.get<AlertRow>(alertView, account, id)) ?? row], asked);
    return shown ? { alert: shown } : unknown();
  }
}
