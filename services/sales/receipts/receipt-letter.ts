/** A receipt as an e-mail. */
import { formatCents, toCents } from '@larder/contracts/money.js';
import { isolated } from '@larder/contracts/names.js';
import type { Receipt } from '@larder/contracts/receipts.js';

/** The rest is on the page. */
const MOST_LINES = 12;

/** @param proof what lets whoever has the letter do what the guest may */
export function receiptLetter(receipt: Receipt, proof: string) {
  const money = (amount: number): string => formatCents(toCents(amount), receipt.currency);
  const { lines, hold, taxes, refunded, machine, organization, guestContact } = receipt;
  const at = new Intl.DateTimeFormat('en-US', { timeZone: receipt.timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(receipt.soldAt));
  const more = lines.length - MOST_LINES;
  return {
    subject: `Your receipt from ${isolated(organization)}: ${money(receipt.total)}`.slice(0, 200),
    lines: [
      `${isolated(machine.name)}, ${isolated(machine.address)}. ${at}. Reference ${receipt.reference}.`,
      ...lines.slice(0, MOST_LINES).map(({ quantity, name, amount }) => `${quantity} x ${isolated(name)}: ${money(amount)}`),
      ...(more > 0 ? [`and ${more} more`] : []),
      `Total ${money(receipt.total)}${taxes.map(({ rate, amount }) => `, of which tax (${rate}) ${money(amount)}`).join('')}`,
      ...(hold ? [`Held ${money(hold.held)}, charged ${money(hold.charged)}, released ${money(hold.released)}`] : []),
      ...(refunded > 0 ? [`Refunded so far: ${money(refunded)}`] : []),
      ...(guestContact ? [`Questions? ${guestContact}`] : []),
    ],
    link: { label: 'See the receipt', path: `/vend/receipt/${encodeURIComponent(receipt.token)}?proof=${proof}` },
    closing: 'Sent because a guest asked for this receipt to be sent to this address, which is used for nothing else. With its link you can also say that something was wrong. If you bought nothing, ignore it.',
  };
}
