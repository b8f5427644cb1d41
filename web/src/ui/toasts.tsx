/** Short notes that come and go by themselves. */
import { message } from 'antd';
import { createContext, useContext, type ReactNode } from 'react';

/** What failed is said for longer: nobody waits for it. */
const BAD_SECONDS = 10;

export interface Toasts {
  good(text: string): void;
  bad(text: string): void;
}

const Context = createContext<Toasts>({ good: () => undefined, bad: () => undefined });

export function ToastHost({ children }: { children: ReactNode }) {
  const [shown, holder] = message.useMessage();
  const toasts: Toasts = { good: (text) => void shown.success(text), bad: (text) => void shown.error(text, BAD_SECONDS) };
  return <Context value={toasts}>{holder}{children}</Context>;
}

export const useToasts = (): Toasts => useContext(Context);
