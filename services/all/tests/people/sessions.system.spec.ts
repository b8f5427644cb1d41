/** Where a person is signed in, as they see it and end it. */
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { open } from '../security/raw-http.testing.js';
import { startLarder, type TestLarder } from '../testing.js';
import { teamsIn } from './team.testing.js';

let larder: TestLarder;
let clock: StandingClock;
const seen = new Set<string>();
const { signIn, founded } = teamsIn(() => ({ larder, seen }));

beforeAll(async () => {
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock });
});
afterAll(() => larder.stop());

it('a person sees where they are signed in and ends what they do not know', async () => {
  const here = await founded('sessions@seven.example', 'Seven Stays');
  const there = await signIn('sessions@seven.example');
  const sessions = await larder.ask<{ id: string; current: boolean; address: string }[]>('GET', '/api/auth/sessions', { token: here });
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
  expect(sessions.every(({ address }) => address.includes('127.0.0.1'))).toBe(true);
  const stranger = await founded('sessions@eight.example', 'Eight Stays');
  for (const { id } of sessions) expect((await larder.call('DELETE', `/api/auth/sessions/${id}`, { token: stranger })).status).toBe(404);
  expect((await larder.call('GET', '/api/cognito-auth/profile', { token: there })).status).toBe(200);
  await larder.ask('DELETE', `/api/auth/sessions/${sessions.find(({ current }) => !current)?.id}`, { token: here });
  expect([(await larder.call('GET', '/api/cognito-auth/profile', { token: here })).status, (await larder.call('GET', '/api/cognito-auth/profile', { token: there })).status]).toEqual([200, 401]);
});

it('a sign-in is listed with when it was used last, also while its tokens are renewed along the way', async () => {
  const here = await founded('used@fifteen.example', 'Fifteen Stays');
  const there = await signIn('used@fifteen.example');
  clock.pass(50 * 60_000);
  expect((await fetch(`${larder.url}/api/cognito-auth/profile`, { headers: { authorization: `Bearer ${there}` } })).headers.get('x-new-token')).toEqual(expect.any(String));
  const usedThere = clock.now().toISOString();
  clock.pass(5 * 60_000);
  const sessions = await larder.ask<{ current: boolean; lastUsedAt: string }[]>('GET', '/api/auth/sessions', { token: here });
  expect(sessions.map(({ current, lastUsedAt }) => [current, lastUsedAt])).toEqual(expect.arrayContaining([[true, clock.now().toISOString()], [false, usedThere]]));
});

it('who asks together with somebody is still told by their own token who they are', async () => {
  const good = await founded('together@sixteen.example', 'Sixteen Stays');
  const [header, , signature] = good.split('.');
  const another = await founded('together@seventeen.example', 'Seventeen Stays');
  const forged = [header, another.split('.')[1], signature].join('.');
  const asking = (token: string): string => `GET /api/cognito-auth/profile HTTP/1.1\r\nHost: larder\r\nAuthorization: Bearer ${token}\r\n`;
  // In one packet: they are read in one turn of the server's event loop.
  const connection = await open(larder.url);
  connection.send([good, forged, another, good].map((token, n) => `${asking(token)}${n === 3 ? 'Connection: close\r\n' : ''}\r\n`).join(''));
  const answers = (await connection.ended).split(/(?=HTTP\/1\.1 )/);
  expect(answers.map((answer) => [answer.slice(9, 12), /"email":"([^"]+)"/.exec(answer)?.[1]])).toEqual([
    ['200', 'together@sixteen.example'], ['401', undefined], ['200', 'together@seventeen.example'], ['200', 'together@sixteen.example'],
  ]);
});
