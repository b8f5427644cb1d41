import type { MachineView } from '@larder/contracts/fleet.js';
import { additionErrors, changeTo, countHint, FILL_ALL, freeSlots, parHint, slotNote, spelled, unitsOf } from './slot-forms.js';

describe('adding a product to a machine', () => {
  it('wants a product, a quantity and a maximum, both above zero', () => {
    expect(additionErrors({ product: '', slot: '', quantity: '0', maxQuantity: '10' })).toEqual({ product: FILL_ALL, quantity: FILL_ALL });
    expect(additionErrors({ product: 'p1', slot: ' A1 ', quantity: '3', maxQuantity: '' })).toEqual({ maxQuantity: FILL_ALL });
    expect(additionErrors({ product: 'p1', slot: '', quantity: '3', maxQuantity: '10' })).toEqual({});
    expect(additionErrors({ product: 'p1', slot: 'A-1', quantity: '3', maxQuantity: '10' })).toEqual({ slot: 'Slot can only contain letters and numbers' });
  });

  it('says what becomes of it in the slot that was named', () => {
    const at = (slot: string, id: string, quantity: number) => ({ slot, quantity, maxQuantity: 10, product: { id, name: id } }) as MachineView['inventory'][number];
    const machine = { inventory: [at('A1', 'Cola', 3), at('A2', 'Water', 0)], sensorSlots: ['A1', 'A2', 'A3'] };
    const note = (slot: string) => slotNote({ slot, product: 'Bar' }, machine);
    expect(['', 'a1', 'A2', 'A3', 'B7'].map(note)).toEqual([
      'Empty: the slot that holds this product already, else the next free one.', 'A1 holds 3 of Cola: please take that out first.', 'A2 is empty, and held Water.', 'It goes into A3.', 'The machine has no sensor for B7: what guests take there is not charged.',
    ]);
    expect(slotNote({ slot: 'A1', product: 'Cola' }, machine)).toBe('It goes into A1.');
    expect(slotNote({ slot: 'Z9', product: 'Bar' }, { inventory: [] })).toBe('It goes into Z9.');
    expect([freeSlots(machine), spelled(' a3', machine), spelled('b7', machine)]).toEqual([['A3'], 'A3', 'b7']);
  });

  it.each(['-1', '1.5', '1e2', 'three', '1000'])('does not take %s for a number of units', (text) => expect(unitsOf(text)).toBeUndefined());
});

it('a count becomes the difference to what was thought to be there, which may have been below zero', () => {
  expect([changeTo('4', 6), changeTo('0', -1), changeTo('6', 6), changeTo('', 6)]).toEqual([-2, 1, 0, undefined]);
});

it('says of the par level when a slot is low, by the organization\'s own rule', () => expect(parHint(35)).toBe('What the slot is filled up to. It is low at 35% of that.'));

it('a count of a machine that may have more to report says so', () => {
  const machine = { name: 'Lobby', isOnline: false, lastSeen: '2026-03-01T12:00:00.000Z' };
  expect(countHint(machine)).toMatch(/^Lobby is not connected\..* is not reported yet is in this count/);
  expect([countHint({ ...machine, isOnline: true }), countHint({ ...machine, lastSeen: null })]).toEqual([undefined, undefined]);
});
