import type { Logger } from 'pino';
import { standingClock } from '../testing.js';
import { tellUnanswered } from './unanswered.js';

it('Who does not answer is told once a minute, each of them', () => {
  const [clock, said] = [standingClock(), [] as unknown[]];
  const unanswered = tellUnanswered({ warn: (...words: unknown[]) => void said.push(words) } as unknown as Logger, clock);
  for (const subject of ['fleet.listMachines', 'fleet.machine', 'sales.list', 'fleet.machine']) unanswered(subject);
  clock.pass(60_000);
  unanswered('fleet.machine');
  expect(said).toEqual([
    [{ asked: 'fleet.listMachines', times: 1 }, 'nobody answers'],
    [{ asked: 'sales.list', times: 1 }, 'nobody answers'],
    [{ asked: 'fleet.machine', times: 3 }, 'nobody answers'],
  ]);
});
