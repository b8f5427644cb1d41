/** Signing in, step by step; the tokens are kept at its end. */
import { useState } from 'react';
import type { DirectSignIn, Step } from '../../lib/session/auth-client.js';
import { browserTokens } from '../../lib/session/tokens.js';
import { useToasts } from '../../ui/toasts.js';
import { afterStep, type SignInState } from './sign-in-machine.js';

export interface SigningIn {
  state: SignInState;
  busy: boolean;
  signIn(email: string, password: string): Promise<void>;
  answer(text: string): Promise<void>;
  /** Begins with address and password again. */
  startOver(): void;
}

export function useSignIn(direct: DirectSignIn, first: SignInState = { at: 'password' }): SigningIn {
  const toasts = useToasts();
  const [state, setState] = useState(first);
  const [busy, setBusy] = useState(false);
  const take = async (asked: Promise<Step>) => {
    setBusy(true);
    const next = afterStep(state, await asked);
    setBusy(false);
    setState(next);
    if (next.at !== 'done') return;
    browserTokens.begin(next.tokens, direct.way);
    toasts.good('Signed in successfully!');
  };
  return {
    state, busy,
    signIn: (email, password) => take(direct.signIn(email.trim(), password)),
    answer: async (text) => ('answer' in state ? take(state.answer(text)) : undefined),
    startOver: () => setState({ at: 'password' }),
  };
}
