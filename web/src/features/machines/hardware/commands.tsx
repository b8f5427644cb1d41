/** What a machine can be told to do. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Alert, Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useKeyFor } from '../../../lib/use-key-for.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { TextField, useForm } from '../../../ui/form.js';
import { useControlMutation, type Command } from './hardware-api.js';
import { commands, commandWords } from './hardware-words.js';

const FAILED = 'Hardware communication failed';
const times = [{ value: 30, label: '30 seconds' }, { value: 60, label: '1 minute' }, { value: 300, label: '5 minutes' }, { value: 900, label: '15 minutes' }];

/** @param onAsk for what is asked about first */
export function Commands({ machine, onAsk }: { machine: MachineView; onAsk(command: Command): void }) {
  const [control, { error, isLoading, originalArgs, reset }] = useControlMutation();
  const atOnce = (command: Command) => void control({ machineId: machine.machineId, command, ttlSeconds: 60 });
  return (
    <>
      {error && <FailureBox text={`${FAILED}: ${commandWords[originalArgs?.command ?? 'sync'].label}`} error={error} onDismiss={reset} />}
      <div className="commands" role="group" aria-label={`Commands for ${machine.name}`}>
        {commands.map((command) => {
          const { label, before, danger } = commandWords[command];
          return <Button key={command} danger={danger === true} loading={isLoading && originalArgs?.command === command} onClick={() => (before ? onAsk(command) : atOnce(command))}>{label}{before && '…'}</Button>;
        })}
      </div>
    </>
  );
}

export function CommandDialog({ machine, command, onClose }: { machine: MachineView; command: Command; onClose(): void }) {
  const id = useId();
  const keys = useKeyFor();
  const [control, { error, isLoading }] = useControlMutation();
  const [ttlSeconds, setTtl] = useState(60);
  const { label, before, danger } = commandWords[command];
  const check = ({ reason }: { reason: string }) => (danger && reason.trim() === '' ? { reason: 'Please give a reason' } : {});
  const form = useForm({ reason: '' }, check, async ({ reason }) => {
    const order = { machineId: machine.machineId, command, ttlSeconds, ...(reason.trim() && { reason: reason.trim() }) };
    const answer = await control({ ...order, key: keys.keyFor(order) });
    keys.heard(answer.error);
    if (!answer.error) onClose();
  });
  return (
    <Dialog title={`${label}: ${machine.name}?`} okText={label} confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: `${id}form`, danger: danger === true }} onCancel={onClose}>
      <form id={`${id}form`} className="stack" noValidate onSubmit={form.onSubmit}>
        {error && <FailureBox text={FAILED} error={error} />}
        {danger ? <Alert type="warning" showIcon title={before} /> : <p>{before}</p>}
        <TextField form={form} name="reason" label={danger ? 'Reason' : 'Reason (optional)'} maxLength={200} autoFocus />
        <div className="login-field">
          <label htmlFor={`${id}ttl`}>Give up after</label>
          <Select id={`${id}ttl`} value={ttlSeconds} options={times} onChange={setTtl} />
        </div>
      </form>
    </Dialog>
  );
}
