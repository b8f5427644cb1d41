/** The head of a screen: its title, a line below it, and what can be done. */
import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  title: string;
  /** A badge beside the title. */
  badge?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, badge, subtitle, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Where somebody came from another screen, the title is where reading goes on.
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · Larder`;
  }, [title]);
  return (
    <header className="page-header">
      <div>
        <h1 ref={heading} tabIndex={-1}>{title} {badge}</h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}
