import { afterLeaving, afterPaying } from './left-checkout.js';

const told = (status: Parameters<typeof afterLeaving>[0]['status'], charged?: number) => afterLeaving({ status, totalAmount: 3, currency: 'USD', hold: charged === undefined ? undefined : { amount: 2, state: 'settled', charged } });

describe('after leaving the checkout a guest is told', () => {
  it('that the session is still active and nothing was charged', () => {
    expect(told('active')).toEqual({ heading: 'Payment Cancelled', says: ['No charges were made.', 'Your session is still active.'], canReturn: true });
  });

  it('what is still due for the items that are out', () => {
    expect(told('committed').says.join(' ')).toContain('$3.00 is due');
    expect(told('payment_pending').says.join(' ')).toContain('$3.00 is still due');
  });

  it('what was charged to the held card, and the rest that is due', () => {
    expect(told('committed', 2).says).toEqual(['$2.00 of $3.00 was charged to the card that was held.', 'Your session is still active and $1.00 is due for the items you took.']);
    expect(told('payment_pending', 2).says.join(' ')).toContain('$1.00 is still due');
    expect(told('committed', 0).says).toContain('No charges were made.');
  });

  it('nothing about charges while the payment is not settled', () => {
    expect(told('payment_pending').says.join(' ')).not.toContain('No charges');
  });

  it('that the payment did arrive, when it did', () => {
    expect(told('completed')).toMatchObject({ heading: 'Payment Successful!', says: ['Your payment of $3.00 was received.'] });
  });

  it('of a payment that came in part, which', () => expect(told('completed', 2).says).toEqual(['$2.00 of $3.00 was charged to the card that was held.']));

  it('what becomes of the money that was held for nothing', () => {
    const over = (state: 'needed' | 'placed' | 'settled') => afterLeaving({ status: 'cancelled', totalAmount: 0, currency: 'USD', hold: { amount: 15, state } }).says.slice(1);
    expect([over('needed'), over('placed'), over('settled')]).toEqual([[], ['The $15.00 held on your card are being released.'], ['The $15.00 held on your card were released.']]);
  });

  it.each(['cancelled', 'expired'] as const)('that nothing is left to return to once it is %s', (status) => {
    expect(told(status)).toMatchObject({ heading: 'Payment Cancelled', canReturn: false });
  });
});

describe('after paying a guest is told', () => {
  it('that it is waited for, until the provider has said what became of it', () => {
    expect([afterPaying(undefined), afterPaying('payment_pending')].map(({ heading }) => heading)).toEqual(['Payment in progress...', 'Payment in progress...']);
    expect(afterPaying('payment_pending').says).toContain('You need not pay again');
  });

  it('that a payment which failed afterwards is still to be made', () => {
    expect(afterPaying('committed')).toMatchObject({ heading: 'Payment Not Completed', says: expect.stringContaining('pay again') });
  });

  it.each(['cancelled', 'expired'] as const)('that nothing was received for a visit that is %s', (status) => {
    expect(afterPaying(status)).toMatchObject({ heading: 'Payment Cancelled', says: 'No payment was received for this session.' });
  });
});
