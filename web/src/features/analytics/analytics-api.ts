/** What the analytics screen asks the server. */
import type { Grouping, MachinePerformance, SalesOverview, SalesTrends, TaxRates, TopProducts } from '@larder/contracts/analytics.js';
import { api } from '../../lib/api.js';
import type { Range } from './analytics-filters.js';

type Grouped = Range & { groupBy: Grouping };
const at = (what: string) => (query: Range & { groupBy?: Grouping }) => ({ url: `/admin/sales/${what}`, query: { ...query } });

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query<SalesOverview, Grouped>({ query: at('overview'), providesTags: ['sales'] }),
    trends: build.query<SalesTrends, Grouped>({ query: at('trends'), providesTags: ['sales'] }),
    topProducts: build.query<TopProducts, Range>({ query: at('products'), providesTags: ['sales'] }),
    machinePerformance: build.query<MachinePerformance, Range>({ query: at('machines'), providesTags: ['sales'] }),
    taxRates: build.query<TaxRates, Range>({ query: at('taxes'), providesTags: ['sales'] }),
  }),
});
export const { useOverviewQuery, useTrendsQuery, useTopProductsQuery, useMachinePerformanceQuery, useTaxRatesQuery } = analyticsApi;
