/** What pages for reading are put together from: a list of contents beside named sections. */
import type { ReactNode } from 'react';
import './reading.css';

export interface Chapter {
  /** In the address, after the `#`. */
  id: string;
  title: string;
  text: ReactNode;
}

export const Reading = ({ title, lead, chapters }: { title: string; lead: ReactNode; chapters: readonly Chapter[] }) => (
  <>
    <section className="wide page-head">
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
    </section>
    <div className="wide reading">
      <nav aria-label="On this page">
        {chapters.map((chapter) => <a key={chapter.id} href={`#${chapter.id}`}>{chapter.title}</a>)}
      </nav>
      <div>
        {chapters.map((chapter) => (
          <section key={chapter.id} id={chapter.id} aria-labelledby={`${chapter.id}-title`}>
            <h2 id={`${chapter.id}-title`}>{chapter.title}</h2>
            {chapter.text}
          </section>
        ))}
      </div>
    </div>
  </>
);

/**
 * Terms with their meaning; a table would be too wide for a phone.
 * @param short the meaning is a word or two: both on one line
 */
export const Terms = ({ terms, short }: { terms: readonly (readonly [ReactNode, ReactNode])[]; short?: boolean }) => (
  <dl className={short ? 'terms short' : 'terms'}>
    {terms.map(([term, meaning], at) => (
      <div key={at}>
        <dt>{term}</dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);
