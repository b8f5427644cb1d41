/** Covers a page whose sign-in has ended over something typed, until its person has signed in again. Nothing typed is stored for that: the page simply stays. */
import { Alert } from 'antd';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { paths } from '../lib/paths.js';
import { WithAuth } from '../features/sign-in/auth-page.js';
import { SignInPanel } from '../features/sign-in/sign-in-panel.js';
import { leaveUnasked } from './unsent.js';

/** It would be taken for the dialog below, which would ask whether to discard; and the browser lets a second one through. */
function swallowEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
}

export function SignInAgain({ email }: { email: string }) {
  const cover = useRef<HTMLDialogElement>(null);
  // Above all else, also above the dialog that was being filled in, and the only thing that can be reached.
  useEffect(() => {
    cover.current?.showModal();
    // The first field is given.
    cover.current?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
  }, []);
  return (
    <dialog ref={cover} className="sign-in-again" aria-label="Sign in again" onKeyDown={swallowEscape} onCancel={(event) => event.preventDefault()}>
      <div className="login-card">
        <Alert type="info" showIcon title="Your session has expired. What you typed is still here: sign in again to go on." />
        <WithAuth>
          {({ direct }) => (direct
            ? <SignInPanel direct={direct} heading="Sign in again" entered={{ email, password: '' }} fixedEmail footer={<a href={paths.dashboard} onClick={leaveUnasked}>Leave without saving</a>} />
            : <a href={paths.login()} target="_blank" rel="noreferrer">Sign in again in a new tab</a>)}
        </WithAuth>
      </div>
    </dialog>
  );
}
