/** Says where a machine is: by a tap on the map, or by numbers. */
import { coordinates as schema, type Coordinates, type MachineView } from '@larder/contracts/fleet.js';
import { Button } from 'antd';
import { useState } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { TextField, useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { useLocateMachineMutation } from '../machines-api.js';
import type { Located } from './clusters.js';
import { numberOf, problemsOf, shownNumber } from './coordinates.js';
import { MapCanvas } from './map-canvas.js';
import { STREET_ZOOM } from './projection.js';

const isSame = (a: Coordinates, b: Coordinates): boolean => a.lat === b.lat && a.lon === b.lon;

type Entered = { lat: string; lon: string };

export function LocateDialog({ machine, others, onClose }: { machine: MachineView; others: readonly Located[]; onClose(): void }) {
  const toasts = useToasts();
  const [locate, { error, isLoading }] = useLocateMachineMutation();
  const isOvertaken = asFailure(error)?.status === 409;
  // The screen goes on being told: with the version of today nobody would notice who was overtaken. Whoever has been told may overtake in turn.
  const [began] = useState(machine.version);
  const save = async (coordinates: Coordinates | null, said: string) => {
    const answer = await locate({ machineId: machine.machineId, coordinates, version: isOvertaken ? machine.version : began });
    if (answer.error) return;
    toasts.good(said);
    onClose();
  };
  const was = machine.location.coordinates;
  const [focus, setFocus] = useState(was && { center: was, zoom: STREET_ZOOM });
  const form = useForm<Entered>({ lat: was ? shownNumber(was.lat) : '', lon: was ? shownNumber(was.lon) : '' }, problemsOf, ({ lat, lon }) => save({ lat: numberOf(lat), lon: numberOf(lon) }, `${machine.name} is on the map`));
  const pin = schema.safeParse({ lat: numberOf(form.entered.lat), lon: numberOf(form.entered.lon) }).data;
  const pick = ({ lat, lon }: Coordinates) => form.edit({ lat: shownNumber(lat), lon: shownNumber(lon) });
  return (
    <Dialog width={720} title={`Place ${machine.name} on the map`} okText="Save" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'locate' }} onCancel={onClose}>
      <form id="locate" className="stack" noValidate onSubmit={form.onSubmit}>
        {error && <FailureBox text={isOvertaken ? 'Somebody else changed this machine meanwhile: look again and save again' : 'Failed to place the machine on the map'} error={isOvertaken ? undefined : error} />}
        <p>{machine.location.address}</p>
        <MapCanvas machines={others.filter(({ machineId }) => machineId !== machine.machineId)} pin={pin} focus={focus} onPick={pick} label="Tap where it stands" />
        <div className="pair" onBlur={() => pin && setFocus((now) => (now && isSame(now.center, pin) ? now : { center: pin, zoom: STREET_ZOOM }))}>
          <TextField form={form} name="lat" label="Latitude" hint="North of the equator, such as 40.22040" inputMode="text" maxLength={14} />
          <TextField form={form} name="lon" label="Longitude" hint="East of Greenwich, such as -74.01210" inputMode="text" maxLength={14} />
        </div>
        {was && <p><Button size="small" disabled={isLoading} onClick={() => void save(null, `${machine.name} is off the map`)}>Take off the map</Button></p>}
      </form>
    </Dialog>
  );
}
