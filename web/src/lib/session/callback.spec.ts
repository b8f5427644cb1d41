import { isCallback, problemOf } from './callback.js';

describe('coming back from a hosted sign-in', () => {
  it('takes a code or an error together with a state, in the query or behind the hash', () => {
    expect(isCallback({ search: '?code=c&state=s', hash: '' })).toBe(true);
    expect(isCallback({ search: '?error=access_denied&state=s', hash: '' })).toBe(true);
    expect(isCallback({ search: '', hash: '#state=s&code=c' })).toBe(true);
  });

  it('is nothing without a state or with nothing to it', () => {
    expect(isCallback({ search: '?code=c', hash: '' })).toBe(false);
    expect(isCallback({ search: '?state=s', hash: '' })).toBe(false);
    expect(isCallback({ search: '?code=c', hash: '#state=s' })).toBe(false);
    expect(isCallback({ search: '', hash: '' })).toBe(false);
  });

  it('knows what to say when it went wrong', () => {
    expect(problemOf({ error: 'access_denied', name: 'ErrorResponse' })).toBe('access_denied');
    expect(problemOf({ error: 'invalid_scope', name: 'ErrorResponse' })).toBe('auth_failed');
    expect(problemOf({ name: 'ErrorTimeout' })).toBe('timeout');
    expect(problemOf({ name: 'Error' })).toBe('callback_failed');
  });
});
