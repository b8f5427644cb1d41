/** The names of all machines, for fields that narrow to one. */
import type { listMachines } from '@larder/contracts/fleet.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../api.js';
import type { NamedMachine } from './named-machines.js';
import { readAll } from '../read-all.js';

const machineNamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** In their order. */
    machineNames: build.query<NamedMachine[], void>({
      async queryFn(_, _api, _options, ask) {
        const read = await readAll<'machines', NamedMachine, Out<typeof listMachines>>(ask, { url: '/cognito-auth/machines', query: { sortBy: 'name', sortOrder: 'asc' } }, 'machines');
        return 'error' in read ? read : { data: read.data.machines.map(({ machineId, name }) => ({ machineId, name })) };
      },
      providesTags: ['machines'],
    }),
  }),
});
export const { useMachineNamesQuery } = machineNamesApi;
