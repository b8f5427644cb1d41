import { guestLanguages } from '@larder/contracts/vending/guest-languages.js';
import { formatCents } from '@larder/contracts/money.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import { receiptLetter } from './receipt-letter.js';
import { receiptWords } from './receipt-words.js';

const line = { line: 0, name: 'Cola', quantity: 1, unitPrice: 2.75, amount: 2.75, refunded: 0, refunding: 0, disputable: true };
const receipt: Receipt = {
  token: 'v1', yours: true, reference: 'abcd1234', organization: 'Seaside Stays', machine: { name: 'Lobby', address: '12 Ocean Avenue' }, soldAt: '2026-03-01T12:03:00.000Z', timeZone: 'America/New_York', paymentMethod: 'card', currency: 'USD',
  guestContact: '+1 555 0100', lines: Array.from({ length: 14 }, (_, n) => ({ ...line, line: n })), total: 38.5, taxes: [{ rate: '7%', amount: 2.52 }], hold: { held: 40, charged: 38.5, released: 1.5 }, refunds: [], refunded: 2.75, refunding: 0, disputeUntil: '2026-03-31T12:03:00.000Z', mailsLeft: 4, settled: false,
};
const holes = (sentence: string): string[] => (sentence.match(/\{\w+\}/g) ?? []).sort();

describe('A receipt as an e-mail', () => {
  it('says what was bought, held and given back', () => {
    expect(receiptLetter(receipt, 'proof').lines).toEqual([
      'Lobby, 12 Ocean Avenue. Mar 1, 2026, 7:03 AM. Reference abcd1234.', ...Array.from({ length: 12 }, () => '1 x Cola: $2.75'), 'and 2 more', 'Total $38.50, of which tax (7%) $2.52', 'Held $40.00, charged $38.50, released $1.50', 'Refunded so far: $2.75', 'Questions? +1 555 0100',
    ]);
  });

  it('says it in the language that the guest reads', () => {
    const { subject, lines, wording, link } = receiptLetter(receipt, 'proof', 'de');
    expect(subject).toBe('Ihr Beleg von Seaside Stays: 38,50\u00a0$');
    expect(lines).toEqual(expect.arrayContaining(['Lobby, 12 Ocean Avenue. 01.03.2026, 07:03. Vorgang abcd1234.', 'und 2 weitere', 'Summe 38,50\u00a0$, darin Steuer (7%) 2,52\u00a0$', '40,00\u00a0$ reserviert, 38,50\u00a0$ abgebucht, 1,50\u00a0$ freigegeben']));
    expect(wording).toMatchObject({ language: 'de', greeting: 'Guten Tag,' });
    expect(link).toEqual({ label: 'Beleg ansehen', path: '/vend/receipt/v1?proof=proof' });
  });

  it('keeps an amount together where one reads from the right', () => {
    expect(receiptLetter(receipt, 'proof', 'he').lines).toContain(`סך הכול \u2068${formatCents(3850, 'USD', 'he')}\u2069, מזה מס (7%) \u2068${formatCents(252, 'USD', 'he')}\u2069`);
  });

  it.each(guestLanguages)('in %s says everything that differs', (language) => {
    const words = receiptWords[language];
    expect(Object.entries(receiptWords.en).filter(([name, sentence]) => String(holes(sentence)) !== String(holes(words[name as keyof typeof words])))).toEqual([]);
    expect(receiptLetter({ ...receipt, organization: 'Costs {total}' }, 'proof', language).subject).toContain('Costs {total}');
  });
});
