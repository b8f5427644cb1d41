/** For browser tests: somebody is invited by an organization that the demo knows nothing of. */
import type { InBrowser } from './in-browser.js';

/** Where the letter leads with which another organization invites somebody. */
export async function invitedElsewhere(larder: InBrowser, email: string): Promise<string> {
  const [boss, password] = ['boss@other.example', 'Correct-horse-7'];
  const cognito = (operation: string, body: object) => fetch(larder.url('/cognito'), {
    method: 'POST', headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` }, body: JSON.stringify({ ClientId: 'larder-web', Username: boss, ...body }),
  });
  await cognito('SignUp', { Password: password, UserAttributes: [{ Name: 'given_name', Value: 'Bo' }, { Name: 'family_name', Value: 'Reed' }], ClientMetadata: { organizationName: 'Other Stays' } });
  const { text: letter } = await larder.mailTo(boss, /confirmation code/);
  await cognito('ConfirmSignUp', { ConfirmationCode: /^ {4}(\d{6})$/m.exec(letter)?.[1] });
  const { idToken } = await larder.call<{ idToken: string }>('POST', '/api/cognito-auth/auth', '', { email: boss, password });
  await larder.call('POST', '/api/cognito-auth/account/members/invite', `Bearer ${idToken}`, { email, role: 'viewer' });
  const { text } = await larder.mailTo(email, /invites you to Other Stays/);
  return /^https?:\S+$/m.exec(text)?.[0] ?? '';
}
