/** What the browser says of the screen, and of the person before it. */
import { useSyncExternalStore } from 'react';

function media(query: string): () => boolean {
  const found = matchMedia(query);
  const subscribe = (listener: () => void): (() => void) => {
    found.addEventListener('change', listener);
    return () => found.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => found.matches);
}

/** Whether the screen is a phone's. */
export const useNarrow = media('(max-width: 719px)');
/** Whether charts have little room: on a phone, and beside the menu of a small window, or of one that is zoomed. */
export const useSmallCharts = media('(max-width: 899px)');
/** Whether nothing is to move: movement makes some people ill. */
export const useStill = media('(prefers-reduced-motion: reduce)');
/** Whether screens are to be dark; never on paper. */
export const useDark = media('screen and (prefers-color-scheme: dark)');
