/** Puts a machine in service or into maintenance, for those who may. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Input, Popconfirm, Switch } from 'antd';
import { useState, type ReactElement } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { useToasts } from '../../../ui/toasts.js';
import { useNarrow } from '../../../ui/use-narrow.js';
import type { MachinesAsk } from '../machine-filters.js';
import { useSetModeMutation, type ModeChange } from '../machines-api.js';

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
  const [setMode, { isLoading }] = useSetModeMutation();
  const change = async (wanted: Pick<ModeChange, 'status' | 'reason'>) => {
    const answer = await setMode({ id: machine.machineId, shown, ...wanted });
    if (answer.error) toasts.bad(['Failed to update machine status', asFailure(answer.error)?.message].filter(Boolean).join('. '));
  };
  const inService = machine.status !== 'maintenance';
  const toggle = { size: 'small', checked: inService, loading: isLoading, 'aria-label': `${machine.name} in service` } as const;
  return (
    <span className="beside">
      {inService ? <ToMaintenance onConfirm={(reason) => change({ status: 'maintenance', ...(reason && { reason }) })}><Switch {...toggle} /></ToMaintenance> : <Switch {...toggle} onChange={() => void change({ status: 'online' })} />}
      <small>{inService ? 'In service' : 'Maintenance'}</small>
    </span>
  );
}

function ToMaintenance({ onConfirm, children }: { onConfirm(reason: string): Promise<void>; children: ReactElement }) {
  const [reason, setReason] = useState('');
  const narrow = useNarrow();
  return (
    <Popconfirm
      title="Put into maintenance?"
      placement={narrow ? 'topLeft' : 'topRight'}
      styles={{ root: { maxWidth: 'min(20rem, 88vw)' } }}
      description={
        <>
          <p>Guests cannot begin a visit until it is in service again.</p>
          <Input aria-label="Reason" maxLength={200} placeholder="Reason (optional)" value={reason} onChange={(event) => setReason(event.target.value)} />
        </>
      }
      okText="Maintenance"
      onConfirm={() => onConfirm(reason.trim())}
    >
      {children}
    </Popconfirm>
  );
}
