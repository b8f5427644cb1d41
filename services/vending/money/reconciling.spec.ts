import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import type { Stored } from '@larder/contracts/fact.js';
import { reconciling } from './reconciling.js';

const { on } = reconciling({ reconcile: async () => {} } as unknown as Parameters<typeof reconciling>[0]);
const ids = { sessionId: 's1', paymentId: 'pay_s1' };
const at = (fact: PaymentFact | SessionFact) => on({ ...fact, meta: { at: '2026-03-01T12:00:00.000Z' } } as Stored<PaymentFact | SessionFact>);

describe('A provider that says nothing of a checkout is asked', () => {
  it('two minutes after it was opened, then each time after twice as long, up to an hour, until there is nothing to ask', () => {
    expect(at({ type: 'CheckoutOpened', data: { ...ids, provider: 'stripe', providerRef: 'cs_1', url: 'https://pay.example/1' } })).toEqual({ id: 's1', at: '2026-03-01T12:02:00.000Z' });
    expect([1, 2, 9].map((times) => at({ type: 'CheckoutsAsked', data: { ...ids, times, isOver: false } }))).toEqual(['12:04', '12:08', '13:00'].map((time) => ({ id: 's1', at: `2026-03-01T${time}:00.000Z` })));
    expect(at({ type: 'CheckoutsAsked', data: { ...ids, times: 3, isOver: true } })).toEqual({ id: 's1', met: true });
  });

  it('two minutes after the guest went there, however long it has been open', () => {
    expect(at({ type: 'PaymentStarted', data: { sessionId: 's1', machineId: 'VM-1' } as SessionFact['data'] } as SessionFact)).toEqual({ id: 's1', at: '2026-03-01T12:02:00.000Z' });
  });
});
