/** Renews the sign-in of an open page before it ends, and says so when that cannot be done. */
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { ENDING_S } from '../lib/session/authorize.js';
import { useProfile } from '../lib/session/session-api.js';
import { useNow } from '../lib/time/use-now.js';
import { secondsLeft } from './session-watch.js';

const EVERY_MS = 15_000;
/** By then the renewal has been tried many times. */
const WARN_S = 120;

export function SessionWarning() {
  const { refetch } = useProfile();
  const now = useNow(EVERY_MS);
  const left = secondsLeft(now);
  useEffect(() => {
    // Any call renews a sign-in that is about to end; this one also tells whether the role is still the same.
    if (secondsLeft(now) < ENDING_S) void refetch();
  }, [now, refetch]);
  if (left >= WARN_S) return null;
  const text = left > 0 ? 'Your session is about to expire, and the server cannot be reached to renew it.' : 'Your session has expired, and the server cannot be reached to renew it.';
  return <Alert className="session-warning" banner type="warning" title={text} action={<Button size="small" onClick={() => void refetch()}>Try Again</Button>} />;
}
