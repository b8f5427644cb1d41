import { given } from '@larder/kit/testing.js';
import { isGivenBack, leftOf, paidFor, sale, type Sale, type SaleFact } from './sale.js';

const line = { productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', quantity: 2, unitPriceCents: 150, costCents: null, totalCents: 300, slot: '110' };
const sold: Sale = {
  saleId: 'acme.seed-live.7', machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', soldAt: '2022-01-01T05:00:00.000Z', day: '2022-01-01', timeKnown: false,
  method: 'cash', currency: 'USD', lines: [line], totalCents: 300, source: 'seed-live', reference: '7',
};
const recorded: SaleFact = { type: 'SaleRecorded', data: sold };
const record = (change: Partial<Sale> = {}) => ({ type: 'RecordSale' as const, sale: { ...sold, ...change } });

describe('A sale', () => {
  it('is recorded with everything it will be judged by', () => given(sale).when(record()).then(recorded));
  it('is recorded once, whoever brings it again', () => given(sale, recorded).when(record()).thenNothing());
  it('stays as it was recorded when its machine or its product are called otherwise today', () =>
    given(sale, recorded).when(record({ machineName: 'Entrance', address: '2 Main Street', lines: [{ ...line, productId: 'p9', name: 'Cola 0.33' }] })).thenNothing());
  it.each<[string, Partial<Sale>]>([
    ['amount', { totalCents: 301 }], ['machine', { machineId: 'VM-2' }], ['day', { day: '2022-01-02' }], ['payment method', { method: 'card' }],
    ['product', { lines: [{ ...line, sku: 'WATER' }] }], ['quantity', { lines: [{ ...line, quantity: 3 }] }], ['lines', { lines: [line, { ...line, totalCents: 0 }] }],
  ])('is refused when the same purchase comes with another %s', (_, change) => given(sale, recorded).when(record(change)).thenRefused('CONFLICT'));
});

describe('A refund', () => {
  const byCard: SaleFact = { type: 'SaleRecorded', data: { ...sold, method: 'card', source: 'visit', reference: 's1', paymentId: 'pay_s1' } };
  const at = { at: '2022-01-03T15:00:00.000Z', day: '2022-01-03' };
  const ask = (change: object = {}) => ({ type: 'RequestRefund' as const, refundId: 'r1', line: 0, reason: 'melted', by: 'u1', ...at, ...change });
  const about = { saleId: sold.saleId, refundId: 'r1', line: 0, currency: 'USD' };
  const requested = (amountCents: number, refundId = 'r1'): SaleFact => ({ type: 'RefundRequested', data: { ...about, refundId, amountCents, reason: 'melted', by: 'u1', paymentId: 'pay_s1', reference: 's1' } });
  const done = (amountCents: number, refundId = 'r1'): SaleFact => ({
    type: 'SaleRefunded',
    data: { ...about, refundId, amountCents, reason: 'melted', refundedAt: at.at, day: at.day, machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', method: 'card', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', isUncosted: true },
  });
  const refused: SaleFact = { type: 'RefundRefused', data: { ...about, amountCents: 300, why: 'The card is closed' } };

  it('by card is asked of the payment provider, and entered when it is done', () => {
    given(sale, byCard).when(ask({ amountCents: 100 })).then(requested(100));
    given(sale, byCard, requested(100)).when({ type: 'CompleteRefund', refundId: 'r1', amountCents: 100, ...at }).then(done(100));
    given(sale, byCard, requested(100), done(100)).when({ type: 'CompleteRefund', refundId: 'r1', amountCents: 100, ...at }).thenNothing();
  });
  it('is on no day before its sale: where the machine stands it may be tomorrow', () => {
    const tomorrow: SaleFact = { type: 'SaleRecorded', data: { ...byCard.data as Sale, day: '2022-01-04' } };
    const entered = done(100);
    given(sale, tomorrow, requested(100)).when({ type: 'CompleteRefund', refundId: 'r1', amountCents: 100, ...at }).then({ ...entered, data: { ...entered.data, day: '2022-01-04' } } as SaleFact);
  });
  it('without a payment of ours is entered at once', () => {
    const entered = done(300);
    given(sale, recorded).when(ask()).then({ type: 'RefundRequested', data: { ...about, amountCents: 300, reason: 'melted', by: 'u1', paymentId: undefined, reference: '7' } }, { ...entered, data: { ...entered.data, method: 'cash' } } as SaleFact);
  });
  it('is all that is left unless told otherwise, and never more', () => {
    given(sale, byCard, requested(100)).when(ask({ refundId: 'r2' })).then(requested(200, 'r2'));
    given(sale, byCard, requested(100)).when(ask({ refundId: 'r2', amountCents: 201 })).thenRefused('CONFLICT', { leftCents: 200 });
    given(sale, byCard, requested(300)).when(ask({ refundId: 'r2' })).thenRefused('CONFLICT');
    given(sale, byCard).when(ask({ line: 1 })).thenRefused('NOT_FOUND');
  });
  it('asked twice under one id is one refund', () => given(sale, byCard, requested(100)).when(ask({ amountCents: 100 })).thenNothing());
  it('by the guest\'s bank is entered once, of what is left, shared by the lines; the provider is not asked', () => {
    const water = { ...line, productId: 'p2', name: 'Water', sku: 'WATER', totalCents: 101 };
    const both: SaleFact = { type: 'SaleRecorded', data: { ...byCard.data as Sale, lines: [line, water], totalCents: 401 } };
    const reason = 'The guest\'s bank took it back, and the chargeback is lost';
    const entered = (n: number, amountCents: number): SaleFact[] => {
      const { productId, name, sku } = n === 0 ? line : water;
      const refund = { ...about, refundId: `dp_1:${n}`, line: n, amountCents, reason };
      return [{ type: 'RefundRequested', data: { ...refund, by: 'provider', reference: 's1' } }, { type: 'SaleRefunded', data: { ...done(0).data as object, ...refund, productId, name, sku } } as SaleFact];
    };
    const lost = (amountCents: number) => ({ type: 'EnterChargeback' as const, chargebackRef: 'dp_1', amountCents, ...at });
    given(sale, both).when(lost(401)).then(...entered(0, 300), ...entered(1, 101));
    given(sale, both).when(lost(100)).then(...entered(0, 75), ...entered(1, 25));
    given(sale, both, requested(250), done(250)).when(lost(401)).then(...entered(0, 50), ...entered(1, 101));
    given(sale, both, requested(300), done(300)).when(lost(401)).then(...entered(1, 101));
    given(sale, both, ...entered(0, 300), ...entered(1, 101)).when(lost(401)).thenNothing();
    given(sale, both, ...entered(0, 75), ...entered(1, 25)).when(lost(100)).thenNothing();
    given(sale).when(lost(100)).thenRefused('NOT_FOUND');
  });
  it('by the bank, of what was to be given back while it was entered, is entered when it comes again after that was refused', () => {
    const lost = { type: 'EnterChargeback' as const, chargebackRef: 'dp_1', amountCents: 300, ...at };
    const entered = (amountCents: number, refundId: string): SaleFact[] => {
      const refund = { ...about, refundId, amountCents, reason: 'The guest\'s bank took it back, and the chargeback is lost' };
      return [{ type: 'RefundRequested', data: { ...refund, by: 'provider', reference: 's1' } }, { type: 'SaleRefunded', data: { ...done(0).data as object, ...refund } } as SaleFact];
    };
    const refusedOf = (amountCents: number): SaleFact => ({ ...refused, data: { ...refused.data, amountCents } } as SaleFact);
    given(sale, byCard, requested(300)).when(lost).thenNothing();
    given(sale, byCard, requested(300), refusedOf(300)).when(lost).then(...entered(300, 'dp_1:0'));
    given(sale, byCard, requested(200)).when(lost).then(...entered(100, 'dp_1:0'));
    given(sale, byCard, requested(200), ...entered(100, 'dp_1:0'), refusedOf(200)).when(lost).then(...entered(200, 'dp_1:0:1'));
    given(sale, byCard, requested(200), ...entered(100, 'dp_1:0'), refusedOf(200), ...entered(200, 'dp_1:0:1')).when(lost).thenNothing();
  });
  it('by the bank is undone when that is won after all, with the tax it took, and the line can be given back, or taken back again', () => {
    const taxed: SaleFact = { type: 'SaleRecorded', data: { ...byCard.data as Sale, lines: [{ ...line, totalCents: 10, taxCents: 1 }], totalCents: 10, taxBasisPoints: 1000, taxCents: 1 } };
    const won = { type: 'LiftChargeback' as const, chargebackRef: 'dp_1', ...at };
    const entered = (amountCents: number, taxCents: number, refundId = 'dp_1:0'): SaleFact[] => {
      const refund = { ...about, refundId, amountCents, taxCents, reason: 'The guest\'s bank took it back, and the chargeback is lost' };
      const { taxCents: _, ...wanted } = refund;
      return [{ type: 'RefundRequested', data: { ...wanted, by: 'provider', reference: 's1' } }, { type: 'SaleRefunded', data: { ...done(0).data as object, ...refund } } as SaleFact];
    };
    const undone = (amountCents: number, taxCents: number): SaleFact => {
      const { refundedAt, ...refund } = done(amountCents, 'dp_1:0').data as Extract<SaleFact, { type: 'SaleRefunded' }>['data'];
      return { type: 'RefundUndone', data: { ...refund, taxCents, reason: 'The chargeback is won after all', undoneAt: refundedAt } };
    };
    given(sale, taxed, ...entered(10, 1)).when(won).then(undone(10, 1));
    given(sale, taxed, ...entered(10, 1), undone(10, 1)).when(won).thenNothing();
    given(sale, taxed, ...entered(10, 1), undone(10, 1)).when(ask({ refundId: 'r2' })).then(requested(10, 'r2'));
    given(sale, taxed, ...entered(10, 1), undone(10, 1)).when({ type: 'EnterChargeback', chargebackRef: 'dp_1', amountCents: 10, ...at }).then(...entered(10, 1, 'dp_1:0:1'));
    // What goes back otherwise stays, and so does what its tax comes to: here of five cents half a one, to the even.
    given(sale, taxed, ...entered(5, 1), requested(5), { type: 'SaleRefunded', data: { ...done(5).data as Extract<SaleFact, { type: 'SaleRefunded' }>['data'], taxCents: 0 } }).when(won).then(undone(5, 0));
    given(sale, taxed).when(won).thenNothing();
    given(sale).when(won).thenRefused('NOT_FOUND');
  });
  it('by the bank is what the latest word of it says, also when an earlier one that led to nothing is heard again, after a crash', () => {
    const heard = (revision: number) => ({ heard: { stream: 'payment-s1', revision } });
    const lost = (revision: number) => ({ type: 'EnterChargeback' as const, chargebackRef: 'dp_1', amountCents: 300, ...at, ...heard(revision) });
    const won = (revision: number) => ({ type: 'LiftChargeback' as const, chargebackRef: 'dp_1', ...at, ...heard(revision) });
    const refund = (refundId: string) => ({ ...about, refundId, amountCents: 300, reason: 'The guest\'s bank took it back, and the chargeback is lost' });
    const entered = (revision: number, refundId = 'dp_1:0'): SaleFact[] =>
      [{ type: 'RefundRequested', data: { ...refund(refundId), by: 'provider', reference: 's1' } }, { type: 'SaleRefunded', data: { ...done(0).data as object, ...refund(refundId), ...heard(revision) } } as SaleFact];
    const { refundedAt, ...money } = done(300, 'dp_1:0').data as Extract<SaleFact, { type: 'SaleRefunded' }>['data'];
    const undone = (revision: number): SaleFact => ({ type: 'RefundUndone', data: { ...money, reason: 'The chargeback is won after all', undoneAt: refundedAt, ...heard(revision) } });
    given(sale, byCard).when(won(5)).thenNothing();
    given(sale, byCard).when(lost(6)).then(...entered(6));
    given(sale, byCard, ...entered(6)).when(won(5)).thenNothing();
    given(sale, byCard, ...entered(6)).when(won(7)).then(undone(7));
    given(sale, byCard, ...entered(6), undone(7)).when(lost(6)).thenNothing();
    given(sale, byCard, ...entered(6), undone(7)).when(lost(8)).then(...entered(8, 'dp_1:0:1'));
    // Of another stream the numbers say nothing.
    given(sale, byCard, ...entered(6)).when({ ...won(5), heard: { stream: 'session-s1', revision: 5 } }).then({ type: 'RefundUndone', data: { ...undone(5).data, heard: { stream: 'session-s1', revision: 5 } } } as SaleFact);
  });
  it('that the provider refuses leaves the line as it was', () => {
    given(sale, byCard, requested(300)).when({ type: 'RefuseRefund', refundId: 'r1', why: 'The card is closed' }).then(refused);
    given(sale, byCard, requested(300), refused).when(ask({ refundId: 'r2' })).then(requested(300, 'r2'));
  });

  const ofTwo: SaleFact = { type: 'SaleRecorded', data: { ...byCard.data as Sale, lines: [line, { ...line, totalCents: 200 }], totalCents: 500 } };
  it('of one line leaves the others as they were', () => {
    given(sale, ofTwo, requested(300), done(300)).when(ask({ refundId: 'r2', line: 1 })).then({ ...requested(200, 'r2'), data: { ...requested(200, 'r2').data, line: 1 } } as SaleFact);
    given(sale, ofTwo, requested(300), done(300)).when(ask({ refundId: 'r2', line: 1, amountCents: 201 })).thenRefused('CONFLICT', { leftCents: 200 });
  });
  it('takes its share of the tax by what was given back before it, not by what is only asked for', () => {
    const taxed: SaleFact = { type: 'SaleRecorded', data: { ...byCard.data as Sale, lines: [{ ...line, totalCents: 10, taxCents: 1 }], totalCents: 10, taxBasisPoints: 1000, taxCents: 1 } };
    const givenBack = (amountCents: number, refundId: string, taxCents: number): SaleFact => ({ type: 'SaleRefunded', data: { ...done(amountCents, refundId).data, taxCents } as Extract<SaleFact, { type: 'SaleRefunded' }>['data'] });
    // Half of it rounds up to the whole cent, whichever half is given first.
    given(sale, taxed, requested(5), requested(5, 'r2')).when({ type: 'CompleteRefund', refundId: 'r2', amountCents: 5, ...at }).then(givenBack(5, 'r2', 1));
    given(sale, taxed, requested(5), requested(5, 'r2'), givenBack(5, 'r2', 1)).when({ type: 'CompleteRefund', refundId: 'r1', amountCents: 5, ...at }).then(givenBack(5, 'r1', 0));
  });
  it('leaves of its line what was neither given back nor asked for, and has given it back when all of it is done', () => {
    const after = (...facts: SaleFact[]) => facts.reduce((state, fact) => sale.evolve(state, fact), sale.initial);
    const told = (...facts: SaleFact[]) => [0, 1].map((n) => [leftOf(after(ofTwo, ...facts), n), isGivenBack(after(ofTwo, ...facts), n)]);
    expect(told()).toEqual([[300, false], [200, false]]);
    expect(told(requested(300))).toEqual([[0, false], [200, false]]);
    expect(told(requested(300), refused)).toEqual([[300, false], [200, false]]);
    expect(told(requested(300), done(300))).toEqual([[0, true], [200, false]]);
    expect(told(requested(200), done(200), requested(100, 'r2'))).toEqual([[0, false], [200, false]]);
  });
  it('of some of a line is what came for them, also where less came than they cost', () => {
    expect(paidFor(line, 1)).toBe(150);
    expect(paidFor({ quantity: 3, totalCents: 200 }, 2)).toBe(133);
    expect(paidFor({ quantity: 3, totalCents: 200 }, 3)).toBe(200);
  });
});
