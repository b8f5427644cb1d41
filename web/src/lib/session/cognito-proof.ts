/** Proves a password without sending it (SRP) and answers what is asked next, with Amazon Cognito's own client. */
import { AuthenticationDetails, CognitoUser, CognitoUserPool, type CognitoUserSession, type IAuthenticationCallback } from 'amazon-cognito-identity-js';
import type { Challenge } from './auth-client.js';
import type { CognitoWay } from './cognito-calls.js';
import type { Tokens } from './tokens.js';

interface Failed {
  /** The provider's; none when there was no answer. */
  code?: string;
  message?: string;
}
export type Proof = { tokens: Tokens } | { challenge: Challenge; answer(text: string): Promise<Proof> } | { failed: Failed };

/** Never rejects. */
export function prove(way: CognitoWay, email: string, password: string): Promise<Proof> {
  const storage = inMemory();
  const pool = new CognitoUserPool({ UserPoolId: way.userPoolId, ClientId: way.clientId, Storage: storage, ...(way.endpoint && { endpoint: way.endpoint }) });
  const user = new CognitoUser({ Username: email, Pool: pool, Storage: storage });
  return heard(user, (callbacks) => user.authenticateUser(new AuthenticationDetails({ Username: email, Password: password }), callbacks));
}

function heard(user: CognitoUser, ask: (callbacks: IAuthenticationCallback) => void): Promise<Proof> {
  return new Promise((answer) => {
    const elsewhere = () => answer({ failed: { code: 'NotSupported', message: 'This login asks for something that is not supported here. Please continue with single sign-on.' } });
    ask({
      onSuccess: (session) => answer({ tokens: tokensOf(session) }),
      onFailure: (error: Failed) => answer({ failed: { code: error.code, message: error.message } }),
      newPasswordRequired: () => answer({ challenge: 'new-password', answer: (password) => heard(user, (callbacks) => user.completeNewPasswordChallenge(password, {}, callbacks)) }),
      totpRequired: () => answer({
        challenge: 'totp',
        answer: (code) => heard(user, ({ onSuccess, onFailure }) => user.sendMFACode(code, { onSuccess, onFailure }, 'SOFTWARE_TOKEN_MFA')),
      }),
      mfaRequired: elsewhere, selectMFAType: elsewhere, mfaSetup: elsewhere, customChallenge: elsewhere,
    });
  });
}

const tokensOf = (session: CognitoUserSession): Tokens => ({
  idToken: session.getIdToken().getJwtToken(), accessToken: session.getAccessToken().getJwtToken(), refreshToken: session.getRefreshToken().getToken(),
});

/** Tokens are kept in one place, and that is not the client's. */
function inMemory() {
  const kept = new Map<string, string>();
  return { setItem: (key: string, value: string) => void kept.set(key, value), getItem: (key: string) => kept.get(key) ?? null, removeItem: (key: string) => void kept.delete(key), clear: () => kept.clear() };
}
