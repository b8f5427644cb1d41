/** Prepares a new machine: who it is and its Wi-Fi; then its claim code is handed over. */
import type { SetupProfile } from '@larder/contracts/fleet/setup.js';
import { Alert, Checkbox } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { asFailure } from '../../../lib/failure-text.js';
import { nameOfCurrency } from '../../../lib/format.js';
import { paths } from '../../../lib/paths.js';
import { useAccountQuery } from '../../../lib/session/session-api.js';
import { useKeyFor } from '../../../lib/use-key-for.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { PasswordField, TextField, useForm } from '../../../ui/form.js';
import { HandOver } from './hand-over.js';
import { useAddProfileMutation } from './setup-api.js';
import { OPEN_WIFI, profileErrors, profileOf, profileProblem, type ProfileEntry } from './setup-words.js';

interface Made {
  profile: SetupProfile;
  claimCode?: string | undefined;
  message?: string;
}

export function AddProfileDialog({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<Made>();
  if (!made) return <Filling onMade={setMade} onClose={onClose} />;
  return <HandOverDialog made={made} onMade={setMade} onClose={onClose} />;
}

export function HandOverDialog({ made, onMade, onClose }: { made: Made; onMade(made: Made): void; onClose(): void }) {
  const { profile, claimCode, message } = made;
  return (
    <Dialog title={`Set up ${profile.name}`} okText="Done" mask={{ closable: false }} cancelButtonProps={{ style: { display: 'none' } }} onOk={onClose} onCancel={onClose}>
      <HandOver profile={profile} claimCode={claimCode} {...(message !== undefined && { message })} onRenewed={(next, code) => onMade({ profile: next, claimCode: code })} />
    </Dialog>
  );
}

function Filling({ onMade, onClose }: { onMade(made: Made): void; onClose(): void }) {
  const [add, { error, isLoading, reset }] = useAddProfileMutation();
  const keys = useKeyFor();
  const form = useForm<ProfileEntry>({ machineId: '', name: '', location: '', wifiSSID: '', wifiPassword: '', wifiOpen: '' }, profileErrors, async (entered) => {
    const profile = profileOf(entered);
    const answer = await add({ profile, key: keys.keyFor(profile) });
    keys.heard(answer.error);
    if (answer.data) onMade({ profile: answer.data.setupProfile, claimCode: answer.data.claimCode, message: answer.data.message });
  });
  const failure = asFailure(error);
  const isOpen = form.entered.wifiOpen === 'yes';
  return (
    <Dialog title="Add Machine Profile" okText="Create Profile" confirmLoading={isLoading} mask={{ closable: false }} okButtonProps={{ htmlType: 'submit', form: 'profile' }} onCancel={onClose}>
      <form id="profile" className="stack" noValidate onSubmit={form.onSubmit} autoComplete="off">
        {failure && <FailureBox text={profileProblem(failure)} error={{ ...failure, message: failure.status >= 500 || failure.status === 0 ? failure.message : profileProblem(failure) }} onDismiss={reset} />}
        <CurrencyNote />
        <TextField form={form} name="machineId" label="Machine ID" hint="As it stands on the machine, such as VM-004" maxLength={40} autoComplete="off" autoFocus />
        <TextField form={form} name="name" label="Name" maxLength={100} autoComplete="off" />
        <TextField form={form} name="location" label="Location" hint="Street, town" maxLength={200} autoComplete="off" />
        <div className="pair">
          <TextField form={form} name="wifiSSID" label="WiFi SSID" maxLength={32} autoComplete="off" />
          {!isOpen && <PasswordField form={form} name="wifiPassword" label="WiFi Password" autoComplete="new-password" />}
        </div>
        <Checkbox checked={isOpen} onChange={({ target }) => form.edit({ wifiOpen: target.checked ? 'yes' : '', wifiPassword: '' })}>{OPEN_WIFI}</Checkbox>
        <small>The WiFi password is kept encrypted, shown to nobody, told to the machine once, and then destroyed.</small>
      </form>
    </Dialog>
  );
}

/** The first machine settles it. Whoever changes it, or not, is back here after that. */
function CurrencyNote() {
  const { data } = useAccountQuery();
  if (data?.account.machineCount !== 0) return null;
  return <Alert type="info" showIcon title={`Prices and sales will be in ${nameOfCurrency(data.account.currency)}. The first machine settles it.`} action={<Link to={paths.organizationEdited} state={{ opened: 'edit' }} aria-label="Change the currency">Change</Link>} />;
}
