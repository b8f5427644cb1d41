/** Idempotency keys of a form: sent again unchanged, because no answer came, it is the same order; changed, or after an answer, it is another. */
import { useRef } from 'react';
import { randomKey, type ApiFailure } from './api.js';

/** Answers about who asks, and how often: nobody has looked at the order. The one sent before, whose answer was lost, may have been carried out. */
const NOT_ABOUT_IT: ReadonlySet<number> = new Set([401, 408, 429]);

export interface Keys {
  keyFor(order: object): string;
  /** Tells what came back: after an answer the same words are a new order. */
  heard(failure: unknown): void;
}

export function useKeyFor(): Keys {
  const last = useRef({ order: '', key: '' });
  return {
    keyFor(order) {
      const text = JSON.stringify(order);
      if (text !== last.current.order) last.current = { order: text, key: randomKey() };
      return last.current.key;
    },
    heard(failure) {
      const status = (failure as Partial<ApiFailure> | undefined)?.status ?? 200;
      if (status > 0 && status < 500 && !NOT_ABOUT_IT.has(status)) last.current = { order: '', key: '' };
    },
  };
}
