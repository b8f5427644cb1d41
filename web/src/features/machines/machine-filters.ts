/** What the screen of machines shows, and how the address bar spells it. */
import { listMachines, machineStatus } from '@larder/contracts/fleet.js';
import type { In } from '@larder/contracts/request.js';
import { MOST_AT_ONCE } from '../../lib/read-all.js';

export type SortBy = In<typeof listMachines>['sortBy'];
const listLooks = ['table', 'grid', 'map'] as const;
export type ListLook = (typeof listLooks)[number];

export interface MachineFilters {
  search?: string;
  status?: (typeof machineStatus.options)[number];
  sortBy: SortBy;
  sortOrder: 'asc' | 'desc';
  look: ListLook;
  page: number;
}

export const sortLabels: Record<SortBy, string> = { createdAt: 'Date added', name: 'Name', machineId: 'Machine ID', status: 'Status', location: 'Location', lastPing: 'Last seen', revenue: 'Revenue' };
export const sorts = Object.keys(sortLabels) as SortBy[];
const usual: Pick<MachineFilters, 'sortBy' | 'sortOrder' | 'look'> = { sortBy: 'createdAt', sortOrder: 'desc', look: 'table' };

export function readMachineFilters(query: URLSearchParams): MachineFilters {
  const search = query.get('search');
  const status = machineStatus.safeParse(query.get('status')).data;
  const page = Number(query.get('page'));
  return {
    ...(search && { search }), ...(status && { status }),
    sortBy: sorts.find((sort) => sort === query.get('sort')) ?? usual.sortBy, sortOrder: query.get('order') === 'asc' ? 'asc' : usual.sortOrder,
    look: listLooks.find((look) => look === query.get('view')) ?? usual.look, page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

export function writeMachineFilters({ search, status, sortBy, sortOrder, look, page }: MachineFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (status) query.set('status', status);
  if (sortBy !== usual.sortBy) query.set('sort', sortBy);
  if (sortOrder !== usual.sortOrder) query.set('order', sortOrder);
  if (look !== usual.look) query.set('view', look);
  if (page > 1) query.set('page', String(page));
  return query;
}

const PAGE_SIZE = 12;
/** What the server is asked. */
export interface MachinesAsk {
  search?: string;
  status?: MachineFilters['status'];
  sortBy: SortBy;
  sortOrder: 'asc' | 'desc';
  page: number;
  limit: number;
}
/** The map and the restock list show all that are found. */
export const ALL_BY_NAME: MachinesAsk = { sortBy: 'name', sortOrder: 'asc', page: 1, limit: MOST_AT_ONCE };
export function askOf({ look, search, page, ...rest }: MachineFilters): MachinesAsk {
  const text = search?.trim();
  return { ...rest, ...(text && { search: text }), ...(look === 'map' ? { page: 1, limit: MOST_AT_ONCE } : { page, limit: PAGE_SIZE }) };
}
