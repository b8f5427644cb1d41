/** What guests ask about their receipts. */
import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { claimEvidence, openDispute } from '@larder/contracts/vending/disputes.js';
import { sendNotice } from '@larder/contracts/identity.js';
import { toCents } from '@larder/contracts/money.js';
import { getReceipt, mailReceipt, MOST_RECEIPT_MAILS, type Receipt } from '@larder/contracts/vending/receipts.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { dispute } from '../disputes/dispute.js';
import { disputeView } from '../disputes/dispute-view.js';
import { sealedText } from '../disputes/sealed-text.js';
import { paidFor, type Sale } from '../sale.js';
import { receipt } from './receipt.js';
import { receiptLetter } from './receipt-letter.js';
import { Receipts } from './receipts.js';

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

const NOT_YOURS = refuse('FORBIDDEN', 'Only the guest who bought this can do that. Please use the browser it was bought with, or open the link in the e-mailed receipt.');

@Controller()
export class ReceiptsController {
  constructor(private readonly kit: Kit, private readonly receipts: Receipts) {}

  @Answers(getReceipt)
  async show(ref: In<typeof getReceipt>, asked: Asked): Promise<Receipt | Refusal> {
    const found = await this.receipts.find(ref, asked);
    return isRefusal(found) ? found : found.receipt;
  }

  @Answers(mailReceipt)
  async mail({ token, proof, email, language }: In<typeof mailReceipt>, asked: Asked): Promise<Out<typeof mailReceipt> | Refusal> {
    const found = await this.receipts.find({ token, proof }, asked);
    if (isRefusal(found)) return found;
    if (!found.receipt.yours) return NOT_YOURS;
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'sales' } };
    const linked = await this.receipts.proof(token, ours);
    if (isRefusal(linked)) return linked;
    const mailId = shortHash(asked.commandId);
    // Counted before it is sent, so that tries side by side are all counted.
    const noted = await this.kit.handle(receipt, token, { type: 'NoteMail', sessionId: token, mailId }, causeOf(asked, found.account));
    if (isRefusal(noted)) return noted;
    const sent = await this.kit.ask(sendNotice, { id: `receipt:${mailId}`, account: found.account, to: { address: email }, ...receiptLetter(found.receipt, linked, language), orLater: true }, ours);
    if (isRefusal(sent)) return sent;
    return { state: sent.state, mailsLeft: Math.max(0, MOST_RECEIPT_MAILS - noted.state.mails) };
  }

  @Answers(openDispute)
  async dispute({ token, proof, line, claim, quantity, text }: In<typeof openDispute>, asked: Asked): Promise<Receipt | Refusal> {
    const found = await this.receipts.find({ token, proof }, asked);
    if (isRefusal(found)) return found;
    if (!found.receipt.yours) return NOT_YOURS;
    const { account, settings, sale, receipt: shown } = found;
    const sold = sale.lines[line];
    const now = shown.lines[line];
    if (!sold || !now) return refuse('NOT_FOUND', 'There is no such item on this receipt');
    if (now.dispute?.claim === claim) return shown;
    if (!now.dispute && !now.disputable) return refuse('CONFLICT', now.refunded + now.refunding >= now.amount ? 'This item is refunded already' : `Purchases can be disputed for ${settings.disputeDays} days. Please contact ${settings.name}.`);
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'sales' } };
    const seen = await this.kit.ask(claimEvidence, { account, sessionId: token, productId: sold.productId }, ours);
    if (isRefusal(seen)) return seen;
    const wanted = Math.min(quantity ?? sold.quantity, sold.quantity);
    const leftCents = sold.totalCents - toCents(now.refunded) - toCents(now.refunding);
    const sealed = await sealedText(this.kit, account, text, ours);
    if (isRefusal(sealed)) return sealed;
    const { saleId, machineId, machineName, currency } = sale;
    const done = await this.kit.handle(dispute, saleId, {
      type: 'OpenDispute', seen, given: givenBack(sale, shown, sold.productId), limitCents: settings.instantRefundCents, refundId: shortHash(`dispute ${saleId} ${line} log`),
      dispute: {
        disputeId: `${saleId}.${line}`, saleId, line, sessionId: token, machineId, machineName, productId: sold.productId, name: sold.name, sku: sold.sku, claim,
        quantity: wanted, amountCents: Math.min(paidFor(sold, wanted), leftCents), currency, ...(sealed.text && { text: sealed.text }),
      },
    }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(disputeView, done.position);
    return this.show({ token, proof }, asked);
  }
}

/** Of a product, by line, in units: what was given back of it or is asked for. A part of one is one. */
const givenBack = ({ lines }: Sale, shown: Receipt, productId: string): Map<number, number> => new Map(shown.lines.flatMap(({ line, refunded, refunding }): [number, number][] => {
  const sold = lines[line];
  const cents = toCents(refunded) + toCents(refunding);
  return sold?.productId === productId && cents > 0 ? [[line, Math.ceil((cents * sold.quantity) / sold.totalCents)]] : [];
}));
