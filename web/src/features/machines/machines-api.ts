/** What the machines screen asks the server. */
import type { listMachines, machineSummary, MachineView, setMachineMode } from '@larder/contracts/fleet.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../lib/api.js';
import type { MachineFilters } from './machine-filters.js';

export const PAGE_SIZE = 12;
export type MachinesPage = Out<typeof listMachines>;
/** What the operator wants of a machine; whether it is online is observed. */
export interface ModeChange {
  id: string;
  status: 'online' | 'maintenance';
  reason?: string;
}

const machinesApi = api.injectEndpoints({
  endpoints: (build) => ({
    machines: build.query<MachinesPage, MachineFilters>({
      query: (filters) => ({ url: '/cognito-auth/machines', query: { limit: PAGE_SIZE, sortBy: 'name', sortOrder: 'asc', ...filters, search: filters.search?.trim() } }),
      providesTags: ['machines'],
    }),
    summary: build.query<Out<typeof machineSummary>, void>({
      query: () => ({ url: '/cognito-auth/machines/summary' }),
      providesTags: ['machines'],
    }),
    machine: build.query<MachineView, string>({
      query: (id) => ({ url: `/cognito-auth/machines/${encodeURIComponent(id)}` }),
      providesTags: ['machines'],
    }),
    setMode: build.mutation<Out<typeof setMachineMode>, ModeChange & { shown: MachineFilters }>({
      query: ({ id, status, reason }) => ({ url: `/cognito-auth/machines/${encodeURIComponent(id)}/status`, method: 'PUT', body: { status, ...(reason && { reason }) } }),
      // Shown at once; the server's own view follows, or what was there before if it refused.
      async onQueryStarted({ id, status, shown }, { dispatch, queryFulfilled }) {
        const patch = dispatch(machinesApi.util.updateQueryData('machines', shown, (page) => {
          const machine = page.machines.find((one) => one.machineId === id);
          if (machine) machine.status = status === 'online' && !machine.isOnline ? 'offline' : status;
        }));
        await queryFulfilled.catch(() => patch.undo());
      },
      invalidatesTags: (_answer, error) => (error ? [] : ['machines']),
    }),
  }),
});
export const { useMachinesQuery, useSummaryQuery, useMachineQuery, useSetModeMutation } = machinesApi;
