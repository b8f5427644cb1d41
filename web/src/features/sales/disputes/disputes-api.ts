/** What the disputes screen asks the server. */
import type { approveDispute, DisputeView, listDisputes } from '@larder/contracts/vending/disputes.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../../lib/api.js';

export const PAGE_SIZE = 20;
export type Shown = 'open' | 'decided';
export interface DisputeFilters {
  show: Shown;
  page: number;
}
interface Decision {
  id: string;
  approve: boolean;
  /** A decimal; approvals only. */
  amount?: number;
  reason?: string;
  key: string;
}

const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    disputes: build.query<Out<typeof listDisputes>, DisputeFilters>({
      query: ({ show, page }) => ({ url: '/admin/sales/disputes', query: { open: show === 'open', page, limit: PAGE_SIZE } }),
      providesTags: ['sales'],
    }),
    decide: build.mutation<Out<typeof approveDispute>, Decision>({
      query: ({ id, approve, key, ...body }) => ({ url: `/admin/sales/disputes/${encodeURIComponent(id)}/${approve ? 'approve' : 'decline'}`, method: 'POST', body, key, inPlace: true }),
      // Also when it was refused: somebody else may have decided.
      invalidatesTags: ['sales'],
    }),
  }),
});
export const { useDisputesQuery, useDecideMutation } = disputesApi;
export type { DisputeView };
