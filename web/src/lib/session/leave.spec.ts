const kept = new Map<string, string>();
const left: string[] = [];
Object.assign(globalThis, {
  localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) },
  location: { assign: (path: string) => left.push(path) },
  window: new EventTarget(),
});

/** A page just loaded, with somebody signed in, that leads to the sign-in page when the tokens are gone. */
async function opened() {
  jest.resetModules();
  left.length = 0;
  const { browserTokens, onTokens } = await import('./tokens.js');
  const page = await import('./leave.js');
  browserTokens.store({ idToken: 'i', accessToken: 'a', refreshToken: 'r' });
  onTokens(() => browserTokens.read('idToken') === null && page.leave('/login?error=session_expired'));
  return page;
}
const forget = () => {
  kept.clear();
  window.dispatchEvent(new Event('storage'));
};

describe('Leaving', () => {
  it('leads where it was asked to, though the answer has the browser forget the sign-in before', async () => {
    const { leaveAfter } = await opened();
    await leaveAfter(async () => (forget(), {}), '/');
    expect(left).toEqual(['/']);
  });

  it('stays when the server refuses, and says so when the session expires later', async () => {
    const { leaveAfter } = await opened();
    expect(await leaveAfter(async () => ({ error: 'away' }), '/')).toEqual({ error: 'away' });
    expect(left).toEqual([]);
    forget();
    expect(left).toEqual(['/login?error=session_expired']);
  });

  it('leads there too when the sign-in had ended already', async () => {
    const { leaveAfter } = await opened();
    await leaveAfter(async () => (forget(), { error: 'SIGN_IN_REQUIRED' }), '/');
    expect(left).toEqual(['/']);
  });
});
