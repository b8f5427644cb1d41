/** Name, address, and where one belongs. */
import { changeProfile } from '@larder/contracts/identity.js';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { capitalized } from '../../lib/format.js';
import { firstIssues } from '../../lib/first-issues.js';
import { useSettingsQuery, type Profile } from '../../lib/session/session-api.js';
import { KeepTyped } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { TextField, useForm } from '../../ui/form.js';
import { noteSent } from '../../ui/typed.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { AddressDialog } from './address-dialog.js';
import { useChangeNamesMutation } from './profile-api.js';
import { providerName } from './provider.js';

export function DetailsCard({ profile }: { profile: Profile }) {
  const card = useRef<HTMLFormElement>(null);
  const toasts = useToasts();
  const { data: settings } = useSettingsQuery();
  const [change, { error, isLoading }] = useChangeNamesMutation();
  const form = useForm({ firstName: profile.firstName, lastName: profile.lastName }, (entered) => firstIssues(changeProfile.input, entered), async ({ firstName, lastName }) => {
    const answer = await change({ firstName: firstName.trim(), lastName: lastName.trim() });
    if (answer.error) return;
    if (card.current) noteSent(card.current);
    toasts.good('Your name is saved');
  });
  const isSame = form.entered.firstName.trim() === profile.firstName && form.entered.lastName.trim() === profile.lastName;
  return (
    <Section title="Account Information">
      <form ref={card} className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text="Failed to save your name" error={error} />}
        {!isSame && <KeepTyped />}
        <div className="pair">
          <TextField form={form} name="firstName" label="First name" autoComplete="given-name" maxLength={100} placeholder="Not provided" readOnly={settings?.readOnly !== false} />
          <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" maxLength={100} placeholder="Not provided" readOnly={settings?.readOnly !== false} />
        </div>
        {settings?.readOnly === false && <div className="form-buttons"><Button type="primary" htmlType="submit" disabled={isLoading || isSame}>Save</Button></div>}
      </form>
      <dl className="facts">
        <div><dt>Email</dt><dd><span className="address">{profile.email}</span> <span className={`pill ${profile.emailVerified ? 'good' : 'medium'}`}>{profile.emailVerified ? 'Verified' : 'Not verified'}</span><ChangeAddress profile={profile} /></dd></div>
        <div><dt>Authentication Provider</dt><dd>{providerName(profile.provider)}</dd></div>
        {profile.account && <div><dt>Account</dt><dd>{profile.account.name}</dd></div>}
        <div><dt>Role</dt><dd>{profile.role ? capitalized(profile.role) : 'Not assigned'}</dd></div>
      </dl>
    </Section>
  );
}

/** Whoever signs in elsewhere has the address there. */
function ChangeAddress({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  const { data: settings } = useSettingsQuery();
  const isOurs = profile.provider === 'larder' && settings?.signIn.some((way) => way.kind === 'cognito' && way.endpoint !== undefined);
  if (!isOurs || settings?.readOnly !== false) return null;
  return (
    <>
      <Button size="small" aria-label="Change your e-mail address" onClick={() => setChanging(true)}>Change</Button>
      {changing && <AddressDialog profile={profile} onClose={() => setChanging(false)} />}
    </>
  );
}
