/** What every event store has to hold, whichever technology lies under it. Each test keeps to a category of its own, for a server's log is shared. */
import { randomUUID } from 'node:crypto';
import { type Bookmarks, type EventStore, type NewFact, NO_STREAM, WrongRevision } from './event-store.js';
import { followerTests } from './event-store-followers.suite.js';
import { appended, idsOf, newFact, type Opened } from './event-store.testing.js';

export function eventStoreSuite(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    let store: EventStore;
    let bookmarks: Bookmarks;
    let category: string;
    let stream: string;

    beforeEach(async () => {
      ({ store, bookmarks } = await open());
      category = `test${randomUUID().replaceAll('-', '')}`;
      stream = `${category}-1`;
    });
    afterEach(() => store.close());

    describe('a stream', () => {
      it('holds its facts as they were appended, in order', async () => {
        const [one, two, three] = [newFact('one'), newFact('two'), newFact('three')];
        await store.append(stream, NO_STREAM, [one]);
        await store.append(stream, 0, [two, three]);
        const facts = await store.read(stream);
        expect(facts).toEqual([one, two, three].map((fact, revision) => ({ ...fact, stream, revision, position: facts[revision]!.position })));
        expect(facts.map(({ position }) => position)).toEqual(facts.map(({ position }) => position).sort());
        expect(new Set(facts.map(({ position }) => position)).size).toBe(3);
      });

      it('is read from a revision on', async () => {
        const facts = Array.from({ length: 5 }, (_, n) => newFact(n));
        await store.append(stream, NO_STREAM, facts);
        expect(idsOf(await store.read(stream, 3))).toEqual(idsOf(facts.slice(3)));
        expect(await store.read(stream, 5)).toEqual([]);
        expect(idsOf(await store.read(stream, 1, 2))).toEqual(idsOf(facts.slice(1, 3)));
        expect(idsOf(await store.read(stream, 3, 9))).toEqual(idsOf(facts.slice(3)));
      });

      it('is empty when nothing was ever appended to it', async () => {
        expect(await store.read(stream)).toEqual([]);
      });

      it('answers an append with the place of its last fact', async () => {
        const answer = await store.append(stream, NO_STREAM, [newFact(), newFact(), newFact()]);
        const last = (await store.read(stream)).at(-1)!;
        expect(answer).toEqual({ revision: 2, position: last.position });
      });

      it('keeps the writing of all peoples, and what JSON has to escape', async () => {
        const strange = newFact({ 'größe': 'Grüße, 日本, 👩‍🚀, العربية', escapes: 'a"b\\c\nd\te\u0000f\u001eg\u2028', lone: '\ud800', deep: [1.5, -0.25, 1e21, null, true, { '': [] }] });
        strange.meta.actor = 'user:Zoë';
        await store.append(`${category}-größe-日本`, NO_STREAM, [strange]);
        const [fact] = await store.read(`${category}-größe-日本`);
        expect(fact).toMatchObject({ id: strange.id, data: strange.data, meta: strange.meta, stream: `${category}-größe-日本` });
      });

      it('keeps what looks like a statement of its own language as text', async () => {
        const trick = "it's 9 o'clock'); DROP TABLE facts; --";
        const fact = newFact(trick, trick);
        Object.assign(fact.meta, { commandId: trick, actor: `user:${trick}` });
        const last = newFact(`'${trick}''`);
        await store.append(`${category}-${trick}`, NO_STREAM, [fact, last]);
        expect(await store.read(`${category}-${trick}`)).toMatchObject([{ id: fact.id, type: trick, data: { note: trick }, meta: fact.meta }, { data: last.data }]);
      });

      it('is not changed by what becomes of the objects that were appended', async () => {
        const fact = newFact('as it was');
        const appending = store.append(stream, NO_STREAM, [fact]);
        fact.data = { note: 'changed' };
        await appending;
        expect((await store.read(stream))[0]!.data).toEqual({ note: 'as it was' });
      });

      it('keeps apart from hundreds of others that are written at the same time', async () => {
        const streams = Array.from({ length: 300 }, (_, n) => `${category}-${n}`);
        await Promise.all(streams.map((each) => appended(store, each, newFact(`${each} a`), newFact(`${each} b`))));
        for (const each of streams) expect((await store.read(each)).map(({ data }) => data)).toEqual([{ note: `${each} a` }, { note: `${each} b` }]);
      });
    });

    describe('an append', () => {
      it.each([
        ['a new stream that exists already', NO_STREAM],
        ['a revision that has passed', 0],
        ['a revision that is not there yet', 2],
      ])('is refused when it expects %s', async (_, expected) => {
        await store.append(stream, NO_STREAM, [newFact(), newFact()]);
        await expect(store.append(stream, expected, [newFact()])).rejects.toThrow(WrongRevision);
        expect(await store.read(stream)).toHaveLength(2);
      });

      it('is refused when it expects an old revision of a stream that does not exist', async () => {
        await expect(store.append(stream, 0, [newFact()])).rejects.toThrow(WrongRevision);
      });

      it('adds all of its facts or none', async () => {
        await store.append(stream, NO_STREAM, [newFact()]);
        await expect(store.append(stream, NO_STREAM, [newFact(), newFact(), newFact()])).rejects.toThrow(WrongRevision);
        expect(await store.read(stream)).toHaveLength(1);
        await store.append(stream, 0, [newFact(), newFact(), newFact()]);
        expect((await store.read(stream)).map(({ revision }) => revision)).toEqual([0, 1, 2, 3]);
      });

      it('needs at least one fact', async () => {
        await expect(store.append(stream, NO_STREAM, [])).rejects.toThrow('Nothing to append');
      });

      it('wins a revision alone when 64 race for it', async () => {
        const facts = Array.from({ length: 64 }, (_, n) => newFact(n));
        const outcomes = await Promise.allSettled(facts.map((fact) => store.append(stream, NO_STREAM, [fact])));
        const winners = facts.filter((_, n) => outcomes[n]!.status === 'fulfilled');
        expect(winners).toHaveLength(1);
        expect(idsOf(await store.read(stream))).toEqual(idsOf(winners));
        for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WrongRevision);
      });

      it('gets its place once each when 64 read again and try again until they succeed', async () => {
        const facts = Array.from({ length: 64 }, (_, n) => newFact(n));
        const writer = async (fact: NewFact): Promise<number> => {
          for (;;) {
            const seen = await store.read(stream);
            const answer = await store.append(stream, seen.length - 1, [fact]).catch((error: unknown) => error);
            if (!(answer instanceof Error)) return (answer as { revision: number }).revision;
            expect(answer).toBeInstanceOf(WrongRevision);
          }
        };
        const revisions = await Promise.all(facts.map(writer));
        const inOrder = facts.map(({ id }, n) => ({ id, revision: revisions[n]! })).sort((a, b) => a.revision - b.revision);
        expect((await store.read(stream)).map(({ id, revision }) => ({ id, revision }))).toEqual(inOrder);
        expect(inOrder.map(({ revision }) => revision)).toEqual(facts.map((_, n) => n));
      });

      it('does not suffer from a neighbour that is refused', async () => {
        await store.append(stream, NO_STREAM, [newFact()]);
        const [left, refused, right] = await Promise.allSettled([
          store.append(`${category}-left`, NO_STREAM, [newFact()]),
          store.append(stream, NO_STREAM, [newFact()]),
          store.append(`${category}-right`, NO_STREAM, [newFact()]),
        ]);
        expect([left.status, refused.status, right.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
        expect(await store.read(`${category}-right`)).toHaveLength(1);
      });
    });

    describe('an append that is repeated', () => {
      it('answers as the first time and adds nothing', async () => {
        const facts = [newFact(), newFact()];
        const first = await store.append(stream, NO_STREAM, facts);
        expect(await store.append(stream, NO_STREAM, facts)).toEqual(first);
        expect(idsOf(await store.read(stream))).toEqual(idsOf(facts));
      });

      it('answers as the first time even after the stream has moved on', async () => {
        const [before, fact, after] = [newFact(), newFact(), newFact()];
        await store.append(stream, NO_STREAM, [before]);
        const first = await store.append(stream, 0, [fact]);
        await store.append(stream, 1, [after]);
        expect(await store.append(stream, 0, [fact])).toEqual(first);
        expect(idsOf(await store.read(stream))).toEqual(idsOf([before, fact, after]));
      });

      it('has one effect when both come at the same moment', async () => {
        const fact = newFact();
        const [one, two] = await Promise.all([store.append(stream, NO_STREAM, [fact]), store.append(stream, NO_STREAM, [fact])]);
        expect(one).toEqual(two);
        expect(await store.read(stream)).toHaveLength(1);
      });

      it('is refused when the place holds another fact, or only some of these', async () => {
        const [fact, more] = [newFact(), newFact()];
        await store.append(stream, NO_STREAM, [fact]);
        for (const others of [[newFact()], [fact, more], [more, fact]]) await expect(store.append(stream, NO_STREAM, others)).rejects.toThrow(WrongRevision);
        expect(idsOf(await store.read(stream))).toEqual([fact.id]);
      });
    });

    followerTests(() => ({ store, category, stream }));

    describe('the log', () => {
      it('has its head at the last fact', async () => {
        await appended(store, stream, newFact());
        const { position } = await store.append(`${category}-2`, NO_STREAM, [newFact(), newFact()]);
        expect(await store.head()).toBe(position);
      });

      it('counts its facts when it is verified', async () => {
        const before = await store.verify();
        await store.append(stream, NO_STREAM, [newFact(), newFact(), newFact()]);
        expect(await store.verify()).toBe(before + 3);
      });
    });

    describe('a bookmark', () => {
      it('is not there before it is set', async () => {
        expect(await bookmarks.get(category)).toBeUndefined();
      });

      it('holds the position that was set last, each name its own', async () => {
        const positions = ['1', '2', '3'].map((digit) => digit.padStart(16, '0'));
        await bookmarks.set(category, positions[0]!);
        await bookmarks.set(`${category}-other's`, positions[2]!);
        await bookmarks.set(category, positions[1]!);
        expect(await bookmarks.get(category)).toBe(positions[1]);
        expect(await bookmarks.get(`${category}-other's`)).toBe(positions[2]);
      });

      it('is still there after the store was closed in between, when the store keeps anything', async () => {
        await bookmarks.set(category, '7'.padStart(16, '0'));
        await appended(store, stream, newFact());
        await store.close();
        ({ store, bookmarks } = await open());
        expect(await bookmarks.get(category)).toBe((await store.read(stream)).length > 0 ? '7'.padStart(16, '0') : undefined);
      });
    });
  });
}
