/** What narrows the list, in which order it comes, and how it looks. */
import { machineStatus } from '@larder/contracts/fleet.js';
import { AppstoreOutlined, BarsOutlined, EnvironmentOutlined, SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { capitalized } from '../../../lib/format.js';
import { Fold } from '../../../ui/fold.js';
import { useSettled } from '../../../ui/use-settled.js';
import { sortLabels, sorts, type ListLook, type MachineFilters } from '../machine-filters.js';

const statusLabel = (status: NonNullable<MachineFilters['status']>): string => (status === 'pending_setup' ? 'Pending Setup' : capitalized(status));
const statusOptions = [{ value: '', label: 'All statuses' }, ...machineStatus.options.map((value) => ({ value, label: statusLabel(value) }))];
const sortOptions = sorts.map((value) => ({ value, label: sortLabels[value] }));
const looks: { value: ListLook; label: string; icon: ReactNode }[] = [
  { value: 'table', label: 'Table', icon: <BarsOutlined /> }, { value: 'grid', label: 'Grid', icon: <AppstoreOutlined /> }, { value: 'map', label: 'Map', icon: <EnvironmentOutlined /> },
];

export function FilterBar({ filters, onFilters }: { filters: MachineFilters; onFilters(filters: MachineFilters): void }) {
  const id = useId();
  const change = (what: Partial<MachineFilters>) => onFilters({ ...filters, page: 1, ...what });
  const [search, setSearch] = useSettled(filters.search ?? '', (text) => change({ search: text }));
  const isAscending = filters.sortOrder === 'asc';
  return (
    <div className="filter-bar">
      <label htmlFor={`${id}s`}>Search<Input id={`${id}s`} allowClear maxLength={100} placeholder="Name, ID or address" value={search} onChange={(event) => setSearch(event.target.value)} /></label>
      <Fold title="Filters" summary={narrowedTo(filters)}>
        <label htmlFor={`${id}t`}>Status<Select id={`${id}t`} value={filters.status ?? ''} options={statusOptions} onChange={(status) => change({ status: (status || undefined) as MachineFilters['status'] })} /></label>
        <span className="sorting">
          <label htmlFor={`${id}o`}>Sort by<Select id={`${id}o`} value={filters.sortBy} options={sortOptions} onChange={(sortBy) => change({ sortBy })} /></label>
          <Button icon={isAscending ? <SortAscendingOutlined /> : <SortDescendingOutlined />} aria-label={isAscending ? 'Ascending: turn round' : 'Descending: turn round'} onClick={() => change({ sortOrder: isAscending ? 'desc' : 'asc' })} />
        </span>
      </Fold>
      <Segmented className="looks" aria-label="View" options={looks} value={filters.look} onChange={(look) => change({ look })} />
    </div>
  );
}

const narrowedTo = ({ status, sortBy, sortOrder }: MachineFilters): string => [status && statusLabel(status), `${sortLabels[sortBy]}, ${sortOrder === 'asc' ? 'ascending' : 'descending'}`].filter(Boolean).join(' · ');
