/** What all passes promise, as tests that run on each adapter. */
import { randomUUID } from 'node:crypto';
import type { Pass, Passes } from '../passes.js';

export const NOON = '2026-03-01T12:00:00.000Z';
export const LATER = '2026-03-01T13:00:00.000Z';
const HALF_PAST = '2026-03-01T12:30:00.000Z';
const SINCE = '2026-03-01T11:45:00.000Z';
export const pass = (changes: Partial<Pass> = {}): Pass => ({ kind: 'refresh', id: 'a', owner: 'u1', group: 'f1', content: { n: 1 }, expiresAt: LATER, ...changes });

export function passesSuite(name: string, open: () => Promise<Passes>): void {
  describe(name, () => {
    let passes: Passes;
    beforeEach(async () => void (passes = await open()));
    afterEach(() => passes.close());

    it('are there until they end', async () => {
      await passes.put(pass());
      expect(await passes.get('refresh', 'a', NOON)).toEqual(pass());
      expect(await passes.get('refresh', 'a', LATER)).toBeUndefined();
      expect(await passes.get('other', 'a', NOON)).toBeUndefined();
      await passes.sweep(LATER);
      expect(await passes.get('refresh', 'a', NOON)).toBeUndefined();
    });

    it('say again whatever was put into them', async () => {
      const content = { $set: { 'a.b': [null, 'ü'] }, _id: '', n: 2 ** 40 };
      await passes.put(pass({ id: 'x\ny', content }));
      await passes.put(pass({ id: 'text', content: 'only text' }));
      expect(await passes.get('refresh', 'x\ny', NOON)).toEqual(pass({ id: 'x\ny', content }));
      expect((await passes.get('refresh', 'text', NOON))?.content).toBe('only text');
    });

    it('are used once, and say when that was', async () => {
      await passes.put(pass());
      expect(await passes.use('refresh', 'a', NOON)).toBe(NOON);
      expect(await passes.use('refresh', 'a', HALF_PAST)).toBe(NOON);
      expect(await passes.use('refresh', 'none', NOON)).toBeUndefined();
      expect(await passes.use('refresh', 'a', LATER)).toBeUndefined();
      expect(await passes.get('refresh', 'a', NOON)).toMatchObject({ usedAt: NOON });
      await passes.put(pass({ content: { n: 2 } }));
      expect(await passes.get('refresh', 'a', NOON)).toMatchObject({ content: { n: 2 }, usedAt: NOON });
    });

    it('are replaced only while they are there', async () => {
      await passes.put(pass());
      expect(await passes.replace(pass({ content: { n: 2 } }))).toBe(true);
      expect(await passes.get('refresh', 'a', NOON)).toEqual(pass({ content: { n: 2 } }));
      await passes.removeGroup('f1');
      expect(await passes.replace(pass())).toBe(false);
      expect(await passes.get('refresh', 'a', NOON)).toBeUndefined();
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

    it('come newest first, as many as are wanted', async () => {
      for (const [id, minute] of [['a', 10], ['b', 30], ['c', 20], ['d', 30]] as const) await passes.put(pass({ id, expiresAt: `2026-03-01T12:${minute}:00.000Z` }));
      await passes.put(pass({ kind: 'other', id: 'e' }));
      expect((await passes.newest('refresh', NOON, 3)).map(({ id }) => id)).toEqual(['b', 'd', 'c']);
      expect(await passes.newest('refresh', HALF_PAST, 3)).toEqual([]);
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
      const tries = await Promise.all(Array.from({ length: 5 }, (_, n) => passes.try('k', `t${n}`, NOON, SINCE, 3)));
      expect(tries.filter(Boolean)).toHaveLength(3);
      expect(await passes.try('other', 'x', NOON, SINCE, 3)).toBe(true);
      await passes.forgive(`t${tries.indexOf(true)}`);
      expect(await passes.try('k', 't9', NOON, SINCE, 3)).toBe(true);
      expect(await passes.try('k', 't8', NOON, SINCE, 3)).toBe(false);
      expect(await passes.try('k', 't10', LATER, '2026-03-01T12:45:00.000Z', 3)).toBe(true);
    });

    it('let a try through for each one that the window has left behind, and no more', async () => {
      const minute = (n: number): string => `2026-03-01T12:${String(n).padStart(2, '0')}:00.000Z`;
      const at = (n: number) => passes.try('k', randomUUID(), minute(n), minute(n - 10), 3);
      expect([await at(10), await at(12), await at(14), await at(16)]).toEqual([true, true, true, false]);
      expect([await at(20), await at(21), await at(22), await at(23)]).toEqual([true, false, true, false]);
      expect([await at(40), await at(40), await at(40), await at(40)]).toEqual([true, true, true, false]);
    });

    it('count no try for longer because the clock was put back', async () => {
      const at = (moment: string, since: string) => passes.try('k', randomUUID(), moment, since, 3);
      for (let n = 0; n < 3; n++) expect(await at(LATER, '2026-03-01T12:45:00.000Z')).toBe(true);
      expect([await at('2026-03-01T12:50:00.000Z', '2026-03-01T12:35:00.000Z'), await at(NOON, SINCE), await at(NOON, SINCE), await at(NOON, SINCE), await at(NOON, SINCE)]).toEqual([false, true, true, true, false]);
    });

    it('keep tries for as long as they may count', async () => {
      expect(await passes.try('k', 't', NOON, SINCE, 1)).toBe(true);
      await passes.sweep('2026-03-01T12:59:00.000Z');
      expect(await passes.try('k', 'u', LATER, SINCE, 1)).toBe(false);
      await passes.sweep(LATER);
      expect(await passes.try('k', 'v', LATER, SINCE, 1)).toBe(true);
    });
  });
}

/** Both onto the same passes. */
export function sharedPassesSuite(name: string, openTwo: () => Promise<readonly [Passes, Passes]>): void {
  describe(name, () => {
    let one: Passes;
    let other: Passes;
    beforeAll(async () => void ([one, other] = await openTwo()));
    afterAll(() => Promise.all([one.close(), other.close()]));

    it('are over at once in every copy, also where they were read before', async () => {
      for (const end of [() => one.remove('refresh', 'a'), () => one.removeGroup('f1'), () => one.removeOwner('u1')]) {
        await one.put(pass());
        expect(await other.get('refresh', 'a', NOON)).toEqual(pass());
        await end();
        expect(await other.get('refresh', 'a', NOON)).toBeUndefined();
        expect(await other.replace(pass())).toBe(false);
      }
    });

    it('are used first by one of two copies that use them at the same moment', async () => {
      for (const id of Array.from({ length: 20 }, () => randomUUID())) {
        await one.put(pass({ id }));
        const uses = await Promise.all([one.use('refresh', id, NOON), other.use('refresh', id, HALF_PAST)]);
        expect(new Set(uses).size).toBe(1);
        expect((await one.get('refresh', id, NOON))?.usedAt).toBe(uses[0]);
      }
    });

    it('may be put by both at the same moment', async () => {
      for (const id of Array.from({ length: 20 }, () => randomUUID())) {
        await Promise.all([one, other].map((copy, n) => copy.put(pass({ id, content: n }))));
        expect([0, 1]).toContain((await one.get('refresh', id, NOON))?.content);
      }
    });

    it('count tries of both together, side by side, and take those back that were right at the other', async () => {
      for (const key of Array.from({ length: 20 }, () => randomUUID())) {
        const tries = await Promise.all(Array.from({ length: 24 }, async (_, n) => ((await [one, other][n % 2]?.try(key, `${key} ${n}`, NOON, SINCE, 10)) ? [n] : [])));
        const noted = tries.flat();
        expect(noted).toHaveLength(10);
        await Promise.all(noted.slice(0, 2).map((n) => [other, one][n % 2]?.forgive(`${key} ${n}`)));
        const again = await Promise.all(Array.from({ length: 6 }, (_, n) => [one, other][n % 2]?.try(key, `${key} again ${n}`, NOON, SINCE, 10)));
        expect(again.filter(Boolean)).toHaveLength(2);
      }
    });
  });
}
