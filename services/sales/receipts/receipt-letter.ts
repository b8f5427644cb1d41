/** A receipt as an e-mail. */
import { isFromRight, type GuestLanguage } from '@larder/contracts/vending/guest-languages.js';
import { formatCents, toCents } from '@larder/contracts/money.js';
import { isolated } from '@larder/contracts/names.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import { filled, receiptWords } from './receipt-words.js';

/** The rest is on the page. */
const MOST_LINES = 12;

/** @param proof what lets whoever has the letter do what the guest may */
export function receiptLetter(receipt: Receipt, proof: string, language: GuestLanguage = 'en') {
  const words = receiptWords[language];
  /** A name or an amount keeps its own direction among words of the other one. */
  const apart = (text: string): string => (isFromRight(language) ? `\u2068${text}\u2069` : isolated(text));
  const money = (amount: number): string => apart(formatCents(toCents(amount), receipt.currency, language === 'en' ? 'en-US' : language));
  const { lines, hold, taxes, refunded, machine, organization, guestContact, reference } = receipt;
  const at = new Intl.DateTimeFormat(language, { timeZone: receipt.timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(receipt.soldAt));
  const more = lines.length - MOST_LINES;
  return {
    subject: filled(words.subject, { host: apart(organization), total: money(receipt.total) }).slice(0, 200),
    lines: [
      filled(words.where, { machine: apart(machine.name), address: apart(machine.address), at, reference }),
      ...lines.slice(0, MOST_LINES).map(({ quantity, name, amount }) => `${quantity} x ${apart(name)}: ${money(amount)}`),
      ...(more > 0 ? [filled(words.more, { count: more })] : []),
      filled(words.total, { total: money(receipt.total) }) + taxes.map(({ rate, amount }) => filled(words.tax, { rate, amount: money(amount) })).join(''),
      ...(hold ? [filled(words.hold, { held: money(hold.held), charged: money(hold.charged), released: money(hold.released) })] : []),
      ...(refunded > 0 ? [filled(words.refunded, { amount: money(refunded) })] : []),
      ...(guestContact ? [filled(words.questions, { contact: guestContact })] : []),
    ],
    link: { label: words.see, path: `/vend/receipt/${encodeURIComponent(receipt.token)}?proof=${proof}` },
    wording: { language, greeting: words.hello, otherwise: words.otherwise },
    closing: words.closing,
  };
}
