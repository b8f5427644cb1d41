/** What the list of machines is narrowed to, and how the address bar spells it. */
import { machineStatus } from '@larder/contracts/fleet.js';

export interface MachineFilters {
  search?: string;
  status?: (typeof machineStatus.options)[number];
  page: number;
}

export function readMachineFilters(query: URLSearchParams): MachineFilters {
  const search = query.get('search');
  const status = machineStatus.safeParse(query.get('status')).data;
  const page = Number(query.get('page'));
  return { ...(search && { search }), ...(status && { status }), page: Number.isInteger(page) && page > 1 ? page : 1 };
}

export function writeMachineFilters({ search, status, page }: MachineFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (status) query.set('status', status);
  if (page > 1) query.set('page', String(page));
  return query;
}
