/** Nothing to show, and why. */
import type { ReactNode } from 'react';

export const Blank = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="blank" role="status">
    <strong>{title}</strong>
    {children && <p>{children}</p>}
  </div>
);
