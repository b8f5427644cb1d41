/** The frame of the pages around signing in: a card on an empty page. */
import { useEffect, type ReactNode } from 'react';
import { paths } from '../../lib/paths.js';
import type { AuthClient } from '../../lib/session/auth-client.js';
import { useSettingsQuery } from '../../lib/session/session-api.js';
import { useAuthClient } from '../../lib/session/use-auth-client.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { Wordmark } from '../../ui/wordmark.js';
import './auth-page.css';

export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Larder`;
  }, [title]);
  return (
    <main className="login">
      <div className="login-card">
        <a className="login-home" href={paths.home}><Wordmark /></a>
        {children}
      </div>
    </main>
  );
}

/** Waits until it is known how people sign in here. */
export function WithAuth({ children }: { children: (auth: AuthClient) => ReactNode }) {
  const auth = useAuthClient();
  const { isError, error, refetch } = useSettingsQuery();
  if (auth) return children(auth);
  return isError ? <FailureBox text="The sign-in service cannot be reached" error={error} retryLabel="Try Again" onRetry={refetch} /> : <Loading />;
}
