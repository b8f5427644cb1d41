/** What people ask about themselves. */
import type { changeEmail, changeProfile, confirmEmail, makeRecoveryCodes, Session } from '@larder/contracts/identity.js';
import type { In, Out } from '@larder/contracts/request.js';
import { api } from '../../lib/api.js';

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeNames: build.mutation<Out<typeof changeProfile>, In<typeof changeProfile>>({
      query: (body) => ({ url: '/cognito-auth/profile', method: 'PUT', body, inPlace: true }),
      invalidatesTags: (_, error) => (error ? [] : ['profile', 'account', 'members']),
    }),
    changeEmail: build.mutation<Out<typeof changeEmail>, In<typeof changeEmail>>({ query: (body) => ({ url: '/cognito-auth/profile/email', method: 'POST', body, inPlace: true }) }),
    confirmEmail: build.mutation<Out<typeof confirmEmail>, In<typeof confirmEmail>>({
      query: (body) => ({ url: '/cognito-auth/profile/email/confirm', method: 'POST', body, inPlace: true }),
      invalidatesTags: (_, error) => (error ? [] : ['profile', 'account', 'members']),
    }),
    makeRecoveryCodes: build.mutation<Out<typeof makeRecoveryCodes>, In<typeof makeRecoveryCodes>>({
      query: (body) => ({ url: '/cognito-auth/profile/recovery-codes', method: 'POST', body, inPlace: true }),
      invalidatesTags: (_, error) => (error ? [] : ['profile']),
    }),
    deleteLogin: build.mutation<unknown, { email: string }>({ query: (body) => ({ url: '/cognito-auth/profile', method: 'DELETE', body, inPlace: true }) }),
    sessions: build.query<Session[], void>({ query: () => ({ url: '/auth/sessions' }), providesTags: ['sessions'] }),
    endSession: build.mutation<unknown, string>({ query: (id) => ({ url: `/auth/sessions/${encodeURIComponent(id)}`, method: 'DELETE', inPlace: true }), invalidatesTags: ['sessions'] }),
    signOutEverywhere: build.mutation<unknown, void>({ query: () => ({ url: '/auth/sign-out-everywhere', method: 'POST', inPlace: true }) }),
  }),
});
export const { useChangeEmailMutation, useChangeNamesMutation, useConfirmEmailMutation, useMakeRecoveryCodesMutation, useDeleteLoginMutation, useSessionsQuery, useEndSessionMutation, useSignOutEverywhereMutation } = profileApi;
