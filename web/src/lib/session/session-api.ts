/** Who is signed in, what they may do, and how this deployment is set up. */
import type { publicSettings } from '@larder/contracts/gateway.js';
import type { profile } from '@larder/contracts/identity.js';
import type { Out } from '@larder/contracts/request.js';
import { has, roles, type Permission } from '@larder/contracts/roles.js';
import { api } from '../api.js';
import { useSignedIn } from './tokens.js';

export type Profile = Out<typeof profile>;

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    profile: build.query<Profile, void>({ query: () => ({ url: '/cognito-auth/profile' }), providesTags: ['profile'] }),
    settings: build.query<Out<typeof publicSettings>, void>({ query: () => ({ url: '/settings' }) }),
    signOut: build.mutation<unknown, void>({ query: () => ({ url: '/cognito-auth/logout', method: 'POST' }) }),
  }),
});
export const { useSignOutMutation } = sessionApi;

export const useProfile = () => sessionApi.useProfileQuery(undefined, { skip: !useSignedIn() });

/** By role; nothing while it is not known who is signed in. */
function useMaySee(permission: Permission): boolean {
  const { data } = useProfile();
  return data !== undefined && roles.includes(data.role) && has(data.role, permission);
}

/** By role, and never in a deployment that was started read-only. Undefined while that is not known. */
export function useMayChange(permission: Permission): boolean | undefined {
  const { data: settings } = sessionApi.useSettingsQuery();
  const may = useMaySee(permission);
  return settings && may && !settings.readOnly;
}
