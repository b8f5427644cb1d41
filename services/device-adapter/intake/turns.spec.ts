import { Turns } from './turns.js';

describe('The turns of machines', () => {
  /** What was dealt with, call by call, and how to end the calls under way. */
  function dealing(most = 3) {
    const calls: string[] = [];
    let ends: (() => void)[] = [];
    const turns = new Turns<number>(most, (machineId, messages) => {
      calls.push(`${machineId}: ${messages.join()}`);
      return new Promise((end) => ends.push(end));
    });
    const end = async (): Promise<void> => {
      const all = ends;
      ends = [];
      for (const one of all) one();
      await new Promise(setImmediate);
    };
    return { calls, turns, end };
  }

  it('deal with what waits of one machine together, in order, up to so many', async () => {
    const { calls, turns, end } = dealing();
    for (const n of [1, 2, 3, 4, 5]) void turns.take('a', n);
    expect(calls).toEqual(['a: 1']);
    await end();
    await end();
    expect(calls).toEqual(['a: 1', 'a: 2,3,4', 'a: 5']);
  });

  it('let no machine wait for another', () => {
    const { calls, turns } = dealing();
    for (const machineId of ['a', 'b']) void turns.take(machineId, 1);
    expect(calls).toEqual(['a: 1', 'b: 1']);
  });

  it('tell when a message was dealt with, and how many wait', async () => {
    const { turns, end } = dealing();
    const told: number[] = [];
    for (const n of [1, 2]) void turns.take('a', n).then(() => told.push(n));
    expect([turns.waitingOf('a'), told]).toEqual([2, []]);
    await end();
    expect([turns.waitingOf('a'), told]).toEqual([1, [1]]);
    await end();
    expect([turns.waitingOf('a'), told]).toEqual([0, [1, 2]]);
  });
});
