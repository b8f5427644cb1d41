/** What the subscription screens ask the server. */
import type { billingPage, cancelSubscription, choosePlan, listInvoices, PlanChange, TestCard } from '@larder/contracts/identity/billing.js';
import type { listPlans } from '@larder/contracts/identity/organization.js';
import type { PlanId } from '@larder/contracts/identity/price-list.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../lib/api.js';

export type OfferedPlan = Out<typeof listPlans>[number];
export type BillingPage = Out<typeof billingPage>;
const pageAt = (pageRef: string) => `/billing/pages/${encodeURIComponent(pageRef)}`;
// The plan is part of what a token says and of what every screen may show.
const all = ['account', 'profile'] as const;

const subscriptionApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<OfferedPlan[], void>({ query: () => ({ url: '/cognito-auth/subscription/plans' }) }),
    invoices: build.query<Out<typeof listInvoices>, void>({ query: () => ({ url: '/auth/subscription/invoices', inPlace: true }), providesTags: ['account'] }),
    planChange: build.query<PlanChange, PlanId>({ query: (planId) => ({ url: '/auth/subscription/preview', query: { planId }, inPlace: true }), providesTags: ['account', 'machines', 'members'], keepUnusedDataFor: 0 }),
    choosePlan: build.mutation<Out<typeof choosePlan>, { newPlan: PlanId; key: string }>({
      query: ({ newPlan, key }) => ({ url: '/subscription/upgrade', method: 'PUT', body: { newPlan }, inPlace: true, key }),
      invalidatesTags: (answer) => (answer && !answer.url ? all : []),
    }),
    cancelSubscription: build.mutation<Out<typeof cancelSubscription>, void>({ query: () => ({ url: '/subscription/cancel', method: 'DELETE', inPlace: true }), invalidatesTags: all }),
    resumeSubscription: build.mutation<Out<typeof cancelSubscription>, void>({ query: () => ({ url: '/auth/subscription/resume', method: 'POST', inPlace: true }), invalidatesTags: all }),
    refreshSubscription: build.mutation<Out<typeof cancelSubscription>['subscription'], void>({ query: () => ({ url: '/auth/subscription/refresh', method: 'POST', inPlace: true }), invalidatesTags: all }),
    paymentMethod: build.mutation<{ url: string }, string>({ query: (returnUrl) => ({ url: '/auth/subscription/payment-method', method: 'POST', body: { returnUrl }, inPlace: true }) }),
    portal: build.mutation<{ url: string }, string>({ query: (returnUrl) => ({ url: '/auth/organization/subscription/portal', method: 'POST', body: { returnUrl }, inPlace: true }) }),
    billingPage: build.query<BillingPage, string>({ query: (pageRef) => ({ url: pageAt(pageRef), inPlace: true }), keepUnusedDataFor: 0 }),
    settlePage: build.mutation<{ returnUrl: string }, { pageRef: string; card: TestCard }>({ query: ({ pageRef, card }) => ({ url: pageAt(pageRef), method: 'POST', body: { card }, inPlace: true }), invalidatesTags: all }),
  }),
});
export const {
  usePlansQuery, useInvoicesQuery, usePlanChangeQuery, useChoosePlanMutation, useCancelSubscriptionMutation, useResumeSubscriptionMutation, useRefreshSubscriptionMutation,
  usePaymentMethodMutation, usePortalMutation, useBillingPageQuery, useSettlePageMutation,
} = subscriptionApi;
