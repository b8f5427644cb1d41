/** Nothing to show, and why. */
import type { ReactNode } from 'react';
import { Loading } from './loading.js';

interface Props {
  title: string;
  /** Whoever listens is told so elsewhere. */
  isTold?: boolean;
  children?: ReactNode;
}

export const Blank = ({ title, isTold, children }: Props) => (
  <div className="blank" {...(!isTold && { role: 'status' })}>
    <strong>{title}</strong>
    {children && <p>{children}</p>}
  </div>
);

interface Answer {
  currentData?: unknown;
  isError: boolean;
}

/** A list without rows. While the answer is that to other filters, nobody knows yet that there is nothing. */
export function Nothing({ answer: { currentData, isError }, title, children }: { answer: Answer; title: string; children: ReactNode }) {
  if (currentData) return <Blank title={title} isTold>{children}</Blank>;
  return isError ? null : <Loading />;
}
