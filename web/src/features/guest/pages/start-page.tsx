/** Begins the visit that a tapped tag stands for, then shows it. */
import { useEffect, useState } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { startSession, type Answer } from '../call.js';
import { navigate } from '../navigate.js';
import { Loading, SessionError } from '../parts.js';
import type { Followed } from '../visit/follow-session.js';

interface Tag {
  nfcSessionId: string;
  machineId?: string;
}
type Heard = { answer: Answer<SessionView>; heardAtMs: number };

/** As long as somebody is before the door that a tap opens, for whom it locks itself after a minute as well. */
const TAP_MS = 60_000;

/** Whether that was a moment ago. The tab's history knows: what was tapped and led to nothing comes again where a tab is opened anew, or the phone has its network back, and the door is far away by then. */
function isTappedJustNow(): boolean {
  const { tappedAt = Date.now() } = (history.state ?? {}) as { tappedAt?: number };
  history.replaceState({ tappedAt }, '');
  return Math.abs(Date.now() - tappedAt) < TAP_MS;
}

/** Browsers load pages ahead, and in tabs behind another: nobody has tapped then. */
async function looked(): Promise<void> {
  while (document.visibilityState === 'hidden') await new Promise((changed) => document.addEventListener('visibilitychange', changed, { once: true }));
}

let early: Promise<Heard | undefined> | undefined;
/** Nothing where the tap is long ago. */
async function start({ nfcSessionId, machineId }: Tag): Promise<Heard | undefined> {
  await looked();
  if (!isTappedJustNow()) return undefined;
  const answer = await startSession({ nfcSessionId, ...(machineId && { machineId }) });
  return { answer, heardAtMs: serverNow() };
}

/** Asks for the visit before its page can be shown: the words of a language are still on their way then, which takes another half a second in a basement. The page that is shown first takes the answer. */
export function startEarly(tag: Tag): void {
  early = start(tag);
}

export function StartPage({ nfcSessionId, machineId, onStarted }: Tag & { onStarted(seed: Followed): void }) {
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    let left = false;
    const asked = early ?? start({ nfcSessionId, ...(machineId && { machineId }) });
    early = undefined;
    void asked.then((heard) => {
      if (left) return;
      if (!heard) return navigate(guestPaths.tap, 'replace');
      const { answer, heardAtMs } = heard;
      if (!answer.ok) return setRefusal(answer.message || 'Failed to load session');
      onStarted({ view: answer.data, heardAtMs });
      navigate(guestPaths.session(answer.data.sessionId), 'replace');
    });
    return () => {
      left = true;
    };
  }, [nfcSessionId, machineId, onStarted]);
  return refusal === undefined ? <Loading /> : <SessionError message={refusal} />;
}
