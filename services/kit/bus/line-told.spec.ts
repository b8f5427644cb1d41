import type { Logger } from 'pino';
import { openMetrics } from '../metrics.js';
import { standingClock } from '../testing.js';
import { lineTold } from './line-told.js';

it('A connection that is lost, refused and back is told in the log once each, and in the figures all the time', async () => {
  const [metrics, said, clock] = [openMetrics(), [] as unknown[], standingClock()];
  const say = (about: object, words: string): void => void said.push({ ...about, words });
  const tell = lineTold({ log: { info: say, warn: say, error: say } as unknown as Logger, metrics, clock }, 'BUS_URL', 'nats://sales:hidden@nats-0:4222,nats://nats-1:4222');
  const figure = async () => (await metrics.connected.get()).values;
  const named = { setting: 'BUS_URL', at: 'nats-0:4222,nats-1:4222' };
  expect(await figure()).toEqual([]);
  tell(true);
  expect([said, await figure()]).toEqual([[], [{ labels: { setting: 'BUS_URL' }, value: 1 }]]);
  tell(false);
  const refusal = new Error('Authorization Violation');
  for (let seconds = 0; seconds < 59; seconds++) {
    tell(false, refusal);
    clock.pass(1_000);
  }
  expect(await figure()).toEqual([{ labels: { setting: 'BUS_URL' }, value: 0 }]);
  tell(true);
  expect(said).toEqual([
    { ...named, words: 'the connection is lost, and tried again' },
    { ...named, err: refusal, times: 1, words: 'the connection is refused, and tried again' },
    { ...named, seconds: 59, words: 'the connection is back' },
  ]);
});
