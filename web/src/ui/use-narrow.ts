/** Whether the screen is a phone's. */
import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 719px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
