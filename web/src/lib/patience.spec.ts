import { firstOf, patience } from './patience.js';

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
    const signal = patience(1);
    await new Promise((ended) => signal.addEventListener('abort', ended));
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });
});
