/** A text field whose text is taken once the typing pauses. */
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 400;

/** Answers what the field shows and how to change it. A `taken` that changes from outside wins. */
export function useSettled(taken: string, take: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(taken);
  const [was, setWas] = useState(taken);
  const latest = useRef(take);
  if (taken !== was) {
    setWas(taken);
    setTyped(taken);
  }
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (typed === taken) return;
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, taken]);
  return [typed, setTyped];
}
