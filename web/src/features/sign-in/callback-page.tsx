/** Where hosted sign-in comes back to. */
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.js';
import type { HostedSignIn } from '../../lib/session/auth-client.js';
import { isCallback } from '../../lib/session/callback.js';
import { safeReturnTo } from '../../lib/session/return-to.js';
import { browserTokens } from '../../lib/session/tokens.js';
import { Loading } from '../../ui/loading.js';
import { AuthPage, WithAuth } from './auth-page.js';

export function Component() {
  const { search, hash } = useLocation();
  if (!isCallback({ search, hash })) return <Navigate to={paths.register()} replace />;
  return (
    <AuthPage title="Signing in">
      <WithAuth>{({ hosted }) => (hosted ? <Finish hosted={hosted} /> : <Navigate to={paths.login({ error: 'callback_failed' })} replace />)}</WithAuth>
    </AuthPage>
  );
}

let finishing: { url: string; outcome: ReturnType<HostedSignIn['finish']> } | undefined;

/** A code counts once, however often this is shown. */
function finishOnce(hosted: HostedSignIn, url: string): ReturnType<HostedSignIn['finish']> {
  if (finishing?.url !== url) finishing = { url, outcome: hosted.finish(url) };
  return finishing.outcome;
}

function Finish({ hosted }: { hosted: HostedSignIn }) {
  const navigate = useNavigate();
  useEffect(() => {
    let wanted = true;
    void finishOnce(hosted, location.href).then((outcome) => {
      if (!wanted) return;
      if ('tokens' in outcome) {
        browserTokens.begin(outcome.tokens, hosted.way);
        void navigate(safeReturnTo(outcome.returnTo, location.origin), { replace: true });
      } else void navigate(troubleAt(outcome), { replace: true });
    });
    return () => {
      wanted = false;
    };
  }, [hosted, navigate]);
  return <Loading text="Signing In..." />;
}

/** Trouble is told where it was begun; who was invited finds the invitation again once signed in. */
function troubleAt({ problem, returnTo, from }: Extract<Awaited<ReturnType<HostedSignIn['finish']>>, { problem: unknown }>): string {
  const query = { error: problem, ...(returnTo && { returnTo }) };
  return from === paths.register() && !returnTo?.startsWith(paths.register()) ? paths.register(query) : paths.login(query);
}
