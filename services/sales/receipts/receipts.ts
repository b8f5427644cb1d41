/** Receipts by their addresses, and whether it is their guest who asks. */
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { checkLink, proveLink } from '@larder/contracts/identity.js';
import type { Receipt, ReceiptRef } from '@larder/contracts/vending/receipts.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import { getSession, isGuestOf } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { dispute } from '../disputes/dispute.js';
import { sale, type Sale } from '../sale.js';
import { receipt, receiptOf } from './receipt.js';
import { GUESTS, receiptView, type ReceiptRow } from './receipt-view.js';

const LOOK_AGAIN_MS = 50;
const MOST_LOOKS = 40;

export interface FoundReceipt {
  account: string;
  settings: Out<typeof accountSettings>;
  sale: Sale;
  receipt: Receipt;
}

@Injectable()
export class Receipts {
  constructor(private readonly kit: Kit) {}

  async find({ token, proof }: ReceiptRef, asked: Asked): Promise<FoundReceipt | Refusal> {
    const none = refuse('NOT_FOUND', 'There is no receipt at this address');
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'sales' } };
    const row = await this.rowOf(token, ours);
    if (!row) return none;
    const { account, saleId } = row;
    const [settings, visit, yours, facts, disputes, { mails }] = await Promise.all([
      this.kit.ask(accountSettings, { account }, ours), this.kit.ask(getSession, { sessionId: token }, ours), this.isGuest({ token, proof }, account, asked),
      this.kit.history(sale, saleId, account), this.kit.look(dispute, saleId, account), this.kit.look(receipt, token, account),
    ]);
    if (isRefusal(settings)) return settings;
    if (isRefusal(yours)) return yours;
    const { name: organization, disputeDays, guestContact } = settings;
    const known = { facts, disputes, organization, disputeDays, guestContact, mails, yours, now: this.kit.clock.now().toISOString(), ...(!isRefusal(visit) && { hold: visit.hold }) };
    const shown = receiptOf(known);
    const recorded = facts.find((fact) => fact.type === 'SaleRecorded');
    return shown && recorded ? { account, settings, sale: recorded.data, receipt: shown } : none;
  }

  /** A visit that was just paid is a sale in a moment: whoever comes straight from paying is not told that there is no receipt. */
  private async rowOf(token: string, ours: Asked): Promise<ReceiptRow | undefined> {
    const first = await this.kit.views.get<ReceiptRow>(receiptView, GUESTS, token);
    if (first) return first;
    const visit = await this.kit.ask(getSession, { sessionId: token }, ours);
    if (isRefusal(visit) || visit.status !== 'completed') return undefined;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const row = await this.kit.views.get<ReceiptRow>(receiptView, GUESTS, token);
      if (row) return row;
      await pause(LOOK_AGAIN_MS);
    }
    return undefined;
  }

  /** What the e-mailed link carries. */
  async proof(token: string, asked: Asked): Promise<string | Refusal> {
    const answer = await this.kit.ask(proveLink, { about: aboutOf(token) }, asked);
    return isRefusal(answer) ? answer : answer.proof;
  }

  /** Operators know a receipt's address too; the guest is who has the secret of the browser that began the visit, or the e-mailed link. */
  private async isGuest({ token, proof }: ReceiptRef, account: string, asked: Asked): Promise<boolean | Refusal> {
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'sales' } };
    const { caller } = asked;
    if (caller.kind === 'guest' && caller.secret) {
      const began = await this.kit.ask(isGuestOf, { account, sessionId: token, secret: caller.secret }, ours);
      if (isRefusal(began) || began.isTheirs) return isRefusal(began) ? began : true;
    }
    if (!proof) return false;
    const link = await this.kit.ask(checkLink, { about: aboutOf(token), proof }, ours);
    return isRefusal(link) ? link : link.isRight;
  }
}

const aboutOf = (token: string): string => `receipt ${token}`;
