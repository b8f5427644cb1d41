/** Listens to facts and raises or clears what they mean. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Kit } from '@larder/kit/kit.js';
import { because, type Reaction } from '@larder/kit/commands/react.js';
import { isMeaningful, meaningsOf, type Heard } from './conditions.js';
import { endRunningLow, isParSet, isSetInactive, judgeAgain, judgeSlot } from './judging-again.js';
import type { Notices } from '../notices/notices.js';
import { placeOf, type Raising } from './raising.js';
import type { Upkeeping } from './upkeeping.js';

async function heed(raising: Raising, fact: AnyFact): Promise<void> {
  const meanings = meaningsOf(fact as unknown as Heard, await raising.rules(fact.meta.account));
  for (const meaning of meanings) await raising.follow(meaning, { type: fact.type, id: fact.id, at: fact.meta.at }, because(fact, 'alerts'), placeOf(fact));
}

/** What follows from facts of other services. */
export const watching = (kit: Kit, raising: Raising, upkeeping: Upkeeping, source: string): Reaction => ({
  source,
  concerns: (fact) => isMeaningful(fact) || isParSet(fact) || upkeeping.concerns(fact),
  async on(fact) {
    if (isMeaningful(fact)) await heed(raising, fact);
    if (isParSet(fact)) await judgeSlot(kit, raising, fact);
    await upkeeping.hear(fact);
  },
});

/** What follows from what is changed about goods. */
export const watchingGoods = (kit: Kit): Reaction => ({ source: 'catalog', concerns: isSetInactive, on: (fact) => endRunningLow(kit, fact) });

/** What follows from facts of our own. */
export const watchingOurselves = (kit: Kit, raising: Raising, upkeeping: Upkeeping, notices: Notices): Reaction => ({
  source: 'alerts',
  async on(fact) {
    if (isMeaningful(fact)) return heed(raising, fact);
    if (fact.type === 'AlertRulesSet') {
      await judgeAgain(kit, raising, fact);
      return upkeeping.replan(fact);
    }
    await upkeeping.hear(fact);
    await notices.take(fact);
  },
});
