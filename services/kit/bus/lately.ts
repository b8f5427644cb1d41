/** What was answered lately: good enough for a question whose answer seldom changes, while whoever knows it cannot be reached. */
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Contract, Out } from '@larder/contracts/request.js';
import { Remembered } from '../remembered.js';
import type { Clock } from '../time.js';
import type { Ask } from './ask.js';

const LATELY_MS = 300_000;
/** Whoever can do with what is remembered waits no longer for somebody who is silent. */
const SOON_MS = 3_000;
const REMEMBERED_ANSWERS = 5_000;

/** Asks; when that is `UNAVAILABLE`, resolves with what the same question was answered in the five minutes before. For questions that everybody is answered alike. */
export function askLately(ask: Ask, clock: Clock): Ask {
  const answers = new Remembered<{ at: number; answer: unknown }>(REMEMBERED_ANSWERS);
  return async <C extends Contract>(contract: C, input: Parameters<Ask>[1], asked: Parameters<Ask>[2], timeoutMs?: number): Promise<Out<C> | Refusal> => {
    const question = `${contract.subject} ${JSON.stringify(input)}`;
    const known = answers.get(question);
    const isFresh = known !== undefined && clock.now().getTime() - known.at < LATELY_MS;
    const answer = await ask(contract, input as never, asked, isFresh ? Math.min(timeoutMs ?? SOON_MS, SOON_MS) : timeoutMs, isFresh);
    const now = clock.now().getTime();
    if (isRefusal(answer) && answer.refused === 'UNAVAILABLE') return known && now - known.at < LATELY_MS ? (known.answer as Out<C>) : answer;
    if (isRefusal(answer)) answers.delete(question);
    else answers.set(question, { at: now, answer });
    return answer;
  };
}
