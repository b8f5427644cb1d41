/** Makes the sign-in client that this deployment asks for. */
import type { SignInWay } from '@larder/contracts/identity.js';
import type { AuthClient, HostedSignIn } from './auth-client.js';
import { cognitoSignIn } from './cognito-client.js';

export function authClientOf(ways: readonly SignInWay[]): AuthClient {
  const direct = ways.find((way) => way.kind === 'cognito');
  const hosted = ways.find((way) => way.kind === 'oidc');
  return { ...(direct && { direct: cognitoSignIn(direct) }), ...(hosted && { hosted: oidcSignIn(hosted) }) };
}

function oidcSignIn(way: Extract<SignInWay, { kind: 'oidc' }>): HostedSignIn {
  const client = () => import('./oidc-client.js');
  return {
    way,
    begin: async (returnTo, email, elsewhere) => (await client()).begin(way, returnTo, email, elsewhere),
    finish: async (url) => (await client()).finish(way, url),
    end: async (idToken) => (await client()).end(way, idToken),
  };
}
