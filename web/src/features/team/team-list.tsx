/** The team: a table, or cards on a phone. */
import { MoreOutlined } from '@ant-design/icons';
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import { Table, type TableColumnsType } from 'antd';
import { createContext, useContext, useMemo, useState } from 'react';
import { formatDay } from '../../lib/format.js';
import { roleOf, useProfile, useSettingsQuery } from '../../lib/session/session-api.js';
import { dayAt } from '../../lib/time/day-at.js';
import { useZone } from '../../lib/time/use-zone.js';
import { MoreMenu } from '../../ui/more-menu.js';
import { useNarrow } from '../../ui/use-media.js';
import { ActionDialog } from './action-dialogs.js';
import { actionsFor, type Action } from './actions.js';
import { InvitedBy, nameOf, StatusPill, TwoStep } from './member-parts.js';

/** By the organization's clock: in the evening it is the next day already elsewhere. */
function Until({ expiresAt }: { expiresAt?: string }) {
  const zone = useZone();
  return expiresAt && zone ? <small>until {formatDay(dayAt(zone, expiresAt))}</small> : null;
}

const columns: TableColumnsType<TeamMember> = [
  { title: 'Member', key: 'name', render: (_, member) => <span className="two-lines"><strong>{nameOf(member)}</strong>{nameOf(member) !== member.email && <small>{member.email}</small>}<InvitedBy member={member} /></span> },
  { title: 'Role', key: 'role', render: (_, member) => <span className="role">{member.role}</span> },
  { title: 'Status', key: 'status', render: (_, member) => <span className="beside"><StatusPill member={member} /><Until {...member} /><TwoStep member={member} /></span> },
];
const withActions: typeof columns = [...columns, { title: <span className="unseen">Actions</span>, key: 'actions', align: 'right', className: 'no-print', render: (_, member) => <Actions member={member} /> }];

interface Chosen {
  member: TeamMember;
  action: Action;
}
const Choosing = createContext<(chosen: Chosen) => void>(() => undefined);

/** A dialog stays when a colleague removes its member meanwhile: whoever sends it is told so. */
export function TeamList({ members }: { members: TeamMember[] }) {
  const [chosen, setChosen] = useState<Chosen>();
  const member = members.find(({ userId }) => userId === chosen?.member.userId) ?? chosen?.member;
  return (
    <Choosing value={setChosen}>
      <Members members={members} />
      {chosen && member && <ActionDialog key={chosen.member.userId} action={chosen.action} member={member} onClose={() => setChosen(undefined)} />}
    </Choosing>
  );
}

function Members({ members }: { members: TeamMember[] }) {
  const narrow = useNarrow();
  const { data: settings } = useSettingsQuery();
  const all = useMemo(() => (settings?.readOnly === false ? withActions : columns), [settings]);
  if (!narrow) return <Table<TeamMember> rowKey="userId" size="middle" columns={all} dataSource={members} pagination={false} />;
  return (
    <ul className="cards">
      {members.map((member) => (
        <li key={member.userId}>
          <div className="between"><strong className="row-main">{nameOf(member)}</strong>{settings?.readOnly === false && <Actions member={member} />}</div>
          {nameOf(member) !== member.email && <small className="row-main">{member.email}</small>}
          <InvitedBy member={member} />
          <div className="between"><span className="role">{member.role}</span><span className="beside"><TwoStep member={member} /><Until {...member} /><StatusPill member={member} /></span></div>
        </li>
      ))}
    </ul>
  );
}

function Actions({ member }: { member: TeamMember }) {
  const { data: me } = useProfile();
  const choose = useContext(Choosing);
  const role = roleOf(me);
  if (!me || !role) return null;
  if (member.userId === me.id) return <small>You</small>;
  const offered = actionsFor(member, { id: me.id, role });
  if (offered.length === 0) return null;
  const deeds = offered.map((one) => ({ key: one.action, label: one.label, danger: one.action === 'remove' || one.action === 'revoke' }));
  return <MoreMenu type="text" icon={<MoreOutlined />} aria-label={`Actions for ${nameOf(member)}`} deeds={deeds} onDeed={(action) => choose({ member, action })} placement="bottomRight" />;
}
