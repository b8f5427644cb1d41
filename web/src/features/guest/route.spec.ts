import { guestRoute } from './route.js';

const route = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'https://larder.example');
  return guestRoute(pathname, searchParams);
};

describe('the addresses of the guest', () => {
  it('name a page each', () => {
    expect(route('/vend/new')).toEqual({ page: 'tap' });
    expect(route('/vend/start?nfcSessionId=VM-001-042&machineId=VM-001')).toEqual({ page: 'start', nfcSessionId: 'VM-001-042', machineId: 'VM-001' });
    expect(route('/vend/session/abc/')).toEqual({ page: 'session', sessionId: 'abc' });
    expect(route('/vend/session/abc?authorized=1')).toEqual({ page: 'session', sessionId: 'abc', authorized: true });
    expect(route('/vend/success?session_id=cs_1')).toEqual({ page: 'success', paymentRef: 'cs_1' });
    expect(route('/vend/receipt/abc')).toEqual({ page: 'receipt', token: 'abc' });
    expect(route('/vend/receipt/abc?proof=p')).toEqual({ page: 'receipt', token: 'abc', proof: 'p' });
    expect(route('/checkout/c%2F1')).toEqual({ page: 'checkout', checkoutId: 'c/1' });
  });

  it('show the same page for cancel and cancelled', () => {
    expect(route('/vend/cancel?session_id=s')).toEqual(route('/vend/cancelled?session_id=s'));
    expect(route('/vend/cancel')).toEqual({ page: 'cancelled', sessionRef: null });
  });

  it('lead to the beginning when a start names no tag, and to the session when it names one', () => {
    expect(route('/vend/start')).toEqual({ page: 'elsewhere', to: '/vend/new', outside: false });
    expect(route('/vend/start?sessionId=abc')).toEqual({ page: 'elsewhere', to: '/vend/session/abc', outside: false });
  });

  it('lead home when they are unknown or broken', () => {
    for (const address of ['/vend', '/vend/other', '/vend/session/', '/vend/session/a/b', '/vend/session/%E0']) expect(route(address)).toEqual({ page: 'elsewhere', to: '/', outside: true });
  });
});
