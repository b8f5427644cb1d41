/** Signing out: at the server, here, and where the person signed in. */
import { paths } from '../paths.js';
import { leave, leaveAfter } from './leave.js';
import { useSignOutMutation } from './session-api.js';
import { browserTokens } from './tokens.js';

/** Ends the sign-in here even when the server cannot be told. */
export function useSignOut(to: string = paths.home): () => void {
  const [tellServer] = useSignOutMutation();
  return () => {
    const way = browserTokens.way();
    const idToken = browserTokens.read('idToken') ?? '';
    // A hosted sign-in page would otherwise let the next person straight in.
    const there = way?.kind === 'oidc' ? async () => (await import('./oidc-client.js')).end(way, idToken) : undefined;
    void leaveAfter(tellServer, to, there).then(() => leave(to, there));
  };
}
