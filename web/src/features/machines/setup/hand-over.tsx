/** Hands the claim code over to whoever sets the machine up, and sees when the machine has used it. */
import type { SetupProfile } from '@larder/contracts/fleet/setup.js';
import { CheckCircleOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { asFailure } from '../../../lib/failure-text.js';
import { usePolling } from '../../../lib/live/live.js';
import { paths } from '../../../lib/paths.js';
import { useNow } from '../../../lib/time/use-now.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { Qr } from '../../../ui/qr.js';
import { useMachineQuery } from '../machines-api.js';
import { useRenewCodeMutation, useSetupProfilesQuery } from './setup-api.js';
import { claimAddress, claimCommand, timeLeft } from './setup-words.js';

interface Props {
  profile: SetupProfile;
  /** Unknown for a profile that was made before: its code was shown then. */
  claimCode: string | undefined;
  message?: string;
  onRenewed(profile: SetupProfile, claimCode: string): void;
}

export function HandOver({ profile, claimCode, message, onRenewed }: Props) {
  const [renew, { error, isLoading }] = useRenewCodeMutation();
  const again = async () => {
    const { data } = await renew(profile.setupId);
    if (data) onRenewed(data.setupProfile, data.claimCode);
  };
  const ended = useEnding(profile);
  if (ended) return <Alert type={ended.isGood ? 'success' : 'warning'} showIcon icon={ended.isGood ? <CheckCircleOutlined /> : undefined} title={ended.title} description={ended.text} action={ended.isEmpty && <Link to={paths.machine(profile.machineId)}>Fill it</Link>} role="status" />;
  return (
    <div className="stack">
      {message && !claimCode && <Alert type="info" showIcon title={message} role="status" />}
      {error && <FailureBox text="Failed to make a new claim code" error={error} />}
      {claimCode ? <Code profile={profile} claimCode={claimCode} /> : <p>The claim code was shown once, when it was made. Make a new one to set the machine up; a former one stops working.</p>}
      <div className="between">
        <TimeLeft until={profile.expiresAt} />
        <Button loading={isLoading} onClick={() => void again()}>New claim code</Button>
      </div>
    </div>
  );
}

function Code({ profile, claimCode }: { profile: SetupProfile; claimCode: string }) {
  const command = claimCommand(location.origin, claimCode);
  return (
    <>
      <p>Scan this with the setup app at the machine, or type the command on the console of its board. The code is shown only now and works once. {profile.machineId} is told its WiFi and its credential, and nobody else is.</p>
      <div className="hand-over">
        <Qr value={claimAddress(location.origin, claimCode)} size={176} label={`QR code with the claim code of ${profile.machineId}`} />
        <p><small>Claim code</small><code className="secret claim-code">{claimCode}</code><CopyButton what="Claim code" text={claimCode} /></p>
      </div>
      <p className="shown-once"><small>On the board's console, once it is in a network (<code>larder wifi …</code>)</small><code className="secret">{command}</code><CopyButton what="Command" text={command} /></p>
    </>
  );
}

function TimeLeft({ until }: { until: string }) {
  const left = timeLeft(until, useNow(1_000));
  return <small>{left ? <>Good for another <span className="figures">{left}</span></> : 'No longer good'}</small>;
}

/** How it went, once the profile is not open any more. */
function useEnding({ setupId, machineId, isResetup, name, expiresAt }: SetupProfile): { isGood: boolean; isEmpty?: boolean; title: string; text: string } | undefined {
  const polling = usePolling();
  const { currentData: open, isFetching } = useSetupProfilesQuery(undefined, polling);
  const isListed = open?.profiles.some((one) => one.setupId === setupId) === true;
  // A list of before may not know it yet; once it was listed, one without it is right, also while it is asked for anew.
  const [seen, setSeen] = useState('');
  if (isListed && seen !== setupId) setSeen(setupId);
  const isOpen = !open || isListed || (isFetching && seen !== setupId);
  const { currentData: machine, error } = useMachineQuery({ id: machineId }, { ...polling, skip: isOpen });
  const isOver = useNow(1_000) >= Date.parse(expiresAt);
  if (isOver) return { isGood: false, title: 'The claim code is no longer good', text: 'Its time is over and the WiFi password is destroyed. Make a new profile to set the machine up.' };
  if (isOpen) return undefined;
  if (isResetup) return { isGood: true, title: 'The claim code was used or taken back', text: `If it was used, ${name} has its new WiFi and credential.` };
  if (machine && machine.status !== 'pending_setup') return { isGood: true, isEmpty: machine.inventory.length === 0, title: `${name} is set up`, text: machine.isOnline ? 'It is online.' : 'It has its WiFi and its credential, and comes online by itself.' };
  return asFailure(error)?.status === 404 ? { isGood: false, title: 'The profile was taken back', text: 'Its code does not work any more.' } : undefined;
}
