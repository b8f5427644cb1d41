import { additionErrors, changeTo, countHint, FILL_ALL, parHint, unitsOf } from './slot-forms.js';

describe('adding a product to a machine', () => {
  it('wants a product, a quantity and a maximum, both above zero', () => {
    expect(additionErrors({ product: '', quantity: '0', maxQuantity: '10' })).toEqual({ product: FILL_ALL, quantity: FILL_ALL });
    expect(additionErrors({ product: 'p1', quantity: '3', maxQuantity: '' })).toEqual({ maxQuantity: FILL_ALL });
    expect(additionErrors({ product: 'p1', quantity: '3', maxQuantity: '10' })).toEqual({});
  });

  it.each(['-1', '1.5', '1e2', 'three', '1000'])('does not take %s for a number of units', (text) => expect(unitsOf(text)).toBeUndefined());
});

it('a count becomes the difference to what was thought to be there, which may have been below zero', () => {
  expect([changeTo('4', 6), changeTo('0', -1), changeTo('6', 6), changeTo('', 6)]).toEqual([-2, 1, 0, undefined]);
});

it('says of the par level when a slot is low, by the organization\'s own rule', () => expect(parHint(35)).toBe('What the slot is filled up to. It is low at 35% of that.'));

it('a count of a machine that may have more to report says so', () => {
  const machine = { name: 'Lobby', isOnline: false, lastSeen: '2026-03-01T12:00:00.000Z' };
  expect(countHint(machine)).toMatch(/^Lobby is not connected\..* comes off this count when it is back/);
  expect([countHint({ ...machine, isOnline: true }), countHint({ ...machine, lastSeen: null })]).toEqual([undefined, undefined]);
});
