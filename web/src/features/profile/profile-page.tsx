/** One's own page: names, password, second factor, sign-ins, and leaving for good. */
import { Button } from 'antd';
import { useSignOut } from '../../lib/session/use-sign-out.js';
import { useProfile } from '../../lib/session/session-api.js';
import { Blank } from '../../ui/blank.js';
import { PageHeader } from '../../ui/page-header.js';
import { useCredentials } from './credentials.js';
import { DeleteCard } from './delete-card.js';
import { DetailsCard } from './details-card.js';
import { PasswordCard } from './password-card.js';
import { SecondFactorCard } from './second-factor-card.js';
import { SessionsCard } from './sessions-card.js';

export function Component() {
  const { data: profile } = useProfile();
  const credentials = useCredentials();
  const signOut = useSignOut();
  return (
    <>
      <PageHeader title="Profile" actions={<Button onClick={signOut}>Sign Out</Button>} />
      {!profile && <Blank title="No user data available">Please log in again.</Blank>}
      {profile && (
        <div className="columns even">
          <DetailsCard profile={profile} />
          {credentials !== undefined && <PasswordCard credentials={credentials} profile={profile} />}
          <SessionsCard />
          {credentials && <SecondFactorCard credentials={credentials} profile={profile} />}
          <DeleteCard email={profile.email} />
        </div>
      )}
    </>
  );
}
