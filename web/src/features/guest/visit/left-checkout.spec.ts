import { afterLeaving } from './left-checkout.js';

const told = (status: Parameters<typeof afterLeaving>[0]['status']) => afterLeaving({ status }, '$3.00');

describe('after leaving the checkout a guest is told', () => {
  it('that the session is still active and nothing was charged', () => {
    expect(told('active')).toEqual({ heading: 'Payment Cancelled', says: ['No charges were made.', 'Your session is still active.'], canReturn: true });
  });

  it('what is still due for the items that are out', () => {
    expect(told('committed').says.join(' ')).toContain('$3.00 is due');
    expect(told('payment_pending').says.join(' ')).toContain('$3.00 is still due');
  });

  it('nothing about charges while the payment is not settled', () => {
    expect(told('payment_pending').says.join(' ')).not.toContain('No charges');
  });

  it('that the payment did arrive, when it did', () => {
    expect(told('completed')).toMatchObject({ heading: 'Payment Successful!', says: ['Your payment of $3.00 was received.'] });
  });

  it.each(['cancelled', 'expired'] as const)('that nothing is left to return to once it is %s', (status) => {
    expect(told(status)).toMatchObject({ heading: 'Payment Cancelled', canReturn: false });
  });
});
