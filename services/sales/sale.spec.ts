import { given } from '@larder/kit/testing.js';
import { sale, type Sale, type SaleFact } from './sale.js';

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
