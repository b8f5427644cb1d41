/** What the guest's pages are put together from. */
import { useEffect, useRef, type ReactNode } from 'react';
import { guestPaths } from '../../lib/guest-paths.js';
import type { Failure } from './call.js';
import { contactLink } from './contact.js';
import { navigate } from './navigate.js';
import type { Note } from './visit/session-screen.js';
import { LanguageChoice } from './words/language-choice.js';
import { say } from './words/say.js';

export function Mark() {
  return (
    <p className="mark">
      <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--brand)" />
        <path d="M9 8h14v3H9zM11 12h10l1 2v9a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-9z" fill="var(--paper)" />
        <path d="M10 17h12v3H10z" fill="var(--amber)" />
      </svg>
      Larder
      <LanguageChoice />
    </p>
  );
}

/** A page of one card with a heading. The heading takes the focus, so that a screen reader says where one has come. */
export function Page({ title, tone, children }: { title: string; tone?: Note['tone']; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${say(title)} · Larder`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <main className="page">
      <Mark />
      <section className="card">
        {tone && <Emblem tone={tone} />}
        <h1 ref={heading} tabIndex={-1}>{say(title)}</h1>
        {children}
      </section>
    </main>
  );
}

const emblems: Record<Note['tone'], string> = { good: 'M9 17l5 5 10-11', bad: 'M16 9v9m0 5v.1', due: 'M16 9v9m0 5v.1', calm: 'M11 11l10 10m0-10L11 21' };
function Emblem({ tone }: { tone: Note['tone'] }) {
  return (
    <svg className={`emblem ${tone}`} viewBox="0 0 32 32" width="56" height="56" aria-hidden="true">
      <circle cx="16" cy="16" r="15" />
      <path d={emblems[tone]} />
    </svg>
  );
}

/** A link to another of the guest's pages, or (`leave`) to one of the operator's. */
export function Go({ to, leave, quiet, children }: { to: string; leave?: boolean; quiet?: boolean; children: ReactNode }) {
  return (
    <a
      className={quiet ? 'button quiet' : 'button'}
      href={to}
      onClick={(event) => {
        if (leave || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

export const GoHome = ({ children }: { children: ReactNode }) => <Go to={guestPaths.home} leave quiet>{children}</Go>;

/** Whom to ask about what, where the host has said so. */
export function Help({ contact, about }: { contact: string | undefined; about: string }) {
  if (!contact) return null;
  const link = contactLink(contact, about);
  return <p className="help">{say('Questions?')} {link ? <a href={link}>{contact}</a> : contact}</p>;
}

export const Loading = () => <main className="page loading"><p role="status">{say('Loading...')}</p></main>;

/** @param code of what the server said: of what is not there, or not any more, it helps nobody to ask again */
export function SessionError({ message, code }: { message: string; code?: Failure['code'] }) {
  const tryAgain = () => {
    history.replaceState(null, ''); // whoever presses it is there, however long ago they tapped
    location.reload();
  };
  // Whoever had no connection is shown what they came for as soon as they have one.
  useEffect(() => {
    const again = () => location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <Page title="Session Error" tone="bad">
      <p role="alert">{say(code === 'NOT_FOUND' ? 'No session found' : message || 'Failed to load session')}</p>
      {code === 'NOT_FOUND' && <p>{say('Tap the tag on the machine to begin a new session.')}</p>}
      <div className="actions">
        <button type="button" className="button" onClick={tryAgain}>{say('Try Again')}</button>
        <GoHome>{say('Go Home')}</GoHome>
      </div>
    </Page>
  );
}
