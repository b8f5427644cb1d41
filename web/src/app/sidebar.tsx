/** The menu beside every screen of the operator area, by role, with who is signed in at its foot. */
import { has, type Role } from '@larder/contracts/roles.js';
import { Button } from 'antd';
import { NavLink } from 'react-router';
import { initialOf } from '../lib/initial-of.js';
import { paths } from '../lib/paths.js';
import { roleOf, type Profile } from '../lib/session/session-api.js';
import { useSignOut } from '../lib/session/use-sign-out.js';
import { Wordmark } from '../ui/wordmark.js';
import { places } from './navigation.js';

export function Sidebar({ profile }: { profile: Profile }) {
  const role = roleOf(profile);
  return (
    <>
      <div className="sidebar-head"><Wordmark />{profile.account && <small>{profile.account.name}</small>}</div>
      {role ? <Places role={role} /> : profile.account && <RoleMissing />}
      <Person profile={profile} />
    </>
  );
}

function Places({ role }: { role: Role }) {
  return (
    <nav aria-label="Main">
      {places.filter((place) => has(role, place.permission)).map((place) => (
        <NavLink key={place.path} to={place.path}><span aria-hidden="true">{place.icon}</span> {place.label}</NavLink>
      ))}
    </nav>
  );
}

function RoleMissing() {
  const signOut = useSignOut(paths.login());
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
  const initials = (initialOf(profile.firstName) + initialOf(profile.lastName) || initialOf(profile.email)).toUpperCase();
  return (
    <div className="person">
      <NavLink className="person-link" to={paths.profile} title="Your profile">
        <span className="initials" aria-hidden="true">{initials}</span>
        <span className="person-name">{name || profile.email}<small>{profile.role ?? (profile.waitedForBy ? 'Two-step sign-in needed' : 'No organization')}</small></span>
      </NavLink>
      <Button type="text" size="small" onClick={signOut}>Logout</Button>
    </div>
  );
}
