import { giveWay, hasRead } from './give-way.js';

it('lets others have their turn once much was read, whoever read it', async () => {
  const done: string[] = [];
  const reading = async (who: string): Promise<void> => {
    for (let question = 1; question <= 4; question += 1) {
      await giveWay();
      hasRead(400);
      done.push(`${who} ${question}`);
    }
  };
  setImmediate(() => done.push('somebody else'));
  await Promise.all([reading('one'), reading('another')]);
  expect(done.indexOf('somebody else')).toBe(4);
  expect(done).toHaveLength(9);
});

it('goes on at once before, and again in a later turn', async () => {
  await new Promise(setImmediate);
  hasRead(400);
  expect(giveWay()).toBeUndefined();
  hasRead(600);
  expect(giveWay()).toBeDefined();
  await new Promise(setImmediate);
  expect(giveWay()).toBeUndefined();
});
