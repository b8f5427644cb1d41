/** Asks again where no answer came: who comes back from the checkout wants to know what became of their money, and a phone is not told when a network that it has carries something again. */
import type { Answer } from '../call.js';

const AGAIN_MS = 3000;

/** Asks every 3 s until there is an answer, or there is nothing to be found; each is told. Answers how to stop. */
export function untilAnswered<T>(ask: () => Promise<Answer<T>>, told: (answer: Answer<T>) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  const again = async (): Promise<void> => {
    const answer = await ask();
    if (left) return;
    told(answer);
    if (!answer.ok && answer.code !== 'NOT_FOUND') timer = setTimeout(() => void again(), AGAIN_MS);
  };
  void again();
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
