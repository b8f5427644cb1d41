/** Two-step sign-in as a client of Cognito's protocol turns it on. */
import { Secret, TOTP } from 'otpauth';
import { atCognito } from './cognito.testing.js';
import type { TestLarder } from './testing.js';

export async function operateAt<T>(larder: TestLarder, operation: string, body: object): Promise<T> {
  return (await (await atCognito(larder.url, operation, body)).json()) as T;
}

/** A code is asked for from now on; answers what the app shows. A code is good once: `nextMs` is a moment in another half minute each time. */
export async function switchOnAt(larder: TestLarder, AccessToken: string, nextMs: () => number): Promise<() => string> {
  const { SecretCode } = await operateAt<{ SecretCode: string }>(larder, 'AssociateSoftwareToken', { AccessToken });
  const shown = (): string => new TOTP({ secret: Secret.fromBase32(SecretCode) }).generate({ timestamp: nextMs() });
  expect(await operateAt(larder, 'VerifySoftwareToken', { AccessToken, UserCode: shown() })).toEqual({ Status: 'SUCCESS' });
  expect(await operateAt(larder, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })).toEqual({});
  return shown;
}
