/** Puts a machine in service or into maintenance, for those who may. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Input, Switch } from 'antd';
import { createContext, useContext, useId, useState, type ReactNode } from 'react';
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

const Asking = createContext<(asked: Props) => void>(() => undefined);

/** Around what shows machines. What is asked about one stays when its row goes: it may not be what the list was narrowed to any more. */
export function ModeDeeds({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Props>();
  return (
    <Asking value={setAsked}>
      {children}
      {asked && <ToMaintenance {...asked} onClose={() => setAsked(undefined)} />}
    </Asking>
  );
}

export function ModeSwitch({ machine, shown }: Props) {
  const may = useMayChange('machines.update');
  if (machine.status === 'pending_setup' || may === undefined) return null;
  return may ? <Changeable machine={machine} shown={shown} /> : <span className="quiet">Read-Only Mode</span>;
}

function Changeable({ machine, shown }: Props) {
  const toasts = useToasts();
  const ask = useContext(Asking);
  const [setMode, { isLoading }] = useSetModeMutation();
  const backInService = async () => {
    const answer = await setMode({ id: machine.machineId, shown, status: 'online' });
    if (answer.error) toasts.bad([FAILED, asFailure(answer.error)?.message].filter(Boolean).join('. '));
  };
  const inService = machine.status !== 'maintenance';
  return (
    <span className="beside">
      <Switch size="small" checked={inService} loading={isLoading} aria-label={`${machine.name} in service`} onChange={() => (inService ? ask({ machine, shown }) : void backInService())} />
      <small>{inService ? 'In service' : 'Maintenance'}</small>
    </span>
  );
}

function ToMaintenance({ machine, shown, onClose }: Props & { onClose(): void }) {
  const id = useId();
  const [setMode] = useSetModeMutation();
  const [reason, setReason] = useState('');
  const act = () => setMode({ id: machine.machineId, shown, status: 'maintenance', ...(reason.trim() && { reason: reason.trim() }) });
  return (
    <ConfirmDialog title={`Put ${machine.name} into maintenance?`} okText="Maintenance" failed={FAILED} act={act} onClose={onClose}>
      <p>Guests cannot begin a visit until it is in service again, and nobody is told when it is offline.</p>
      <div className="login-field">
        <label htmlFor={id}>Reason (optional)</label>
        <Input id={id} autoFocus maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </div>
    </ConfirmDialog>
  );
}
