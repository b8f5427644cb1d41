/** Whether somebody can see the page: false in a tab behind another one. */
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
