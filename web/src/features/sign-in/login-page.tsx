/** The sign-in page. */
import type { ReactNode } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { paths } from '../../lib/paths.js';
import { safeReturnTo } from '../../lib/session/return-to.js';
import { useSignedIn } from '../../lib/session/tokens.js';
import { ArrivalNote } from './notes.js';
import { AuthPage, WithAuth } from './auth-page.js';
import { HostedButton } from './hosted-button.js';
import { OrganizationSignIn } from './organization-sign-in.js';
import { SignInPanel } from './sign-in-panel.js';
import { arrivalOf } from './sign-in-texts.js';

export function Component() {
  const [query] = useSearchParams();
  const wanted = query.get('returnTo') ?? undefined;
  const returnTo = safeReturnTo(wanted ?? null, location.origin);
  const arrival = arrivalOf(query.get('error'));
  if (useSignedIn()) return <Navigate to={returnTo} replace />;
  const organization = query.get('organization') ?? (query.get('way') === 'organization' ? '' : undefined);
  const entered = { email: query.get('email') ?? '', password: '' };
  return (
    <AuthPage title="Sign in">
      <WithAuth>
        {({ direct, hosted }) => {
          if (hosted && organization !== undefined) return <OrganizationSignIn hosted={hosted} slug={organization} wanted={wanted} returnTo={returnTo} from={query.get('iss')} />;
          const single = hosted && <HostedButton hosted={hosted} returnTo={returnTo} only={!direct} />;
          if (direct) return <SignInPanel direct={direct} heading="Sign in" entered={entered} {...(arrival && { arrival })} footer={<Footer wanted={wanted} single={single} />} />;
          return (
            <>
              <h1>Sign in</h1>
              {arrival && <ArrivalNote arrival={arrival} />}
              {single}
            </>
          );
        }}
      </WithAuth>
    </AuthPage>
  );
}

const Footer = ({ wanted, single }: { wanted: string | undefined; single: ReactNode }) => (
  <>
    {single && <p className="or"><span>or</span></p>}
    {single}
    <p className="login-links">
      <Link to={paths.forgotPassword(undefined, { returnTo: wanted })}>Forgot password?</Link>
      {single && <Link to={paths.loginElsewhere(wanted)}>Sign in through your organization</Link>}
      <span>New to Larder? <Link to={paths.register({ ...(wanted && { returnTo: wanted }) })}>Sign up here</Link></span>
    </p>
  </>
);
