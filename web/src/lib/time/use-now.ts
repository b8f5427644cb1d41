/** A clock for screens that count. */
import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.js';

/** The server's time in milliseconds, anew every `everyMs` while `running`. */
export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, running]);
  return now;
}
