import { NoAnswer } from '../bus/bus.js';
import { patiently, reached, untilAnswered } from './patiently.js';
import { whyNot } from '../why-not.js';

it('Who waits at a start hears for whom, and no secret, until it is over', async () => {
  let told: unknown;
  let come = (): void => undefined;
  const work = new Promise<void>((resolve) => (come = resolve));
  const log = {
    warn(...words: unknown[]): void {
      told = words;
      come();
    },
  };
  const clear = jest.spyOn(globalThis, 'clearInterval');
  await patiently(log as never, 'READ_STORE_URL', 'mongodb://larder:pa%40ss@one:27017,two:27017/views?replicaSet=rs0', work, 1);
  expect(told).toEqual([{ setting: 'READ_STORE_URL', at: 'one:27017,two:27017' }, 'does not answer yet, the start waits for it']);
  expect(clear).toHaveBeenCalledTimes(1);
  clear.mockRestore();
});

it('What fails is passed on', async () => {
  await expect(patiently({} as never, 'BUS_URL', 'nats://one', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

it('Why a server cannot be used is told with the setting that names it, and without what is secret there', async () => {
  const why = await reached({} as never, 'BUS_URL', 'nats://sales:secret@one:4222', Promise.reject(new Error('Authorization Violation'))).catch(whyNot);
  expect(why).toBe('Settings: BUS_URL: one:4222 cannot be used: Authorization Violation');
});

it('Who is away is asked again, and who refuses is not', async () => {
  const answers = [new NoAnswer('log'), new NoAnswer('log'), undefined, new Error('not allowed')];
  const ask = async (): Promise<string> => {
    const error = answers.shift();
    if (error) throw error;
    return 'answered';
  };
  expect(await untilAnswered(ask, 0)).toBe('answered');
  await expect(untilAnswered(ask, 0)).rejects.toThrow('not allowed');
});
