/** What owners ask about payouts. */
import { Controller } from '@nestjs/common';
import { toAmount } from '@larder/contracts/money.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { listPayouts, type PayoutCase, type PayoutView } from '@larder/contracts/vending/payouts.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { payoutBook } from './payout-book.js';
import { payoutCaseView, payoutView, type CaseRow, type PayoutRow } from './payout-views.js';

const MOST_CASES = 100;

@Controller()
export class PayoutsController {
  constructor(private readonly kit: Kit) {}

  @Answers(listPayouts)
  async list({ page, limit, startDate = '', endDate = '~' }: In<typeof listPayouts>, asked: Asked): Promise<Out<typeof listPayouts> | Refusal> {
    const account = accountOf(asked);
    const [settings, book, nights, payouts, cases, open] = await Promise.all([
      this.kit.ask(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'vending' } }),
      this.kit.look(payoutBook, account, account), this.kit.history(payoutBook, account, account),
      this.kit.views.find<PayoutRow>(payoutView, account, { filter: { arrivedAt: { $gte: startDate, $lte: `${endDate}~` } }, sort: { by: 'arrivedAt', order: 'desc' }, skip: (page - 1) * limit, limit }),
      this.kit.views.find<CaseRow>(payoutCaseView, account, { sort: { by: 'place', order: 'desc' }, limit: MOST_CASES }),
      this.kit.views.find<CaseRow>(payoutCaseView, account, { filter: { state: 'open' }, sort: { by: 'place', order: 'desc' }, limit: 1 }),
    ]);
    if (isRefusal(settings)) return settings;
    const last = nights.findLast((fact) => fact.type === 'PayoutsChecked');
    return {
      payouts: payouts.rows.map(payoutOf), total: payouts.total, page, pages: Math.ceil(payouts.total / limit), cases: cases.rows.map(caseOf), openCount: open.total,
      checked: last ? { day: last.data.day, at: last.meta.at } : null, nextAt: book.next?.dueAt ?? null, timeZone: settings.timeZone,
    };
  }
}

const payoutOf = ({ payoutRef, provider, arrivedAt, day, currency, chargeCents, refundCents, feeCents, lines, cases }: PayoutRow): PayoutView => ({
  payoutRef, provider, arrivedAt, day, currency, charges: toAmount(chargeCents), refunds: toAmount(refundCents), fees: toAmount(feeCents), net: toAmount(chargeCents - refundCents - feeCents), lines, cases,
});

const caseOf = ({ caseId, what, kind, day, sessionId, ref, payoutRef, expectedCents, foundCents, currency, openedAt, state, closedBy }: CaseRow): PayoutCase => ({
  id: caseId, what, kind, day, ...(sessionId && { saleId: `visit.${sessionId}` }), ref, ...(payoutRef && { payoutRef }), expected: expectedCents === null ? null : toAmount(expectedCents), found: foundCents === null ? null : toAmount(foundCents),
  currency, openedAt, state, ...(closedBy && { closedBy }),
});
