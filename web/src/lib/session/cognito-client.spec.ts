import { isTrouble, operate, refreshTokens, troubleOf, type CognitoWay } from './cognito-calls.js';
import { stepOf } from './cognito-client.js';
import type { Proof } from './cognito-proof.js';

const way: CognitoWay = { kind: 'cognito', endpoint: 'https://larder.example/cognito', userPoolId: 'us-east-1_larder', clientId: 'larder-web' };
const answering = (status: number, body: object) => async () => new Response(JSON.stringify(body), { status });

describe('calls at the identity provider', () => {
  it('bring the provider\'s codes into the words of the screen', async () => {
    expect(await operate(way, 'SignUp', {}, undefined, answering(400, { __type: 'UsernameExistsException', message: 'User already exists' })))
      .toEqual({ trouble: 'An account with this email already exists. Please try signing in instead.', code: 'UsernameExists' });
    expect(troubleOf('SomethingNewException', 'Say this', '')).toEqual({ trouble: 'Say this', code: 'SomethingNew' });
  });

  it('say so when there is no answer at all', async () => {
    const offline = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await operate(way, 'SignUp', {}, 'Unexpected error during sign up', offline)).toEqual({ trouble: 'Unexpected error during sign up' });
  });

  it('go to the pool itself when the settings name no other address', async () => {
    const asked: string[] = [];
    const { endpoint: _, ...pool } = way;
    await operate(pool, 'GetUser', {}, undefined, async (url) => (asked.push(url), new Response('{}')));
    expect(asked).toEqual(['https://cognito-idp.us-east-1.amazonaws.com/']);
  });

  it('keep the refresh token when the renewal brings no other', async () => {
    expect(await refreshTokens(way, 'r-1', answering(200, { AuthenticationResult: { IdToken: 'i', AccessToken: 'a' } }))).toEqual({ idToken: 'i', accessToken: 'a', refreshToken: 'r-1' });
  });

  it('tell a refused renewal from one that nobody answered', async () => {
    expect(await refreshTokens(way, 'r-1', answering(400, { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' }))).toBe('refused');
    expect(await refreshTokens(way, 'r-1', answering(400, { __type: 'TooManyRequestsException' }))).toBe('unreachable');
    expect(await refreshTokens(way, 'r-1', () => Promise.reject(new TypeError('Failed to fetch')))).toBe('unreachable');
  });
});

describe('a challenge', () => {
  const tokens = { idToken: 'i', accessToken: 'a', refreshToken: 'r' };
  /** Each proof of the password opens one challenge, which takes one answer. */
  function pool(codes: { right: string; lateFirst?: boolean }) {
    let begun = 0;
    const begin = async (): Promise<Proof> => {
      begun += 1;
      const isLate = codes.lateFirst === true && begun === 1;
      let open = true;
      return {
        challenge: 'totp',
        answer: async (text) => {
          if (!open || isLate) return { failed: { code: 'NotAuthorizedException', message: 'Your session has expired.' } };
          open = false;
          return text === codes.right ? { tokens } : { failed: { code: 'CodeMismatchException' } };
        },
      };
    };
    return { begin, begun: () => begun };
  }
  const opened = async (from: ReturnType<typeof pool>) => {
    const step = stepOf(await from.begin(), from.begin);
    if (!('challenge' in step)) throw new Error('no challenge');
    return step;
  };

  it('can be answered again after a wrong code, without the password', async () => {
    const from = pool({ right: '222222' });
    const step = await opened(from);
    const first = await step.answer('111111');
    expect(isTrouble(first) && first.code).toBe('CodeMismatch');
    expect(await step.answer('222222')).toEqual({ tokens });
    expect(from.begun()).toBe(2);
  });

  it('is opened anew when somebody took their time', async () => {
    const from = pool({ right: '222222', lateFirst: true });
    expect(await (await opened(from)).answer('222222')).toEqual({ tokens });
  });

  it('ends when the password no longer counts', async () => {
    const proof: Proof = { challenge: 'totp', answer: async () => ({ failed: { code: 'CodeMismatchException' } }) };
    const step = stepOf(proof, async () => ({ failed: { code: 'NotAuthorizedException' } }));
    if (!('challenge' in step)) throw new Error('no challenge');
    await step.answer('111111');
    expect(await step.answer('222222')).toEqual({ trouble: 'Incorrect email or password. Please try again.', code: 'NotAuthorized' });
  });
});
