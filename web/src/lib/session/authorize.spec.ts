import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorize } from './authorize.js';
import { refreshTokens } from './cognito-calls.js';
import type { Tokens, TokenStore } from './tokens.js';

/** A server that knows which tokens are good, and counts. */
const server = {
  good: new Set<string>(), refreshes: 0, refreshAnswer: 200, status: 200, newToken: '', heard: [] as string[],
};
let http: Server;
let origin = '';
let tokens: TokenStore & { held: Partial<Tokens> };
/** What another tab brings while this one is being refused. */
let othersToken: string | undefined;

beforeAll(async () => {
  http = createServer((request, response) => {
    if (request.url === '/api/cognito-auth/refresh') {
      server.refreshes += 1;
      const idToken = `renewed-${server.refreshes}`;
      if (server.refreshAnswer === 200) server.good.add(idToken);
      response.writeHead(server.refreshAnswer).end(JSON.stringify({ success: true, data: { idToken, accessToken: 'a', refreshToken: `r-${server.refreshes}` } }));
      return;
    }
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    server.heard.push(`${token}${request.headers['x-retry'] ? ' again' : ''}`);
    if (server.newToken) response.setHeader('x-new-token', server.newToken);
    response.writeHead(server.good.has(token) ? server.status : 401).end('{}');
  });
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => http.close(closed)));

beforeEach(() => {
  Object.assign(server, { good: new Set(['first']), refreshes: 0, refreshAnswer: 200, status: 200, newToken: '', heard: [] });
  othersToken = undefined;
  const held: Partial<Tokens> = { idToken: 'first', accessToken: 'a', refreshToken: 'r-0' };
  tokens = {
    held,
    read: (name) => held[name] ?? null,
    store: (fresh) => void Object.assign(held, fresh),
    replaceIdToken: (used, fresh) => void (held.idToken === used && (held.idToken = fresh)),
    clear: () => (['idToken', 'accessToken', 'refreshToken'] as const).forEach((name) => delete held[name]),
  };
});

function authorized(nowMs = 0) {
  let last: Promise<unknown> = Promise.resolve();
  return authorize({
    fetch: (path, init) => fetch(origin + path, init),
    refresh: (refreshToken) => refreshTokens(undefined, refreshToken, (path, init) => fetch(origin + path, init)),
    othersToken: async () => othersToken,
    tokens,
    exclusively: (work) => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
    nowMs: () => nowMs,
  }).call;
}
const jwt = (exp: number) => `x.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.y`;

describe('calls in the name of the signed-in person', () => {
  it('carry the token', async () => {
    expect((await authorized()('/api/x')).status).toBe(200);
    expect(server.heard).toEqual(['first']);
  });

  it('renew a refused token once and try once more', async () => {
    server.good.clear();
    expect((await authorized()('/api/x')).status).toBe(200);
    expect(server.heard).toEqual(['first', 'renewed-1 again']);
  });

  it('share one renewal when several are refused at once', async () => {
    server.good.clear();
    const call = authorized();
    const answers = await Promise.all([call('/api/a'), call('/api/b'), call('/api/c')]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(server.refreshes).toBe(1);
  });

  it('end the sign-in when the renewal is refused', async () => {
    server.good.clear();
    server.refreshAnswer = 401;
    expect((await authorized()('/api/x')).status).toBe(401);
    expect(tokens.held).toEqual({});
  });

  it('take the token of another tab that was faster', async () => {
    server.good = new Set(['theirs']);
    server.refreshAnswer = 401;
    othersToken = 'theirs';
    expect((await authorized()('/api/x')).status).toBe(200);
    expect(tokens.held.idToken).toBe('first');
  });

  it('carry no token when nobody is signed in', async () => {
    tokens.clear();
    await authorized()('/api/x');
    expect(server.heard).toEqual(['']);
    expect(server.refreshes).toBe(0);
  });

  it('keep the sign-in when nobody can say whether it still holds', async () => {
    server.good.clear();
    server.refreshAnswer = 503;
    expect((await authorized()('/api/x')).status).toBe(401);
    expect(tokens.held.idToken).toBe('first');
  });

  it('renew after a 403 because the role may have changed, and never sign out for it', async () => {
    server.status = 403;
    expect((await authorized()('/api/x')).status).toBe(403);
    expect(server.refreshes).toBe(1);
    expect(tokens.held.idToken).toBe('renewed-1');
  });

  it('are not sent again in the name of somebody else, who signed in meanwhile', async () => {
    const [mine, theirs] = ['me', 'them'].map((sub) => `x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.y`) as [string, string];
    server.good = new Set([theirs]);
    tokens.held.idToken = mine;
    const answer = authorized()('/api/x');
    tokens.held.idToken = theirs;
    expect((await answer).status).toBe(401);
    expect(server.heard).toEqual([mine]);
    expect(tokens.held.idToken).toBe(theirs);
  });

  it('keep the sign-in after a 403 even when the renewal is refused', async () => {
    server.status = 403;
    server.refreshAnswer = 401;
    expect((await authorized()('/api/x')).status).toBe(403);
    expect(tokens.held.idToken).toBe('first');
  });

  it('take the fresher token that an answer brings', async () => {
    server.newToken = 'fresher';
    await authorized()('/api/x');
    expect(tokens.held.idToken).toBe('fresher');
  });

  it('renew beforehand within 300 s of the end', async () => {
    const token = jwt(1000);
    tokens.held.idToken = token;
    server.good.add(token);
    await authorized(701_000)('/api/x');
    await authorized(699_000)('/api/x');
    expect(server.heard).toEqual(['renewed-1', 'renewed-1']);
  });
});
