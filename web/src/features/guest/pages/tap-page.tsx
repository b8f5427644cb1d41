/** Where a visit begins: a tag to tap, or (in simulation) a machine to choose and a tag made up for it. */
import { useEffect, useState } from 'react';
import { guestPaths } from '../../../lib/guest-paths.js';
import { fetchMachines, fetchSettings, type Answer } from '../call.js';
import { navigate } from '../navigate.js';
import { Go, Loading, Page, SessionError } from '../parts.js';
import { simulatedTag } from '../simulated-tag.js';

type Machines = Extract<Awaited<ReturnType<typeof fetchMachines>>, { ok: true }>['data'];

/** null where simulation is off. */
async function simulatedMachines(): Promise<Answer<Machines | null>> {
  const [settings, machines] = await Promise.all([fetchSettings(), fetchMachines()]);
  if (!settings.ok) return settings;
  return settings.data.simulation ? machines : { ok: true, data: null };
}

export function TapPage() {
  const [answer, setAnswer] = useState<Answer<Machines | null>>();
  useEffect(() => void simulatedMachines().then(setAnswer), []);
  if (!answer) return <Loading />;
  if (!answer.ok) return <SessionError message={answer.message} />;
  return answer.data ? <Simulator machines={answer.data} /> : <TapTheTag />;
}

function TapTheTag() {
  return (
    <Page title="Tap the tag on the machine to begin">
      <div className="tag" aria-hidden="true"><i /><i /><i /></div>
      <p>Hold the top of your phone against the round tag beside the door. Your session opens by itself.</p>
    </Page>
  );
}

function Simulator({ machines }: { machines: Machines }) {
  const [chosen, setChosen] = useState(machines[0]?.machineId);
  const tap = () => {
    if (!chosen) return;
    const [roll = 0] = crypto.getRandomValues(new Uint32Array(1));
    navigate(guestPaths.start({ nfcSessionId: simulatedTag(chosen, roll), machineId: chosen }));
  };
  return (
    <Page title="NFC Tap Simulation">
      <p className="test"><strong>Development mode</strong> This page stands in for a real tag.</p>
      {machines.length === 0 ? (
        <p role="status">No online machines available. Please ensure machines are online in the admin panel.</p>
      ) : (
        <label className="field">
          Machine
          <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {machines.map((machine) => <option key={machine.machineId} value={machine.machineId}>{machine.name} - {machine.location.address}</option>)}
          </select>
        </label>
      )}
      <ol className="steps">
        <li>Tap the tag: a session begins and the door unlocks.</li>
        <li>Take items: each one appears with its price.</li>
        <li>Close the door, then pay.</li>
      </ol>
      <div className="actions">
        <button type="button" className="button" disabled={!chosen} onClick={tap}>Tap NFC Tag</button>
        <Go to={guestPaths.dashboard} leave quiet>Back to Dashboard</Go>
      </div>
    </Page>
  );
}
