import { stored, viewOf } from '@larder/kit/testing.js';
import type { Sale, SaleFact } from '../sale.js';
import { byHour, hourDayView, type HourDay } from './hour-days.js';

const sold = (change: Partial<Sale>): SaleFact => ({
  type: 'SaleRecorded',
  data: {
    saleId: 's1', machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', soldAt: '2026-11-23T17:30:00.000Z', day: '2026-11-23', timeZone: 'Europe/Berlin', timeKnown: true, method: 'card', currency: 'EUR', totalCents: 300, source: 'visit', reference: 's1',
    lines: [{ productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', quantity: 1, unitPriceCents: 300, costCents: null, totalCents: 300 }], ...change,
  },
});
const [monday, tokyo, sunday] = ['2026-11-23', '2026-11-24', '2026-11-29'];
const facts = stored([
  sold({}), sold({ totalCents: 250 }), sold({ machineId: 'VM-2', timeZone: 'Asia/Tokyo', day: tokyo, soldAt: '2026-11-23T17:30:00.000Z' }), sold({ day: sunday, soldAt: '2026-11-29T17:59:59.000Z' }),
  sold({ timeKnown: false }), sold({ timeZone: undefined }),
]);
const on = (id: string): HourDay => viewOf(hourDayView, id, facts) as HourDay;

describe('The hours of a day', () => {
  it('are those of the clock where the machine stands', () => {
    expect(on(`${monday} VM-1`)).toEqual({ day: monday, machineId: 'VM-1', hours: { 18: { transactions: 2, soldCents: 550 } }, untimed: 2 });
    expect(on(`${tokyo} VM-2`)).toMatchObject({ hours: { 2: { transactions: 1, soldCents: 300 } }, untimed: 0 });
  });

  it('add up over weeks by the day of the week, without what has no time', () => {
    const { untimed, hours } = byHour([monday, tokyo, sunday].map((day) => on(`${day} `)));
    expect([untimed, hours.length]).toEqual([2, 24]);
    expect(hours.filter(({ transactions }) => transactions > 0)).toEqual([
      { hour: 2, transactions: 1, sold: 3, weekdays: [0, 1, 0, 0, 0, 0, 0] }, { hour: 18, transactions: 3, sold: 8.5, weekdays: [2, 0, 0, 0, 0, 0, 1] },
    ]);
  });
});
