/** The filters above the catalogue, and its order. */
import { Input, Select } from 'antd';
import { useId } from 'react';
import { Fold } from '../../ui/fold.js';
import { useSettled } from '../../ui/use-settled.js';
import { narrowed, orders, type ProductFilters } from './product-filters.js';
import { useCategoriesQuery } from './products-api.js';

const statuses = { all: {}, active: { isActive: true }, inactive: { isActive: false }, deleted: { deleted: true } } as const;
type Status = keyof typeof statuses;
const statusOptions: { value: Status; label: string }[] = [{ value: 'all', label: 'All products' }, { value: 'active', label: 'Active' }, { value: 'inactive', label: 'Inactive' }, { value: 'deleted', label: 'Deleted' }];
const orderOptions = orders.map(({ sortBy, sortOrder, label }) => ({ value: `${sortBy} ${sortOrder}`, label }));

export function ProductFilterBar({ filters, onFilters }: { filters: ProductFilters; onFilters(filters: ProductFilters): void }) {
  const id = useId();
  const { data: categories = [] } = useCategoriesQuery();
  const narrow = (change: Parameters<typeof narrowed>[1]) => onFilters(narrowed(filters, change));
  const [search, setSearch] = useSettled(filters.search, (text) => narrow({ search: text }));
  const known = [...new Set([...categories, ...(filters.category ? [filters.category] : [])])];
  const order = (value: string) => {
    const chosen = orders.find((one) => `${one.sortBy} ${one.sortOrder}` === value);
    if (chosen) narrow({ sortBy: chosen.sortBy, sortOrder: chosen.sortOrder });
  };
  return (
    <div className="filter-bar">
      <label htmlFor={`${id}s`}>Search<Input id={`${id}s`} allowClear maxLength={100} placeholder="Name or SKU" value={search} onChange={(event) => setSearch(event.target.value)} /></label>
      <Fold title="Filters" summary={narrowedTo(filters)}>
        <label htmlFor={`${id}c`}>Category<Select id={`${id}c`} showSearch value={filters.category} options={[{ value: '', label: 'All categories' }, ...known.map((value) => ({ value, label: value }))]} onChange={(category) => narrow({ category })} /></label>
        <label htmlFor={`${id}a`}>Status<Select id={`${id}a`} value={statusOf(filters)} options={statusOptions} onChange={(status) => narrow({ isActive: undefined, deleted: undefined, ...statuses[status] })} /></label>
        <label htmlFor={`${id}o`}>Sort by<Select id={`${id}o`} value={`${filters.sortBy} ${filters.sortOrder}`} options={orderOptions} onChange={order} /></label>
      </Fold>
    </div>
  );
}

const statusOf = ({ isActive, deleted }: Pick<ProductFilters, 'isActive' | 'deleted'>): Status => (deleted ? 'deleted' : isActive === undefined ? 'all' : isActive ? 'active' : 'inactive');

/** How it is ordered is always said. */
const narrowedTo = ({ category, sortBy, sortOrder, ...status }: ProductFilters): string =>
  [category, statusOf(status) === 'all' ? '' : statusOptions.find(({ value }) => value === statusOf(status))?.label, orders.find((one) => one.sortBy === sortBy && one.sortOrder === sortOrder)?.label].filter(Boolean).join(' · ');
