/** Whether somebody gets an e-mail when an alert is raised. */
import type { getAlertRules } from '@larder/contracts/alert-rules.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from './api.js';

const anybodyToldApi = api.injectEndpoints({
  endpoints: (build) => ({
    isAnybodyTold: build.query<boolean, void>({
      query: () => ({ url: '/admin/alert-rules' }),
      transformResponse: ({ rules: { steps, notify } }: Out<typeof getAlertRules>) => steps.length > 0 && notify.length > 0,
      providesTags: ['alerts'],
    }),
  }),
});
export const { useIsAnybodyToldQuery } = anybodyToldApi;
