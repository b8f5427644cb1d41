import type { ProductView } from '@larder/contracts/catalog.js';
import { complaintsOf, entryOf, formOf } from './product-entry.js';

const right = { ...entryOf(undefined), sku: 'COLA-033', name: 'Cola', category: 'Drinks', price: '2.75', cost: '0.80', weight: '350', allergens: 'milk;soy' };

describe('The product form', () => {
  it('sends what was entered', () => {
    expect(formOf(right)).toEqual({ sku: 'COLA-033', name: 'Cola', category: 'Drinks', price: 2.75, cost: 0.8, weight: 350, isActive: true, allergens: ['milk', 'soy'], taxRate: null });
  });

  it('sends a tax rate of its own, and no tax is one, too', () => {
    expect(['8,25', '0', ' '].map((taxRate) => formOf({ ...right, taxRate }).taxRate)).toEqual([8.25, 0, null]);
    expect(['51', '-1', '1.005', 'much'].map((taxRate) => complaintsOf({ ...right, taxRate }, 'USD').taxRate)).toEqual(['Tax must be at most 50%', 'Tax cannot be negative', 'Tax can have at most 2 decimals', 'Tax must be a number']);
  });

  it('takes a comma for a point, which is all that some phones have', () => {
    expect(formOf({ ...right, price: '2,75', cost: '0,8' })).toEqual(formOf(right));
  });

  it('of a product shows just what it is, so saving it unchanged changes nothing', () => {
    const cola: ProductView = { id: 'p', _id: 'p', createdAt: '', profitPerUnit: 1, profitMargin: 1, totalSales30d: 0, totalRevenue30d: 0, version: 1, ...formOf(right), imageUrl: 'https://img.example/cola.png' };
    expect(entryOf({ ...cola, price: 2.5, cost: 0.5 })).toMatchObject({ price: '2.50', cost: '0.50' });
    expect(formOf(entryOf(cola))).toEqual({ ...formOf(right), imageUrl: cola.imageUrl });
  });

  it('asks for everything that is needed', () => {
    expect(complaintsOf(entryOf(undefined), 'USD')).toEqual({ sku: 'SKU is required', name: 'Name is required', category: 'Category is required', price: 'Price is required', cost: 'Cost is required', weight: 'Weight is required' });
  });

  it.each([
    [{ sku: 'C' }, 'SKU must be at least 2 characters'], [{ sku: 'C'.repeat(21) }, 'SKU cannot exceed 20 characters'], [{ sku: 'CO LA' }, 'SKU can only contain letters, numbers, hyphens, and underscores'],
    [{ name: 'x'.repeat(101) }, 'Name cannot exceed 100 characters'], [{ category: 'x'.repeat(51) }, 'Category cannot exceed 50 characters'],
    [{ price: '0' }, 'Price must be a positive number'], [{ price: '-2', cost: '-3' }, 'Price must be a positive number'], [{ price: '2.501' }, 'Price can have at most 2 decimals'], [{ price: '1000' }, 'Price cannot exceed $999.99'], [{ price: 'two' }, 'Price must be a number'], [{ price: '2.755' }, 'Price can have at most 2 decimals'],
    [{ cost: '-1' }, 'Cost cannot be negative'], [{ cost: '2.76' }, 'Cost cannot be greater than price'],
    [{ weight: '1.5' }, 'Weight must be a whole number (no decimals)'], [{ weight: '0' }, 'Weight must be between 1 and 5000 grams'], [{ weight: '5001' }, 'Weight must be between 1 and 5000 grams'],
    [{ imageUrl: 'http://img.example/x.png' }, 'Image address must begin with https://'],
  ])('%j: %s', (wrong, sentence) => {
    const field = Object.keys(wrong)[0] as keyof typeof right;
    expect(complaintsOf({ ...right, ...wrong }, 'USD')[field]).toBe(sentence);
  });

  it('names its limits in the currency of the organization', () => {
    expect(complaintsOf({ ...right, price: '1000', cost: '1000' }, 'EUR')).toEqual({ price: 'Price cannot exceed €999.99', cost: 'Cost cannot exceed €999.99' });
  });

  it('says that the cost is above the price while other fields are still empty', () => {
    expect(complaintsOf({ ...entryOf(undefined), price: '1', cost: '2' }, 'USD')).toMatchObject({ cost: 'Cost cannot be greater than price', name: 'Name is required' });
  });
});
