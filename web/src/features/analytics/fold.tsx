/** What stands beside the figures: on a phone it is folded, as the figures are what one came for. */
import { useState, type ReactNode } from 'react';
import { useNarrow } from '../../ui/use-media.js';

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
      {open && children}
    </>
  );
}
