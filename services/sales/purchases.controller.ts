/** What operators ask about one purchase. */
import { Controller } from '@nestjs/common';
import { getPurchase, saleTimeline } from '@larder/contracts/vending/black-box.js';
import { toAmount } from '@larder/contracts/money.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Stored } from '@larder/contracts/fact.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { dispute } from './disputes/dispute.js';
import { receipt } from './receipts/receipt.js';
import { accountDay } from './sums/account-day.js';
import { present, refundingAmount } from './present.js';
import { taxesShown, sale, type Sale, type SaleFact } from './sale.js';
import { timelineOf } from './sale-timeline.js';
import { saleView, type SaleRow } from './sale-views.js';

@Controller()
export class PurchasesController {
  constructor(private readonly kit: Kit) {}

  @Answers(getPurchase)
  async purchase({ id }: In<typeof getPurchase>, asked: Asked): Promise<Out<typeof getPurchase> | Refusal> {
    const account = accountOf(asked);
    const found = await this.find(id, account);
    if (isRefusal(found)) return found;
    const settings = await accountDay(this.kit, account, asked);
    if (isRefusal(settings)) return settings;
    const { recorded } = found;
    const rows = (await Promise.all(recorded.lines.map((_, line) => this.kit.views.get<SaleRow>(saleView, account, `${recorded.saleId}.${line}`)))).filter((row) => row !== undefined);
    const lines = rows.map((row) => ({ ...present(row, settings.timeZone), unitPrice: toAmount(row.unitPriceCents) }));
    const refundedCents = rows.reduce((sum, row) => sum + row.refundedCents, 0);
    return {
      saleId: recorded.saleId, transactionId: recorded.reference, machine: { machineId: recorded.machineId, name: recorded.machineName, address: recorded.address }, organization: settings.name,
      soldAt: recorded.soldAt, day: recorded.day, timeKnown: recorded.timeKnown, timeZone: recorded.timeZone ?? settings.timeZone, paymentMethod: recorded.method, currency: recorded.currency,
      lines, totalAmount: toAmount(recorded.totalCents), refundedAmount: toAmount(refundedCents), refundingAmount: refundingAmount(rows),
      taxes: taxesShown(recorded),
      refunded: refundedCents > 0 && refundedCents >= recorded.totalCents, hasVisit: recorded.source === 'visit',
    };
  }

  @Answers(saleTimeline)
  async timeline({ id }: In<typeof saleTimeline>, asked: Asked): Promise<Out<typeof saleTimeline> | Refusal> {
    const found = await this.find(id, accountOf(asked));
    if (isRefusal(found)) return found;
    const { recorded, facts } = found;
    const account = accountOf(asked);
    const [disputed, mailed] = await Promise.all([this.kit.history(dispute, recorded.saleId, account), this.kit.history(receipt, recorded.reference, account)]);
    return { sessionId: recorded.source === 'visit' ? recorded.reference : undefined, entries: timelineOf([...facts, ...disputed, ...mailed]) };
  }

  /** By the id of the purchase, or of one of its lines. */
  private async find(id: string, account: string): Promise<{ recorded: Sale; facts: Stored<SaleFact>[] } | Refusal> {
    for (const saleId of [id, id.replace(/\.\d+$/, '')]) {
      const facts = await this.kit.history(sale, saleId, account);
      const recorded = facts.find((fact) => fact.type === 'SaleRecorded');
      if (recorded) return { recorded: recorded.data, facts };
    }
    return refuse('NOT_FOUND', 'There is no such sale');
  }
}
