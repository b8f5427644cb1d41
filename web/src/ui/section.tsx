/** A titled part of a screen. */
import { useId, type ReactNode } from 'react';

interface Props {
  title: ReactNode;
  extra?: ReactNode;
  children: ReactNode;
}

export function Section({ title, extra, children }: Props) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {extra}
      </div>
      {children}
    </section>
  );
}
