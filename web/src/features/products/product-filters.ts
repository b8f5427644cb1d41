/** What the catalogue is narrowed to and ordered by, and how the address bar spells it. */

const sorts = ['createdAt', 'name', 'price', 'category'] as const;
type SortBy = (typeof sorts)[number];
type Order = 'asc' | 'desc';

export interface ProductFilters {
  search: string;
  category: string;
  /** None: all of them. */
  isActive?: boolean;
  /** Only those that were deleted; else only those that were not. */
  deleted?: true;
  sortBy: SortBy;
  sortOrder: Order;
  page: number;
}

/** The orders on offer; the first is the usual one. */
export const orders = [
  { sortBy: 'createdAt', sortOrder: 'desc', label: 'Newest first' }, { sortBy: 'createdAt', sortOrder: 'asc', label: 'Oldest first' },
  { sortBy: 'name', sortOrder: 'asc', label: 'Name A to Z' }, { sortBy: 'name', sortOrder: 'desc', label: 'Name Z to A' },
  { sortBy: 'price', sortOrder: 'asc', label: 'Price, low to high' }, { sortBy: 'price', sortOrder: 'desc', label: 'Price, high to low' },
  { sortBy: 'category', sortOrder: 'asc', label: 'Category A to Z' }, { sortBy: 'category', sortOrder: 'desc', label: 'Category Z to A' },
] as const;

/** What makes no sense in an address is left out. */
export function readProductFilters(query: URLSearchParams): ProductFilters {
  const page = Number(query.get('page'));
  const isActive = query.get('isActive');
  const { sortBy, sortOrder } = orders.find((one) => one.sortBy === query.get('sortBy') && one.sortOrder === query.get('sortOrder')) ?? orders[0];
  return {
    search: query.get('search') ?? '', category: query.get('category') ?? '', ...((isActive === 'true' || isActive === 'false') && { isActive: isActive === 'true' }), ...(query.get('deleted') === 'true' && { deleted: true as const }),
    sortBy, sortOrder, page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

export function writeProductFilters({ search, category, isActive, deleted, sortBy, sortOrder, page }: ProductFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (category) query.set('category', category);
  if (isActive !== undefined) query.set('isActive', String(isActive));
  if (deleted) query.set('deleted', 'true');
  if (sortBy !== orders[0].sortBy || sortOrder !== orders[0].sortOrder) {
    query.set('sortBy', sortBy);
    query.set('sortOrder', sortOrder);
  }
  if (page > 1) query.set('page', String(page));
  return query;
}

/** A filter changed: back to page 1. */
export const narrowed = (filters: ProductFilters, change: Partial<Omit<ProductFilters, 'page'>>): ProductFilters => ({ ...filters, ...change, page: 1 });

/** Why a list is empty, and what to do about it. */
export function emptyText({ search, category, isActive, deleted }: ProductFilters): string {
  if (search !== '' || category !== '' || isActive !== undefined) return 'No products match your current filters.';
  return deleted ? 'None of your products is deleted.' : 'Add your first product, or import a list of them.';
}
