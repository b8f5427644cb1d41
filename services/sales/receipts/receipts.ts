/** Receipts by their private links. */
import { Injectable } from '@nestjs/common';
import { accountSettings } from '@larder/contracts/organization.js';
import type { Receipt } from '@larder/contracts/receipts.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import { getSession } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { dispute } from '../disputes/dispute.js';
import { sale, type Sale } from '../sale.js';
import { receipt, receiptOf } from './receipt.js';
import { GUESTS, receiptView, type ReceiptRow } from './receipt-view.js';

export interface FoundReceipt {
  account: string;
  settings: Out<typeof accountSettings>;
  sale: Sale;
  receipt: Receipt;
}

@Injectable()
export class Receipts {
  constructor(private readonly kit: Kit) {}

  async find(token: string, asked: Asked): Promise<FoundReceipt | Refusal> {
    const none = refuse('NOT_FOUND', 'There is no receipt at this address');
    const row = await this.kit.views.get<ReceiptRow>(receiptView, GUESTS, token);
    if (!row) return none;
    const { account, saleId } = row;
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'sales' } };
    const [settings, visit, facts, disputes, { mails }] = await Promise.all([
      this.kit.ask(accountSettings, { account }, ours), this.kit.ask(getSession, { sessionId: token }, ours),
      this.kit.history(sale, saleId, account), this.kit.look(dispute, saleId, account), this.kit.look(receipt, token, account),
    ]);
    if (isRefusal(settings)) return settings;
    const { name: organization, disputeDays } = settings;
    const known = { facts, disputes, organization, disputeDays, mails, now: this.kit.clock.now().toISOString(), ...(!isRefusal(visit) && { hold: visit.hold }) };
    const shown = receiptOf(known);
    const recorded = facts.find((fact) => fact.type === 'SaleRecorded');
    return shown && recorded ? { account, settings, sale: recorded.data, receipt: shown } : none;
  }
}
