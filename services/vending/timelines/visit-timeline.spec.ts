import type { SessionFact } from '@larder/contracts/vending.js';
import { stored } from '@larder/kit/testing.js';
import { entryOf } from './visit-timeline.js';

const line = { slot: 'A1', productId: 'p1', sku: 'CHOC', priceCents: 250, quantity: 2 };
const committed = (...names: string[]): SessionFact => ({ type: 'SessionCommitted', data: { lines: names.map((name) => ({ ...line, name })), totalCents: 1_000, why: 'door_closed' } as never });

it('tells what is due, each figure beside its own name, whichever way that is written', () => {
  const [english, hebrew] = stored([committed('Cola', 'Water'), committed('שוקולד', 'מים')]).map((fact) => entryOf(fact).what);
  expect(english).toBe('Payment due for 2x Cola, 2x Water');
  expect(hebrew).toBe('Payment due for 2x \u2068שוקולד\u2069, 2x \u2068מים\u2069');
});
