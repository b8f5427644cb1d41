/** Where an invitation's link leads: what is offered, and the way to join. */
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { asFailure } from '../../lib/failure-text.js';
import { formatDateTime } from '../../lib/money-and-time.js';
import { paths } from '../../lib/paths.js';
import type { HostedSignIn } from '../../lib/session/auth-client.js';
import { leave } from '../../lib/session/leave.js';
import { useProfile } from '../../lib/session/session-api.js';
import { useSignedIn } from '../../lib/session/tokens.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { useToasts } from '../../ui/toasts.js';
import { AuthPage, WithAuth } from '../sign-in/auth-page.js';
import { HostedButton } from '../sign-in/hosted-button.js';
import type { Credentials } from '../sign-in/rules.js';
import { SignInPanel } from '../sign-in/sign-in-panel.js';
import { useAcceptMutation, useInvitationQuery, type Invitation } from './invitation-api.js';
import { InvitedForm } from './invited-form.js';

interface Props {
  token: string;
  invitation: Invitation;
}

export function InvitationPage({ token }: { token: string }) {
  const { data: invitation, error, isError, refetch } = useInvitationQuery(token);
  const isOver = asFailure(error)?.status === 404;
  return (
    <AuthPage title="Join your team">
      {invitation && <Join token={token} invitation={invitation} />}
      {!invitation && !isError && <Loading />}
      {isError && !isOver && <FailureBox text="The invitation cannot be loaded" error={error} retryLabel="Try Again" onRetry={refetch} />}
      {isError && isOver && <Over why={asFailure(error)?.message} />}
    </AuthPage>
  );
}

const Over = ({ why }: { why: string | undefined }) => (
  <>
    <h1>This invitation cannot be used</h1>
    <p role="alert">{why || 'It has expired, was taken back, or has been accepted already.'}</p>
    <p>Ask the person who invited you to send it again: that takes them one click on their Team page. Only the newest link works, and each is good for seven days.</p>
    <p className="login-links"><span>Have you joined already? <Link to={paths.login()}>Sign in here</Link></span></p>
  </>
);

function Join({ token, invitation }: Props) {
  const signedIn = useSignedIn();
  const [before] = useState(signedIn);
  const [joined, setJoined] = useState<Credentials>();
  if (signedIn && joined) return <Navigate to={paths.dashboard} replace />;
  if (signedIn) return <Accept token={token} invitation={invitation} atOnce={!before} />;
  return (
    <WithAuth>
      {({ direct, hosted }) => {
        if (direct && joined) {
          return <SignInPanel direct={direct} heading="Sign in" entered={joined}><Alert type="success" showIcon title={`Welcome to ${invitation.organizationName}! Your login is ready. Please sign in.`} role="status" /></SignInPanel>;
        }
        if (direct && invitation.hasLogin) return <SignInPanel direct={direct} heading={heading(invitation)} entered={{ email: invitation.email, password: '' }} fixedEmail footer={<Forgotten token={token} email={invitation.email} />}><Offer invitation={invitation} /></SignInPanel>;
        // Whoever has a login joins with it; their provider lets them in from then on.
        const elsewhere = invitation.hasLogin ? undefined : invitation.singleSignOn;
        return (
          <>
            <h1>{heading(invitation)}</h1>
            <Offer invitation={invitation} />
            {hosted && elsewhere && <Elsewhere hosted={hosted} token={token} email={invitation.email} {...elsewhere} />}
            {elsewhere?.isRequired ? null : direct ? <InvitedForm token={token} invitation={invitation} direct={direct} onJoined={setJoined} /> : hosted && <HostedButton hosted={hosted} returnTo={paths.register({ invitation: token })} email={invitation.email} only />}
          </>
        );
      }}
    </WithAuth>
  );
}

/** A login from years ago; the invitation is found again once they are in. */
const Forgotten = ({ token, email }: { token: string; email: string }) => (
  <p className="login-links"><Link to={paths.forgotPassword(email, { returnTo: paths.register({ invitation: token }) })}>Forgot password?</Link></p>
);

/** Whoever runs the organization's provider knows them already. */
const Elsewhere = ({ hosted, token, email, slug, isRequired }: NonNullable<Invitation['singleSignOn']> & { hosted: HostedSignIn; token: string; email: string }) => (
  <>
    <HostedButton hosted={hosted} returnTo={paths.dashboard} email={email} only elsewhere={{ organization: slug, invitation: token }} label="Join with single sign-on" />
    {!isRequired && <p className="or"><span>or</span></p>}
  </>
);

const heading = ({ organizationName }: Invitation) => `Join ${organizationName}`;

const Offer = ({ invitation: { invitedBy, organizationName, role, hasLogin, expiresAt } }: { invitation: Invitation }) => (
  <>
    <p>{invitedBy || 'Somebody'} invites you to join <strong>{organizationName}</strong> as <strong>{role}</strong>.{hasLogin && ' Sign in with your login to accept.'}</p>
    <small>Good until {formatDateTime(expiresAt)}.</small>
  </>
);

/** For somebody who is signed in. Whoever has just done so for this invitation is not asked again. */
function Accept({ token, invitation, atOnce }: Props & { atOnce: boolean }) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const { data: profile } = useProfile();
  const [accept, { error, isLoading, isSuccess }] = useAcceptMutation();
  const begun = useRef(false);
  const [asks, setAsks] = useState(false);
  const isMine = profile && profile.email.toLowerCase() === invitation.email.toLowerCase();
  const former = profile?.account;
  /** Theirs, which has not let them in yet: nobody leaves unseen what they could not look at. */
  const waitedForBy = profile?.waitedForBy;
  /** Where single sign-on is required it is asked for now: the sign-in by a password has ended with the answer. */
  const anew = invitation.singleSignOn?.isRequired ? paths.login({ organization: invitation.singleSignOn.slug }) : undefined;
  const join = async () => {
    const answer = await accept({ token });
    if (answer.error) return;
    if (anew) return leave(anew);
    toasts.good(`Welcome to ${invitation.organizationName}!`);
    void navigate(paths.dashboard, { replace: true });
  };
  useEffect(() => {
    if (!atOnce || !isMine || former || waitedForBy || begun.current) return;
    begun.current = true;
    void join();
  });
  if (!profile || isSuccess) return <Loading />;
  return (
    <>
      <h1>{heading(invitation)}</h1>
      <Offer invitation={{ ...invitation, hasLogin: false }} />
      {error && !asks && <FailureBox text="The invitation could not be accepted" error={error} />}
      {isMine && former && (
        <>
          <p>You belong to <strong>{former.name}</strong> now, and a login belongs to one organization at a time.</p>
          <Button type="primary" block onClick={() => setAsks(true)}>Leave {former.name} and join</Button>
          {asks && (
            // Loaded anew afterwards: nothing of the organization that was left stays in memory.
            <ConfirmDialog title={`Leave ${former.name}?`} okText="Leave and join" danger failed="The invitation could not be accepted" act={() => accept({ token, leaves: former.id })} onDone={() => (anew ? leave(anew) : location.assign(paths.dashboard))} onClose={() => setAsks(false)}>
              <p>You will belong to {invitation.organizationName} as {invitation.role}, and see nothing of {former.name} any more.</p>
              <p>If nobody else belongs to {former.name}, nobody can enter it again. Its books stay, closed; its open invitations end, and so does its subscription.</p>
            </ConfirmDialog>
          )}
        </>
      )}
      {isMine && waitedForBy && (
        <>
          <p>You belong to <strong>{waitedForBy}</strong>, which lets you in once you have turned on two-step sign-in. Turn it on, then open this invitation again: a login belongs to one organization at a time, and you can leave {waitedForBy} for this one.</p>
          <Button type="primary" block onClick={() => void navigate(paths.profile)}>Go to your profile</Button>
        </>
      )}
      {isMine && !former && !waitedForBy && <Button type="primary" block disabled={isLoading} onClick={() => void join()}>Accept the invitation</Button>}
      {!isMine && (
        <>
          <Alert type="warning" showIcon title={`It is for ${invitation.email}, and you are signed in as ${profile.email}.`} role="alert" />
          <Button block onClick={() => leave(paths.register({ invitation: token }))}>Sign out and continue</Button>
        </>
      )}
      {former && <p className="login-links"><Link to={paths.dashboard}>{isMine ? 'Stay with' : 'Go to'} {former.name}</Link></p>}
    </>
  );
}
