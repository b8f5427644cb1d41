/** The machines on a map, and beside it those that are on it and those that are not. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Button } from 'antd';
import { useState } from 'react';
import { plural } from '../../../lib/format.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { Blank } from '../../../ui/blank.js';
import { MachineState } from '../../../ui/machine-state.js';
import { MachineLink } from '../list/machine-words.js';
import { isLocated } from './clusters.js';
import { LocateDialog } from './locate-dialog.js';
import { MapCanvas } from './map-canvas.js';
import { Legend } from './marker-shape.js';
import { STREET_ZOOM, type MapView } from './projection.js';

/** What is being placed stays when its row goes: it may not be what the list was narrowed to any more. */
export function MachineMap({ machines }: { machines: readonly MachineView[] }) {
  const [placing, setPlacing] = useState<MachineView>();
  const toPlace = machines.find(({ machineId }) => machineId === placing?.machineId) ?? placing;
  return (
    <>
      <Places machines={machines} onPlace={setPlacing} />
      {toPlace && <LocateDialog machine={toPlace} others={machines.filter(isLocated)} onClose={() => setPlacing(undefined)} />}
    </>
  );
}

function Places({ machines, onPlace }: { machines: readonly MachineView[]; onPlace(machine: MachineView): void }) {
  const may = useMayChange('machines.update') === true;
  const [chosen, setChosen] = useState<string[]>([]);
  const [focus, setFocus] = useState<MapView>();
  const located = machines.filter(isLocated);
  const others = machines.filter((machine) => !isLocated(machine));
  if (machines.length === 0) return <div className="section"><Blank title="No machines found" /></div>;
  return (
    <div className="map-page">
      <div className="section flush map-side">
        <MapCanvas machines={located} chosen={chosen} onChoose={setChosen} focus={focus} label={`Map with ${plural(located.length, 'machine')}`} />
        <Legend />
      </div>
      <section className="section flush map-list" aria-label="Machines on the map">
        <ul className="rows">
          {located.map((machine) => (
            <li key={machine._id} className={chosen.includes(machine.machineId) ? 'chosen' : ''}>
              <span className="row-main"><MachineLink machine={machine} /><small>{machine.location.address}</small></span>
              <span className="row-end"><MachineState machine={machine} />
                <span className="beside">
                  {may && machine.status !== 'pending_setup' && <Button size="small" type="text" aria-label={`Move ${machine.name} on the map`} onClick={() => onPlace(machine)}>Move</Button>}
                  <Button size="small" aria-label={`Show ${machine.name} on the map`} onClick={() => (setChosen([machine.machineId]), setFocus({ center: machine.location.coordinates, zoom: STREET_ZOOM }))}>Show</Button>
                </span>
              </span>
            </li>
          ))}
          {others.length > 0 && <li className="map-rest"><strong>Not on the map yet</strong></li>}
          {others.map((machine) => (
            <li key={machine._id}>
              <span className="row-main"><MachineLink machine={machine} /><small>{machine.location.address}</small></span>
              <span className="row-end"><MachineState machine={machine} />{may && machine.status !== 'pending_setup' && <Button size="small" aria-label={`Place on map: ${machine.name}`} onClick={() => onPlace(machine)}>Place on map</Button>}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
