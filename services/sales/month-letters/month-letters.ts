/** Writes the month's letters when they are due. */
import { addDays, dayIn } from '@larder/contracts/day.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { membershipOf, sendNotice } from '@larder/contracts/identity.js';
import type { MonthLetterFact } from '@larder/contracts/sales/month-letters.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import { mayPass } from '@larder/contracts/roles.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import type { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/commands/react.js';
import { bestMachines, bestProducts, totalsOf } from '../sums/analyze.js';
import { DailySums } from '../sums/daily-sums.js';
import { readLosses } from '../sums/reading-losses.js';
import { group, type Period } from '../sums/summary.js';
import { monthBefore, monthLetterOf, nextLetter, streamOf } from './month-letter.js';
import { linesOf, nameOfMonth } from './month-letter-text.js';

const STREAM = `${monthLetterOf.category}-`;

/** One process comes first, and only what it noted is written. */
export const monthLetterDeadlines = (kit: Kit): DeadlineRules<MonthLetterFact> => ({
  name: 'month-letters',
  categories: [monthLetterOf.category],
  on: ({ type, stream, data }) => (type === 'MonthLettersEnded' ? { id: stream, met: true } : { id: stream, at: data.next.dueAt }),
  async run({ id, account }) {
    const correlationId = `month:${id}`;
    const settings = await kit.ask(accountSettings, { account }, { caller: { kind: 'service', name: 'sales' }, commandId: kit.chance.uuid(), correlationId });
    if (isRefusal(settings)) return; // tried again
    const now = kit.clock.now().toISOString();
    // Each time anew: the same moment comes again where a clock was put back, and what is not due changes nothing.
    await kit.handle(monthLetterOf, id.slice(STREAM.length), { type: 'ComeDue', now, next: nextLetter(now, settings.timeZone) }, { commandId: kit.chance.uuid(), account, actor: 'system:sales', correlationId });
  },
});

export async function writeLetter(kit: Kit, heard: AnyFact): Promise<void> {
  const { data: { userId, month, next }, meta: { account } } = heard as Stored<Extract<MonthLetterFact, { type: 'MonthLetterCameDue' }>>;
  // Heard once more after a restore, perhaps; the next one is on its way.
  if (next.dueAt <= kit.clock.now().toISOString()) return;
  const asked = kit.because(heard, 'sales');
  const membership = await kit.ask(membershipOf, { userId }, asked);
  if (isRefusal(membership) && membership.refused === 'UNAVAILABLE') throw new Declined(membership);
  const mayRead = !isRefusal(membership) && membership.account === account && membership.role && membership.plan && mayPass({ kind: 'user', id: userId, account, role: membership.role, plan: membership.plan }, 'analytics.view');
  const settings = await kit.ask(accountSettings, { account }, asked);
  if (isRefusal(settings)) throw new Declined(settings);
  const sent = mayRead ? await kit.ask(sendNotice, { id: `month ${month} ${userId}`, account, to: { userId }, ...(await letter(kit, account, month, settings, asked)) }, asked) : undefined;
  if (isRefusal(sent) && sent.refused === 'UNAVAILABLE') throw new Declined(sent);
  if (sent === undefined || (isRefusal(sent) && sent.refused === 'NOT_FOUND')) await kit.handle(monthLetterOf, streamOf(account, userId), { type: 'EndLetters', why: 'left' }, because(heard, 'sales'));
  else if (isRefusal(sent)) kit.log.warn({ why: sent.message, account }, 'a letter about the month could not be sent');
}

async function letter(kit: Kit, account: string, month: string, { currency, timeZone }: Out<typeof accountSettings>, asked: Asked) {
  const sums = new DailySums(kit.views);
  const period = wholeMonth(month);
  const [losses, days, before, machines, products] = await Promise.all([readLosses(kit, { account, period, groupBy: 'month', timeZone, today: dayIn(timeZone, kit.clock.now().toISOString()) }, asked), sums.days(account, period), sums.days(account, wholeMonth(monthBefore(month))), sums.machineDays(account, period), sums.productDays(account, period)]);
  if (isRefusal(losses)) throw new Declined(losses);
  return {
    subject: `Your machines in ${nameOfMonth(month)}`,
    lines: linesOf({ month, currency, totals: totalsOf(days), before: totalsOf(before), losses: losses.total, machines: await bestMachines(group(machines, ({ machineId }) => machineId)), products: bestProducts(products) }),
    link: { label: 'Open the month in Analytics', path: `/app/analytics?startDate=${period.startDate}&endDate=${period.endDate}` },
    closing: 'You get this on the first of each month because you asked for it. Analytics is also where you can end it.',
    orLater: true,
  };
}

function wholeMonth(month: string): Period {
  const startDate = `${month}-01`;
  const inNext = addDays(`${month}-28`, 4).slice(0, 7);
  return { startDate, endDate: addDays(`${inNext}-01`, -1) };
}
