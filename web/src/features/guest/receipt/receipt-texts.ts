/** What a receipt says in words. */
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import { formatAmount } from '../../../lib/money-and-time.js';

type Line = Receipt['lines'][number];

/** 'held $15.00 · charged $6.40 · released $8.60' */
export const holdText = ({ held, charged, released }: NonNullable<Receipt['hold']>, currency: string): string =>
  `held ${formatAmount(held, currency)} · charged ${formatAmount(charged, currency)} · released ${formatAmount(released, currency)}`;

/** What became of what the guest said of a line; nothing while nothing was said. */
export function disputeText({ dispute, refunding, refunded, amount: whole }: Line, currency: string): { tone: 'calm' | 'good' | 'due'; text: string } | undefined {
  if (!dispute) {
    if (refunding > 0) return { tone: 'due', text: `Refund of ${formatAmount(refunding, currency)} under way` };
    return refunded > 0 ? { tone: 'good', text: `${formatAmount(refunded, currency)} refunded` } : undefined;
  }
  const { state, amount = 0, reason } = dispute;
  switch (state) {
    case 'open': return { tone: 'due', text: 'Thank you. Somebody is looking at it; this page updates by itself.' };
    case 'approved': return { tone: 'due', text: `${formatAmount(amount, currency)} is on its way back to you.` };
    case 'refunded': return { tone: 'good', text: `${formatAmount(amount, currency)} refunded${reason ? `: ${lowered(reason)}` : ''}.` };
    case 'declined': return notRefunded({ amount: whole, refunding, refunded }, reason ?? 'no reason was given', currency);
  }
}
/** What was declined may have been given back later all the same, or by the guest's bank. */
function notRefunded({ amount, refunding, refunded }: Pick<Line, 'amount' | 'refunding' | 'refunded'>, reason: string, currency: string): { tone: 'calm' | 'good' | 'due'; text: string } {
  if (refunding > 0) return { tone: 'due', text: `Refund of ${formatAmount(refunding, currency)} under way` };
  if (refunded >= amount) return { tone: 'good', text: `${formatAmount(refunded, currency)} refunded after all.` };
  return { tone: 'calm', text: refunded > 0 ? `${formatAmount(refunded, currency)} refunded, and not the rest: ${reason}` : `Not refunded: ${reason}` };
}
/** What so many of a line come to, as far as it was not given back yet. */
export function claimable({ amount, quantity, refunded, refunding }: Pick<Line, 'amount' | 'quantity' | 'refunded' | 'refunding'>, count: number): number {
  const left = inCents(amount) - inCents(refunded) - inCents(refunding);
  return Math.min(Math.round((inCents(amount) * count) / quantity), left) / 100;
}
const inCents = (decimal: number): number => Math.round(decimal * 100);
const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** To whoever looks at it from elsewhere. */
export const NOT_YOURS = 'Something wrong, or want it by e-mail? Open this page in the browser you bought with, or by the link in your e-mailed receipt.';

/** Only what is proved: that the mail server took it, or that it is tried again. */
export const mailedText = (state: 'sent' | 'waiting', email: string): string =>
  (state === 'sent' ? `Receipt sent to ${email}` : `The receipt will be sent to ${email} as soon as our mail server takes it.`);
