/** What the pages around signing in say. */

export const EMAIL_CONFIRMED = 'Email confirmed successfully! You can now sign in.';
export const CODE_RESENT = 'Confirmation code resent! Please check your email.';
/** The `error` of an address that a session's end leads to. */
const SESSION_EXPIRED = 'session_expired';

export interface Arrival {
  title?: string;
  text: string;
}

const sentences = new Map(Object.entries({
  auth_failed: 'Sign in failed. Please check your credentials and try again.',
  timeout: 'The sign in process timed out. This can happen if the connection is slow. Please try again.',
  callback_failed: 'There was a problem completing your sign in. Please try signing in again.',
  access_denied: 'Access was denied. If you cancelled the sign in, you can try again.',
  invalid_request: 'There was a technical issue with the sign in request. Please try again.',
  server_error: 'The identity provider is having issues. Please try again in a moment.',
  temporarily_unavailable: 'The authentication service is temporarily unavailable. Please try again in a few minutes.',
}));

/** Why somebody was sent to the sign-in page. @param code the `error` of the address; null when there is none */
export function arrivalOf(code: string | null): Arrival | undefined {
  if (code === null) return undefined;
  if (code === SESSION_EXPIRED) return { text: 'Your session has expired. Please log in again to continue.' };
  return { title: 'Sign in failed', text: sentences.get(code) ?? 'An unexpected error occurred during sign in. Please try again or contact support if the problem persists.' };
}
