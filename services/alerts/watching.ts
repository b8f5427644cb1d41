/** Listens to the facts of others and raises or clears what they mean. */
import { describeProducts } from '@larder/contracts/catalog.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { machineCard } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Kit } from '@larder/kit/kit.js';
import { because, type Reaction } from '@larder/kit/react.js';
import { alert, alertStream } from './alert.js';
import { meaningOf, type Heard, type Meaning } from './conditions.js';

export const watching = (kit: Kit, source: string): Reaction => ({
  source,
  async on(fact: AnyFact) {
    const meaning = meaningOf(fact as unknown as Heard);
    if (!meaning) return;
    const stream = alertStream(fact.meta.account, meaning.condition);
    if ('clear' in meaning) {
      await kit.handle(alert, stream, { type: 'Clear' }, because(fact, 'alerts'));
      return;
    }
    const { machine, product } = await namesOf(kit, fact, meaning);
    const said = meaning.alert({ machine: machine.name, product: product?.name });
    await kit.handle(alert, stream, { type: 'Raise', alert: { ...said, condition: meaning.condition, machine, product } }, because(fact, 'alerts'));
  },
});

async function namesOf(kit: Kit, fact: AnyFact, { machineId, productId }: Exclude<Meaning, { clear: true }>) {
  const asked = kit.because(fact, 'alerts');
  const { account } = fact.meta;
  const [card, products] = await Promise.all([
    kit.ask(machineCard, { account, machineId }, asked),
    productId ? kit.ask(describeProducts, { account, ids: [productId] }, asked) : [],
  ]);
  if (isRefusal(card) && card.refused === 'UNAVAILABLE') throw new Error(card.message); // fleet is away: later
  const found = isRefusal(products) ? undefined : products[0];
  return {
    machine: isRefusal(card) ? { machineId, name: machineId, address: '' } : { machineId, name: card.name, address: card.address },
    product: found && { productId: found.productId, name: found.name, sku: found.sku },
  };
}
