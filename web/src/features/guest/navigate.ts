/** Going from one of the guest's pages to another without loading anew. */
import { useSyncExternalStore } from 'react';

const moved = 'larder:moved';

/** @param how `replace` when going back to the page just left would make no sense. */
export function navigate(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  window.dispatchEvent(new Event(moved));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(moved, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(moved, listener);
  };
}

/** The address after the host, with its query. */
export const useAddress = (): string => useSyncExternalStore(subscribe, () => location.pathname + location.search);
