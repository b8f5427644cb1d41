/** How people can sign up and in: with address and password here, at a sign-in page elsewhere, or either. */
import type { SignInWay } from '@larder/contracts/identity.js';
import type { Trouble } from './cognito-calls.js';
import type { CallbackProblem } from './callback.js';
import type { Tokens } from './tokens.js';

interface NewPerson {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  organizationName: string;
  /** Chosen on the way here; offered once the address is verified. */
  wantedPlan?: string | undefined;
}
export type Challenge = 'new-password' | 'totp';
/** What an attempt to sign in has led to. A challenge can be answered again after trouble. */
export type Step = { tokens: Tokens } | { challenge: Challenge; answer(text: string): Promise<Step> } | Trouble;

/** Address and password, entered here. Trouble comes in the words of the screen; nothing throws. */
export interface DirectSignIn {
  way: SignInWay;
  /** Loads what signing in takes, so that it is there once the form is filled. */
  prepare(): void;
  signUp(person: NewPerson): Promise<{ confirmed: boolean } | Trouble>;
  confirm(email: string, code: string): Promise<object | Trouble>;
  resend(email: string): Promise<object | Trouble>;
  signIn(email: string, password: string): Promise<Step>;
  forgot(email: string): Promise<object | Trouble>;
  reset(email: string, code: string, password: string): Promise<object | Trouble>;
}

/** Whose own provider somebody signs in at, by its short name, and the invitation they come by. */
export interface Elsewhere {
  organization: string;
  invitation?: string;
}

/** A sign-in page of an OpenID provider: the browser goes there and comes back. */
export interface HostedSignIn {
  way: SignInWay;
  begin(returnTo: string, email?: string, elsewhere?: Elsewhere): Promise<void>;
  finish(url: string): Promise<{ tokens: Tokens; returnTo: string | null } | { problem: CallbackProblem; returnTo: string | null; from: string | null }>;
  /** Signs out there too. */
  end(idToken: string): Promise<void>;
}

export interface AuthClient {
  direct?: DirectSignIn;
  hosted?: HostedSignIn;
}
