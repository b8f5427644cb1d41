/** How a machine should work, and whether it says that it does. */
import type { ConfigurationView } from '@larder/contracts/device.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { usePolling } from '../../../lib/live/live.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { TextField, useForm } from '../../../ui/form.js';
import { Awaited } from './awaited.js';
import { useConfigurationQuery, useConfigureMutation } from './hardware-api.js';
import { configurationText, configurationWords, limitOf, limitProblem } from './configuration-words.js';

const duties = [{ value: 'sell', label: 'Serves guests' }, { value: 'rest', label: 'Serves no guests' }] as const;

export function Configuration({ machine }: { machine: MachineView }) {
  const { currentData, isError } = useConfigurationQuery(machine.machineId, usePolling());
  const may = useMayChange('machines.update') === true;
  const [editing, setEditing] = useState(false);
  if (!currentData) return isError ? null : <Awaited title="Configuration" lines={1} />;
  const { configuration } = currentData;
  const { label, pill } = configurationWords[configuration.state];
  return (
    <div>
      <h3 className="small-head">Configuration</h3>
      <p className="beside">
        {configurationText(configuration)} <span className={`pill ${pill}`}>{label}</span>
        {may && <Button size="small" onClick={() => setEditing(true)}>Change configuration…</Button>}
      </p>
      {editing && <ConfigurationDialog machine={machine} configuration={configuration} onClose={() => setEditing(false)} />}
    </div>
  );
}

interface Props {
  machine: MachineView;
  configuration: ConfigurationView;
  onClose(): void;
}

function ConfigurationDialog({ configuration, ...props }: Props) {
  // What the form began with. The screen goes on being told: with the revision of today the server would not notice who was overtaken.
  const [basis, setBasis] = useState(configuration);
  return <Filling key={basis.revision} configuration={basis} onTheirs={() => setBasis(configuration)} {...props} />;
}

function Filling({ machine, configuration, onTheirs, onClose }: Props & { onTheirs(): void }) {
  const id = useId();
  const [configure, { error, isLoading }] = useConfigureMutation();
  const [duty, setDuty] = useState(configuration.duty);
  const form = useForm({ limit: configuration.lockAboveC?.toString() ?? '' }, limitProblem, async ({ limit }) => {
    const answer = await configure({ machineId: machine.machineId, revision: configuration.revision, duty, lockAboveC: limitOf(limit) });
    if (!answer.error) onClose();
  });
  return (
    <Dialog title={`Configuration of ${machine.name}`} okText="Send" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: `${id}form` }} onCancel={onClose}>
      <form id={`${id}form`} className="stack" noValidate onSubmit={form.onSubmit}>
        {error && <FailureBox text="The configuration was not changed" error={error} {...(asFailure(error)?.code === 'CONFLICT' && { onRetry: onTheirs })} />}
        <p>The machine is told now, or when it is there again, and says when it works by it.</p>
        <div className="login-field">
          <label htmlFor={`${id}duty`}>Guests</label>
          <Select id={`${id}duty`} value={duty} options={[...duties]} onChange={setDuty} />
        </div>
        <TextField form={form} name="limit" label="Locks when it is warmer than (°C)" hint="Left empty, the machine's own limit counts." inputMode="numeric" maxLength={2} />
      </form>
    </Dialog>
  );
}
