/** The part of the event stores' suite about following. */
import { type EventStore, NO_STREAM } from './event-store.js';
import { appended, collector, idsOf, newFact, until } from './event-store.testing.js';

/** What a test works with; a category of its own, for a server's log is shared. */
interface Context {
  store: EventStore;
  category: string;
  stream: string;
}

export function followerTests(context: () => Context): void {
  describe('a follower', () => {
    let store: EventStore;
    let category: string;
    let stream: string;
    beforeEach(() => {
      ({ store, category, stream } = context());
    });

    it('hears what was there and then what comes, each fact once and in order, while writers go on', async () => {
      const { facts, onFacts, overlaps } = collector();
      const writers = Array.from({ length: 8 }, (_, n) => appended(store, `${category}-${n}`, ...Array.from({ length: 40 }, (_, m) => newFact(m))));
      await writers[0];
      const following = store.follow('', [category], onFacts);
      await Promise.all(writers);
      await appended(store, stream, newFact('last'));
      await until(() => facts.length >= 321);
      await following.stop();

      expect(facts).toHaveLength(321);
      expect(overlaps()).toBe(0);
      expect(facts.map(({ position }) => position)).toEqual(facts.map(({ position }) => position).sort());
      expect(new Set(idsOf(facts)).size).toBe(321);
      for (let n = 0; n < 8; n += 1) {
        const ofStream = facts.filter((fact) => fact.stream === `${category}-${n}`);
        expect(ofStream).toEqual(await store.read(`${category}-${n}`));
      }
    });

    it('is live when everything that was there has been handled', async () => {
      await appended(store, stream, ...Array.from({ length: 20 }, (_, n) => newFact(n)));
      await appended(store, `other${category}-1`, newFact());
      const { facts, onFacts } = collector();
      await store.follow('', [category], onFacts).live;
      expect(facts).toHaveLength(20);
    });

    it('is live at once when nothing of its categories is there', async () => {
      await store.follow('', [category], async () => undefined).live;
    });

    it('does not say that it has come past what is being handled, nor past what it was stopped at', async () => {
      let [take, taken, refuse] = [(): void => {}, false, (): void => {}];
      const inHand = new Promise<void>((come) => (take = come));
      const following = store.follow('', [category], () => new Promise((_, failed) => {
        taken = true;
        refuse = () => failed(new Error('not now'));
        take();
      }));
      const { position } = await store.append(stream, NO_STREAM, [newFact()]);
      await inHand;
      expect(taken && following.passed() < position).toBe(true);
      const stopping = following.stop();
      refuse();
      await stopping;
      expect(following.passed() < position).toBe(true);
    });

    it('begins after the position it names', async () => {
      const all = Array.from({ length: 10 }, (_, n) => newFact(n));
      await appended(store, stream, ...all);
      const { facts, onFacts } = collector();
      await store.follow((await store.read(stream))[3]!.position, [category], onFacts).live;
      expect(idsOf(facts)).toEqual(idsOf(all.slice(4)));
    });

    it('hears only the categories it asks for, live as well', async () => {
      const { facts, onFacts } = collector();
      const [cat, dog] = [newFact('cat'), newFact('dog')];
      await appended(store, `${category}cat-1`, cat);
      await appended(store, `${category}bird-1`, newFact('bird'));
      await store.follow('', [`${category}cat`, `${category}dog`], onFacts).live;
      await appended(store, `${category}ca-1`, newFact('not a cat'));
      await appended(store, `${category}dog-1`, dog);
      await until(() => facts.length >= 2);
      expect(idsOf(facts)).toEqual([cat.id, dog.id]);
    });

    it('hears everything when it asks for no category', async () => {
      const { facts, onFacts } = collector();
      store.follow(await store.head(), undefined, onFacts);
      const [one, two] = [newFact(), newFact()];
      await appended(store, `${category}one-1`, one);
      await appended(store, `${category}two-1`, two);
      await until(() => facts.length >= 2);
      expect(idsOf(facts)).toEqual([one.id, two.id]);
    });

    it('that fails is handed the same facts again, and nothing overtakes them', async () => {
      const calls: string[][] = [];
      store.follow('', [category], async (facts) => {
        calls.push(idsOf(facts));
        if (calls.length < 3) throw new Error('not now');
      });
      const [first, second] = [newFact('first'), newFact('second')];
      await appended(store, stream, first);
      await until(() => calls.length >= 1);
      await appended(store, stream, second);
      await until(() => calls.flat().includes(second.id));
      expect(calls).toEqual([[first.id], [first.id], [first.id], [second.id]]);
    });

    it('hears nothing more once it has stopped', async () => {
      const { facts, onFacts } = collector();
      const other = collector();
      const following = store.follow('', [category], onFacts);
      store.follow('', [category], other.onFacts);
      await appended(store, stream, newFact());
      await until(() => facts.length === 1);
      await following.stop();
      await appended(store, stream, newFact());
      await until(() => other.facts.length === 2);
      expect(facts).toHaveLength(1);
    });

    it('may append from its handler', async () => {
      store.follow('', [category], async ([fact]) => {
        if (fact!.stream === stream) await store.append(`${category}-answer`, NO_STREAM, [newFact('answer')]);
      });
      const { facts, onFacts } = collector();
      store.follow('', [category], onFacts);
      await appended(store, stream, newFact('question'));
      await until(() => facts.length === 2);
      expect(facts.map(({ data }) => data)).toEqual([{ note: 'question' }, { note: 'answer' }]);
    });
  });
}
