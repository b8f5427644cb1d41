/** Idempotency keys of a form: sent again unchanged, because no answer came, it is the same order; changed, or after an answer, it is another. */
import { useRef } from 'react';
import { randomKey, type ApiFailure } from './api.js';

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
      if (status > 0 && status < 500) last.current = { order: '', key: '' };
    },
  };
}
