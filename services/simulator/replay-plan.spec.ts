import { planReplay, SLOT_UNITS, type Beginning, type PurchaseToReplay, type ReplayStep, type Shelf } from './replay-plan.js';

const cola = { coil: '110', sku: 'COLA', quantity: 1, unitPriceCents: 150 };
const chips = { coil: '121', sku: 'CHIPS', quantity: 1, unitPriceCents: 175 };
let number = 0;
const bought = (lines: PurchaseToReplay['lines'], change: Partial<PurchaseToReplay> = {}): PurchaseToReplay =>
  ({ transaction: String(++number), machineId: 'VM-1', day: '2022-01-01', method: 'cash', totalCents: lines.reduce((sum, l) => sum + l.quantity * l.unitPriceCents, 0), lines, ...change });
const holding = (...shelves: Shelf[]): Beginning => ({ shelves: new Map([['VM-1', shelves]]), prices: new Map([['COLA', 150], ['CHIPS', 200]]) });
const empty = holding();
const stepsOf = (purchases: PurchaseToReplay[], beginning = empty): ReplayStep[] => planReplay(purchases, beginning).machines.flatMap(({ days }) => days.flatMap(({ steps }) => steps));
const tendingOf = (purchases: PurchaseToReplay[], beginning = empty): ReplayStep[] => stepsOf(purchases, beginning).filter((step) => step.do !== 'visit');
const stock = (slot: string, sku: string, left: number, quantity: number): ReplayStep => ({ do: 'stock', slot, sku, left, quantity, maxQuantity: SLOT_UNITS });
const full: Shelf = { slot: '110', sku: 'COLA', left: SLOT_UNITS, priceCents: 150 };

describe('A planned replay', () => {
  it('fills a slot named like the coil, gives it the price of that day where the catalogue has another, and then lets the guest in', () => {
    const purchase = bought([cola, { ...chips, quantity: 2 }], { transaction: '7', method: 'card' });
    expect(stepsOf([purchase])).toEqual([
      stock('110', 'COLA', 0, SLOT_UNITS), stock('121', 'CHIPS', 0, SLOT_UNITS), { do: 'price', slot: '121', priceCents: 175 },
      { do: 'visit', visit: { machineId: 'VM-1', reference: '7', items: [{ slot: '110', quantity: 1 }, { slot: '121', quantity: 2 }], totalCents: 500, method: 'card' } },
    ]);
  });
  it('uses what is in the machine already', () => expect(tendingOf([bought([cola])], holding(full))).toEqual([]));
  it('restocks when a slot has not enough for a visit', () => {
    expect(tendingOf([bought([{ ...cola, quantity: 2 }])], holding({ ...full, left: 1 }))).toEqual([stock('110', 'COLA', 1, SLOT_UNITS - 1)]);
    expect(tendingOf(Array.from({ length: SLOT_UNITS + 1 }, () => bought([cola])), holding(full))).toEqual([stock('110', 'COLA', 0, SLOT_UNITS)]);
  });
  it('makes room for a visit that takes more than a slot usually holds', () =>
    expect(tendingOf([bought([{ ...cola, quantity: 20 }])])).toEqual([{ do: 'stock', slot: '110', sku: 'COLA', left: 0, quantity: 20, maxQuantity: 20 }]));
  it('takes out what is left when another product comes into the slot, which then has the new product\'s price', () =>
    expect(tendingOf([bought([cola]), bought([{ ...chips, coil: '110' }]), bought([{ ...cola, unitPriceCents: 125 }])], holding(full))).toEqual([
      { do: 'empty', slot: '110', left: SLOT_UNITS - 1 }, stock('110', 'CHIPS', 0, SLOT_UNITS), { do: 'price', slot: '110', priceCents: 175 },
      { do: 'empty', slot: '110', left: SLOT_UNITS - 1 }, stock('110', 'COLA', 0, SLOT_UNITS), { do: 'price', slot: '110', priceCents: 125 },
    ]));
  it('changes a price only when the file does', () => {
    const prices = [150, 125, 125, 150].map((unitPriceCents) => bought([{ ...cola, unitPriceCents }]));
    expect(tendingOf(prices, holding(full))).toEqual([{ do: 'price', slot: '110', priceCents: 125 }, { do: 'price', slot: '110', priceCents: 150 }]);
  });
  it('adds up what one visit takes from one slot', () => {
    const [visit] = stepsOf([bought([cola, { ...cola, quantity: 2 }])], holding(full));
    expect(visit).toMatchObject({ do: 'visit', visit: { items: [{ slot: '110', quantity: 3 }] } });
  });
  it('finds another slot when one visit takes two products, or one at two prices, from the same coil', () => {
    const steps = stepsOf([bought([cola, { ...chips, coil: '110' }, { ...cola, unitPriceCents: 100 }])], holding(full));
    expect(steps.at(-1)).toMatchObject({ do: 'visit', visit: { items: [{ slot: '110' }, { slot: '110a' }, { slot: '110b' }] } });
  });
  it.each([['A-1/2', 'A12'], ['', 'X'], ['1234567890', '1234567']])('makes a slot a machine may have of coil %p', (coil, slot) => {
    expect(stepsOf([bought([{ ...cola, coil }])])[0]).toMatchObject({ slot });
  });
  it('goes day by day at each machine and keeps the order within a day', () => {
    const plan = planReplay([bought([cola], { transaction: 'b', day: '2022-01-02' }), bought([cola], { transaction: 'a' }), bought([cola], { transaction: 'c', day: '2022-01-02' }), bought([cola], { transaction: 'd', machineId: 'VM-2' })], empty);
    const order = plan.machines.map(({ machineId, days }) => [machineId, days.map(({ day, steps }) => [day, steps.flatMap((step) => (step.do === 'visit' ? step.visit.reference : []))])]);
    expect(order).toEqual([['VM-1', [['2022-01-01', ['a']], ['2022-01-02', ['b', 'c']]]], ['VM-2', [['2022-01-01', ['d']]]]]);
  });
  it('leaves out what no visit can be, and says why', () => {
    const plan = planReplay([bought([{ ...cola, unitPriceCents: 0 }], { transaction: 'free' }), bought([{ ...cola, quantity: 100 }], { transaction: 'many' })], empty);
    expect(plan).toEqual({ machines: [], skipped: [{ transaction: 'free', reason: 'something in it was free, and a slot has a price' }, { transaction: 'many', reason: 'more than 99 things at once' }] });
  });
});
