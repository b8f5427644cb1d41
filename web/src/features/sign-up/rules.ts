/** What a new person has to fill in. */
import { foundOrganization, joinByInvitation } from '@larder/contracts/identity/organization.js';
import { email, newPassword } from '@larder/contracts/words.js';
import { z } from 'zod';
import { firstIssues, type Errors } from '../../lib/first-issues.js';
import { withRepeat } from '../sign-in/rules.js';
import { EMAIL_NEEDED } from './sign-up-texts.js';

const names = joinByInvitation.input.pick({ firstName: true, lastName: true });
const signUp = names.extend({ email, password: newPassword, organizationName: foundOrganization.input.shape.organizationName });
const invited = names.extend({ password: newPassword });

/** What is wrong with an address that a letter is to go to. */
export const checkEmail = (entered: string): string | undefined => (entered.trim() === '' ? EMAIL_NEEDED : firstIssues(z.object({ email }), { email: entered.trim() }).email);

export type SignUp = { firstName: string; lastName: string; organizationName: string; email: string; password: string; repeated: string };
export const checkSignUp = (entered: SignUp): Errors<SignUp> => withRepeat(firstIssues(signUp, entered), entered.password, entered.repeated);

export type Invited = { firstName: string; lastName: string; password: string; repeated: string };
export const checkInvited = (entered: Invited): Errors<Invited> => withRepeat(firstIssues(invited, entered), entered.password, entered.repeated);

/** Nothing can be sent as long as the two passwords are not the same. */
export const passwordsAgree = ({ password, repeated }: { password: string; repeated: string }): boolean => password !== '' && password === repeated;
