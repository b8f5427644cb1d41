/** What the alerts screen asks the server. */
import type { getAlertRules, setAlertRules, ShownRules } from '@larder/contracts/alert-rules.js';
import type { AlertStats, AlertStory, AlertView, listAlerts } from '@larder/contracts/alerts.js';
import type { In, Out } from '@larder/contracts/request.js';
import { api } from '../../lib/api.js';
import type { AlertFilters } from './alert-filters.js';

export const PAGE_SIZE = 10;
const ALERTS = '/admin/dashboard/alerts';
const RULES = '/admin/alert-rules';

/** What people do about an alert, by the last part of its address, and what goes with it. */
export type Deed = { id: string } & (
  | { what: 'acknowledge'; body: { note?: string } }
  | { what: 'assign'; body: { userId: string | null } }
  | { what: 'snooze'; body: { until: string; reason?: string } }
  | { what: 'return'; body: object }
  | { what: 'resolve' | 'reopen'; body: { reason: string } }
);

const alertsApi = api.injectEndpoints({
  endpoints: (build) => ({
    alerts: build.query<Out<typeof listAlerts>, AlertFilters>({
      query: (filters) => ({ url: ALERTS, query: { limit: PAGE_SIZE, sortBy: 'createdAt', sortOrder: 'desc', ...filters } }),
      providesTags: ['alerts'],
    }),
    alert: build.query<AlertStory, string>({ query: (id) => ({ url: `${ALERTS}/${encodeURIComponent(id)}` }), providesTags: ['alerts'] }),
    alertStats: build.query<AlertStats, { startDate?: string; endDate?: string } | void>({
      query: (period) => ({ url: `${ALERTS}/stats`, query: { ...period } }),
      providesTags: ['alerts'],
    }),
    doAlert: build.mutation<{ alert: AlertView }, Deed>({
      query: ({ id, what, body }) => ({ url: `${ALERTS}/${encodeURIComponent(id)}/${what}`, method: 'POST', body, inPlace: true }),
      invalidatesTags: (_answer, error) => (error ? [] : ['alerts']),
    }),
    alertRules: build.query<ShownRules, void>({
      query: () => ({ url: RULES, inPlace: true }),
      transformResponse: ({ rules }: Out<typeof getAlertRules>) => rules,
      keepUnusedDataFor: 0,
    }),
    setAlertRules: build.mutation<Out<typeof setAlertRules>, In<typeof setAlertRules>>({
      query: (body) => ({ url: RULES, method: 'PUT', body, inPlace: true }),
      invalidatesTags: (_answer, error) => (error ? [] : ['alerts', 'machines']),
    }),
  }),
});
export const { useAlertsQuery, useAlertQuery, useAlertStatsQuery, useDoAlertMutation, useAlertRulesQuery, useSetAlertRulesMutation } = alertsApi;
