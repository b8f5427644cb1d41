import { emptyText, narrowed, readProductFilters, writeProductFilters } from './product-filters.js';

const read = (text: string) => readProductFilters(new URLSearchParams(text));
const usual = { search: '', category: '', sortBy: 'createdAt', sortOrder: 'desc', page: 1 };

describe('the address of the catalogue', () => {
  it.each(['', 'search=cola&category=Drinks&isActive=false&sortBy=price&sortOrder=asc&page=3', 'isActive=true', 'deleted=true', 'search=50%25+off%26more'])('says what is shown, and reads back the same: %s', (text) => {
    expect(writeProductFilters(read(text)).toString()).toBe(text);
  });
  it('leaves out what makes no sense', () => {
    expect(read('isActive=maybe&deleted=perhaps&sortBy=colour&sortOrder=asc&page=-2')).toEqual(usual);
  });
  it('begins at the first page when a filter changes', () => {
    expect(narrowed(read('page=4'), { category: 'Snacks' })).toEqual({ ...usual, category: 'Snacks' });
  });
  it.each([
    ['page=4&sortBy=name&sortOrder=asc', 'Add your first product, or import a list of them.'],
    ['isActive=true', 'No products match your current filters.'],
    ['deleted=true', 'None of your products is deleted.'],
    ['deleted=true&search=cola', 'No products match your current filters.'],
  ])('says of an empty list why there is nothing: %s', (text, says) => {
    expect(emptyText(read(text))).toBe(says);
  });
});
