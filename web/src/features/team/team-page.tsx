/** Team management: who belongs to the organization and who is invited. */
import { Button } from 'antd';
import { useState } from 'react';
import { plural } from '../../lib/format.js';
import { useMayChange, useProfile } from '../../lib/session/session-api.js';
import { Blank } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { useMembersQuery } from '../organization/organization-api.js';
import { InviteDialog } from './invite-dialog.js';
import { TeamList } from './team-list.js';

/** Who joins or leaves is not told by itself. */
const REFRESH_MS = 30_000;

export function Component() {
  const [inviting, setInviting] = useState(false);
  const mayInvite = useMayChange('users.invite');
  const { data: profile } = useProfile();
  const { data, error, isError, refetch } = useMembersQuery(undefined, { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true });
  const invited = data?.filter(({ status }) => status === 'invited').length ?? 0;
  const subtitle = data && `${plural(data.length - invited, 'member')}${invited > 0 ? ` and ${plural(invited, 'open invitation')}` : ''} in ${profile?.account?.name ?? 'your organization'}`;
  return (
    <>
      <PageHeader title="Team" subtitle={subtitle} actions={mayInvite && <Button type="primary" onClick={() => setInviting(true)}>Invite User</Button>} />
      {isError && <FailureBox text="Failed to load team members" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <Loading />}
      {data && <div className="section flush"><TeamList members={data} /></div>}
      {data?.length === 1 && <Blank title="Just you so far">Invite the people who stock your machines or look after your sales.</Blank>}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
