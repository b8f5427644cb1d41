/** The menu beside every screen of the operator area, by role, with who is signed in at its foot. */
import { has, roles } from '@larder/contracts/roles.js';
import { Button } from 'antd';
import { NavLink } from 'react-router';
import { paths } from '../lib/paths.js';
import { useSignOutMutation, type Profile } from '../lib/session/session-api.js';
import { browserTokens } from '../lib/session/tokens.js';
import { Wordmark } from '../ui/wordmark.js';
import { places } from './navigation.js';

export function Sidebar({ profile }: { profile: Profile }) {
  return (
    <>
      <div className="sidebar-head"><Wordmark /><small>{profile.account.name}</small></div>
      {roles.includes(profile.role) ? <Places profile={profile} /> : <RoleMissing />}
      <Person profile={profile} />
    </>
  );
}

function Places({ profile }: { profile: Profile }) {
  return (
    <nav aria-label="Main">
      {places.filter((place) => has(profile.role, place.permission)).map((place) => (
        <NavLink key={place.path} to={place.path}><span aria-hidden="true">{place.icon}</span> {place.label}</NavLink>
      ))}
    </nav>
  );
}

function RoleMissing() {
  const signOut = useSignOut();
  return (
    <div className="role-missing" role="alert">
      <strong>Role Information Missing</strong>
      <Button onClick={signOut}>Logout &amp; Sign In Again</Button>
    </div>
  );
}

function Person({ profile }: { profile: Profile }) {
  const signOut = useSignOut();
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  const initials = (profile.firstName.charAt(0) + profile.lastName.charAt(0) || profile.email.charAt(0)).toUpperCase();
  return (
    <div className="person">
      <span className="initials" aria-hidden="true">{initials}</span>
      <span className="person-name">{name || profile.email}<small>{profile.role}</small></span>
      <Button type="text" size="small" onClick={signOut}>Logout</Button>
    </div>
  );
}

/** Ends the sign-in here even when the server cannot be told. The page is loaded anew, so that nothing of this person stays in memory. */
function useSignOut(): () => void {
  const [tellServer] = useSignOutMutation();
  return () => void tellServer().finally(() => {
    browserTokens.clear();
    location.assign(paths.login());
  });
}
