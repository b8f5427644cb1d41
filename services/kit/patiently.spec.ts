import { patiently } from './patiently.js';

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
