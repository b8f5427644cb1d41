/** Signing in with e-mail and password. */
import { signIn } from '@larder/contracts/identity.js';
import type { Envelope } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import { browserTokens } from '../../lib/session/tokens.js';

export interface Credentials {
  email: string;
  password: string;
}
export type FieldErrors = Partial<Record<keyof Credentials, string>>;

/** The first complaint about each field; none when they can be sent. */
export function checkCredentials(entered: Credentials): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of signIn.input.safeParse(entered).error?.issues ?? []) {
    const field = path[0] as keyof Credentials;
    errors[field] ??= message;
  }
  return errors;
}

/** Answers why not; undefined once signed in. */
export async function sendCredentials({ email, password }: Credentials): Promise<string | undefined> {
  try {
    const response = await fetch('/api/cognito-auth/auth', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: email.trim(), password }), signal: AbortSignal.timeout(30_000),
    });
    const answer = (await response.json()) as Envelope<Out<typeof signIn>>;
    if (!answer.success || !answer.data) return answer.message || 'An error occurred. Please try again.';
    browserTokens.store(answer.data);
    return undefined;
  } catch {
    return 'Unexpected error during sign in';
  }
}
