/** Renews the sign-in where it came from. The clients are loaded only then. */
import type { Refreshed } from './authorize.js';
import { browserTokens } from './tokens.js';

export async function refresh(refreshToken: string): Promise<Refreshed> {
  const way = browserTokens.way();
  if (way?.kind === 'oidc') return (await import('./oidc-client.js')).renew(way, { idToken: browserTokens.read('idToken') ?? '', accessToken: browserTokens.read('accessToken') ?? '', refreshToken });
  return (await import('./cognito-calls.js')).refreshTokens(way, refreshToken);
}
