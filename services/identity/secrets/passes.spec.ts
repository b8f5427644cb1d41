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

  it('that were read before end as soon as what they belong to ends', async () => {
    const ends: [string, () => Promise<unknown>][] = [
      ['itself', () => passes.remove('refresh', 'a')], ['its sign-in', () => passes.removeGroup('f1')], ['its person', () => passes.removeOwner('u1')],
    ];
    for (const [what, end] of ends) {
      await passes.put(pass());
      expect(await passes.get('refresh', 'a', NOON)).toEqual(pass());
      await end();
      expect([what, await passes.get('refresh', 'a', NOON)]).toEqual([what, undefined]);
    }
  });

  it('that were read before are read anew when they have changed, and are over when their time is', async () => {
    await passes.put(pass());
    await passes.get('refresh', 'a', NOON);
    await passes.put(pass({ content: { n: 2 }, expiresAt: '2026-03-01T14:00:00.000Z' }));
    expect(await passes.get('refresh', 'a', LATER)).toMatchObject({ content: { n: 2 } });
    expect(await passes.get('refresh', 'a', '2026-03-01T14:00:00.000Z')).toBeUndefined();
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
