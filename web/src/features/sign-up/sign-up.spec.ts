import { checkInvited, checkSignUp, passwordsAgree } from './rules.js';
import { registrationError, verificationResent } from './sign-up-texts.js';

const filled = { firstName: 'Wren', lastName: 'Harper', organizationName: 'Seaside Stays', email: 'wren@seaside.example', password: 'Harbour-light-1', repeated: 'Harbour-light-1' };

describe('registration', () => {
  it('takes a form that is filled in', () => {
    expect(checkSignUp(filled)).toEqual({});
  });

  it('names everything that is missing', () => {
    expect(checkSignUp({ firstName: ' ', lastName: '', organizationName: '', email: '', password: '', repeated: '' })).toEqual({
      firstName: 'First name is required', lastName: 'Last name is required', organizationName: 'Organization name is required',
      email: 'Email is required', password: 'Password is required', repeated: 'Please confirm your password',
    });
  });

  it('asks the invited for no address and no organization', () => {
    expect(checkInvited({ firstName: '', lastName: 'Harper', password: 'weak', repeated: 'weak' })).toEqual({ firstName: 'First name is required', password: 'Password must be at least 8 characters' });
  });

  it('can be sent only while both passwords are the same', () => {
    expect(passwordsAgree({ password: '', repeated: '' })).toBe(false);
    expect(passwordsAgree({ password: 'a', repeated: 'b' })).toBe(false);
    expect(passwordsAgree(filled)).toBe(true);
  });

  it('explains why somebody was sent back to it', () => {
    expect(registrationError(null)).toBeUndefined();
    expect(registrationError('invalid_client')).toBe('There was a configuration issue. Please contact support if this persists.');
    expect(registrationError('constructor')).toBe(registrationError('whatever'));
    expect(registrationError('whatever')).toBe('Registration encountered an issue. Please try again or contact support if the problem persists.');
  });

  it('says to whom the verification was sent again', () => {
    expect(verificationResent('wren@seaside.example')).toBe('Verification email resent to wren@seaside.example! Please check your email for a new verification link.');
  });
});
