import { giveWay } from './give-way.js';

const work = (ms: number): void => {
  for (const began = performance.now(); performance.now() - began < ms;);
};

it('lets others have their turn once pieces of work have taken long together, whoever does them', async () => {
  const done: string[] = [];
  const working = async (who: string): Promise<void> => {
    for (let piece = 1; piece <= 4; piece += 1) {
      await giveWay();
      work(4);
      done.push(`${who} ${piece}`);
    }
  };
  setImmediate(() => done.push('somebody else'));
  await Promise.all([working('one'), working('another')]);
  expect(done).toHaveLength(9);
  expect(done.indexOf('somebody else')).toBeLessThan(8);
});

it('goes on at once before', async () => {
  await new Promise(setImmediate);
  expect(giveWay()).toBeUndefined();
});
