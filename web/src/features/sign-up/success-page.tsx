/** What to do after registration. */
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { Button } from 'antd';
import { paths } from '../../lib/paths.js';
import { useSignedIn } from '../../lib/session/tokens.js';
import { AuthPage } from '../sign-in/auth-page.js';
import { Resend } from './resend.js';

export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const email = query.get('email') ?? '';
  const plan = query.get('plan');
  if (useSignedIn()) return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthPage title="Registration Successful">
      <h1>Registration Successful</h1>
      <ol className="steps">
        <li><strong>Check your e-mail</strong><span>We have sent a message to {email ? <b className="address">{email}</b> : 'your address'}.</span></li>
        <li><strong>Click the link</strong><span>It verifies that the address is yours. The code in the message does the same.</span></li>
        <li><strong>Sign in</strong><span>Your organization is then ready.</span></li>
      </ol>
      <ul className="notes">
        <li>Nothing there? Check your spam folder.</li>
        <li>The link expires in 24 hours.</li>
        <li>Your e-mail address must be verified before you can sign in.</li>
      </ul>
      <Button type="primary" block onClick={() => navigate(paths.login({ email, ...(plan && { returnTo: paths.chosenPlan(plan) }) }))}>Continue to Sign In</Button>
      <Resend email={email} />
    </AuthPage>
  );
}
