/** Where one is signed in, and how to end that. */
import type { Session } from '@larder/contracts/identity.js';
import { Button } from 'antd';
import { useState } from 'react';
import { ago } from '../../lib/format.js';
import { formatDateTime } from '../../lib/money-and-time.js';
import { paths } from '../../lib/paths.js';
import { leaveAfter } from '../../lib/session/leave.js';
import { useNow } from '../../lib/use-now.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { agentName } from './agent.js';
import { useEndSessionMutation, useSessionsQuery, useSignOutEverywhereMutation } from './profile-api.js';

export function SessionsCard() {
  const { data, error, isError, refetch } = useSessionsQuery();
  const [ending, setEnding] = useState(false);
  const [endAll] = useSignOutEverywhereMutation();
  // Safari 15 has no toSorted.
  const sorted = data && [...data].sort((a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt));
  return (
    <Section title="Where you are signed in" extra={<Button size="small" onClick={() => setEnding(true)}>Sign out everywhere</Button>}>
      {isError && <FailureBox text="Failed to load your sign-ins" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={3} label="Loading your sign-ins" />}
      <ul className="rows scrolling" tabIndex={0} aria-label="Sign-ins">{sorted?.map((session) => <SessionRow key={session.id} session={session} />)}</ul>
      {ending && (
        <ConfirmDialog title="Sign out everywhere?" okText="Sign out everywhere" danger failed="Failed to sign out everywhere" act={() => leaveAfter(endAll, paths.home)} onClose={() => setEnding(false)}>
          <p>Every browser and device is signed out, this one too.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const now = useNow(60_000);
  const toasts = useToasts();
  const [end, { error, isLoading }] = useEndSessionMutation();
  const signOut = async () => {
    const answer = await end(session.id);
    if (!answer.error) toasts.good('Signed out there');
  };
  const name = agentName(session.agent);
  return (
    <li>
      <span className="row-main">
        <span title={session.agent}>{name}</span>
        <small>{session.address && `${session.address} · `}since {formatDateTime(session.startedAt)}</small>
        <small>Last used {ago(session.lastUsedAt, now).toLowerCase()}</small>
        {error && <FailureBox text="Failed to sign out there" error={error} />}
      </span>
      <span className="row-end">{session.current ? <span className="pill good">This browser</span> : <Button size="small" disabled={isLoading} aria-label={`Sign out ${name}`} onClick={() => void signOut()}>Sign out</Button>}</span>
    </li>
  );
}
