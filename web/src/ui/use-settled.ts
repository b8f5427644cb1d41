/** A text field whose text is taken once the typing pauses. */
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 400;

export interface Settling {
  typed: string;
  /** What was taken when it was looked at last. */
  was: string;
  /** What was handed on and has not come back as taken. */
  sent?: string | undefined;
}

/** What the field shows once `taken` has changed: that, unless it is the answer to a former text and somebody has typed on meanwhile. */
export function afterTaken({ typed, sent }: Settling, taken: string): Settling {
  const isTypedOn = sent !== undefined && typed !== sent;
  return { typed: isTypedOn ? typed : taken, was: taken };
}

/** Answers what the field shows and how to change it. A `taken` that changes from outside wins. */
export function useSettled(taken: string, take: (text: string) => void): [string, (text: string) => void] {
  const [settling, setSettling] = useState<Settling>({ typed: taken, was: taken });
  const latest = useRef(take);
  if (taken !== settling.was) setSettling(afterTaken(settling, taken));
  const { typed } = settling;
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (typed === taken) return;
    const timer = setTimeout(() => {
      setSettling((now) => ({ ...now, sent: typed }));
      latest.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, taken]);
  return [typed, (text) => setSettling((now) => ({ ...now, typed: text }))];
}
