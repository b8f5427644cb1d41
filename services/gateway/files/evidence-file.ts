/** The pack for a disputed payment: receipt and black box of a sale, as JSON or as a document. */
import { Readable } from 'node:stream';
import { blackBox, getPurchase, type BlackBox, type evidence, type Purchase } from '@larder/contracts/vending/black-box.js';
import { formatCents, toCents } from '@larder/contracts/money.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { CONTENT_TYPES, type FileAnswer } from './file-answer.js';
import { Paper } from './paper.js';

export async function evidenceFile(kit: Kit, { id, format }: In<typeof evidence>, asked: Asked): Promise<FileAnswer | Refusal> {
  const [purchase, box] = await Promise.all([kit.ask(getPurchase, { id }, asked), kit.ask(blackBox, { id }, asked)]);
  if (isRefusal(purchase)) return purchase;
  if (isRefusal(box)) return box;
  const at = kit.clock.now();
  const name = `evidence-${purchase.transactionId.replace(/[^\w-]/g, '').slice(-12)}.${format}`;
  const body = format === 'json' ? Readable.from([JSON.stringify({ success: true, data: { madeAt: at.toISOString(), purchase, blackBox: box } })]) : evidencePdf(purchase, box, at);
  return { name, contentType: CONTENT_TYPES[format], body };
}

function evidencePdf(purchase: Purchase, box: BlackBox, at: Date): Readable {
  const { timeZone, currency, machine } = purchase;
  const money = (amount: number): string => formatCents(toCents(amount), currency);
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'medium' });
  const paper = new Paper('Evidence Pack', `${purchase.organization}, transaction ${purchase.transactionId}`, at);
  paper.figures([['Sold', purchase.day], ['Amount', money(purchase.totalAmount)], ['Refunded', money(purchase.refundedAmount)], ['Payment', purchase.paymentMethod]]);
  if (purchase.timeKnown) paper.note(`Sold ${clock.format(new Date(purchase.soldAt))}.`);
  paper.note(`Machine ${machine.machineId}, ${machine.name}, ${machine.address}. All times in ${timeZone}. Made ${clock.format(at)}.`);
  paper.heading('Receipt');
  const addLine = paper.table([{ title: 'Product', width: 40 }, { title: 'Quantity', width: 15, alignRight: true }, { title: 'Unit price', width: 20, alignRight: true }, { title: 'Amount', width: 20, alignRight: true }]);
  for (const line of purchase.lines) addLine([line.product.name, String(line.quantity), money(line.unitPrice), money(line.amount)]);
  for (const { rate, amount } of purchase.taxes) paper.note(`Tax included in the total (${rate}): ${money(amount)}.`);
  paper.heading('What happened');
  const time = (iso: string | undefined): string => (iso ? clock.format(new Date(iso)) : '—');
  const addEntry = paper.table([{ title: 'Server clock', width: 19 }, { title: 'Device clock', width: 19 }, { title: 'Event', width: 34 }, { title: 'Who', width: 14 }, { title: 'Why', width: 14 }]);
  for (const entry of box.timeline) addEntry([time(entry.at), time(entry.deviceAt), entry.what, entry.actorName, entry.reason ?? '']);
  paper.heading('How complete this is');
  for (const sentence of completenessOf(box)) paper.note(sentence);
  paper.end('The evidence as JSON holds them.');
  return paper.stream;
}

function completenessOf({ journal }: BlackBox): string[] {
  const told = journal.map(({ first, last, missing }) => (missing.length === 0
    ? `The machine numbers its reports. All of them from ${first} to ${last} were received.`
    : `The machine numbers its reports. From ${first} to ${last} these were never received: ${missing.join(', ')}.`));
  return [...(told.length > 0 ? told : ['The machine reported nothing for this sale.']), 'Each line is a fact from an append-only log, stored when it happened and never changed. The device clock is the machine\'s own.'];
}
