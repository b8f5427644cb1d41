/** What can be done about a machine as a whole. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../../lib/paths.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { useLeave } from '../../../lib/use-leave.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { MoreMenu, type Deeds } from '../../../ui/more-menu.js';
import { useToasts } from '../../../ui/toasts.js';
import { askOf, readMachineFilters } from '../machine-filters.js';
import { useDeleteMachineMutation } from '../machines-api.js';
import { LocateDialog } from '../map/locate-dialog.js';
import { ModeDeeds, ModeSwitch } from '../list/mode-switch.js';
import { Resetup } from '../setup/resetup.js';
import { EditDialog } from './edit-dialog.js';

type Deed = 'edit' | 'locate' | 'delete';

export function MachineDeeds({ machine }: { machine: MachineView }) {
  const [deed, setDeed] = useState<Deed>();
  const [mayChange, maySetUp, mayDelete] = [useMayChange('machines.update'), useMayChange('machines.create'), useMayChange('machines.delete')];
  const shown = askOf(readMachineFilters(new URLSearchParams(useLocation().search)));
  const close = () => setDeed(undefined);
  const deeds: Deeds<Deed> = [
    { key: 'edit', label: 'Edit…' }, { key: 'locate', label: machine.location.coordinates ? 'Move on the map…' : 'Place on map…' },
    ...(mayDelete ? [{ key: 'delete', label: 'Delete…', danger: true }] satisfies Deeds<Deed> : []),
  ];
  return (
    <>
      <ModeDeeds><ModeSwitch machine={machine} shown={shown} /></ModeDeeds>
      {maySetUp && <Resetup machine={machine} />}
      {mayChange && <MoreMenu aria-label={`More actions for ${machine.name}`} deeds={deeds} onDeed={setDeed}>More</MoreMenu>}
      {deed === 'edit' && <EditDialog machine={machine} onClose={close} />}
      {deed === 'locate' && <LocateDialog machine={machine} others={[]} onClose={close} />}
      {deed === 'delete' && <DeleteDialog machine={machine} onClose={close} />}
    </>
  );
}

function DeleteDialog({ machine, onClose }: { machine: MachineView; onClose(): void }) {
  const toasts = useToasts();
  const leave = useLeave();
  const { search } = useLocation();
  const [remove] = useDeleteMachineMutation();
  const done = () => {
    toasts.good(`${machine.name} is deleted`);
    leave({ pathname: paths.machines, search });
  };
  return (
    <ConfirmDialog danger title={`Delete ${machine.name}?`} okText="Delete" failed="Failed to delete machine" act={() => remove(machine.machineId)} onDone={done} onClose={onClose}>
      <p>{machine.machineId} is taken out of the fleet: guests cannot use it, its credential stops working and its connection ends. What it holds is no longer counted.</p>
      <p>What it sold and what happened to it stay in your records. To use it again, set it up anew.</p>
    </ConfirmDialog>
  );
}
