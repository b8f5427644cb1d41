/** Listens to the facts of others and raises or clears what they mean. */
import type { AnyFact } from '@larder/contracts/fact.js';
import { because, type Reaction } from '@larder/kit/react.js';
import { isMeaningful, meaningOf, type Heard } from './conditions.js';
import type { Raising } from './raising.js';

export const watching = (raising: Raising, source: string): Reaction => ({
  source,
  concerns: isMeaningful,
  async on(fact: AnyFact) {
    const meaning = meaningOf(fact as unknown as Heard, await raising.rules(fact.meta.account));
    if (meaning) await raising.follow(meaning, { type: fact.type, id: fact.id, at: fact.meta.at }, because(fact, 'alerts'));
  },
});
