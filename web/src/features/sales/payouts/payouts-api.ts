/** What the payouts screen asks the server. */
import type { listPayouts } from '@larder/contracts/vending/payouts.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../../lib/api.js';

export const PAGE_SIZE = 20;
export type PayoutsPage = Out<typeof listPayouts>;

const payoutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    payouts: build.query<PayoutsPage, number>({ query: (page) => ({ url: '/admin/sales/payouts', query: { page, limit: PAGE_SIZE } }), providesTags: ['sales'] }),
  }),
});
export const { usePayoutsQuery } = payoutsApi;
