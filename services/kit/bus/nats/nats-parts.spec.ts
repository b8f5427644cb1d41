import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { unparcel } from './nats-parts.js';

it('what is fetched in parts is asked for a few at a time: each part has a time of its own, and on a slow line the last would wait for all before it', async () => {
  const text = JSON.stringify(Array.from({ length: 40 }, (_, n) => `line ${n}`));
  const size = Math.ceil(text.length / 40);
  const count = Math.ceil(text.length / size);
  let [underWay, most] = [0, 0];
  const request = async (_: string, n: string): Promise<Msg> => {
    most = Math.max(most, (underWay += 1));
    await new Promise(setImmediate);
    underWay -= 1;
    return { data: Buffer.from(text.slice(Number(n) * size, (Number(n) + 1) * size)) } as unknown as Msg;
  };
  const about = headers();
  about.set('parts-at', 'inbox');
  about.set('parts', String(count));
  const found = await unparcel({ request } as unknown as NatsConnection, { headers: about, data: new Uint8Array() } as unknown as Msg);
  expect([count > 30, most, found]).toEqual([true, 8, JSON.parse(text)]);
});
