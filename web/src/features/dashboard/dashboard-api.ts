/** What the dashboard asks the server. */
import type { listAlerts } from '@larder/contracts/alerts.js';
import type { listProducts } from '@larder/contracts/catalog.js';
import type { listMachines } from '@larder/contracts/fleet.js';
import type { Dashboard } from '@larder/contracts/gateway.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../lib/api.js';
import type { DateRange, Filters } from './filters.js';

type Asked = DateRange & { compare: Filters['comparisonPeriod']; asOf?: string };

const MOST_MACHINES = 8;
const MOST_ALERTS = 5;

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    dashboard: build.query<Dashboard, Asked>({
      query: (asked) => ({ url: '/cognito-auth/dashboard', query: { ...asked } }),
      providesTags: ['sales', 'machines', 'alerts'],
    }),
    machineStatus: build.query<Out<typeof listMachines>, { status: Filters['machineStatus']; asOf?: string }>({
      query: (asked) => ({ url: '/cognito-auth/machines', query: { limit: MOST_MACHINES, sortBy: 'lastPing', sortOrder: 'desc', ...asked } }),
      providesTags: ['machines'],
    }),
    anyProduct: build.query<Out<typeof listProducts>, void>({ query: () => ({ url: '/cognito-auth/products', query: { limit: 1 } }), providesTags: ['products'] }),
    openAlerts: build.query<Out<typeof listAlerts>, { severity: Filters['alertSeverity'] }>({
      query: ({ severity }) => ({ url: '/admin/dashboard/alerts', query: { limit: MOST_ALERTS, isResolved: false, snoozed: false, sortBy: 'createdAt', sortOrder: 'desc', severity } }),
      providesTags: ['alerts'],
    }),
    acknowledge: build.mutation<unknown, string>({
      query: (id) => ({ url: `/admin/dashboard/alerts/${encodeURIComponent(id)}/acknowledge`, method: 'POST', body: {}, inPlace: true }),
      invalidatesTags: (_answer, error) => (error ? [] : ['alerts']),
    }),
  }),
});
export const { useDashboardQuery, useMachineStatusQuery, useAnyProductQuery, useOpenAlertsQuery, useAcknowledgeMutation } = dashboardApi;

export const askedBy = ({ dateRange, comparisonPeriod }: Pick<Filters, 'dateRange' | 'comparisonPeriod'>, asOf?: string): Asked => ({ ...dateRange, compare: comparisonPeriod, ...(asOf && { asOf }) });
