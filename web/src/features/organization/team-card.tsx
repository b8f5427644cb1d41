/** Who belongs to the organization, in short. */
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.js';
import { useMayChange, useMaySee } from '../../lib/session/session-api.js';
import { Blank } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { InviteDialog } from '../team/invite-dialog.js';
import { nameOf, StatusPill } from '../team/member-parts.js';
import { useMembersQuery } from './organization-api.js';

export function TeamCard() {
  const [inviting, setInviting] = useState(false);
  const mayInvite = useMayChange('users.invite');
  const seesTeam = useMaySee('users.invite');
  const { data, error, isError, refetch } = useMembersQuery();
  return (
    <Section title="Team Members" extra={<span className="beside">{seesTeam && <Link to={paths.team}>Manage team</Link>}{mayInvite && <Button size="small" onClick={() => setInviting(true)}>Invite User</Button>}</span>}>
      {isError && <FailureBox text="Failed to load team members" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={3} label="Loading team members" />}
      {data?.length === 0 && <Blank title="No team members yet" />}
      <ul className="rows scrolling" tabIndex={0} aria-label="Members">
        {data?.map((member) => (
          <li key={member.userId}>
            <span className="row-main">{nameOf(member)}{nameOf(member) !== member.email && <small>{member.email}</small>}</span>
            <span className="row-end"><small className="role">{member.role}</small>{member.status === 'invited' && <StatusPill member={member} />}</span>
          </li>
        ))}
      </ul>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Section>
  );
}
