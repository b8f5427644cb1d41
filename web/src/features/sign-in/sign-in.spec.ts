import type { Step } from '../../lib/session/auth-client.js';
import { checkChosen, checkCode, checkCredentials, checkReset } from './rules.js';
import { afterStep, type SignInState } from './sign-in-machine.js';
import { arrivalOf } from './sign-in-texts.js';

describe('the forms around signing in', () => {
  it('need an address and a password', () => {
    expect(checkCredentials({ email: '', password: '' })).toEqual({ email: 'Email is required', password: 'Password is required' });
    expect(checkCredentials({ email: 'olivia', password: 'x' })).toEqual({ email: 'Please enter a valid email address' });
    expect(checkCredentials({ email: ' olivia@example.com ', password: 'x' })).toEqual({});
  });

  it('take a new password by the rule only, typed twice', () => {
    expect(checkChosen({ password: '', repeated: '' })).toEqual({ password: 'Password is required', repeated: 'Please confirm your password' });
    expect(checkChosen({ password: 'Short-1', repeated: 'Short-1' })).toEqual({ password: 'Password must be at least 8 characters' });
    expect(checkChosen({ password: 'all-small-1', repeated: 'all-small-1' })).toEqual({ password: 'Password must contain uppercase, lowercase, number, and special character' });
    expect(checkChosen({ password: 'Harbour-light-1', repeated: 'Harbour-light-2' })).toEqual({ repeated: 'Passwords do not match' });
    expect(checkChosen({ password: 'Harbour-light-1', repeated: 'Harbour-light-1' })).toEqual({});
  });

  it('take codes of six digits', () => {
    expect(checkCode({ code: '12345' })).toEqual({ code: 'The code has six digits' });
    expect(checkCode({ code: ' 123456 ' })).toEqual({});
    expect(checkReset({ code: '', password: 'Harbour-light-1', repeated: 'Harbour-light-1' })).toEqual({ code: 'The code has six digits' });
  });
});

describe('somebody who signs in', () => {
  const tokens = { idToken: 'i', accessToken: 'a', refreshToken: 'r' };
  const atPassword: SignInState = { at: 'password' };
  const answer = async (): Promise<Step> => ({ tokens });

  it('is in once there are tokens', () => {
    expect(afterStep(atPassword, { tokens })).toEqual({ at: 'done', tokens });
  });

  it('is told why not, and may try again', () => {
    expect(afterStep(atPassword, { trouble: 'Incorrect email or password. Please try again.', code: 'NotAuthorized' })).toEqual({ at: 'password', problem: 'Incorrect email or password. Please try again.' });
  });

  it('confirms the address first, and stays there when the sign-in fails once more', () => {
    const unconfirmed = afterStep(atPassword, { trouble: 'Please confirm your email address before signing in.', code: 'UserNotConfirmed' });
    expect(unconfirmed).toEqual({ at: 'unconfirmed', problem: 'Please confirm your email address before signing in.' });
    expect(afterStep(unconfirmed, { trouble: 'Too many attempts. Please wait a moment and try again.', code: 'TooManyRequests' })).toMatchObject({ at: 'unconfirmed' });
  });

  it('chooses a new password, then enters the code of the authenticator app', () => {
    const choosing = afterStep(atPassword, { challenge: 'new-password', answer });
    expect(choosing).toEqual({ at: 'new-password', answer });
    expect(afterStep(choosing, { challenge: 'totp', answer })).toEqual({ at: 'totp', answer });
  });

  it('may answer a wrong code again, and begins anew when the password no longer counts', () => {
    const entering: SignInState = { at: 'totp', answer };
    expect(afterStep(entering, { trouble: 'Invalid confirmation code. Please check the code and try again.', code: 'CodeMismatch' })).toEqual({ at: 'totp', answer, problem: 'Invalid confirmation code. Please check the code and try again.' });
    expect(afterStep(entering, { trouble: 'Incorrect email or password. Please try again.', code: 'NotAuthorized' })).toEqual({ at: 'password', problem: 'Incorrect email or password. Please try again.' });
  });
});

describe('the sign-in page', () => {
  it('explains why somebody was sent back to it', () => {
    expect(arrivalOf(null)).toBeUndefined();
    expect(arrivalOf('access_denied')).toEqual({ title: 'Sign in failed', text: 'Access was denied. If you cancelled the sign in, you can try again.' });
    expect(arrivalOf('constructor')).toEqual(arrivalOf('whatever'));
    expect(arrivalOf('whatever')?.text).toBe('An unexpected error occurred during sign in. Please try again or contact support if the problem persists.');
  });

  it('does not call the end of a session a failure', () => {
    expect(arrivalOf('session_expired')).toEqual({ text: 'Your session has expired. Please log in again to continue.' });
  });
});
