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

/** A list without rows. Until there is an answer to these filters, nobody knows yet that there is nothing. */
export const Nothing = ({ answer, ...blank }: { answer: unknown } & Omit<Props, 'isTold'>) => (answer ? <Blank isTold {...blank} /> : <Loading />);
