/** What operators ask and decide about disputes. */
import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { approveDispute, declineDispute, listDisputes, type DisputeView } from '@larder/contracts/vending/disputes.js';
import { toAmount, toCents } from '@larder/contracts/money.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { leftOf, sale } from '../sale.js';
import { accountDay } from '../sums/account-day.js';
import { dispute, type DisputeCommand } from './dispute.js';
import { disputeView, type DisputeRow } from './dispute-view.js';
import { openedTexts } from './sealed-text.js';

const NEWEST = { by: 'openedAt', order: 'desc' } as const;

@Controller()
export class DisputesController {
  constructor(private readonly kit: Kit) {}

  @Answers(listDisputes)
  async list({ page, limit, open }: In<typeof listDisputes>, asked: Asked): Promise<Out<typeof listDisputes> | Refusal> {
    const account = accountOf(asked);
    const filter = open === undefined ? {} : open ? { state: 'open' } : { state: { $ne: 'open' } };
    const [found, waiting] = await Promise.all([
      this.kit.views.find<DisputeRow>(disputeView, account, { filter, sort: NEWEST, skip: (page - 1) * limit, limit }),
      this.kit.views.find<DisputeRow>(disputeView, account, { filter: { state: 'open' }, sort: NEWEST, limit: 1 }),
    ]);
    const disputes = await this.present(found.rows, account, asked);
    return isRefusal(disputes) ? disputes : { disputes, total: found.total, page, pages: Math.ceil(found.total / limit), openCount: waiting.total };
  }

  @Answers(approveDispute)
  async approve({ id, amount, reason }: In<typeof approveDispute>, asked: Asked): Promise<Out<typeof approveDispute> | Refusal> {
    const row = await this.kit.views.get<DisputeRow>(disputeView, accountOf(asked), id);
    if (!row) return refuse('NOT_FOUND', 'There is no such dispute');
    const left = leftOf(await this.kit.look(sale, row.saleId, accountOf(asked)), row.line);
    // A second approval, after the provider would not, is another refund.
    const refundId = createHash('sha256').update(asked.commandId).digest('hex').slice(0, 24);
    return this.decide(id, { type: 'ApproveDispute', disputeId: id, leftCents: left, reason: reason || 'Disputed by the guest', refundId, ...(amount !== undefined && { amountCents: toCents(amount) }) }, asked);
  }

  @Answers(declineDispute)
  decline({ id, reason }: In<typeof declineDispute>, asked: Asked): Promise<Out<typeof declineDispute> | Refusal> {
    return this.decide(id, { type: 'DeclineDispute', disputeId: id, reason }, asked);
  }

  private async decide(id: string, command: DisputeCommand, asked: Asked): Promise<{ dispute: DisputeView } | Refusal> {
    const account = accountOf(asked);
    const done = await this.kit.handle(dispute, id.replace(/\.\d+$/, ''), command, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(disputeView, done.position);
    const row = await this.kit.views.get<DisputeRow>(disputeView, account, id);
    const shown = row ? await this.present([row], account, asked) : [];
    if (isRefusal(shown)) return shown;
    return shown[0] ? { dispute: shown[0] } : refuse('NOT_FOUND', 'There is no such dispute');
  }

  private async present(rows: readonly DisputeRow[], account: string, asked: Asked): Promise<DisputeView[] | Refusal> {
    const settings = await accountDay(this.kit, account, asked);
    if (isRefusal(settings)) return settings;
    const texts = await openedTexts(this.kit, account, rows.flatMap(({ text }) => (text ? [text] : [])), { ...asked, caller: { kind: 'service', name: 'sales' } });
    return Promise.all(rows.map(async (row) => {
      const { disputeId: id, saleId, line, openedAt, claim, quantity, text, productId, name, sku, machineId, machineName, amountCents, currency, evidence, state, decision, trouble } = row;
      const left = leftOf(await this.kit.look(sale, saleId, account), line);
      return {
        id, saleId, openedAt, claim, quantity, text: (text && texts.get(text)) ?? null, product: { id: productId, name, sku }, machine: { machineId, name: machineName },
        amount: toAmount(amountCents), left: toAmount(left), currency, evidence, state, timeZone: settings.timeZone, ...(trouble && { trouble }),
        ...(decision && { decision: { by: decision.by, at: decision.at, amount: toAmount(decision.amountCents), reason: decision.reason } }),
      };
    }));
  }
}
