/** A forgotten password: a code by e-mail, a new password, and signed in. A login that somebody else has taken is taken back here, too. */
import { email as emailSchema } from '@larder/contracts/words.js';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { firstIssues } from '../../lib/first-issues.js';
import { paths } from '../../lib/paths.js';
import { safeReturnTo } from '../../lib/session/return-to.js';
import type { DirectSignIn } from '../../lib/session/auth-client.js';
import { isTrouble } from '../../lib/session/cognito-calls.js';
import { leave } from '../../lib/session/leave.js';
import { useProfile } from '../../lib/session/session-api.js';
import { useSignedIn } from '../../lib/session/tokens.js';
import { CodeField, PasswordField, TextField, useForm } from '../../ui/form.js';
import { AuthPage, WithAuth } from './auth-page.js';
import { HostedButton } from './hosted-button.js';
import { checkReset, PASSWORD_RULE, type Credentials } from './rules.js';
import { SignInPanel } from './sign-in-panel.js';
import { TakeBack } from './take-back.js';
import { useSignIn } from './use-sign-in.js';
import { ChallengeForm } from './challenge-forms.js';

/** What a letter's link brings along. */
interface Given {
  email: string;
  code: string;
  /** Stands for the code where that stays as it came: it is good also while somebody guesses at codes. */
  proof: string;
  /** Of the letter to a former address. */
  back: string;
}

export function Component() {
  const [query] = useSearchParams();
  const given = { email: query.get('email') ?? '', code: query.get('code') ?? '', proof: query.get('proof') ?? '', back: query.get('back') ?? '' };
  const returnTo = safeReturnTo(query.get('returnTo'), location.origin);
  const signedIn = useSignedIn();
  const [before] = useState(signedIn);
  if (signedIn && !before) return <Navigate to={returnTo} replace />;
  if (signedIn) return <AuthPage title="Forgot password"><SignedIn given={given} returnTo={returnTo} /></AuthPage>;
  return (
    <AuthPage title="Forgot password">
      <WithAuth>{({ direct, hosted }) => (direct && given.back ? <TakeBack direct={direct} token={given.back} /> : direct ? <Forgotten direct={direct} given={given} /> : hosted && <Elsewhere hosted={hosted} returnTo={returnTo} />)}</WithAuth>
    </AuthPage>
  );
}

/** A letter's link may be opened where somebody is signed in, perhaps somebody else. */
function SignedIn({ given, returnTo }: { given: Given; returnTo: string }) {
  const { data: profile } = useProfile();
  return (
    <>
      <h1>Forgot password?</h1>
      <p>You are signed in{profile && <> as <strong className="address">{profile.email}</strong></>} in this browser. Sign out to choose a new password{given.email && <> for <strong className="address">{given.email}</strong></>} with {given.back ? 'the link' : 'a code'} from an e-mail.</p>
      <Button type="primary" block onClick={() => leave(paths.forgotPassword(given.email, { code: given.code, proof: given.proof, back: given.back, returnTo }))}>Sign out and go on</Button>
      <p className="login-links"><Link to={returnTo}>Stay signed in</Link></p>
    </>
  );
}

const Elsewhere = ({ hosted, returnTo }: Pick<Parameters<typeof HostedButton>[0], 'hosted' | 'returnTo'>) => (
  <>
    <h1>Forgot password?</h1>
    <p>You sign in with single sign-on here. Its sign-in page helps with a forgotten password.</p>
    <HostedButton hosted={hosted} returnTo={returnTo} only />
  </>
);

/** A letter's link brings address and code along. */
function Forgotten({ direct, given }: { direct: DirectSignIn; given: Given }) {
  const [query] = useSearchParams();
  const wanted = query.get('returnTo');
  const [email, setEmail] = useState(given.code ? given.email : '');
  const [set, setSet] = useState<Credentials>();
  if (set) return <SignInPanel direct={direct} heading="Sign in" entered={set}><Alert type="success" showIcon title="Your new password is set. Please sign in." /></SignInPanel>;
  return (
    <>
      {email ? <ResetForm direct={direct} email={email} given={given} onSet={setSet} onBack={() => setEmail('')} /> : <AskForm direct={direct} email={given.email} onAsked={setEmail} />}
      <p className="login-links"><Link to={paths.login({ email: email || given.email, ...(wanted && { returnTo: wanted }) })}>Back to sign in</Link></p>
    </>
  );
}

const checkEmail = (entered: { email: string }) => firstIssues(z.object({ email: emailSchema }), entered);

function AskForm({ direct, email, onAsked }: { direct: DirectSignIn; email: string; onAsked(email: string): void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useForm({ email }, checkEmail, async ({ email }) => {
    setBusy(true);
    const answer = await direct.forgot(email.trim());
    setBusy(false);
    if (isTrouble(answer)) setProblem(answer.trouble);
    else onAsked(email.trim());
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <h1>Forgot password?</h1>
      <p>We send you a code with which you can choose a new one.</p>
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" autoFocus />
      <Button type="primary" htmlType="submit" block disabled={busy}>Send code</Button>
    </form>
  );
}

function ResetForm({ direct, email, given, onSet, onBack }: { direct: DirectSignIn; email: string; given: Given; onSet(set: Credentials): void; onBack(): void }) {
  const signing = useSignIn(direct);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useForm({ code: given.code, password: '', repeated: '' }, checkReset, async ({ code, password }) => {
    setBusy(true);
    const isAsItCame = given.proof !== '' && email === given.email && code.trim() === given.code;
    const answer = await direct.reset(email, isAsItCame ? given.proof : code.trim(), password);
    if (isTrouble(answer)) setProblem(answer.trouble);
    else await signing.signIn(email, password);
    setBusy(false);
  });
  if ('answer' in signing.state) return <ChallengeForm signing={signing} />;
  // The password is set all the same; what keeps from signing in is said there.
  if ('problem' in signing.state) return <Alert type="info" showIcon title={signing.state.problem} action={<Button onClick={() => onSet({ email, password: form.entered.password })}>Sign In</Button>} />;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <h1>Choose a new password</h1>
      <p aria-live="polite">If there is a login for <strong className="address">{email}</strong>, a code is on its way to it. It is good for one hour.</p>
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <CodeField form={form} name="code" label="Code" autoFocus />
      <PasswordField form={form} name="password" label="New password" autoComplete="new-password" hint={PASSWORD_RULE} />
      <PasswordField form={form} name="repeated" label="Confirm password" autoComplete="new-password" />
      <Button type="primary" htmlType="submit" block disabled={busy}>{busy ? 'Signing In...' : 'Set password and sign in'}</Button>
      <Button type="link" block onClick={onBack}>Use another address or get another code</Button>
    </form>
  );
}
