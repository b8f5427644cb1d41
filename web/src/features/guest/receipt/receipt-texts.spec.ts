import type { Receipt } from '@larder/contracts/vending/receipts.js';
import { claimable, disputeText, holdText, mailedText } from './receipt-texts.js';

type Line = Receipt['lines'][number];
const cola: Line = { line: 0, name: 'Cola', quantity: 1, unitPrice: 2.75, amount: 2.75, refunded: 0, refunding: 0, disputable: true };
const said = (dispute: Partial<NonNullable<Line['dispute']>>, more: Partial<Line> = {}) => disputeText({ ...cola, ...more, dispute: { claim: 'wrong', state: 'open', ...dispute } }, 'USD')?.text;

describe('A receipt', () => {
  it('says what became of a hold', () => expect(holdText({ held: 15, charged: 6.4, released: 8.6 }, 'USD')).toBe('held $15.00 · charged $6.40 · released $8.60'));

  it('says nothing of a line that was never touched, and what was given back of one that was', () => {
    expect(disputeText(cola, 'USD')).toBeUndefined();
    expect(disputeText({ ...cola, refunding: 1 }, 'USD')?.text).toBe('Refund of $1.00 under way');
    expect(disputeText({ ...cola, refunded: 1 }, 'USD')?.text).toBe('$1.00 refunded');
  });

  it('says what becomes of what the guest said, and claims no more than is so', () => {
    expect(said({})).toMatch(/Somebody is looking at it/);
    expect(said({ state: 'approved', amount: 1 })).toBe('$1.00 is on its way back to you.');
    expect(said({ state: 'refunded', amount: 2.75, reason: 'The machine saw it come back' })).toBe('$2.75 refunded: the machine saw it come back.');
    expect(said({ state: 'declined', reason: 'It was cold' })).toBe('Not refunded: It was cold');
  });

  it('says of what was declined that it was given back after all, by the host or by the bank', () => {
    const declined = (more: Partial<Line>) => said({ state: 'declined', reason: 'It was cold' }, more);
    expect(declined({ refunded: 2.75 })).toBe('$2.75 refunded after all.');
    expect(declined({ refunding: 2.75 })).toBe('Refund of $2.75 under way');
    expect(declined({ refunded: 1 })).toBe('$1.00 refunded, and not the rest: It was cold');
  });

  it('promises no more than is left of a line, to the cent that will be given', () => {
    const three: Line = { ...cola, quantity: 3, amount: 8.25 };
    expect([1, 2, 3].map((count) => claimable(three, count))).toEqual([2.75, 5.5, 8.25]);
    expect([1, 2, 3].map((count) => claimable({ ...three, refunded: 3, refunding: 1 }, count))).toEqual([2.75, 4.25, 4.25]);
    expect(claimable({ ...cola, quantity: 2, amount: 1.15 }, 1)).toBe(0.58);
  });

  it('is sent only when the mail server has taken it', () => {
    expect(mailedText('sent', 'gus@example.com')).toBe('Receipt sent to gus@example.com');
    expect(mailedText('waiting', 'gus@example.com')).toMatch(/^The receipt will be sent to gus@example.com/);
  });
});
