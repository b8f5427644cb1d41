/** What the analytics screen asks the server. */
import type { Grouping, MachinePerformance, SalesHours, SalesOverview, SalesTrends, TaxRates, TopProducts } from '@larder/contracts/sales/analytics.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import type { KeptReport } from '@larder/contracts/sales/kept-reports.js';
import type { CustomReport, ReportBy } from '@larder/contracts/sales/reports.js';
import type { MonthLetterStanding } from '@larder/contracts/sales/month-letters.js';
import { api } from '../../lib/api.js';
import type { Range } from './analytics-filters.js';

type Grouped = Range & { groupBy: Grouping };
const KEPT_REPORTS = '/admin/sales/reports';
const MONTH_LETTER = '/admin/sales/month-letter';
const at = (what: string) => (query: Range & { groupBy?: Grouping; by?: ReportBy; split?: ReportBy }) => ({ url: `/admin/sales/${what}`, query: { ...query } });

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query<SalesOverview, Grouped>({ query: at('overview'), providesTags: ['sales'] }),
    trends: build.query<SalesTrends, Grouped>({ query: at('trends'), providesTags: ['sales'] }),
    topProducts: build.query<TopProducts, Range>({ query: at('products'), providesTags: ['sales'] }),
    machinePerformance: build.query<MachinePerformance, Range>({ query: at('machines'), providesTags: ['sales', 'machines'] }),
    hours: build.query<SalesHours, Range>({ query: at('hours'), providesTags: ['sales'] }),
    taxRates: build.query<TaxRates, Range>({ query: at('taxes'), providesTags: ['sales'] }),
    losses: build.query<SalesLosses, Grouped>({ query: at('losses'), providesTags: ['sales', 'machines'] }),
    report: build.query<CustomReport, Range & { by: ReportBy; split?: ReportBy }>({ query: at('report'), providesTags: ['sales', 'machines'] }),
    keptReports: build.query<{ reports: readonly KeptReport[] }, void>({ query: () => ({ url: KEPT_REPORTS, inPlace: true }), providesTags: ['reports'] }),
    keepReport: build.mutation<{ report: KeptReport }, Pick<KeptReport, 'name' | 'by' | 'split' | 'columns'> & { key: string }>({ query: ({ key, ...body }) => ({ url: KEPT_REPORTS, method: 'POST', body, key, inPlace: true }), invalidatesTags: ['reports'] }),
    dropReport: build.mutation<unknown, string>({ query: (reportId) => ({ url: `${KEPT_REPORTS}/${reportId}`, method: 'DELETE', inPlace: true }), invalidatesTags: ['reports'] }),
    monthLetter: build.query<MonthLetterStanding, void>({ query: () => ({ url: MONTH_LETTER, inPlace: true }), providesTags: ['account'] }),
    setMonthLetter: build.mutation<MonthLetterStanding, { wanted: boolean }>({
      query: (body) => ({ url: MONTH_LETTER, method: 'PUT', body, inPlace: true }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(analyticsApi.util.upsertQueryData('monthLetter', undefined, answer.data));
      },
    }),
  }),
});
export const { useOverviewQuery, useTrendsQuery, useTopProductsQuery, useMachinePerformanceQuery, useHoursQuery, useTaxRatesQuery, useLossesQuery, useReportQuery, useKeptReportsQuery, useKeepReportMutation, useDropReportMutation, useMonthLetterQuery, useSetMonthLetterMutation } = analyticsApi;
