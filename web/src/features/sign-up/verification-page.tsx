/** Verifying an address: how to, or that it worked. */
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { asFailure } from '../../lib/failure-text.js';
import { paths } from '../../lib/paths.js';
import { leave } from '../../lib/session/leave.js';
import { useProfile, useVerifyByLinkMutation } from '../../lib/session/session-api.js';
import { useAuthClient } from '../../lib/session/use-auth-client.js';
import { AuthPage, WithAuth } from '../sign-in/auth-page.js';
import { ConfirmCode } from '../sign-in/confirm-code.js';
import { Resend } from './resend.js';

const ONWARD_MS = 3_000;

export function Component() {
  const [query] = useSearchParams();
  const { data: profile, refetch } = useProfile();
  const email = query.get('email') ?? profile?.email ?? '';
  const plan = query.get('plan') ?? undefined;
  if (profile?.emailVerified && !query.has('token')) return <Navigate to={plan ? paths.chosenPlan(plan) : paths.dashboard} replace />;
  return (
    <AuthPage title="Email verification">
      <State query={query} email={email} plan={plan} />
      {profile && (
        <p className="login-links">
          <Button type="link" className="as-text" onClick={() => void refetch()}>I have verified it</Button>
          <Button type="link" className="as-text" onClick={() => leave(paths.home)}>Sign out</Button>
        </p>
      )}
    </AuthPage>
  );
}

function State({ query, ...whose }: Whose & { query: URLSearchParams }) {
  const token = query.get('token');
  if (token) return <Confirm token={token} />;
  return query.get('verified') === 'true' ? <Verified {...whose} /> : <Instructions {...whose} expired={query.has('error')} />;
}

/** Behind the link of the e-mail: whoever opened it says so, as programs open links, too. */
function Confirm({ token }: { token: string }) {
  const navigate = useNavigate();
  const [verify, { error, isLoading }] = useVerifyByLinkMutation();
  const failure = asFailure(error);
  const press = async () => {
    const { data, error: refused } = await verify({ token });
    if (data) void navigate(paths.verification(data.email, { verified: 'true', plan: data.wantedPlan }), { replace: true });
    else if (asFailure(refused)?.code === 'BAD_INPUT') void navigate(paths.verification(undefined, { error: 'expired' }), { replace: true });
  };
  return (
    <>
      <h1>Verify your email</h1>
      <p>One more step: confirm that this address is yours and that you have signed up. If you have not, close this page, and nothing happens.</p>
      <div aria-live="polite">{failure && <Alert type="error" showIcon title={failure.message || 'Your address could not be verified. Please try again.'} />}</div>
      <Button type="primary" block loading={isLoading} onClick={() => void press()}>Verify Email Address</Button>
    </>
  );
}

/** `plan`: chosen on the way here, and offered after the sign-in. */
interface Whose {
  email: string;
  plan: string | undefined;
}

function Verified({ email, plan }: Whose) {
  const navigate = useNavigate();
  const login = paths.login({ email, ...(plan && { returnTo: paths.chosenPlan(plan) }) });
  useEffect(() => {
    const timer = setTimeout(() => void navigate(login, { replace: true }), ONWARD_MS);
    return () => clearTimeout(timer);
  }, [navigate, login]);
  return (
    <>
      <h1>Email Verified Successfully</h1>
      <p role="status">Thank you. You can sign in now; the sign-in page opens by itself in a moment.</p>
      <Button type="primary" block onClick={() => navigate(login, { replace: true })}>Sign In Now</Button>
    </>
  );
}

function Instructions({ email, plan, expired }: Whose & { expired: boolean }) {
  const navigate = useNavigate();
  const takesCode = useAuthClient()?.direct !== undefined;
  return (
    <>
      <h1>Verify your email</h1>
      {expired && <Alert type="error" showIcon role="alert" title="This link has expired or was replaced by a newer one. Ask for another below." />}
      <p>We have sent a message to {email ? <b className="address">{email}</b> : 'your address'}. Open the link in it{email && takesCode && ', or enter its code here'}. The link expires in 24 hours; check your spam folder if nothing comes.</p>
      {email && <WithAuth>{({ direct }) => direct && <ConfirmCode direct={direct} email={email} withoutResend onConfirmed={() => navigate(paths.verification(email, { verified: 'true', plan }), { replace: true })} />}</WithAuth>}
      <Resend email={email} />
      <Button block onClick={() => navigate(paths.login({ email }))}>Try Signing In</Button>
      {takesCode && <p className="login-links"><span>Wrong address? <Link to={paths.register()}>Sign up again</Link></span></p>}
    </>
  );
}
