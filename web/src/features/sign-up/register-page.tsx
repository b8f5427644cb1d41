/** Registration: signing up, then confirming the address and signing in. With an invitation, joining a team. */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { paths } from '../../lib/paths.js';
import type { AuthClient, DirectSignIn } from '../../lib/session/auth-client.js';
import { safeReturnTo } from '../../lib/session/return-to.js';
import { useSignedIn } from '../../lib/session/tokens.js';
import { AuthPage, WithAuth } from '../sign-in/auth-page.js';
import { HostedButton } from '../sign-in/hosted-button.js';
import type { Credentials } from '../sign-in/rules.js';
import { SignInPanel } from '../sign-in/sign-in-panel.js';
import { InvitationPage } from './invitation-page.js';
import { SignUpForm } from './sign-up-form.js';
import { ACCOUNT_CREATED, registrationError } from './sign-up-texts.js';

export function Component() {
  const [query] = useSearchParams();
  const invitation = query.get('invitation');
  const signedIn = useSignedIn();
  if (invitation) return <InvitationPage token={invitation} />;
  if (signedIn) return <Navigate to={safeReturnTo(wantedIn(query) ?? null, location.origin)} replace />;
  return <AuthPage title="Create your account"><WithAuth>{(auth) => <Register auth={auth} />}</WithAuth></AuthPage>;
}

/** Where to go once signed in; a plan that was chosen on the way here is offered then. */
function wantedIn(query: URLSearchParams): string | undefined {
  const plan = query.get('plan');
  return query.get('returnTo') ?? (plan ? paths.chosenPlan(plan) : undefined);
}

type Step = { at: 'signup' } | { at: 'signin'; entered: Credentials; isNew: boolean; confirmed: boolean };

function Register({ auth: { direct, hosted } }: { auth: AuthClient }) {
  const [query] = useSearchParams();
  const [step, setStep] = useState<Step>({ at: 'signup' });
  const wanted = wantedIn(query);
  const returnTo = safeReturnTo(wanted ?? null, location.origin);
  const arrival = registrationError(query.get('error'));
  if (step.at === 'signin' && direct) return <SignIn direct={direct} step={step} onBack={() => setStep({ at: 'signup' })} />;
  return (
    <>
      <h1>Create your account</h1>
      {direct && (
        <SignUpForm
          direct={direct} {...(arrival && { arrival })} wantedPlan={query.get('plan')?.slice(0, 20)}
          onSignedUp={(entered, confirmed) => setStep({ at: 'signin', entered, isNew: true, confirmed })} onSignIn={(entered) => setStep({ at: 'signin', entered, isNew: false, confirmed: true })}
        />
      )}
      {!direct && arrival && <Alert type="error" showIcon title="Registration failed" description={arrival} role="alert" />}
      {direct && hosted && <p className="or"><span>or</span></p>}
      {hosted && <HostedButton hosted={hosted} returnTo={returnTo} only={!direct} />}
      <p className="login-links"><span>Already have an account? <Link to={paths.login({ ...(wanted && { returnTo: wanted }) })}>Sign in here</Link></span></p>
    </>
  );
}

function SignIn({ direct, step, onBack }: { direct: DirectSignIn; step: Extract<Step, { at: 'signin' }>; onBack(): void }) {
  const [query] = useSearchParams();
  const { entered, isNew, confirmed } = step;
  return (
    <>
      <SignInPanel direct={direct} heading={isNew ? 'Verify your email' : 'Sign in'} entered={entered} first={{ at: confirmed ? 'password' : 'unconfirmed' }}>
        {isNew && <Alert type="success" showIcon title={ACCOUNT_CREATED} description={confirmed ? undefined : 'Please verify your e-mail address before you sign in.'} role="status" />}
      </SignInPanel>
      <p className="login-links">
        {isNew && <Link to={paths.registered(entered.email, query.get('plan') ?? undefined)}>What happens next?</Link>}
        {!isNew && <Link to={paths.forgotPassword(entered.email, { returnTo: wantedIn(query) })}>Forgot password?</Link>}
        <Button type="link" className="as-text" onClick={onBack}>Back to registration</Button>
      </p>
    </>
  );
}
