/** What the hardware panel asks the server. */
import type { configureDevice, controlDevice, DeviceOrderView, getConfiguration, listOrders, listUnread } from '@larder/contracts/device.js';
import type { getDevicePrices } from '@larder/contracts/device/device-prices.js';
import type { getHardware } from '@larder/contracts/device/hardware.js';
import type { In, Out } from '@larder/contracts/request.js';
import { api } from '../../../lib/api.js';
import { asFailure } from '../../../lib/failure-text.js';

export type Command = DeviceOrderView['command'];

const hardwareApi = api.injectEndpoints({
  endpoints: (build) => ({
    hardware: build.query<Out<typeof getHardware>, string>({ query: (machineId) => ({ url: `/hardware/status/${encodeURIComponent(machineId)}` }), providesTags: ['machines'] }),
    orders: build.query<Out<typeof listOrders>, string>({ query: (machineId) => ({ url: `/hardware/control/${encodeURIComponent(machineId)}`, query: { limit: 5 } }), providesTags: ['machines'] }),
    control: build.mutation<Out<typeof controlDevice>, In<typeof controlDevice> & { key?: string }>({
      query: ({ key, ...body }) => ({ url: '/hardware/control', method: 'POST', body, inPlace: true, ...(key && { key }) }),
      invalidatesTags: (_, error) => (error ? [] : ['machines']),
    }),
    configuration: build.query<Out<typeof getConfiguration>, string>({ query: (machineId) => ({ url: `/hardware/configuration/${encodeURIComponent(machineId)}` }), providesTags: ['machines'] }),
    devicePrices: build.query<Out<typeof getDevicePrices>, string>({ query: (machineId) => ({ url: `/hardware/prices/${encodeURIComponent(machineId)}` }), providesTags: ['machines'] }),
    unread: build.query<Out<typeof listUnread>, string>({ query: (machineId) => ({ url: `/hardware/unread/${encodeURIComponent(machineId)}` }), providesTags: ['machines'] }),
    configure: build.mutation<Out<typeof configureDevice>, In<typeof configureDevice>>({
      query: ({ machineId, ...body }) => ({ url: `/hardware/configuration/${encodeURIComponent(machineId)}`, method: 'PUT', body, inPlace: true }),
      invalidatesTags: (_, error) => (error && asFailure(error)?.code !== 'CONFLICT' ? [] : ['machines']),
    }),
  }),
});
export const { useConfigurationQuery, useConfigureMutation, useDevicePricesQuery, useHardwareQuery, useOrdersQuery, useControlMutation, useUnreadQuery } = hardwareApi;
