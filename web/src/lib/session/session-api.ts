/** Who is signed in, what they may do, and how this deployment is set up. */
import type { publicSettings } from '@larder/contracts/gateway.js';
import type { accountContext, profile, takeBackEmail, verifyByLink } from '@larder/contracts/identity.js';
import type { organizationEntry } from '@larder/contracts/identity/single-sign-on.js';
import type { In, Out } from '@larder/contracts/request.js';
import { has, roles, type Permission, type Role } from '@larder/contracts/roles.js';
import { api } from '../api.js';
import { readAsOf } from '../time/as-of.js';
import { serverNow } from '../time/server-clock.js';
import { useSignedIn } from './tokens.js';

export type Profile = Out<typeof profile>;

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    profile: build.query<Profile, void>({ query: () => ({ url: '/cognito-auth/profile' }), providesTags: ['profile'] }),
    account: build.query<Out<typeof accountContext>, void>({ query: () => ({ url: '/cognito-auth/account' }), providesTags: ['account'] }),
    entry: build.query<Out<typeof organizationEntry>, string>({ query: (slug) => ({ url: `/auth/organization-entry/${encodeURIComponent(slug)}`, inPlace: true }) }),
    settings: build.query<Out<typeof publicSettings>, void>({ query: () => ({ url: '/settings' }) }),
    resendVerification: build.mutation<unknown, { email: string }>({ query: (body) => ({ url: '/auth/resend-verification', method: 'POST', body, inPlace: true }) }),
    verifyByLink: build.mutation<Out<typeof verifyByLink>, { token: string }>({ query: (body) => ({ url: '/auth/verify-email', method: 'POST', body, inPlace: true }) }),
    takeBackEmail: build.mutation<Out<typeof takeBackEmail>, In<typeof takeBackEmail>>({ query: (body) => ({ url: '/auth/take-back-address', method: 'POST', body, inPlace: true }) }),
    signOut: build.mutation<unknown, void>({ query: () => ({ url: '/cognito-auth/logout', method: 'POST', inPlace: true }) }),
  }),
});
export const { useAccountQuery, useEntryQuery, useResendVerificationMutation, useSettingsQuery, useSignOutMutation, useTakeBackEmailMutation, useVerifyByLinkMutation } = sessionApi;

/** Asked again when the person comes back to the page: meanwhile somebody may have given them another role. */
export const useProfile = () => sessionApi.useProfileQuery(undefined, { skip: !useSignedIn(), refetchOnFocus: true });

/** The role, if it is one we know. */
export const roleOf = (person: Pick<Profile, 'role'> | undefined): Role | undefined => roles.find((role) => role === person?.role);

/** By role; nothing while it is not known who is signed in. */
export function useMaySee(permission: Permission): boolean {
  const role = roleOf(useProfile().data);
  return role !== undefined && has(role, permission);
}

/** By role, and never in a deployment that was started read-only. Undefined while that is not known. */
export function useMayChange(permission: Permission): boolean | undefined {
  const { data: settings } = useSettingsQuery();
  const may = useMaySee(permission);
  // What was cannot be changed; a screen that looks back is rendered anew when its address changes.
  const isNow = readAsOf(new URLSearchParams(location.search), serverNow()) === undefined;
  return settings && may && !settings.readOnly && isNow;
}
