/** What was answered lately: good enough for a question whose answer seldom changes, while whoever knows it cannot be reached. */
import type { z } from 'zod';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Contract, Out } from '@larder/contracts/request.js';
import { Remembered } from '../commands/remembered.js';
import { Together } from '../turns/together.js';
import { isEarly, type Clock } from '../time.js';
import type { Ask } from './ask.js';

const LATELY_MS = 300_000;
/** Whoever can do with what is remembered waits no longer for somebody who is silent: three services may ask the same one after another for one screen. */
const SOON_MS = 1_000;
const REMEMBERED_ANSWERS = 5_000;

/** Not what was answered by a clock that was put back since: nobody knows how long ago that was. */
const isOfLately = (at: number, now: number): boolean => isEarly(now, at + LATELY_MS, LATELY_MS);

/**
 * Asks; when that is `UNAVAILABLE`, resolves with what the same question was answered in the five minutes before. Who asks the same
 * in one turn of the event loop is answered {@link Together}. For questions that everybody is answered alike.
 */
export function askLately(ask: Ask, clock: Clock): Ask {
  const answers = new Remembered<{ at: number; answer: unknown }>(REMEMBERED_ANSWERS);
  const together = new Together<Promise<unknown>>();
  const answerTo = async (question: string, ...[contract, input, asked, timeoutMs]: Parameters<Ask>): Promise<unknown> => {
    const known = answers.get(question);
    const isFresh = known !== undefined && isOfLately(known.at, clock.now().getTime());
    const answer: unknown = await ask(contract, input as never, asked, isFresh ? Math.min(timeoutMs ?? SOON_MS, SOON_MS) : timeoutMs, isFresh);
    const now = clock.now().getTime();
    if (isRefusal(answer) && answer.refused === 'UNAVAILABLE') return known && isOfLately(known.at, now) ? known.answer : answer;
    if (isRefusal(answer)) answers.delete(question);
    else answers.set(question, { at: now, answer });
    return answer;
  };
  return <C extends Contract>(contract: C, input: Parameters<Ask>[1], asked: Parameters<Ask>[2], timeoutMs?: number): Promise<Out<C> | Refusal> => {
    const question = `${contract.subject} ${JSON.stringify(input)}`;
    return together.one(question, () => answerTo(question, contract, input, asked, timeoutMs)) as Promise<Out<C> | Refusal>;
  };
}

/** A question about several things at once, answered by their ids. */
export type OfEach = Contract<z.ZodType<{ account: string; ids: string[] }>, z.ZodType<Record<string, object>>>;
export type AskOfEach = <C extends OfEach>(contract: C, input: { account: string; ids: readonly string[] }, asked: Parameters<Ask>[2]) => Promise<Out<C> | Refusal>;

/** As {@link askLately}, for one question about many: what was answered of each stands in, whichever others it was asked with. */
export function askLatelyOfEach(ask: Ask, clock: Clock): AskOfEach {
  const answers = new Remembered<{ at: number; answer: object }>(REMEMBERED_ANSWERS);
  const together = new Together<Promise<unknown>>();
  const answerTo = async (contract: OfEach, { account, ids }: { account: string; ids: readonly string[] }, asked: Parameters<Ask>[2]): Promise<unknown> => {
    const keyOf = (id: string): string => `${contract.subject} ${JSON.stringify([account, id])}`;
    const known = (): [string, object][] => ids.flatMap((id): [string, object][] => {
      const one = answers.get(keyOf(id));
      return one && isOfLately(one.at, clock.now().getTime()) ? [[id, one.answer]] : [];
    });
    const isFresh = known().length === ids.length;
    const answer = await ask(contract, { account, ids: [...ids] }, asked, isFresh ? SOON_MS : undefined, isFresh);
    if (isRefusal(answer)) {
      const kept = answer.refused === 'UNAVAILABLE' ? known() : [];
      return kept.length > 0 ? Object.fromEntries(kept) : answer;
    }
    const at = clock.now().getTime();
    for (const id of ids) {
      const one = Object.hasOwn(answer, id) ? answer[id] : undefined; // a machine may be called `constructor`
      if (one) answers.set(keyOf(id), { at, answer: one });
      else answers.delete(keyOf(id));
    }
    return answer;
  };
  return <C extends OfEach>(contract: C, input: { account: string; ids: readonly string[] }, asked: Parameters<Ask>[2]): Promise<Out<C> | Refusal> =>
    together.one(`${contract.subject} ${JSON.stringify(input)}`, () => answerTo(contract, input, asked)) as Promise<Out<C> | Refusal>;
}
