/** What was answered lately: good enough for a question whose answer seldom changes, while whoever knows it cannot be reached. */
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Contract, Out } from '@larder/contracts/request.js';
import { Remembered } from '../remembered.js';
import { Together } from '../together.js';
import type { Clock } from '../time.js';
import type { Ask } from './ask.js';

const LATELY_MS = 300_000;
/** Whoever can do with what is remembered waits no longer for somebody who is silent: three services may ask the same one after another for one screen. */
const SOON_MS = 1_000;
const REMEMBERED_ANSWERS = 5_000;

/**
 * Asks; when that is `UNAVAILABLE`, resolves with what the same question was answered in the five minutes before. Who asks the same
 * in one turn of the event loop is answered {@link Together}. For questions that everybody is answered alike.
 */
export function askLately(ask: Ask, clock: Clock): Ask {
  const answers = new Remembered<{ at: number; answer: unknown }>(REMEMBERED_ANSWERS);
  const together = new Together<Promise<unknown>>();
  const answerTo = async (question: string, ...[contract, input, asked, timeoutMs]: Parameters<Ask>): Promise<unknown> => {
    const known = answers.get(question);
    const isFresh = known !== undefined && clock.now().getTime() - known.at < LATELY_MS;
    const answer: unknown = await ask(contract, input as never, asked, isFresh ? Math.min(timeoutMs ?? SOON_MS, SOON_MS) : timeoutMs, isFresh);
    const now = clock.now().getTime();
    if (isRefusal(answer) && answer.refused === 'UNAVAILABLE') return known && now - known.at < LATELY_MS ? known.answer : answer;
    if (isRefusal(answer)) answers.delete(question);
    else answers.set(question, { at: now, answer });
    return answer;
  };
  return <C extends Contract>(contract: C, input: Parameters<Ask>[1], asked: Parameters<Ask>[2], timeoutMs?: number): Promise<Out<C> | Refusal> => {
    const question = `${contract.subject} ${JSON.stringify(input)}`;
    return together.one(question, () => answerTo(question, contract, input, asked, timeoutMs)) as Promise<Out<C> | Refusal>;
  };
}
