import { openSqlitePasses, type Pass, type Passes } from './passes.js';

const NOON = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-01T13:00:00.000Z';
const pass = (changes: Partial<Pass> = {}): Pass => ({ kind: 'refresh', id: 'a', owner: 'u1', group: 'f1', content: { n: 1 }, expiresAt: LATER, ...changes });

describe('Passes', () => {
  let passes: Passes;
  beforeEach(() => void (passes = openSqlitePasses(':memory:')));
  afterEach(() => passes.close());

  it('are there until they end', async () => {
    await passes.put(pass());
    expect(await passes.get('refresh', 'a', NOON)).toEqual(pass());
    expect(await passes.get('refresh', 'a', LATER)).toBeUndefined();
    expect(await passes.get('other', 'a', NOON)).toBeUndefined();
    await passes.sweep(LATER);
    expect(await passes.get('refresh', 'a', NOON)).toBeUndefined();
  });

  it('are used once, and say when that was', async () => {
    await passes.put(pass());
    expect(await passes.use('refresh', 'a', NOON)).toBe(NOON);
    expect(await passes.use('refresh', 'a', '2026-03-01T12:30:00.000Z')).toBe(NOON);
    expect(await passes.use('refresh', 'none', NOON)).toBeUndefined();
    expect(await passes.get('refresh', 'a', NOON)).toMatchObject({ usedAt: NOON });
  });

  it('end together: with their sign-in, or with their person', async () => {
    await passes.put(pass());
    await passes.put(pass({ id: 'b', group: 'f2' }));
    await passes.put(pass({ id: 'c', owner: 'u2', group: '' }));
    await passes.removeGroup('f1');
    await passes.removeGroup('');
    expect((await passes.ofOwner('refresh', 'u1', NOON)).map(({ id }) => id)).toEqual(['b']);
    await passes.removeOwner('u1');
    await passes.removeOwner('');
    expect((await passes.newest('refresh', NOON, 10)).map(({ id }) => id)).toEqual(['c']);
  });

  it('count tries in a window, those at the same moment too, and forget those that were right', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, (_, n) => passes.try('k', `t${n}`, NOON, '2026-03-01T11:45:00.000Z', 3)));
    expect(tries).toEqual([true, true, true, false, false]);
    expect(await passes.try('other', 'x', NOON, '2026-03-01T11:45:00.000Z', 3)).toBe(true);
    await passes.forgive('t0');
    expect(await passes.try('k', 't9', NOON, '2026-03-01T11:45:00.000Z', 3)).toBe(true);
    expect(await passes.try('k', 't10', LATER, '2026-03-01T12:45:00.000Z', 3)).toBe(true);
  });
});
