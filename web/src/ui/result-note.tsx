/** Tells who listens what came of another filter or page, once: not what moves on by itself afterwards. Stands at the top of a list. */
import { useState } from 'react';
import { plural } from '../lib/format.js';

interface Props {
  /** What was asked for. */
  of: object;
  /** The answer to that; undefined until it has come. */
  answer: { total: number; page: number; pages: number } | undefined;
  /** What is listed, e.g. `sale`. */
  thing: string;
}

export function ResultNote({ of, answer, thing }: Props) {
  const asked = JSON.stringify(of);
  const [said, setSaid] = useState({ asked: '', text: '' });
  if (answer && said.asked !== asked) setSaid({ asked, text: textOf(answer, thing) });
  // Another element each time: the same text twice would be a change to nobody.
  return <p className="unseen" role="status">{said.asked === asked && <span key={asked}>{said.text}</span>}</p>;
}

function textOf({ total, page, pages }: { total: number; page: number; pages: number }, thing: string): string {
  return pages > 1 ? `${plural(total, thing)}, page ${page} of ${pages}` : plural(total, thing);
}
