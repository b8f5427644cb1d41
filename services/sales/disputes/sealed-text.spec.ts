import { openTexts } from '@larder/contracts/identity.js';
import { refuse } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { openedTexts } from './sealed-text.js';

it('what guests have written is opened for as many as a page shows, which is more than is opened at once', async () => {
  const identity = async (_: unknown, asks: In<typeof openTexts>) => (openTexts.input.safeParse(asks).success ? { texts: asks.sealed.map((one) => one.toUpperCase()) } : refuse('BAD_INPUT', 'Too many'));
  const sealed = Array.from({ length: 450 }, (_, n) => `text ${n}`);
  const opened = await openedTexts({ ask: identity } as unknown as Kit, 'acme', sealed, {} as Asked);
  expect(sealed.filter((one) => opened.get(one) !== one.toUpperCase())).toEqual([]);
});
