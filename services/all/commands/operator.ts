/** An operator at the API: signs in with e-mail and password, and a code where one is asked for; renews the sign-in when the hour of a token is over. */
import type { Envelope } from '@larder/contracts/reply.js';

export interface Operator {
  /** The answer's data; rejects with the server's sentence when it refuses. */
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

interface Answer<T> {
  status: number;
  body: Envelope<T>;
}

interface Tokens {
  idToken: string;
  refreshToken: string;
}

/** Rejects with a sentence when nobody answers at `url` or the credentials are wrong. `askCode`: asked where this person signs in in two steps. */
export async function signIn(url: string, email: string, password: string, askCode = (): Promise<string> => Promise.reject(new Error('A code is asked for'))): Promise<Operator> {
  const enter = async (code?: string): Promise<Tokens> => {
    const answer = await send<Tokens & { code?: string }>(url, 'POST', '/api/cognito-auth/auth', { email, password, ...(code !== undefined && { code }) });
    return code === undefined && answer.body.data?.code === 'SecondFactorRequired' ? enter(await askCode()) : dataOf(answer);
  };
  let tokens = await enter();
  const renewed = async (): Promise<Tokens> => {
    const answer = await send<Tokens>(url, 'POST', '/api/cognito-auth/refresh', { refreshToken: tokens.refreshToken });
    return answer.body.success ? dataOf(answer) : enter();
  };
  return {
    async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await send<T>(url, method, path, body, tokens.idToken);
      if (answer.status !== 401) return dataOf(answer);
      tokens = await renewed();
      return dataOf(await send<T>(url, method, path, body, tokens.idToken));
    },
  };
}

async function send<T>(url: string, method: string, path: string, body?: unknown, token?: string): Promise<Answer<T>> {
  const response = await fetch(`${url}${path}`, {
    method, body: body === undefined ? undefined : JSON.stringify(body),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
  }).catch((error: unknown) => {
    throw new Error(`Nobody answers at ${url}`, { cause: error });
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as Envelope<T> };
  } catch (error) {
    throw new Error(`${url}${path} answers ${response.status}, but not as Larder does`, { cause: error });
  }
}

function dataOf<T>({ status, body }: Answer<T>): T {
  if (!body.success || body.data === undefined) throw new Error(body.message ?? body.error ?? `Refused with status ${status}`);
  return body.data;
}
