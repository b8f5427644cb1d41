/** Puts a machine in service or into maintenance, for those who may. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Input, Switch } from 'antd';
import { useId, useState } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { useToasts } from '../../../ui/toasts.js';
import type { MachinesAsk } from '../machine-filters.js';
import { useSetModeMutation } from '../machines-api.js';

const FAILED = 'Failed to update machine status';

interface Props {
  machine: MachineView;
  /** The list that shows it, so that the change can be seen there at once. */
  shown: MachinesAsk;
}

export function ModeSwitch({ machine, shown }: Props) {
  const may = useMayChange('machines.update');
  if (machine.status === 'pending_setup' || may === undefined) return null;
  return may ? <Changeable machine={machine} shown={shown} /> : <span className="quiet">Read-Only Mode</span>;
}

function Changeable({ machine, shown }: Props) {
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const [setMode, { isLoading }] = useSetModeMutation();
  const backInService = async () => {
    const answer = await setMode({ id: machine.machineId, shown, status: 'online' });
    if (answer.error) toasts.bad([FAILED, asFailure(answer.error)?.message].filter(Boolean).join('. '));
  };
  const inService = machine.status !== 'maintenance';
  return (
    <span className="beside">
      <Switch size="small" checked={inService} loading={isLoading} aria-label={`${machine.name} in service`} onChange={() => (inService ? setAsking(true) : void backInService())} />
      <small>{inService ? 'In service' : 'Maintenance'}</small>
      {asking && <ToMaintenance machine={machine} act={(reason) => setMode({ id: machine.machineId, shown, status: 'maintenance', ...(reason && { reason }) })} onClose={() => setAsking(false)} />}
    </span>
  );
}

function ToMaintenance({ machine, act, onClose }: { machine: MachineView; act(reason: string): Promise<{ error?: unknown }>; onClose(): void }) {
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog title={`Put ${machine.name} into maintenance?`} okText="Maintenance" failed={FAILED} act={() => act(reason.trim())} onClose={onClose}>
      <p>Guests cannot begin a visit until it is in service again.</p>
      <div className="login-field">
        <label htmlFor={id}>Reason (optional)</label>
        <Input id={id} autoFocus maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </div>
    </ConfirmDialog>
  );
}
