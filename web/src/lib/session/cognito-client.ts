/** {@link DirectSignIn} at a Cognito pool, or at our endpoint that speaks like one. */
import type { DirectSignIn, Step } from './auth-client.js';
import { operate, troubleOf, type CognitoWay } from './cognito-calls.js';
import type { Proof } from './cognito-proof.js';

const loadProof = () => import('./cognito-proof.js');

export function cognitoSignIn(way: CognitoWay): DirectSignIn {
  const client = { ClientId: way.clientId };
  return {
    way,
    prepare: () => void loadProof().catch(() => undefined),
    async signUp({ email, password, firstName, lastName, organizationName, wantedPlan }) {
      const attributes = { email, given_name: firstName, family_name: lastName };
      const answer = await operate<{ UserConfirmed?: boolean }>(way, 'SignUp', {
        ...client, Username: email, Password: password, ClientMetadata: { organizationName, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...(wantedPlan && { wantedPlan }) },
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }, 'Unexpected error during sign up');
      return 'trouble' in answer ? answer : { confirmed: answer.UserConfirmed === true };
    },
    confirm: (email, code) => operate(way, 'ConfirmSignUp', { ...client, Username: email, ConfirmationCode: code }, 'Unexpected error during confirmation'),
    resend: (email) => operate(way, 'ResendConfirmationCode', { ...client, Username: email }, 'Unexpected error during resending confirmation code'),
    async signIn(email, password) {
      const begin = async (): Promise<Proof> => (await loadProof()).prove(way, email, password);
      try {
        return stepOf(await begin(), begin);
      } catch {
        return unexpected;
      }
    },
    forgot: (email) => operate(way, 'ForgotPassword', { ...client, Username: email }),
    reset: (email, code, password) => operate(way, 'ConfirmForgotPassword', { ...client, Username: email, ConfirmationCode: code, Password: password }),
  };
}

const unexpected = { trouble: 'Unexpected error during sign in' };

/** @param begin proves the password anew: a challenge is good once and for a few minutes, but may be answered wrongly or late */
export function stepOf(proof: Proof, begin: () => Promise<Proof>): Step {
  if ('tokens' in proof) return proof;
  if ('failed' in proof) return troubleOf(proof.failed.code, proof.failed.message, unexpected.trouble);
  const { challenge } = proof;
  let open: Extract<Proof, { challenge: unknown }> | undefined = proof;
  const answer = async (text: string): Promise<Step> => {
    const first = open;
    const asked = first ?? (await begin());
    open = undefined;
    if (!('challenge' in asked) || asked.challenge !== challenge) return stepOf(asked, begin);
    const answered = await asked.answer(text);
    const isLate = first !== undefined && 'failed' in answered && answered.failed.code === 'NotAuthorizedException';
    return isLate ? answer(text) : stepOf(answered, begin);
  };
  return { challenge, answer: (text) => answer(text).catch(() => unexpected) };
}
