/** The live connection: hears from the server what has changed, and connects again when it breaks. */
import { liveTags, type LiveTag } from '../api.js';
import { firstOf } from '../patience.js';
import { authorizedFetch } from '../session/authorized-fetch.js';
import { eventStream } from './event-stream.js';

interface Listener {
  changed(tags: readonly LiveTag[]): void;
  connected(is: boolean): void;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** A connection that says nothing at all for so long, not even a keep-alive comment, is taken for dead. */
const SILENCE_MS = 90_000;

/** Answers how to end it. Being refused ends nothing: it may be that nobody could say for a moment who is asking. */
export function connectLive(listener: Listener): () => void {
  const ending = new AbortController();
  void keepConnected(listener, ending.signal);
  return () => ending.abort();
}

async function keepConnected(listener: Listener, ended: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  while (!ended.aborted) {
    const outcome = await listen(listener, ended).catch(() => 'broken' as const);
    if (ended.aborted) return;
    listener.connected(false);
    wait = outcome === 'ended' ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
    await pause(wait, ended);
  }
}

async function listen(listener: Listener, ended: AbortSignal): Promise<'ended' | 'broken'> {
  const silent = new AbortController();
  const response = await authorizedFetch('/api/live', { headers: { accept: 'text/event-stream' }, signal: firstOf(ended, silent.signal) });
  if (!response.ok || !response.body) return 'broken';
  // What changed while nobody was listening is not told afterwards.
  listener.changed(liveTags);

  const feed = eventStream(({ event, data }) => event === 'changed' && listener.changed(tagOf(data)));
  let isHeard = false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const silence = setTimeout(() => silent.abort(), SILENCE_MS);
    try {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      // Not when its head comes: there are proxies that let that through and keep what follows.
      if (!isHeard) listener.connected(true);
      isHeard = true;
      feed(value);
    } catch {
      return 'ended';
    } finally {
      clearTimeout(silence);
    }
  }
}

function tagOf(data: string): LiveTag[] {
  const { view } = JSON.parse(data) as { view?: string };
  return liveTags.filter((tag) => tag === view);
}

const pause = (ms: number, ended: AbortSignal) =>
  new Promise<void>((resume) => {
    const timer = setTimeout(resume, ms);
    ended.addEventListener('abort', () => (clearTimeout(timer), resume()), { once: true });
  });
