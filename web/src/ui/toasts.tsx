/** Short notes that come and go by themselves. */
import { Button, message } from 'antd';
import { createContext, useContext, type ReactNode } from 'react';

/** What failed is said for longer: nobody waits for it. So is what can be taken back: it takes a moment to see that one wants to. */
const LONGER_SECONDS = 10;

export interface Toasts {
  /** @param way back from what was done, e.g. 'Undo' */
  good(text: string, way?: { label: string; go(): void }): void;
  bad(text: string): void;
}

const Context = createContext<Toasts>({ good: () => undefined, bad: () => undefined });

export function ToastHost({ children }: { children: ReactNode }) {
  const [shown, holder] = message.useMessage();
  const toasts: Toasts = {
    good(text, way) {
      if (!way) return void shown.success(text);
      const close = shown.success(<>{text} <Button type="link" size="small" onClick={() => (close(), way.go())}>{way.label}</Button></>, LONGER_SECONDS);
    },
    bad: (text) => void shown.error(text, LONGER_SECONDS),
  };
  return <Context value={toasts}>{holder}{children}</Context>;
}

export const useToasts = (): Toasts => useContext(Context);
