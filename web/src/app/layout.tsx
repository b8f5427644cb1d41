/** The frame of the operator area: for signed-in people only. */
import { MenuOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { useLiveConnection } from '../lib/live/live.js';
import { paths } from '../lib/paths.js';
import { accessForgotten, selectDeniedAt } from '../lib/session/access.js';
import { useProfile } from '../lib/session/session-api.js';
import { useSignedIn } from '../lib/session/tokens.js';
import { AccessDenied } from '../ui/full-notes.js';
import { FailureBox } from '../ui/failure-box.js';
import { Loading } from '../ui/loading.js';
import { Wordmark } from '../ui/wordmark.js';
import { Sidebar } from './sidebar.js';

export function Protected() {
  const { pathname, search } = useLocation();
  const { data: profile, error, isError, refetch } = useProfile();
  if (!useSignedIn()) return <Navigate to={paths.login({ returnTo: pathname + search })} replace />;
  if (profile) return <Frame sidebar={<Sidebar profile={profile} />} />;
  return <main className="full-note">{isError ? <FailureBox text="Failed to load organization context" error={error} onRetry={refetch} /> : <Loading />}</main>;
}

function Frame({ sidebar }: { sidebar: ReactNode }) {
  useLiveConnection();
  const { pathname } = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => drawer.current?.close(), [pathname]);
  return (
    <div className="frame">
      <a className="skip" href="#content">Skip to content</a>
      <aside className="sidebar">{sidebar}</aside>
      <div className="topbar">
        <Button type="text" icon={<MenuOutlined />} aria-label="Menu" onClick={() => drawer.current?.showModal()} />
        <Wordmark />
      </div>
      <dialog ref={drawer} className="sidebar" aria-label="Menu" onClick={(event) => event.target === drawer.current && drawer.current.close()}>
        <div>{sidebar}</div>
      </dialog>
      <main id="content" className="content"><Content /></main>
    </div>
  );
}

function Content() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const deniedAt = useSelector(selectDeniedAt);
  useEffect(() => {
    if (deniedAt && deniedAt !== pathname) dispatch(accessForgotten());
  }, [deniedAt, pathname, dispatch]);
  return deniedAt === pathname ? <AccessDenied onBack={() => navigate(-1)} /> : <Outlet />;
}
