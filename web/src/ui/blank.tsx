/** Nothing to show, and why. */
import type { ReactNode } from 'react';
import { Loading } from './loading.js';

interface Props {
  title: string;
  /** Whoever listens is told so elsewhere. */
  isTold?: boolean;
  /** What leads on from here. */
  action?: ReactNode;
  children?: ReactNode;
}

export const Blank = ({ title, isTold, action, children }: Props) => (
  <div className="blank" {...(!isTold && { role: 'status' })}>
    <strong>{title}</strong>
    {children && <p>{children}</p>}
    {action}
  </div>
);

interface Answer {
  currentData?: unknown;
  isError: boolean;
}

/** A list without rows. While the answer is that to other filters, nobody knows yet that there is nothing. */
export function Nothing({ answer: { currentData, isError }, ...blank }: { answer: Answer } & Omit<Props, 'isTold'>) {
  if (currentData) return <Blank isTold {...blank} />;
  return isError ? null : <Loading />;
}
