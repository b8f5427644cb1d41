/** Begins the visit that a tapped tag stands for, then shows it. */
import { useEffect, useState } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { startSession } from '../call.js';
import { navigate } from '../navigate.js';
import { Loading, SessionError } from '../parts.js';

export function StartPage({ nfcSessionId, machineId, onStarted }: { nfcSessionId: string; machineId?: string; onStarted(view: SessionView): void }) {
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    let left = false;
    void startSession({ nfcSessionId, ...(machineId && { machineId }) }).then((answer) => {
      if (left) return;
      if (!answer.ok) return setRefusal(answer.message || 'Failed to load session');
      onStarted(answer.data);
      navigate(guestPaths.session(answer.data.sessionId), 'replace');
    });
    return () => {
      left = true;
    };
  }, [nfcSessionId, machineId, onStarted]);
  return refusal === undefined ? <Loading /> : <SessionError message={refusal} />;
}
