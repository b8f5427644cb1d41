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

let early: Promise<Heard> | undefined;
const start = async ({ nfcSessionId, machineId }: Tag): Promise<Heard> => {
  const answer = await startSession({ nfcSessionId, ...(machineId && { machineId }) });
  return { answer, heardAtMs: serverNow() };
};

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
    void asked.then(({ answer, heardAtMs }) => {
      if (left) return;
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
