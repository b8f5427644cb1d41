/** The plain calls of Amazon Cognito's JSON protocol, which our direct endpoint speaks too. */
import { troubleText, type SignInWay } from '@larder/contracts/identity.js';
import type { Envelope } from '@larder/contracts/reply.js';
import { within } from '../patience.js';
import type { Refreshed } from './authorize.js';
import type { Tokens } from './tokens.js';

export type CognitoWay = Extract<SignInWay, { kind: 'cognito' }>;
/** What went wrong, in the words of the screen. */
export interface Trouble {
  trouble: string;
  /** The provider's, without `Exception` at its end; none when there was no answer at all. */
  code?: string;
}
type Send = (path: string, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 30_000;

export const isTrouble = (answer: object): answer is Trouble => 'trouble' in answer;

export const troubleOf = (code: string | undefined, message: string | undefined, unexpected: string): Trouble =>
  code === undefined || code === 'NetworkError' ? { trouble: unexpected } : { trouble: troubleText(code, message), code: code.replace(/Exception$/, '') };

/** The pool's own address when the settings name none. */
const endpointOf = ({ endpoint, userPoolId }: CognitoWay): string => endpoint ?? `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/`;

/** @param unexpected the sentence for a failure that has no code */
export async function operate<T extends object>(way: CognitoWay, operation: string, body: object, unexpected = 'An error occurred. Please try again.', send: Send = fetch): Promise<T | Trouble> {
  try {
    return await within(TIMEOUT_MS, async (signal) => {
      const response = await send(endpointOf(way), {
        method: 'POST', body: JSON.stringify(body), signal,
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
      });
      const answer = (await response.json().catch(() => ({}))) as T & { __type?: string; message?: string };
      return response.ok ? answer : troubleOf(answer.__type?.split('#').pop(), answer.message, unexpected);
    });
  } catch {
    return { trouble: unexpected };
  }
}

interface Authenticated {
  AuthenticationResult?: { IdToken: string; AccessToken: string; RefreshToken?: string };
}

/** Without a way, the sign-in was made at our own API. */
export async function refreshTokens(way: CognitoWay | undefined, refreshToken: string, send: Send = fetch): Promise<Refreshed> {
  if (!way) return refreshAtApi(refreshToken, send);
  const answer = await operate<Authenticated>(way, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId: way.clientId, AuthParameters: { REFRESH_TOKEN: refreshToken } }, undefined, send);
  if (isTrouble(answer)) return answer.code === 'NotAuthorized' || answer.code === 'UserNotFound' ? 'refused' : 'unreachable';
  const { AuthenticationResult: result } = answer;
  return result ? { idToken: result.IdToken, accessToken: result.AccessToken, refreshToken: result.RefreshToken ?? refreshToken } : 'unreachable';
}

async function refreshAtApi(refreshToken: string, send: Send): Promise<Refreshed> {
  try {
    return await within(TIMEOUT_MS, async (signal) => {
      const response = await send('/api/cognito-auth/refresh', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ refreshToken }), signal });
      if (!response.ok) return response.status >= 500 || response.status === 429 ? 'unreachable' : 'refused';
      return ((await response.json()) as Envelope<Tokens>).data ?? 'unreachable';
    });
  } catch {
    return 'unreachable';
  }
}
