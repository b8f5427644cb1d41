/** What an invitation's link can do. */
import type { acceptInvitation, invitationOf, joinByInvitation } from '@larder/contracts/identity/organization.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../lib/api.js';

export type Invitation = Out<typeof invitationOf>;
const at = (token: string) => `/auth/invitations/${encodeURIComponent(token)}`;

const invitationApi = api.injectEndpoints({
  endpoints: (build) => ({
    invitation: build.query<Invitation, string>({ query: (token) => ({ url: at(token), inPlace: true }) }),
    join: build.mutation<Out<typeof joinByInvitation>, { token: string; firstName: string; lastName: string; password: string }>({
      query: ({ token, ...body }) => ({ url: at(token), method: 'POST', body, inPlace: true }),
    }),
    accept: build.mutation<Out<typeof acceptInvitation>, { token: string; leaves?: string }>({
      query: ({ token, ...body }) => ({ url: `${at(token)}/accept`, method: 'POST', body, inPlace: true }),
      invalidatesTags: (_answer, error) => (error ? [] : ['profile', 'account']),
    }),
  }),
});
export const { useInvitationQuery, useJoinMutation, useAcceptMutation } = invitationApi;
