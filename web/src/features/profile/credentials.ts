/** Password and second factor, which are changed where the person signs in. */
import { isTrouble, operate, type CognitoWay, type Trouble } from '../../lib/session/cognito-calls.js';
import { goodAccessToken } from '../../lib/session/authorized-fetch.js';
import { useSettingsQuery } from '../../lib/session/session-api.js';
import { browserTokens } from '../../lib/session/tokens.js';

export interface Credentials {
  /** Kept by our own endpoint, which has recovery codes and takes no second factor away without the password; a pool of Amazon's has neither. Where somebody signed in first does not tell: they may have a password here, too. */
  isOurs: boolean;
  changePassword(previous: string, proposed: string): Promise<Trouble | undefined>;
  /** A secret for an authenticator app, not yet in use. */
  beginSecondFactor(): Promise<{ secret: string } | Trouble>;
  /** Puts it in use once the app shows the right code. */
  proveSecondFactor(code: string): Promise<Trouble | undefined>;
  /** With the password where it {@link isOurs}. */
  endSecondFactor(password?: string): Promise<Trouble | undefined>;
}

/** Undefined while it is not known, null when this sign-in may not: tokens of a hosted sign-in need not be good for it. */
export function useCredentials(): Credentials | null | undefined {
  const { data: settings } = useSettingsQuery();
  if (!settings) return undefined;
  const way = settings.signIn.find((way) => way.kind === 'cognito');
  const isJwt = browserTokens.read('accessToken')?.split('.').length === 3;
  return way && isJwt ? credentialsAt(way) : null;
}

function credentialsAt(way: CognitoWay): Credentials {
  const ask = async <T extends object>(operation: string, body: object): Promise<T | Trouble> => operate<T>(way, operation, { AccessToken: await goodAccessToken(), ...body });
  const prefer = async (enabled: boolean, Password?: string) => troubleIn(await ask('SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: enabled, PreferredMfa: enabled }, Password }));
  const ofPassword = (trouble: Trouble | undefined) => (trouble?.code === 'NotAuthorized' ? { ...trouble, trouble: 'Your current password is not right.' } : trouble);
  return {
    isOurs: way.endpoint !== undefined,
    async changePassword(previous, proposed) {
      return ofPassword(troubleIn(await ask('ChangePassword', { PreviousPassword: previous, ProposedPassword: proposed })));
    },
    async beginSecondFactor() {
      const answer = await ask<{ SecretCode: string }>('AssociateSoftwareToken', {});
      return isTrouble(answer) ? answer : { secret: answer.SecretCode };
    },
    async proveSecondFactor(code) {
      const answer = await ask<{ Status: string }>('VerifySoftwareToken', { UserCode: code, FriendlyDeviceName: 'Authenticator' });
      if (isTrouble(answer)) return answer;
      return answer.Status === 'SUCCESS' ? prefer(true) : { trouble: 'Invalid confirmation code. Please check the code and try again.' };
    },
    endSecondFactor: async (password) => ofPassword(await prefer(false, password)),
  };
}

const troubleIn = (answer: object): Trouble | undefined => (isTrouble(answer) ? answer : undefined);

/** What authenticator apps read from a picture. */
export const otpauthUrl = (email: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(`Larder:${email}`)}?${new URLSearchParams({ secret, issuer: 'Larder' })}`;

/** In groups of four, for typing. */
export const spacedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
