import { askOf, readMachineFilters, writeMachineFilters } from './machine-filters.js';

const read = (query: string) => readMachineFilters(new URLSearchParams(query));

describe('the screen of machines', () => {
  it('begins with a table of the newest first', () => expect(read('')).toEqual({ sortBy: 'createdAt', sortOrder: 'desc', look: 'table', page: 1 }));

  it.each(['', 'search=lobby&status=pending_setup&sort=name&order=asc&view=grid&page=2', 'view=map', 'sort=revenue'])('comes back as it was: %s', (query) => {
    expect(writeMachineFilters(read(query)).toString()).toBe(query);
  });

  it('ignores what makes no sense', () => expect(read('status=x&sort=x&order=x&view=x&page=-1')).toEqual(read('')));

  it('asks for a page of the list, and for everything on the map', () => {
    expect(askOf(read('search=%20lobby%20&page=2'))).toEqual({ search: 'lobby', sortBy: 'createdAt', sortOrder: 'desc', page: 2, limit: 12 });
    expect(askOf(read('view=grid&page=2'))).toMatchObject({ page: 2, limit: 12 });
    expect(askOf(read('view=map&page=2'))).toMatchObject({ page: 1, limit: 1000 });
  });
});
