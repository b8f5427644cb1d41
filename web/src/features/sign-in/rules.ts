/** What has to be filled in before anything is sent, and how it is complained about. */
import { signIn } from '@larder/contracts/identity.js';
import { newPassword } from '@larder/contracts/words.js';
import { z } from 'zod';
import { firstIssues, repeatError, type Errors } from '../../lib/first-issues.js';

export type Credentials = { email: string; password: string };
export const checkCredentials = (entered: Credentials): Errors<Credentials> => firstIssues(signIn.input, entered);

const chosen = z.object({ password: newPassword });
export type ChosenPassword = { password: string; repeated: string };
/** A password that is typed twice. */
export const checkChosen = (entered: ChosenPassword): Errors<ChosenPassword> => withRepeat(firstIssues(chosen, entered), entered.password, entered.repeated);

export type Code = { code: string };
const code = z.string().trim().regex(/^\d{6}$/, 'The code has six digits');
export const checkCode = (entered: Code): Errors<Code> => firstIssues(z.object({ code }), entered);

const reset = chosen.extend({ code });
export type Reset = Code & ChosenPassword;
export const checkReset = (entered: Reset): Errors<Reset> => withRepeat(firstIssues(reset, entered), entered.password, entered.repeated);

export function withRepeat<F extends { repeated: string }>(errors: Errors<F>, password: string, repeated: string): Errors<F> {
  const wrong = repeatError(password, repeated);
  return wrong ? { ...errors, repeated: wrong } : errors;
}

export const PASSWORD_RULE = 'At least 8 characters, with upper and lower case letters, a number and a special character.';
