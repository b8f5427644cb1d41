/** What the machines screen asks the server. */
import type { listProducts } from '@larder/contracts/catalog.js';
import type { Coordinates, listMachines, machineSummary, MachineTimeline, MachineView, setMachineMode } from '@larder/contracts/fleet.js';
import type { adjustSlot, restockMachine } from '@larder/contracts/fleet/slots.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Pace } from '@larder/contracts/fleet/pace.js';
import type { SalesSummary } from '@larder/contracts/sales.js';
import { api, type ApiFailure } from '../../lib/api.js';
import { MOST_AT_ONCE, readAll } from '../../lib/read-all.js';
import type { MachinesAsk } from './machine-filters.js';

type MachinesPage = Out<typeof listMachines>;
/** What the operator wants of a machine; whether it is online is observed. */
interface ModeChange {
  id: string;
  status: 'online' | 'maintenance';
  reason?: string;
}

export const TIMELINE_PAGE_SIZE = 15;

/** What is left out stays. `version`: what the change was made on. */
interface MachineChange {
  machineId: string;
  version: number;
  name: string;
  location: { address: string; floor: string; coordinates?: Coordinates };
  timeZone: string;
  onlyCorrected?: boolean;
}

interface InSlot {
  machineId: string;
  slot: string;
}
interface Stocking {
  machineId: string;
  productId: string;
  /** The one that holds the product, else the next free one. */
  slot?: string;
  quantity: number;
  bestBefore?: string;
  /** The one the slot has, when missing. `wasMaxQuantity`: the one that another is set on. */
  maxQuantity?: number;
  wasMaxQuantity?: number;
  /** The same for the same units, however often it is sent. */
  key: string;
}

const at = (machineId: string, what = '') => `/cognito-auth/machines/${encodeURIComponent(machineId)}${what}`;
const slotAt = ({ machineId, slot }: InSlot, what = '') => at(machineId, `/inventory/${encodeURIComponent(slot)}${what}`);
/** A refusal is no reason to ask again, except that somebody was faster: then what is shown is old. */
const unlessRefused = (_answer: unknown, error: unknown) => (error && (error as Partial<ApiFailure>).status !== 409 ? [] : ['machines' as const]);

const machinesApi = api.injectEndpoints({
  endpoints: (build) => ({
    machines: build.query<MachinesPage, MachinesAsk>({
      async queryFn(query, _api, _options, ask) {
        const asked = { url: '/cognito-auth/machines', query: { ...query } };
        if (query.limit >= MOST_AT_ONCE) return readAll(ask, asked, 'machines');
        const { data, error } = await ask({ ...asked, lists: 'machines' });
        return error ? { error } : { data: data as MachinesPage };
      },
      providesTags: ['machines'],
    }),
    summary: build.query<Out<typeof machineSummary>, void>({
      query: () => ({ url: '/cognito-auth/machine-summary' }),
      providesTags: ['machines'],
    }),
    changeMachine: build.mutation<{ machine: MachineView }, MachineChange>({
      query: ({ machineId, ...body }) => ({ url: at(machineId), method: 'PUT', body, inPlace: true }),
      invalidatesTags: (_, error) => (error ? [] : ['machines', 'alerts']),
    }),
    locateMachine: build.mutation<{ machine: MachineView }, { machineId: string; coordinates: Coordinates | null; version: number }>({
      query: ({ machineId, ...body }) => ({ url: at(machineId, '/location'), method: 'PUT', body, inPlace: true }),
      invalidatesTags: unlessRefused,
    }),
    deleteMachine: build.mutation<unknown, string>({
      query: (machineId) => ({ url: at(machineId), method: 'DELETE', inPlace: true }),
      invalidatesTags: (_, error) => (error ? [] : ['machines', 'account', 'alerts']),
    }),
    setTax: build.mutation<unknown, { machineId: string; taxBasisPoints: number; was: number }>({
      query: ({ machineId, ...body }) => ({ url: at(machineId, '/tax'), method: 'PUT', body, inPlace: true }),
      invalidatesTags: unlessRefused,
    }),
    machine: build.query<MachineView, { id: string; asOf?: string | undefined }>({
      query: ({ id, asOf }) => ({ url: at(id), query: { asOf } }),
      providesTags: ['machines', 'sales'],
    }),
    machinePace: build.query<Pace[], string | undefined>({
      query: (machineId) => ({ url: '/cognito-auth/machine-pace', query: { machineId } }),
    }),
    machineTimeline: build.query<MachineTimeline, { machineId: string; page: number }>({
      query: ({ machineId, page }) => ({ url: at(machineId, '/timeline'), query: { page, limit: TIMELINE_PAGE_SIZE } }),
      providesTags: ['machines'],
    }),
    machineSales: build.query<SalesSummary, { machineId: string; startDate: string; endDate: string; asOf?: string | undefined }>({
      query: (query) => ({ url: '/admin/sales/comparison', query }),
      providesTags: ['sales'],
    }),
    stockable: build.query<Out<typeof listProducts>, void>({
      queryFn: (_, _api, _options, ask) => readAll(ask, { url: '/cognito-auth/products', query: { isActive: true, sortBy: 'name', sortOrder: 'asc' } }, 'products'),
      providesTags: ['products'],
    }),
    stockSlot: build.mutation<{ machine: MachineView }, Stocking>({
      query: ({ machineId, key, ...body }) => ({ url: at(machineId, '/inventory'), method: 'POST', body, key, inPlace: true }),
      invalidatesTags: unlessRefused,
    }),
    restockMachine: build.mutation<{ machine: MachineView }, Omit<In<typeof restockMachine>, 'id'> & { machineId: string; key: string }>({
      query: ({ machineId, key, ...body }) => ({ url: at(machineId, '/restock'), method: 'POST', body, key, inPlace: true }),
      invalidatesTags: unlessRefused,
    }),
    layOut: build.mutation<{ machine: MachineView }, { machineId: string; like: string }>({
      query: ({ machineId, ...body }) => ({ url: at(machineId, '/planogram'), method: 'POST', body, inPlace: true }),
      invalidatesTags: unlessRefused,
    }),
    adjustSlot: build.mutation<{ machine: MachineView }, InSlot & Omit<In<typeof adjustSlot>, 'id' | 'slot'> & { key: string }>({
      query: ({ machineId, slot, key, ...body }) => ({ url: slotAt({ machineId, slot }, '/adjust'), method: 'POST', body, key, inPlace: true }),
      invalidatesTags: unlessRefused,
    }),
    clearSlot: build.mutation<{ machine: MachineView }, InSlot & { productId: string }>({
      query: ({ productId, ...where }) => ({ url: slotAt(where), method: 'DELETE', body: { productId }, inPlace: true }),
      invalidatesTags: unlessRefused,
    }),
    setMode: build.mutation<Out<typeof setMachineMode>, ModeChange & { shown: MachinesAsk }>({
      query: ({ id, status, reason }) => ({ url: at(id, '/status'), method: 'PUT', body: { status, ...(reason && { reason }) } }),
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
export const {
  useMachinesQuery, useSummaryQuery, useChangeMachineMutation, useLocateMachineMutation, useDeleteMachineMutation, useMachineQuery, useMachineTimelineQuery, useMachinePaceQuery, useMachineSalesQuery, useStockableQuery, useSetTaxMutation, useSetModeMutation, useStockSlotMutation, useRestockMachineMutation, useLayOutMutation, useAdjustSlotMutation, useClearSlotMutation,
} = machinesApi;
