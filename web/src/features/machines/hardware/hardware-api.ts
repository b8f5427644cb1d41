/** What the hardware panel asks the server. */
import type { controlDevice, DeviceOrderView, listOrders } from '@larder/contracts/device.js';
import type { getHardware } from '@larder/contracts/hardware.js';
import type { In, Out } from '@larder/contracts/request.js';
import { api } from '../../../lib/api.js';

export type Command = DeviceOrderView['command'];

const hardwareApi = api.injectEndpoints({
  endpoints: (build) => ({
    hardware: build.query<Out<typeof getHardware>, string>({ query: (machineId) => ({ url: `/hardware/status/${encodeURIComponent(machineId)}` }), providesTags: ['machines'] }),
    orders: build.query<Out<typeof listOrders>, string>({ query: (machineId) => ({ url: `/hardware/control/${encodeURIComponent(machineId)}`, query: { limit: 5 } }), providesTags: ['machines'] }),
    control: build.mutation<Out<typeof controlDevice>, In<typeof controlDevice>>({
      query: (body) => ({ url: '/hardware/control', method: 'POST', body, inPlace: true }),
      invalidatesTags: (_, error) => (error ? [] : ['machines']),
    }),
  }),
});
export const { useHardwareQuery, useOrdersQuery, useControlMutation } = hardwareApi;
