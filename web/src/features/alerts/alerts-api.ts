/** What the alerts screen asks the server. */
import type { alertStats, listAlerts, resolveAlert } from '@larder/contracts/alerts.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../lib/api.js';
import type { AlertFilters } from './alert-filters.js';

export const PAGE_SIZE = 10;

const alertsApi = api.injectEndpoints({
  endpoints: (build) => ({
    alerts: build.query<Out<typeof listAlerts>, AlertFilters>({
      query: (filters) => ({ url: '/admin/dashboard/alerts', query: { limit: PAGE_SIZE, sortBy: 'createdAt', sortOrder: 'desc', ...filters } }),
      providesTags: ['alerts'],
    }),
    alertStats: build.query<Out<typeof alertStats>, void>({
      query: () => ({ url: '/admin/dashboard/alerts/stats' }),
      providesTags: ['alerts'],
    }),
    resolveAlert: build.mutation<Out<typeof resolveAlert>, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: `/admin/dashboard/alerts/${encodeURIComponent(id)}/resolve`, method: 'POST', body: { reason } }),
      invalidatesTags: (_answer, error) => (error ? [] : ['alerts']),
    }),
  }),
});
export const { useAlertsQuery, useAlertStatsQuery, useResolveAlertMutation } = alertsApi;
