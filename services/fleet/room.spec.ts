import { Room } from './room.js';

it('adds machines of one organization one after the other, so that each finds those before it counted, and of others meanwhile', async () => {
  const room = new Room(undefined as never);
  const happened: string[] = [];
  let release = (): void => {};
  const held = new Promise<void>((go) => (release = go));
  const adding = [
    room.inTurn('acme', async () => {
      await held;
      happened.push('first');
    }),
    room.inTurn('acme', async () => happened.push('second')),
    room.inTurn('rival', async () => happened.push('of another')),
  ];
  await adding[2];
  release();
  await Promise.all(adding);
  expect(happened).toEqual(['of another', 'first', 'second']);
});
