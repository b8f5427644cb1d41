const kept = new Map<string, string>();
const left: string[] = [];
const channels: BroadcastChannel[] = [];
Object.assign(globalThis, {
  localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) },
  location: { assign: (path: string) => left.push(path), reload: () => left.push('loaded anew') },
  BroadcastChannel: class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  },
});
afterAll(() => channels.forEach((channel) => channel.close()));

/** A page just loaded, with somebody signed in, that leads to the sign-in page when the tokens are gone. */
async function opened() {
  jest.resetModules();
  Object.assign(globalThis, { window: new EventTarget() });
  left.length = 0;
  const { browserTokens, onTokens } = await import('./tokens.js');
  const page = await import('./leave.js');
  browserTokens.store({ idToken: 'i', accessToken: 'a', refreshToken: 'r' });
  onTokens(() => browserTokens.read('idToken') === null && page.leaveEnded((isMeant) => (isMeant ? '/login' : '/login?error=session_expired')));
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

  it('in another tab is not an expired session here, unless that tab stays after all', async () => {
    await opened();
    const another = new BroadcastChannel('larder.leaving');
    const say = async (isMeant: boolean) => (another.postMessage(isMeant), new Promise((heard) => setTimeout(heard, 20)));
    await say(true);
    await say(false);
    await say(true);
    forget();
    expect(left).toEqual(['/login']);
  });

  it('stays when the server refuses, and says so when the session expires later', async () => {
    const { leaveAfter } = await opened();
    expect(await leaveAfter(async () => ({ error: 'away' }), '/')).toEqual({ error: 'away' });
    expect(left).toEqual([]);
    forget();
    expect(left).toEqual(['/login?error=session_expired']);
  });

  it('is over for whoever goes back to the page as the browser kept it: it is loaded anew', async () => {
    const { leave } = await opened();
    leave('/');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(left).toEqual(['/']);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(left).toEqual(['/', 'loaded anew']);
  });

  it('leads there too when the sign-in had ended already', async () => {
    const { leaveAfter } = await opened();
    await leaveAfter(async () => (forget(), { error: 'SIGN_IN_REQUIRED' }), '/');
    expect(left).toEqual(['/']);
  });
});
