/** How people sign up, found organizations, invite and join, for tests that go through the front doors. */
import { fromOurPages } from '../cognito.testing.js';
import { codeIn, linkIn, mailTo } from '../mailbox.testing.js';
import type { TestLarder } from '../testing.js';

export interface Member { userId: string; email: string; role: string; status: string }
interface Tokens { idToken: string; refreshToken: string }

export const PASSWORD = 'Correct-horse-7';

/** @param world asked with every call; `seen` are the letters that were read. */
export function teamsIn(world: () => { larder: TestLarder; seen: Set<string> }) {
  const cognito = (operation: string, body: object) => fromOurPages(world().larder.url, operation, body);
  const signUp = (email: string, organizationName: string | undefined, wantedPlan?: string) => cognito('SignUp', {
    Username: email, Password: PASSWORD, UserAttributes: [{ Name: 'email', Value: email }, { Name: 'given_name', Value: 'Olive' }, { Name: 'family_name', Value: 'Reedwater' }], ClientMetadata: organizationName ? { organizationName, ...(wantedPlan && { wantedPlan }) } : undefined,
  });
  const signIn = async (email: string): Promise<string> => (await world().larder.ask<Tokens>('POST', '/api/cognito-auth/auth', { body: { email, password: PASSWORD } })).idToken;
  const founded = async (email: string, organizationName: string): Promise<string> => {
    await signUp(email, organizationName);
    await cognito('ConfirmSignUp', { Username: email, ConfirmationCode: codeIn(await mailTo(world().larder, email, /confirmation code/, world().seen)) });
    return signIn(email);
  };
  const team = async (token: string): Promise<Member[]> => (await world().larder.ask<{ members: Member[] }>('GET', '/api/cognito-auth/account/members', { token })).members;
  const invite = (token: string, email: string, role: string) => world().larder.call<{ invitation: Member }>('POST', '/api/cognito-auth/account/members/invite', { token, body: { email, role } });
  const invitationFor = async (email: string): Promise<string> => new URLSearchParams(linkIn(await mailTo(world().larder, email, /invites you/, world().seen)).split('?')[1]).get('invitation') as string;
  const join = (token: string) => world().larder.call<{ email: string }>('POST', `/api/auth/invitations/${token}`, { body: { firstName: 'Ned', lastName: 'Ostrich', password: PASSWORD } });
  const joined = async (owner: string, email: string, role: string): Promise<string> => {
    await invite(owner, email, role);
    await join(await invitationFor(email));
    return signIn(email);
  };
  /** What the page behind a link of an e-mail asks when its button is pressed. */
  const confirm = (link: string) => world().larder.ask<{ email: string; wantedPlan?: string }>('POST', '/api/auth/verify-email', { body: { token: new URL(link, world().larder.url).searchParams.get('token') } });
  return { cognito, signUp, signIn, founded, team, invite, invitationFor, join, joined, confirm };
}
