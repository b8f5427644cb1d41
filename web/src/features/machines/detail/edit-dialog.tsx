/** Changes what a machine is called and where it stands. */
import { machineName, machinePlace, type MachineConflict, type MachineView } from '@larder/contracts/fleet.js';
import { plain } from '@larder/contracts/names.js';
import { Alert, AutoComplete, Button, Checkbox, Select } from 'antd';
import { useState } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import type { Errors } from '../../../lib/first-issues.js';
import { zoneChoices } from '../../../lib/time/time-zones.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { controlOf, Field, TextField, useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { ALL_BY_NAME } from '../machine-filters.js';
import { useChangeMachineMutation, useMachinesQuery } from '../machines-api.js';
import { houseAt, isElsewhere, mapNote, otherHouses, type House } from './moving.js';

/** Of an address. */
const MOST_CHARACTERS = 200;
type Entered = { name: string; address: string; floor: string; timeZone: string };

const labels: Record<keyof Entered, string> = { name: 'Name', address: 'Location', floor: 'Floor', timeZone: 'Time zone' };
const fields = Object.keys(labels) as (keyof Entered)[];
const entryOf = ({ name, timeZone, location: { address, floor } }: MachineView): Entered => ({ name, address, floor, timeZone });

function problemsOf({ name, address }: Entered): Errors<Entered> {
  const [wrongName, wrongAddress] = [machineName.safeParse(name).error?.issues[0], machinePlace.shape.address.safeParse(address).error?.issues[0]];
  return { ...(wrongName && { name: wrongName.message }), ...(wrongAddress && { address: wrongAddress.message }) };
}

export function EditDialog({ machine, onClose }: { machine: MachineView; onClose(): void }) {
  // What the form began with: the machine as it was opened, or as somebody else left it meanwhile.
  const [basis, setBasis] = useState(machine);
  return <Filling key={basis.version} machine={basis} onTheirs={setBasis} onClose={onClose} />;
}

function Filling({ machine, onTheirs, onClose }: { machine: MachineView; onTheirs(theirs: MachineView): void; onClose(): void }) {
  const toasts = useToasts();
  const [change, { error, isLoading }] = useChangeMachineMutation();
  // Most who are here change something else.
  const [isMoving, setMoving] = useState(false);
  const [hasStayed, setStayed] = useState(false);
  const { data } = useMachinesQuery(ALL_BY_NAME, { skip: !isMoving });
  const houses = otherHouses(machine, data?.machines ?? []);
  const save = async ({ name, address, floor, timeZone }: Entered, version = machine.version) => {
    const house = houseAt(address, houses);
    const answer = await change({ machineId: machine.machineId, version, name: name.trim(), location: { address: address.trim(), floor: floor.trim(), ...(house?.coordinates && { coordinates: house.coordinates }) }, timeZone, ...(hasStayed && isElsewhere(address, machine) && { onlyCorrected: true }) });
    if (answer.error) return;
    toasts.good(`${name.trim()} saved`);
    onClose();
  };
  const form = useForm<Entered>(entryOf(machine), problemsOf, (entered) => save(entered));
  const note = mapNote(form.entered.address, machine, houses);
  const moveTo = (house: House | undefined) => house && form.edit({ address: house.address, timeZone: house.timeZone });
  const theirs = (asFailure(error)?.data as Partial<MachineConflict> | undefined)?.theirs;
  return (
    <Dialog title={`Edit ${machine.name}`} okText="Save" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'edit-machine', disabled: theirs !== undefined }} onCancel={onClose}>
      <form id="edit-machine" className="stack" noValidate onSubmit={form.onSubmit}>
        {error && !theirs && <FailureBox text="Failed to update machine" error={error} />}
        {theirs && <Conflict theirs={entryOf(theirs)} yours={form.entered} onTheirs={() => onTheirs(theirs)} onMine={() => void save(form.entered, theirs.version)} />}
        <TextField form={form} name="name" label={labels.name} maxLength={100} autoFocus />
        <Field form={form} name="address" label={labels.address} hint={note}>
          <AutoComplete
            {...controlOf(form, 'address', note)} value={form.entered.address} options={houses.map(({ address }) => ({ value: address }))}
            showSearch={{ filterOption: (text, option) => text === machine.location.address || plain(option?.value ?? '').includes(plain(text)) }}
            onChange={(address: string) => form.edit({ address: (address ?? '').slice(0, MOST_CHARACTERS) })} onFocus={() => setMoving(true)} onSelect={(address: string) => moveTo(houseAt(address, houses))}
          />
        </Field>
        {isElsewhere(form.entered.address, machine) && (
          <div>
            <Checkbox checked={hasStayed} onChange={({ target }) => setStayed(target.checked)}>It has not moved: the address was wrong</Checkbox>
            <p className="quiet">{hasStayed ? 'What it has sold counts for the corrected address.' : `What it has sold still counts for ${machine.location.address}; only what it sells from now on counts for the new address.`}</p>
          </div>
        )}
        <TextField form={form} name="floor" label={labels.floor} maxLength={50} />
        <Field form={form} name="timeZone" label={labels.timeZone} hint="The clock on the wall there: what it sells from now on lies on its days.">
          <Select {...controlOf(form, 'timeZone')} showSearch={{ optionFilterProp: 'label' }} value={form.entered.timeZone} options={zoneChoices(machine.timeZone)} onChange={(timeZone) => form.edit({ timeZone })} />
        </Field>
      </form>
    </Dialog>
  );
}

function Conflict({ theirs, yours, onTheirs, onMine }: { theirs: Entered; yours: Entered; onTheirs(): void; onMine(): void }) {
  return (
    <Alert
      type="warning" showIcon role="alert" className="machine-conflict" title="Somebody else changed this"
      description={(
        <>
          <table>
            <thead><tr><th scope="col">Field</th><th scope="col">Theirs</th><th scope="col">Yours</th></tr></thead>
            <tbody>{fields.filter((field) => theirs[field] !== yours[field].trim()).map((field) => <tr key={field}><th scope="row">{labels[field]}</th><td>{theirs[field]}</td><td>{yours[field]}</td></tr>)}</tbody>
          </table>
          <div className="form-buttons"><Button onClick={onTheirs}>Take theirs</Button><Button type="primary" onClick={onMine}>Save mine</Button></div>
        </>
      )}
    />
  );
}
