/** What a parameter of the address opens over a screen: Back closes it, and does not open again what was closed. */
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export interface Opened {
  /** The parameter's value; null: nothing is open. */
  opened: string | null;
  open(value: string): void;
  close(): void;
}

let closing = false;
/** Whether the page itself is going back, to close what an address had opened. */
export const isClosing = (): boolean => closing;

function goBack(navigate: (by: -1) => unknown): void {
  closing = true;
  addEventListener('popstate', () => (closing = false), { once: true });
  void navigate(-1);
}

/** @param name the parameter's */
export function useOpened(name: string): Opened {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const state = useLocation().state as { opened?: string } | null;
  return {
    opened: query.get(name),
    open: (value) => setQuery((was) => withParameter(was, name, value), { state: { opened: name } }),
    close() {
      // Closed already, by a press before this one, or by the browser's Back while an answer was to come: once more would leave the screen.
      if (closing || !new URLSearchParams(window.location.search).has(name)) return;
      // Somebody who came by a link has no screen without it to go back to.
      if (state?.opened === name) goBack(navigate);
      else setQuery((was) => withParameter(was, name, null), { replace: true });
    },
  };
}

/** The same address with one parameter changed; null takes it away. */
export function withParameter(query: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}
