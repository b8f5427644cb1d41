import type { Kit } from '@larder/kit/kit.js';
import { countedChance, standingClock, type StandingClock } from '@larder/kit/testing.js';
import { OneByOne } from './one-by-one.js';
import type { Passes } from './passes.js';
import { openSqlitePasses } from './stores/sqlite-passes.js';

describe('Of two copies that share the passes', () => {
  let clock: StandingClock;
  let passes: Passes;
  let one: OneByOne;
  let other: OneByOne;
  beforeEach(() => {
    clock = standingClock();
    passes = openSqlitePasses(':memory:');
    const kit = { clock, chance: countedChance() } as unknown as Kit;
    [one, other] = [new OneByOne(kit, passes), new OneByOne(kit, passes)];
  });
  afterEach(() => passes.close());

  it('one begins when the other has ended, well or not, and about something else at once', async () => {
    const order: string[] = [];
    let end = (): void => undefined;
    const first = one.do('ned', async () => {
      order.push('first');
      await new Promise<void>((ended) => (end = ended));
      order.push('first ended');
      throw new Error('in vain');
    });
    const second = other.do('ned', async () => void order.push('second'));
    await other.do('olive', async () => void order.push('about somebody else'));
    end();
    await expect(first).rejects.toThrow('in vain');
    await second;
    expect(order).toEqual(['first', 'about somebody else', 'first ended', 'second']);
  });

  it('whatever a lost one was at can be done after a minute', async () => {
    await new Promise<void>((begun) => void one.do('ned', () => new Promise(() => begun())));
    clock.pass(60_001);
    expect(await other.do('ned', async () => 'done')).toBe('done');
  });
});
