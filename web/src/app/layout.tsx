/** The frame of the operator area: for signed-in people only. */
import { MenuOutlined } from '@ant-design/icons';
import { has, type Permission } from '@larder/contracts/roles.js';
import { Button } from 'antd';
import { Suspense, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation, useMatches, useNavigate, useNavigation, useNavigationType } from 'react-router';
import { withAsOf } from '../lib/time/as-of.js';
import { useLiveConnection } from '../lib/live/live.js';
import { paths } from '../lib/paths.js';
import { accessForgotten, selectDeniedAt } from '../lib/session/access.js';
import { roleOf, useProfile, useSettingsQuery, type Profile } from '../lib/session/session-api.js';
import { useSignedIn } from '../lib/session/tokens.js';
import { useSignOut } from '../lib/session/use-sign-out.js';
import { AccessDenied } from '../ui/full-notes.js';
import { FailureBox } from '../ui/failure-box.js';
import { late } from '../ui/late.js';
import { Loading } from '../ui/loading.js';
import { Wordmark } from '../ui/wordmark.js';
import { SessionWarning } from './session-warning.js';
import { isWaiting } from './session-watch.js';
import { Sidebar } from './sidebar.js';

const SignInAgain = late(async () => (await import('./sign-in-again.js')).SignInAgain);

const LegacyAccount = late(async () => (await import('../features/organization/legacy-account.js')).LegacyAccount);

const SecondFactorAsked = late(async () => (await import('../features/profile/second-factor-asked.js')).SecondFactorAsked);

const PlanBanner = late(async () => (await import('../features/subscription/plan-banner.js')).PlanBanner);

/** What a route says about itself. */
export interface RouteHandle {
  /** Who lacks it is told so. */
  permission?: Permission;
  /** For people without an organization too. */
  personal?: boolean;
  /** It can show a moment that has been. */
  looksBack?: boolean;
}

export function Protected() {
  const { pathname, search, hash } = useLocation();
  const { data: profile, error, isError, refetch } = useProfile();
  const settings = useSettingsQuery();
  const signedIn = useSignedIn();
  const signOut = useSignOut(paths.login());
  const wasSignedIn = useRef(signedIn);
  const shown = useRef(profile);
  useEffect(() => {
    if (profile) shown.current = profile;
  }, [profile]);
  // Whoever was signed in until now is led away and the page loaded anew, or it stays for what was typed.
  if (!signedIn && !wasSignedIn.current) return <Navigate to={paths.login({ returnTo: pathname + search + hash })} replace />;
  if (signedIn && profile && !profile.emailVerified) return <Navigate to={paths.verification(profile.email)} replace />;
  const framed = isWaiting() ? shown.current : signedIn && profile;
  // What may be changed here is known before a screen is shown: a button that comes late moves what somebody is about to press.
  if (framed && (settings.data || settings.isError)) return <Frame profile={framed} signedIn={signedIn} />;
  if (!isError || framed) return <main className="full-note"><Loading /></main>;
  return (
    <main className="full-note">
      <FailureBox text="Failed to load organization context" error={error} onRetry={refetch} />
      <Button onClick={signOut}>Sign Out</Button>
    </main>
  );
}

function Frame({ profile, signedIn }: { profile: Profile; signedIn: boolean }) {
  const { pathname } = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);
  const content = useFocusOnContent(pathname);
  const sidebar = <Sidebar profile={profile} />;
  const isGoing = useNavigation().state === 'loading';
  useEffect(() => drawer.current?.close(), [pathname, isGoing]);
  return (
    <div className="frame">
      <a className="skip" href="#content">Skip to content</a>
      <aside className="sidebar">{sidebar}</aside>
      <header className="topbar">
        <Button type="text" icon={<MenuOutlined />} aria-label="Menu" onClick={() => drawer.current?.showModal()} />
        <Wordmark />
      </header>
      <dialog ref={drawer} className="sidebar" aria-label="Menu" onClick={(event) => event.target === drawer.current && drawer.current.close()}>
        <div>{sidebar}</div>
      </dialog>
      <p className="going" role="status">{isGoing && 'Loading...'}</p>
      <main id="content" className="content" tabIndex={-1} ref={content}>
        <SessionWarning />
        {!signedIn && <Suspense><SignInAgain email={profile.email} /></Suspense>}
        {signedIn && profile.account && <Live />}
        {profile.role === 'owner' && <Suspense><PlanBanner /></Suspense>}
        {profile.account && <p className="letterhead">{profile.account.name}</p>}
        <Content profile={profile} />
      </main>
    </div>
  );
}

/** Another screen takes the focus, unless a field of it has: what had it is gone, or is the menu's, and nobody who listens would notice. Its {@link PageHeader} has it read out. */
function useFocusOnContent(pathname: string): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  // The first one too, unless the browser loaded it: then somebody came from the sign-in.
  const wasLoaded = useNavigationType() === 'POP';
  const shown = useRef(wasLoaded ? pathname : undefined);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!content.current?.contains(document.activeElement)) content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

function Live(): ReactNode {
  useLiveConnection();
  return null;
}

function Content({ profile }: { profile: Profile }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const { permission, personal, looksBack } = Object.assign({}, ...useMatches().map((match) => match.handle as RouteHandle | undefined)) as RouteHandle;
  const deniedAt = useSelector(selectDeniedAt);
  const role = roleOf(profile);
  useEffect(() => {
    if (deniedAt && deniedAt !== pathname) dispatch(accessForgotten());
  }, [deniedAt, pathname, dispatch]);
  // A role given meanwhile opens what was shut before.
  useEffect(() => void dispatch(accessForgotten()), [role, dispatch]);
  const isDenied = deniedAt === pathname || (permission !== undefined && !(role && has(role, permission)));
  useEffect(() => {
    if (isDenied) document.title = 'Access Denied · Larder';
  }, [isDenied]);
  if (!profile.account && !personal) return <Suspense fallback={<Loading />}>{profile.waitedForBy ? <SecondFactorAsked by={profile.waitedForBy} /> : <LegacyAccount />}</Suspense>;
  // The screen shows now: with a moment in its address nothing could be changed there.
  const now = new URLSearchParams(search);
  if (!looksBack && now.has('asOf')) return <Navigate to={{ pathname, search: String(withAsOf(now, undefined)), hash }} replace />;
  const back = () => ((history.state as { idx?: number } | null)?.idx ? void navigate(-1) : void navigate(paths.dashboard));
  return isDenied ? <AccessDenied onBack={back} /> : <Outlet />;
}
