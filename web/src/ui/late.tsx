/** Parts of a screen that are loaded when they are first wanted. */
import { lazy, type ComponentType, type ReactNode } from 'react';

/** Where the network is away for a moment it is back by then. */
const PAUSES_MS = [500, 2_000];
/** Whoever is shown a failure sees it before this; who renders the part later wants it anew. */
const TOLD_AFTER_MS = 300;

/** React's `lazy` remembers a failure until the page is loaded anew: this asks again, and once more when the part is wanted the next time. What cannot be loaded all the same takes its screen away. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  let failedAt = Infinity;
  const begin = () => lazy(async () => {
    try {
      return { default: await again(load) };
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  });
  let Part = begin();
  return function Late(props) {
    if (performance.now() - failedAt > TOLD_AFTER_MS) [Part, failedAt] = [begin(), Infinity];
    return <Part {...props} />;
  };
}

async function again<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await load();
    } catch {
      await new Promise((over) => setTimeout(over, pauseMs));
    }
  }
  return load();
}
