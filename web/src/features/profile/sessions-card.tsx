/** Where one is signed in, and how to end that. */
import type { Session } from '@larder/contracts/identity.js';
import { Button } from 'antd';
import { useState } from 'react';
import { ago } from '../../lib/format.js';
import { formatDateTime } from '../../lib/money-and-time.js';
import { paths } from '../../lib/paths.js';
import { leaveAfter } from '../../lib/session/leave.js';
import { useNow } from '../../lib/time/use-now.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { agentName } from './agent.js';
import { providerName } from './provider.js';
import { useEndSessionMutation, useSessionsQuery, useSignOutEverywhereMutation } from './profile-api.js';

export function SessionsCard({ provider }: { provider: string }) {
  const { data, error, isError, refetch } = useSessionsQuery();
  const by = provider === 'larder' ? 'another sign-in service' : providerName(provider);
  const [ending, setEnding] = useState(false);
  const [endAll] = useSignOutEverywhereMutation();
  // Safari 15 has no toSorted.
  const sorted = data && [...data].sort((a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt));
  /** Another service has let this browser in: what it lets in is neither listed nor ended here. */
  const isElsewhere = data?.every(({ current }) => !current) === true;
  const endsAny = !isElsewhere || data.length > 0;
  return (
    <Section title="Where you are signed in" extra={endsAny && <Button size="small" onClick={() => setEnding(true)}>Sign out everywhere</Button>}>
      {isError && <FailureBox text="Failed to load your sign-ins" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={3} label="Loading your sign-ins" />}
      {isElsewhere && <p className="quiet">You came in through {by}, where such sign-ins are listed and ended. {data.length > 0 ? 'These were made here.' : 'None was made here.'}</p>}
      {endsAny && <ul className="rows scrolling" tabIndex={0} aria-label="Sign-ins">{sorted?.map((session) => <SessionRow key={session.id} session={session} />)}</ul>}
      {ending && (
        <ConfirmDialog title="Sign out everywhere?" okText="Sign out everywhere" danger failed="Failed to sign out everywhere" act={() => leaveAfter(endAll, paths.home)} onClose={() => setEnding(false)}>
          <p>{isElsewhere ? `Every browser and device that signed in here is signed out, and this browser. What came in through ${by} is ended there.` : 'Every browser and device is signed out, this one too.'}</p>
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
