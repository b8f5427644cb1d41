/** A machine that is prepared and not there yet: how long its profile is good, its claim code, and the way back. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Button } from 'antd';
import { useState } from 'react';
import { zoneName } from '../../../lib/format.js';
import { formatDateTime } from '../../../lib/money-and-time.js';
import { paths } from '../../../lib/paths.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { useLeave } from '../../../lib/use-leave.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { MachineState } from '../../../ui/machine-state.js';
import { PageHeader } from '../../../ui/page-header.js';
import { Section } from '../../../ui/section.js';
import { useToasts } from '../../../ui/toasts.js';
import { HandOver } from './hand-over.js';
import { useDeleteProfileMutation, useProfileOf } from './setup-api.js';

export function PendingMachine({ machine }: { machine: MachineView }) {
  const may = useMayChange('machines.create') === true;
  const profile = useProfileOf(machine.machineId);
  const [claimCode, setClaimCode] = useState<string>();
  const [deleting, setDeleting] = useState(false);
  const { address, floor } = machine.location;
  return (
    <>
      <PageHeader title={machine.name} badge={<MachineState machine={machine} />} subtitle={`${address}, ${floor}`} actions={may && <Button danger onClick={() => setDeleting(true)}>Delete Profile</Button>} />
      <div className="columns">
        <Section title="Set it up">
          {may && profile ? <HandOver profile={profile} claimCode={claimCode} onRenewed={(_, code) => setClaimCode(code)} /> : <p>This machine waits to be set up by somebody who may add machines.</p>}
        </Section>
        <Section title="Details">
          <dl className="facts">
            <div><dt>Machine ID</dt><dd><code>{machine.machineId}</code></dd></div>
            <div><dt>Health</dt><dd>{machine.healthStatus}</dd></div>
            {machine.setup && (
              <>
                <div><dt>Prepared by</dt><dd>{machine.setup.createdBy || 'A former member'}</dd></div>
                <div><dt>Prepared</dt><dd>{formatDateTime(machine.setup.createdAt, machine.timeZone)}</dd></div>
                <div><dt>Good until</dt><dd>{formatDateTime(machine.setup.expiresAt, machine.timeZone)}</dd></div>
              </>
            )}
            <div><dt>Time zone</dt><dd>{zoneName(machine.timeZone)}</dd></div>
          </dl>
        </Section>
      </div>
      {deleting && machine.setup && <DeleteProfile machine={machine} setupId={machine.setup.setupId} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteProfile({ machine, setupId, onClose }: { machine: MachineView; setupId: string; onClose(): void }) {
  const toasts = useToasts();
  const leave = useLeave();
  const [remove] = useDeleteProfileMutation();
  const done = () => {
    toasts.good(`The profile of ${machine.name} is deleted`);
    leave(paths.machines);
  };
  return (
    <ConfirmDialog danger title={`Delete the profile of ${machine.name}?`} okText="Delete Profile" failed="Failed to delete setup profile" act={() => remove(setupId)} onDone={done} onClose={onClose}>
      <p>Its claim code stops working and the WiFi password is destroyed.</p>
    </ConfirmDialog>
  );
}
