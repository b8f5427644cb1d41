/** The ways in at this deployment, for the pages around signing in. */
import { useMemo } from 'react';
import type { AuthClient } from './auth-client.js';
import { authClientOf } from './sign-in-ways.js';
import { useSettingsQuery } from './session-api.js';

/** Undefined while the deployment's settings are not known. */
export function useAuthClient(): AuthClient | undefined {
  const { data } = useSettingsQuery();
  return useMemo(() => data && authClientOf(data.signIn), [data]);
}
