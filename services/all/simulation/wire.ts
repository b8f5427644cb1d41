/** The bus of a simulated day: requests and answers get lost, facts are heard twice or late, and whoever hears them fails at times. */
import type { AnyFact } from '@larder/contracts/fact.js';
import { NoAnswer, type Bus, type Hearer } from '@larder/kit/bus/bus.js';
import { openInProcessBus } from '@larder/kit/bus/in-process-bus.js';
import type { Dice } from './dice.js';
import type { Timeline } from './timeline.js';

export interface WireDefects {
  /** Facts vanish on the way. */
  losesFacts?: boolean;
  /** At times a fact is heard after the one that came behind it. */
  reordersFacts?: boolean;
  /** Two answers under way at the same time are mixed up, once the day is rough: what is laid out before it has to be there. */
  mixesAnswers?: boolean;
}

/** How often something goes wrong; 0 on a good day. */
export interface Weather {
  lostRequests: number;
  lostAnswers: number;
  failures: number;
  repeats: number;
  delays: number;
  stands: number;
  /** Of the payment provider. */
  silences: number;
}
export const CALM: Weather = { lostRequests: 0, lostAnswers: 0, failures: 0, repeats: 0, delays: 0, stands: 0, silences: 0 };
const LONGEST_DELAY_MS = 3_000;
/** So long whoever hears facts stands still at times. */
const LONGEST_STILL_MS = 40_000;

export function openWire(dice: Dice, timeline: Timeline, weather: () => Weather, defects: WireDefects): Bus {
  const inner = openInProcessBus({ onTrouble: () => undefined });
  const delay = (share: number, longestMs = LONGEST_DELAY_MS): Promise<void> | undefined => (dice.happens(share) ? new Promise((on) => timeline.set(dice.between(1, longestMs), on)) : undefined);
  let mixed: { subject: string; answer: unknown } | undefined;

  const heard = (handler: Hearer): Hearer => {
    let overtaken: readonly AnyFact[] = [];
    let before: Promise<unknown> = Promise.resolve();
    let underWay = 0;
    let hasFailed = false;
    const hear: Hearer = async (facts, stopping) => {
      timeline.busy++;
      const { failures, repeats, delays, stands } = weather();
      if (defects.losesFacts && dice.happens(0.03)) return;
      await (before = before.then(() => delay(delays)).then(() => delay(stands, LONGEST_STILL_MS))); // calls overlap, and none overtakes another
      if (hasFailed || dice.happens(failures)) {
        hasFailed = true;
        throw new Error('The consumer failed before it began');
      }
      if (defects.reordersFacts && overtaken.length === 0 && dice.happens(0.1)) {
        overtaken = facts;
        return;
      }
      await handler(facts, stopping);
      if (overtaken.length > 0) await handler(overtaken, stopping);
      overtaken = [];
      if (dice.happens(repeats)) await handler(facts, stopping);
      if (dice.happens(failures)) throw new Error('The consumer failed after it was done');
    };
    return async (facts, stopping) => {
      underWay++;
      try {
        await hear(facts, stopping);
      } finally {
        if (--underWay === 0) hasFailed = false;
      }
    };
  };

  return {
    async ask(subject, payload, timeoutMs) {
      timeline.busy++;
      const now = weather();
      const { lostRequests, lostAnswers, delays } = now;
      if (dice.happens(lostRequests)) throw new NoAnswer(subject);
      await delay(delays);
      const answer = await inner.ask(subject, payload, timeoutMs);
      timeline.busy++;
      if (dice.happens(lostAnswers)) throw new NoAnswer(subject);
      if (!defects.mixesAnswers || now === CALM || !dice.happens(0.2)) return answer;
      const other = mixed?.subject === subject ? mixed.answer : answer;
      mixed = { subject, answer };
      return other;
    },
    answer: (subject, handler) => inner.answer(subject, handler),
    publish: (source, facts) => inner.publish(source, facts),
    published: (source, head) => inner.published(source, head),
    beginEarlier: (source, after) => inner.beginEarlier(source, after),
    disown: (source, isOurs) => inner.disown(source, isOurs),
    consume: (consumer, source, after, handler, rules) => inner.consume(consumer, source, after, heard(handler), rules),
    tell: (subject, payload) => inner.tell(subject, payload),
    listen: (subject, handler) => inner.listen(subject, handler),
    close: () => inner.close(),
  };
}
