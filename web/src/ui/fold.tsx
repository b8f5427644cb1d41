/** What stands above or beside what one came for: on a phone it is folded. */
import { useState, type ReactNode } from 'react';
import { useNarrow } from './use-media.js';

interface Props {
  title: string;
  /** What is chosen in it. */
  summary?: string;
  children: ReactNode;
}

export function Fold({ title, summary, children }: Props) {
  const [open, setOpen] = useState(false);
  if (!useNarrow()) return children;
  return (
    <>
      <button type="button" className="disclosure fold no-print" aria-expanded={open} onClick={() => setOpen(!open)}>
        <strong>{title}</strong> {summary && <span className="summary">{summary}</span>}
      </button>
      {open ? children : summary && <p className="on-paper">{title}: {summary}</p>}
    </>
  );
}
