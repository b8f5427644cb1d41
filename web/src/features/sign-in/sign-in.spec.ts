import { checkCredentials } from './credentials.js';
import { arrivalError } from './sign-in-texts.js';

describe('signing in', () => {
  it('needs an address and a password', () => {
    expect(checkCredentials({ email: '', password: '' })).toEqual({ email: 'Email is required', password: 'Password is required' });
    expect(checkCredentials({ email: 'olivia', password: 'x' })).toEqual({ email: 'Please enter a valid email address' });
    expect(checkCredentials({ email: ' olivia@example.com ', password: 'x' })).toEqual({});
  });

  it('explains why somebody was sent back to it', () => {
    expect(arrivalError(null)).toBeUndefined();
    expect(arrivalError('access_denied')).toBe('Access was denied. If you cancelled the sign in, you can try again.');
    expect(arrivalError('whatever')).toBe('An unexpected error occurred during sign in. Please try again or contact support if the problem persists.');
  });
});
