/** The filters above the catalogue, and its order. */
import { Input, Select } from 'antd';
import { useId } from 'react';
import { Fold } from '../../ui/fold.js';
import { useSettled } from '../../ui/use-settled.js';
import { narrowed, orders, type ProductFilters } from './product-filters.js';
import { useCategoriesQuery } from './products-api.js';

const activeOptions = [{ value: '', label: 'All products' }, { value: 'true', label: 'Active' }, { value: 'false', label: 'Inactive' }];
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
        <label htmlFor={`${id}a`}>Status<Select id={`${id}a`} value={filters.isActive === undefined ? '' : String(filters.isActive)} options={activeOptions} onChange={(value) => narrow({ isActive: value === '' ? undefined : value === 'true' })} /></label>
        <label htmlFor={`${id}o`}>Sort by<Select id={`${id}o`} value={`${filters.sortBy} ${filters.sortOrder}`} options={orderOptions} onChange={order} /></label>
      </Fold>
    </div>
  );
}

/** How it is ordered is always said. */
const narrowedTo = ({ category, isActive, sortBy, sortOrder }: ProductFilters): string =>
  [category, isActive === undefined ? '' : isActive ? 'Active' : 'Inactive', orders.find((one) => one.sortBy === sortBy && one.sortOrder === sortOrder)?.label].filter(Boolean).join(' · ');
