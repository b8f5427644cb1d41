/** Where somebody who is signing in has got to. */
import type { Challenge, Step } from '../../lib/session/auth-client.js';
import type { Tokens } from '../../lib/session/tokens.js';

export type SignInState =
  | { at: 'password'; problem?: string }
  /** The password was right; the address has yet to be confirmed. */
  | { at: 'unconfirmed'; problem?: string }
  | { at: Challenge; answer(text: string): Promise<Step>; problem?: string }
  | { at: 'done'; tokens: Tokens };

export function afterStep(state: SignInState, step: Step): SignInState {
  if ('tokens' in step) return { at: 'done', tokens: step.tokens };
  if ('challenge' in step) return { at: step.challenge, answer: step.answer };
  const problem = step.trouble;
  if (step.code === 'UserNotConfirmed') return { at: 'unconfirmed', problem };
  const begunAnew = state.at === 'done' || step.code === 'NotAuthorized' || step.code === 'UserNotFound';
  return begunAnew && state.at !== 'unconfirmed' ? { at: 'password', problem } : { ...(state as Exclude<SignInState, { at: 'done' }>), problem };
}
