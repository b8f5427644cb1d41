/** Small parts that show a member of the team. */
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import { useNow } from '../../lib/time/use-now.js';

export const nameOf = ({ firstName, lastName, email }: TeamMember): string => `${firstName} ${lastName}`.trim() || email;

/** For those who see to members; the rest is not told. */
export const TwoStep = ({ member: { secondFactor } }: { member: TeamMember }) => (secondFactor === undefined ? null : <small>{secondFactor ? 'Two-step sign-in' : 'Password only'}</small>);

/** Who let somebody in who is not there yet. */
export const InvitedBy = ({ member: { invitedBy } }: { member: TeamMember }) => (invitedBy === undefined ? null : <small>Invited by <bdi>{invitedBy || 'somebody who has left'}</bdi></small>);

/** An invitation that has run out can be sent again. */
export function StatusPill({ member: { status, expiresAt } }: { member: TeamMember }) {
  const now = useNow(60_000);
  if (status === 'active') return <span className="pill good">Active</span>;
  return expiresAt && Date.parse(expiresAt) < now ? <span className="pill high">Expired</span> : <span className="pill medium">Invited</span>;
}
