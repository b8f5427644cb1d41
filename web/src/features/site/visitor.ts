/** Whether the visitor is a member who is signed in on this browser. */
import type { profile } from '@larder/contracts/identity.js';
import type { Envelope } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import { createContext, useEffect, useState } from 'react';
import { within } from '../../lib/patience.js';
import { authorizedFetch } from '../../lib/session/authorized-fetch.js';
import { useSignedIn } from '../../lib/session/tokens.js';

/** `asking`: there is a token, and the server has not said yet whether it is good. */
export type Visitor = 'stranger' | 'asking' | 'member';

export const VisitorContext = createContext<Visitor>('stranger');

const PATIENCE_MS = 8_000;

/** Somebody without a token is a stranger at once; nobody is asked. */
export function useVisitor(): Visitor {
  const signedIn = useSignedIn();
  const [answer, setAnswer] = useState<Visitor>('asking');
  useEffect(() => {
    if (!signedIn) return undefined;
    let wanted = true;
    void askWho().then((who) => wanted && setAnswer(who));
    return () => {
      wanted = false;
    };
  }, [signedIn]);
  return signedIn ? answer : 'stranger';
}

async function askWho(): Promise<Visitor> {
  try {
    const { data } = await within(PATIENCE_MS, async (signal) => (await authorizedFetch('/api/cognito-auth/profile', { signal })).json() as Promise<Envelope<Out<typeof profile>>>);
    return data?.account ? 'member' : 'stranger';
  } catch {
    return 'stranger';
  }
}
