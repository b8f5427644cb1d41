/** What the setup of machines asks the server. */
import type { addSetupProfile, listSetupProfiles, renewSetupCode, SetupProfile } from '@larder/contracts/fleet/setup.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../../lib/api.js';
import { usePolling } from '../../../lib/live/live.js';

interface ProfileToAdd {
  machineId: string;
  name: string;
  location: { address: string };
  wifiSSID: string;
  wifiPassword: string;
  wifiOpen?: true;
  isResetup?: true;
  originalMachineId?: string;
}
type AddedProfile = Out<typeof addSetupProfile>;
type Renewed = Out<typeof renewSetupCode>;

const AT = '/cognito-auth/setup-profiles';
const at = (setupId: string, what = '') => `${AT}/${encodeURIComponent(setupId)}${what}`;

const setupApi = api.injectEndpoints({
  endpoints: (build) => ({
    setupProfiles: build.query<Out<typeof listSetupProfiles>, void>({ query: () => ({ url: AT }), providesTags: ['machines'] }),
    addProfile: build.mutation<AddedProfile, { profile: ProfileToAdd; key: string }>({
      query: ({ profile, key }) => ({ url: AT, method: 'POST', body: profile, inPlace: true, key }),
      invalidatesTags: (_, error) => (error ? [] : ['machines']),
    }),
    renewCode: build.mutation<Renewed, string>({
      query: (setupId) => ({ url: at(setupId, '/claim-code'), method: 'POST', body: {}, inPlace: true }),
      invalidatesTags: ['machines'],
    }),
    deleteProfile: build.mutation<unknown, string>({
      query: (setupId) => ({ url: at(setupId), method: 'DELETE', inPlace: true }),
      invalidatesTags: ['machines'],
    }),
  }),
});
export const { useSetupProfilesQuery, useAddProfileMutation, useRenewCodeMutation, useDeleteProfileMutation } = setupApi;

/** The open profile of a machine, while there is one. */
export const useProfileOf = (machineId: string): SetupProfile | undefined => useSetupProfilesQuery(undefined, usePolling()).currentData?.profiles.find((profile) => profile.machineId === machineId);
