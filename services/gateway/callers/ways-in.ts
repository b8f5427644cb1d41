/** How browsers sign in here, and whom they have to talk to for it. */
import { z } from 'zod';
import { signInWays, type SignInWay } from '@larder/contracts/identity.js';
import type { Settings } from '@larder/kit/settings.js';

/** The settings' ways, or our own two. Throws when the setting cannot be read. */
export function waysIn({ SIGN_IN, PUBLIC_URL, PORT }: Pick<Settings, 'SIGN_IN' | 'PUBLIC_URL' | 'PORT'>): SignInWay[] {
  if (SIGN_IN) return readWays(SIGN_IN);
  const url = PUBLIC_URL ?? `http://localhost:${PORT}`;
  return [
    // The region is part of a pool's name and means nothing here.
    { kind: 'cognito', endpoint: `${url}/cognito`, userPoolId: 'us-east-1_larder', clientId: 'larder-web' },
    { kind: 'oidc', authority: `${url}/idp`, clientId: 'larder-web', scope: 'openid profile email aws.cognito.signin.user.admin' },
  ];
}

function readWays(text: string): SignInWay[] {
  try {
    return z.array(signInWays).min(1).parse(JSON.parse(text));
  } catch (error) {
    throw new Error('Settings: SIGN_IN: is not a list of ways to sign in (kind cognito with userPoolId and clientId, or kind oidc with authority, clientId and scope)', { cause: error });
  }
}

/** Origins outside that a browser asks while signing in, for the pages' security policy. */
export function originsOf(ways: readonly SignInWay[]): string[] {
  const origins = ways.map((way) => new URL(way.kind === 'oidc' ? way.authority : (way.endpoint ?? `https://cognito-idp.${way.userPoolId.split('_')[0]}.amazonaws.com`)).origin);
  return [...new Set(origins)];
}
