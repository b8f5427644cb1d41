/** Follows a visit live until it has ended and its money is settled: pushed by the server, asked for every 3 s while the push is not connected. */
import { useEffect, useRef, useState } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { fetchSession, sessionEvents, type Failure } from '../call.js';
import { isSettled } from './session-screen.js';

const POLL_MS = 3000;
/** Phones change networks, and a connection that died this way looks alive for long. */
const POLL_CONNECTED_MS = 20_000;

interface Listener {
  changed(view: SessionView): void;
  failed(failure: Failure): void;
}

/** Ends by itself when nothing changes any more, or when there is no such visit. Answers how to ask at once and how to stop. */
function follow(sessionId: string, listener: Listener): { ask(): void; stop(): void } {
  let heard = 0;
  let source: EventSource | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let stopped = false;

  const stop = () => {
    stopped = true;
    clearInterval(poll);
    source?.close();
  };
  const accept = (view: SessionView) => {
    if (stopped) return;
    heard += 1;
    listener.changed(view);
    if (isSettled(view)) stop();
  };
  const ask = async () => {
    const before = heard;
    const answer = await fetchSession(sessionId);
    // A push that came meanwhile is newer than this answer may be.
    if (stopped || heard !== before) return;
    if (answer.ok) return accept(answer.data);
    listener.failed(answer);
    if (answer.code === 'NOT_FOUND') return stop();
    // Phones say that they have a network before it carries anything, and no push tells of that.
    pollEvery(POLL_MS);
  };
  const connect = () => {
    source = pushed(sessionId, { heard: accept, connected: () => pollEvery(POLL_CONNECTED_MS), lost: () => pollEvery(POLL_MS) });
  };
  const pollEvery = (ms: number) => {
    clearInterval(poll);
    poll = setInterval(() => {
      void ask();
      // The browser gives up for good when the server answers with an error; it does not try again by itself then.
      if (source?.readyState === EventSource.CLOSED) connect();
    }, ms);
  };
  connect();
  pollEvery(POLL_MS);
  void ask();
  return { ask: () => void ask(), stop };
}

interface Push {
  heard(view: SessionView): void;
  connected(): void;
  lost(): void;
}

function pushed(sessionId: string, { heard, connected, lost }: Push): EventSource {
  const source = new EventSource(sessionEvents(sessionId));
  source.addEventListener('session', (event: MessageEvent<string>) => {
    // Not when it opens: there are proxies that let its head through and keep what follows.
    connected();
    heard(JSON.parse(event.data) as SessionView);
  });
  source.addEventListener('error', lost);
  return source;
}

export interface Followed {
  view?: SessionView;
  /** When `view` was heard; its `timeRemaining` counts from here. */
  heardAtMs: number;
  /** The last call failed; a view may still be there, a little old. */
  failure?: Failure;
}

/** @param seed the visit as it was just answered, so that the first view needs no other call */
export function useSession(sessionId: string | undefined, seed?: Followed): Followed & { accept(view: SessionView): void; ask(): void } {
  const [followed, setFollowed] = useState<Followed>(seed ?? { heardAtMs: 0 });
  const asking = useRef<() => void>(undefined);
  const accept = (view: SessionView) => setFollowed({ view, heardAtMs: serverNow() });

  useEffect(() => {
    if (!sessionId) return;
    const { ask, stop } = follow(sessionId, { changed: accept, failed: (failure) => setFollowed((was) => ({ ...was, failure })) });
    asking.current = ask;
    // A phone that slept, a page that came back from the checkout, and one whose network went or came may have missed something, or cannot hear any more.
    const wake = () => document.visibilityState === 'visible' && ask();
    const moments = ['pageshow', 'offline', 'online'];
    document.addEventListener('visibilitychange', wake);
    for (const moment of moments) window.addEventListener(moment, wake);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', wake);
      for (const moment of moments) window.removeEventListener(moment, wake);
    };
  }, [sessionId]);

  return { ...followed, accept, ask: () => asking.current?.() };
}
