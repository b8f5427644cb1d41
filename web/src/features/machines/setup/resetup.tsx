/** Sets a machine up again, such as after its ESP32 was changed or the Wi-Fi was: asked once more, then for the Wi-Fi. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SetupProfile } from '@larder/contracts/fleet/setup.js';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { useKeyFor } from '../../../lib/use-key-for.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { PasswordField, TextField, useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { HandOverDialog } from './add-profile-dialog.js';
import { useAddProfileMutation, useProfileOf } from './setup-api.js';
import { NO_PASSWORD, NO_SSID, OPEN_WIFI, profileProblem, wifiOf } from './setup-words.js';

type Step = { at: 'confirm' } | { at: 'ssid' } | { at: 'password'; ssid: string } | { at: 'made'; profile: SetupProfile; claimCode?: string | undefined; message?: string };

export function Resetup({ machine }: { machine: MachineView }) {
  const toasts = useToasts();
  const open = useProfileOf(machine.machineId);
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const cancel = (why: string) => (close(), toasts.bad(why));
  return (
    <>
      {open ? <span className="beside"><Button disabled>Setup Profile Ready</Button><Button onClick={() => setStep({ at: 'made', profile: open })}>Claim code</Button></span> : <Button onClick={() => setStep({ at: 'confirm' })}>Re-setup ESP32</Button>}
      {step?.at === 'confirm' && (
        <Dialog title={`Set ${machine.name} up again?`} okText="Continue" onOk={() => setStep({ at: 'ssid' })} onCancel={close}>
          <p>A setup profile is made for {machine.machineId}. When the machine claims it, it gets its WiFi and a new credential, and what is connected with the former one is cut off. Stock, prices and sales stay as they are.</p>
        </Dialog>
      )}
      {step?.at === 'ssid' && <Prompt key="ssid" label="WiFi SSID" secret={false} onClose={close} onText={(ssid) => (ssid === '' ? cancel(NO_SSID) : setStep({ at: 'password', ssid }))} />}
      {step?.at === 'password' && <LastPrompt machine={machine} ssid={step.ssid} onCancelled={() => cancel(NO_PASSWORD)} onMade={(made) => setStep({ at: 'made', ...made })} onClose={close} />}
      {step?.at === 'made' && <HandOverDialog made={step} onMade={(made) => setStep({ at: 'made', ...made })} onClose={close} />}
    </>
  );
}

interface LastProps {
  machine: MachineView;
  ssid: string;
  onCancelled(): void;
  onMade(made: { profile: SetupProfile; claimCode?: string | undefined; message?: string }): void;
  onClose(): void;
}

function LastPrompt({ machine: { machineId, name, location }, ssid, onCancelled, onMade, onClose }: LastProps) {
  const [add, { error, isLoading }] = useAddProfileMutation();
  const keys = useKeyFor();
  const send = async (wifiPassword: string, isOpen: boolean) => {
    if (wifiPassword === '' && !isOpen) return onCancelled();
    const profile = { machineId, name, location: { address: location.address }, wifiSSID: ssid, ...wifiOf(wifiPassword, isOpen), isResetup: true as const, originalMachineId: machineId };
    const answer = await add({ profile, key: keys.keyFor(profile) });
    keys.heard(answer.error);
    if (answer.data) onMade({ profile: answer.data.setupProfile, claimCode: answer.data.claimCode, message: answer.data.message });
  };
  const failure = asFailure(error);
  return <Prompt label="WiFi Password" secret busy={isLoading} problem={failure && `Re-setup failed: ${failure.status >= 500 || failure.status === 0 ? failure.message || profileProblem(failure) : profileProblem(failure)}`} onClose={onClose} onText={(text, isOpen) => void send(text, isOpen)} />;
}

interface PromptProps {
  label: string;
  secret: boolean;
  busy?: boolean;
  problem?: string | undefined;
  /** Empty when nothing was entered. `isOpen`: there is no secret. */
  onText(text: string, isOpen: boolean): void;
  onClose(): void;
}

function Prompt({ label, secret, busy = false, problem, onText, onClose }: PromptProps) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ text: '' }, () => ({}), ({ text }) => onText(secret ? text : text.trim(), isOpen));
  const Field = secret ? PasswordField : TextField;
  return (
    <Dialog title="Re-setup ESP32" okText="OK" confirmLoading={busy} mask={{ closable: false }} okButtonProps={{ htmlType: 'submit', form: 'resetup' }} onCancel={onClose}>
      <form id="resetup" className="stack" noValidate onSubmit={form.onSubmit} autoComplete="off">
        {problem && <FailureBox text={problem} />}
        {!isOpen && <Field form={form} name="text" label={label} maxLength={secret ? 64 : 32} autoComplete={secret ? 'new-password' : 'off'} autoFocus />}
        {secret && <Checkbox checked={isOpen} onChange={({ target }) => setOpen(target.checked)}>{OPEN_WIFI}</Checkbox>}
      </form>
    </Dialog>
  );
}
