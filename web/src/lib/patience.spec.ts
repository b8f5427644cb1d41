import { firstOf, within } from './patience.js';

describe('Waiting for an answer', () => {
  it('ends with whichever signal is first, and says why', () => {
    const [left, leaving] = [new AbortController(), new AbortController()];
    const both = firstOf(left.signal, leaving.signal);
    expect(both.aborted).toBe(false);
    leaving.abort('left the screen');
    left.abort('too late');
    expect([both.aborted, both.reason]).toEqual([true, 'left the screen']);
  });

  it('has ended when one of them has', () => {
    const over = new AbortController();
    over.abort('over');
    expect(firstOf(new AbortController().signal, over.signal)).toMatchObject({ aborted: true, reason: 'over' });
  });

  it('ends by itself when the time is over', async () => {
    const reason = await within(1, (signal) => new Promise((ended) => signal.addEventListener('abort', () => ended(signal.reason))));
    expect(reason).toMatchObject({ name: 'TimeoutError' });
  });

  it.each([['an answer', async () => 'an answer'], ['a failure', () => Promise.reject(new Error('a failure'))]])('leaves no clock behind that goes on after %s', async (outcome, work) => {
    jest.useFakeTimers();
    try {
      expect(await within(30_000, work).catch((error: Error) => error.message)).toBe(outcome);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
