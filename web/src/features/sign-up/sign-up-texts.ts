/** What the pages around signing up say. */

export const ACCOUNT_CREATED = 'Account created successfully! Please check your email for a confirmation code.';
export const verificationResent = (email: string): string => `Verification email resent to ${email}! Please check your email for a new verification link.`;
export const EMAIL_NEEDED = 'Email is required to resend verification';

const sentences = new Map(Object.entries({
  access_denied: 'Registration was cancelled. If you cancelled the process, you can try again.',
  invalid_request: 'There was a technical issue with the registration request. Please try again.',
  server_error: 'The identity service is having issues. Please wait a moment and try again.',
  temporarily_unavailable: 'The registration service is temporarily unavailable. Please try again in a few minutes.',
  invalid_client: 'There was a configuration issue. Please contact support if this persists.',
}));

/** @param code the `error` of the address; null when there is none */
export const registrationError = (code: string | null): string | undefined =>
  code === null ? undefined : (sentences.get(code) ?? 'Registration encountered an issue. Please try again or contact support if the problem persists.');
