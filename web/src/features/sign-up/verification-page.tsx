/** Verifying an address: how to, or that it worked. */
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../lib/paths.js';
import { leave } from '../../lib/session/leave.js';
import { useProfile } from '../../lib/session/session-api.js';
import { AuthPage, WithAuth } from '../sign-in/auth-page.js';
import { ConfirmCode } from '../sign-in/confirm-code.js';
import { Resend } from './resend.js';

const ONWARD_MS = 3_000;

export function Component() {
  const [query] = useSearchParams();
  const { data: profile, refetch } = useProfile();
  const email = query.get('email') ?? profile?.email ?? '';
  const plan = query.get('plan') ?? undefined;
  if (profile?.emailVerified) return <Navigate to={plan ? paths.chosenPlan(plan) : paths.dashboard} replace />;
  return (
    <AuthPage title="Email verification">
      {query.get('verified') === 'true' ? <Verified email={email} plan={plan} /> : <Instructions email={email} plan={plan} expired={query.has('error')} />}
      {profile && (
        <p className="login-links">
          <Button type="link" className="as-text" onClick={() => void refetch()}>I have verified it</Button>
          <Button type="link" className="as-text" onClick={() => leave(paths.home)}>Sign out</Button>
        </p>
      )}
    </AuthPage>
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
  return (
    <>
      <h1>Verify your email</h1>
      {expired && <Alert type="error" showIcon role="alert" title="This link has expired or was replaced by a newer one. Ask for another below." />}
      <p>We have sent a message to {email ? <b className="address">{email}</b> : 'your address'}. Open the link in it{email && ', or enter its code here'}. The link expires in 24 hours; check your spam folder if nothing comes.</p>
      {email && <WithAuth>{({ direct }) => direct && <ConfirmCode direct={direct} email={email} withoutResend onConfirmed={() => navigate(paths.verification(email, { verified: 'true', plan }), { replace: true })} />}</WithAuth>}
      <Resend email={email} />
      <Button block onClick={() => navigate(paths.login())}>Try Signing In</Button>
      <p className="login-links"><span>Wrong address? <Link to={paths.register()}>Sign up again</Link></span></p>
    </>
  );
}
