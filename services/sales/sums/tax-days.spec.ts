import { turnsOfOthers } from '@larder/kit/testing.js';
import { byRate, type TaxDay } from './tax-days.js';

const sold = (machineId: string, change: Partial<TaxDay> = {}): TaxDay => ({ day: '2026-03-02', machineId, machineName: `Machine ${machineId}`, address: '1 Main', taxBasisPoints: 700, soldCents: 107, refundedCents: 0, taxCents: 7, transactions: 1, ...change });
const back = (machineId: string, change: Partial<TaxDay> = {}): TaxDay => sold(machineId, { soldCents: 0, refundedCents: 107, taxCents: -7, transactions: 0, ...change });

describe('What is sold and given back at each rate', () => {
  it('is told for all and for each machine at each of its houses, the highest rate first and none at the end', async () => {
    const days = [sold('A', { taxBasisPoints: null, taxCents: 0 }), sold('A'), sold('A', { taxBasisPoints: 1_900, soldCents: 119, taxCents: 19 }), sold('A', { address: '2 Hill' }), sold('A', { address: '1 MAIN' }), back('A')];
    const { rates, machines } = await byRate(days, new Map());
    expect(rates.map(({ rate, revenue, tax, net, transactions }) => [rate, revenue, tax, net, transactions])).toEqual([[19, 1.19, 0.19, 1, 1], [7, 2.14, 0.14, 2, 3], [null, 1.07, null, null, 1]]);
    expect(machines.map(({ rate, address, sold: its, refunded }) => [rate, address, its, refunded])).toEqual([[19, '1 Main', 1.19, 0], [7, '1 Main', 2.14, 1.07], [7, '2 Hill', 1.07, 0], [null, '1 Main', 1.07, 0]]);
  });

  it('is of the machine as it was called when it sold last, and stands where its address was corrected to', async () => {
    const stays = new Map([['A', [{ address: '1 Main', former: ['1 Mian'], timeZone: 'UTC', from: '2026-01-01T00:00:00.000Z' }]]]);
    const { machines } = await byRate([sold('A', { address: '1 Mian', machineName: 'Lobby' }), sold('A', { machineName: 'Attic' }), back('A', { machineName: 'Lobby' }), back('B', { machineName: 'Gone' }), back('B')], stays);
    expect(machines.map(({ name, address, transactions }) => [name, address, transactions])).toEqual([['Attic', '1 Main', 2], ['Gone', '1 Main', 0]]);
  });

  it('lets others have their turn where there is very much', async () =>
    expect(await turnsOfOthers(async () => void (await byRate(Array.from({ length: 20_000 }, (_, n) => sold(`VM-${n % 500}`)), new Map())))).toBeGreaterThan(5));
});
