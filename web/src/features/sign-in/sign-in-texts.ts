/** What the sign-in page says when somebody was sent there with an error. */

const sentences: Record<string, string> = {
  auth_failed: 'Sign in failed. Please check your credentials and try again.',
  timeout: 'The sign in process timed out. This can happen if the connection is slow. Please try again.',
  callback_failed: 'There was a problem completing your sign in. Please try signing in again.',
  access_denied: 'Access was denied. If you cancelled the sign in, you can try again.',
  invalid_request: 'There was a technical issue with the sign in request. Please try again.',
  server_error: 'The identity provider is having issues. Please try again in a moment.',
  temporarily_unavailable: 'The authentication service is temporarily unavailable. Please try again in a few minutes.',
};

/** @param code the `error` of the address; null when there is none */
export const arrivalError = (code: string | null): string | undefined =>
  code === null ? undefined : (sentences[code] ?? 'An unexpected error occurred during sign in. Please try again or contact support if the problem persists.');
