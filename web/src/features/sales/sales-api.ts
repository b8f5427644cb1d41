/** What the sales screen asks the server. */
import type { BlackBox, Purchase } from '@larder/contracts/vending/black-box.js';
import type { Out } from '@larder/contracts/request.js';
import type { ImportReport, listImports, listSales, refundSale, startImport } from '@larder/contracts/sales.js';
import { api } from '../../lib/api.js';
import type { SalesFilters } from './sales-filters.js';

export const PAGE_SIZE = 20;
const PAST_IMPORTS = 20;
export type SalesPage = Out<typeof listSales>;
export interface ImportOrder {
  fileName: string;
  csv: string;
  /** Only say what would happen. */
  dryRun: boolean;
  timeZone: string;
}

interface RefundOrder {
  id: string;
  /** A decimal; all that is left when missing. */
  amount?: number;
  reason: string;
  /** The same for the same refund, however often it is sent. */
  key: string;
}

const saleAt = (id: string) => `/admin/sales/${encodeURIComponent(id)}`;

const salesApi = api.injectEndpoints({
  endpoints: (build) => ({
    sales: build.query<SalesPage, SalesFilters>({
      query: ({ timeframe, ...filters }) => ({ url: '/admin/sales', query: { limit: PAGE_SIZE, ...filters, machineId: filters.machineId.trim(), timeframe: timeframe === 'all' ? undefined : timeframe } }),
      providesTags: ['sales'],
    }),
    purchase: build.query<Purchase, string>({ query: (id) => ({ url: saleAt(id) }), providesTags: ['sales'] }),
    blackBox: build.query<BlackBox, string>({ query: (id) => ({ url: `${saleAt(id)}/timeline` }), providesTags: ['sales'] }),
    refund: build.mutation<Out<typeof refundSale>, RefundOrder>({
      query: ({ id, key, ...body }) => ({ url: `${saleAt(id)}/refund`, method: 'POST', body, key, inPlace: true }),
      invalidatesTags: ['sales'],
    }),
    startImport: build.mutation<Out<typeof startImport>, ImportOrder>({
      query: (body) => ({ url: '/admin/sales/import', method: 'POST', body }),
    }),
    /** Those that were run before. */
    pastImports: build.query<Out<typeof listImports>, void>({ query: () => ({ url: '/admin/sales/import', query: { limit: PAST_IMPORTS } }), keepUnusedDataFor: 0 }),
    import: build.query<ImportReport, string>({
      query: (importId) => ({ url: `/admin/sales/import/${encodeURIComponent(importId)}` }),
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useSalesQuery, usePurchaseQuery, useBlackBoxQuery, useRefundMutation, useStartImportMutation, usePastImportsQuery } = salesApi;

export const evidenceAt = (id: string) => `${saleAt(id)}/evidence`;

const IMPORT_POLL_MS = 500;

/** How far an import has come, asked again until it has ended. */
export function useImportReport(importId: string | undefined): { report?: ImportReport; error?: unknown } {
  const { useQueryState, useQuerySubscription } = salesApi.endpoints.import;
  const skip = importId === undefined;
  const { currentData: report, error } = useQueryState(importId ?? '', { skip });
  const ended = report !== undefined && report.state !== 'running';
  useQuerySubscription(importId ?? '', { skip, pollingInterval: ended ? 0 : IMPORT_POLL_MS });
  return { report, error };
}
