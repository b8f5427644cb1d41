/** What the organization and team screens ask the server. */
import type { ApiKey, issueApiKey, listApiKeys } from '@larder/contracts/identity/api-keys.js';
import type { accountUsage } from '@larder/contracts/identity.js';
import type { changeAccount, changeRole, foundOrganization, inviteMember, listMembers, subscription, TeamMember } from '@larder/contracts/identity/organization.js';
import type { setSingleSignOn, singleSignOn } from '@larder/contracts/identity/single-sign-on.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Role } from '@larder/contracts/roles.js';
import { api } from '../../lib/api.js';

const SINGLE_SIGN_ON = '/cognito-auth/account/single-sign-on';
const memberAt = (userId: string) => `/auth/organization/members/${encodeURIComponent(userId)}`;
const unless = <T>(error: unknown, tags: T[]): T[] => (error ? [] : tags);

const organizationApi = api.injectEndpoints({
  endpoints: (build) => ({
    usage: build.query<Out<typeof accountUsage>, void>({ query: () => ({ url: '/auth/organization/usage' }), providesTags: ['account', 'machines', 'sales', 'members'] }),
    subscription: build.query<Out<typeof subscription>, void>({ query: () => ({ url: '/cognito-auth/subscription' }), providesTags: ['account'] }),
    members: build.query<TeamMember[], void>({
      query: () => ({ url: '/cognito-auth/account/members' }),
      transformResponse: ({ members }: Out<typeof listMembers>) => members,
      providesTags: ['members'],
    }),
    apiKeys: build.query<ApiKey[], void>({
      query: () => ({ url: '/cognito-auth/account/api-keys' }),
      transformResponse: ({ keys }: Out<typeof listApiKeys>) => keys,
      // Those of a member who is removed end with them.
      providesTags: ['apiKeys', 'members'],
    }),
    issueApiKey: build.mutation<Out<typeof issueApiKey>, In<typeof issueApiKey> & { key: string }>({
      query: ({ key, ...body }) => ({ url: '/cognito-auth/account/api-keys', method: 'POST', body, inPlace: true, key }),
      invalidatesTags: ['apiKeys'],
    }),
    revokeApiKey: build.mutation<unknown, string>({
      query: (keyId) => ({ url: `/cognito-auth/account/api-keys/${encodeURIComponent(keyId)}`, method: 'DELETE', inPlace: true }),
      invalidatesTags: ['apiKeys'],
    }),
    singleSignOn: build.query<Out<typeof singleSignOn>, void>({ query: () => ({ url: SINGLE_SIGN_ON }), providesTags: ['singleSignOn'] }),
    setSingleSignOn: build.mutation<Out<typeof singleSignOn>, In<typeof setSingleSignOn>>({ query: (body) => ({ url: SINGLE_SIGN_ON, method: 'PUT', body, inPlace: true }), invalidatesTags: (_, error) => unless(error, ['singleSignOn']) }),
    dropSingleSignOn: build.mutation<unknown, void>({ query: () => ({ url: SINGLE_SIGN_ON, method: 'DELETE', inPlace: true }), invalidatesTags: (_, error) => unless(error, ['singleSignOn']) }),
    changeAccount: build.mutation<Out<typeof changeAccount>, In<typeof changeAccount>>({
      query: (body) => ({ url: '/cognito-auth/account', method: 'PUT', body, inPlace: true }),
      invalidatesTags: (_, error) => unless(error, ['account', 'profile']),
    }),
    found: build.mutation<Out<typeof foundOrganization>, In<typeof foundOrganization>>({
      query: (body) => ({ url: '/cognito-auth/account', method: 'POST', body, inPlace: true }),
      invalidatesTags: (_, error) => unless(error, ['account', 'profile']),
    }),
    invite: build.mutation<Out<typeof inviteMember>, { email: string; role: Role }>({
      query: (body) => ({ url: '/cognito-auth/account/members/invite', method: 'POST', body, inPlace: true }),
      invalidatesTags: (_, error) => unless(error, ['members']),
    }),
    resendInvitation: build.mutation<unknown, string>({
      query: (userId) => ({ url: `${memberAt(userId)}/resend-invitation`, method: 'POST', inPlace: true }),
      invalidatesTags: (_, error) => unless(error, ['members']),
    }),
    revokeInvitation: build.mutation<unknown, string>({
      query: (userId) => ({ url: `/auth/organization/invitations/${encodeURIComponent(userId)}`, method: 'DELETE', inPlace: true }),
      invalidatesTags: ['members'],
    }),
    removeMember: build.mutation<unknown, string>({
      query: (userId) => ({ url: memberAt(userId), method: 'DELETE', inPlace: true }),
      invalidatesTags: ['members'],
    }),
    changeRole: build.mutation<Out<typeof changeRole>, { userId: string; role: Role; was: Role }>({
      query: ({ userId, ...body }) => ({ url: memberAt(userId), method: 'PUT', body, inPlace: true }),
      // One's own role may be the one that changed.
      invalidatesTags: ['members', 'profile', 'account'],
    }),
    resetSecondFactor: build.mutation<unknown, string>({ query: (userId) => ({ url: `${memberAt(userId)}/reset-second-factor`, method: 'POST', inPlace: true }), invalidatesTags: ['members'] }),
    demandNewPassword: build.mutation<unknown, string>({ query: (userId) => ({ url: `${memberAt(userId)}/demand-new-password`, method: 'POST', inPlace: true }) }),
  }),
});
export const {
  useUsageQuery, useSubscriptionQuery, useMembersQuery, useApiKeysQuery, useIssueApiKeyMutation, useRevokeApiKeyMutation, useChangeAccountMutation, useFoundMutation, useInviteMutation, useResendInvitationMutation,
  useSingleSignOnQuery, useSetSingleSignOnMutation, useDropSingleSignOnMutation,
  useRevokeInvitationMutation, useRemoveMemberMutation, useChangeRoleMutation, useDemandNewPasswordMutation, useResetSecondFactorMutation,
} = organizationApi;
