/** One's own page: names, password, second factor, sign-ins, and leaving for good. */
import { Button } from 'antd';
import { useSignOut } from '../../lib/session/use-sign-out.js';
import { useProfile, useSettingsQuery } from '../../lib/session/session-api.js';
import { paths } from '../../lib/paths.js';
import { Blank } from '../../ui/blank.js';
import { PageHeader } from '../../ui/page-header.js';
import { Section } from '../../ui/section.js';
import { useCredentials } from './credentials.js';
import { DeleteCard } from './delete-card.js';
import { DetailsCard } from './details-card.js';
import { PasswordCard } from './password-card.js';
import { SecondFactorCard } from './second-factor-card.js';
import { SessionsCard } from './sessions-card.js';

export function Component() {
  const { data: profile } = useProfile();
  const credentials = useCredentials();
  const isShut = useSettingsQuery().data?.readOnly !== false;
  const signOut = useSignOut();
  // By its key it stays what it is, with its recovery codes open, when it takes its usual place.
  const secondFactor = profile && !isShut && (credentials ? <SecondFactorCard key="second-factor" credentials={credentials} profile={profile} /> : credentials === null && profile.waitedForBy && <TurnOnElsewhere by={profile.waitedForBy} />);
  return (
    <>
      <PageHeader title="Profile" actions={<Button onClick={signOut}>Sign Out</Button>} />
      {!profile && <Blank title="No user data available">Please log in again.</Blank>}
      {profile && (
        <div className="columns even">
          {profile.waitedForBy && secondFactor}
          <DetailsCard profile={profile} />
          {credentials !== undefined && !isShut && <PasswordCard credentials={credentials} profile={profile} />}
          <SessionsCard provider={profile.provider} />
          {!profile.waitedForBy && secondFactor}
          <DeleteCard profile={profile} />
        </div>
      )}
    </>
  );
}

/** A hosted sign-in's tokens are not good for changing what is asked for at the next one. */
function TurnOnElsewhere({ by }: { by: string }) {
  const signOut = useSignOut(paths.login());
  return (
    <Section title="Two-step sign-in">
      <div className="stack">
        <p>{by} lets you in once this is on. Sign in with your e-mail address and password on the sign-in page to turn it on.</p>
        <div className="form-buttons"><Button onClick={signOut}>Sign in with password</Button></div>
      </div>
    </Section>
  );
}
