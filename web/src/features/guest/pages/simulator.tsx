/** In simulation: a machine to choose, and a tag made up for it. */
import { useState } from 'react';
import { guestPaths } from '../../../lib/guest-paths.js';
import type { OpenMachines } from '../call.js';
import { navigate } from '../navigate.js';
import { Go, Page } from '../parts.js';
import { simulatedTag } from '../simulated-tag.js';
import { say } from '../words/say.js';

export function Simulator({ machines }: { machines: OpenMachines }) {
  const [chosen, setChosen] = useState(machines[0]?.machineId);
  const tap = () => {
    if (!chosen) return;
    const [roll = 0] = crypto.getRandomValues(new Uint32Array(1));
    navigate(guestPaths.start({ nfcSessionId: simulatedTag(chosen, roll), machineId: chosen }));
  };
  return (
    <Page title="NFC Tap Simulation">
      <p className="test"><strong>{say('Development mode')}</strong> {say('This page stands in for a real tag.')}</p>
      {machines.length === 0 ? (
        <p role="status">{say('No online machines available. Please ensure machines are online in the admin panel.')}</p>
      ) : (
        <label className="field">
          {say('Machine')}
          <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {machines.map((machine) => <option key={machine.machineId} value={machine.machineId}>{machine.name} - {machine.location.address}</option>)}
          </select>
        </label>
      )}
      <ol className="steps">
        <li>{say('Tap the tag: a session begins and the door unlocks.')}</li>
        <li>{say('Take items: each one appears with its price.')}</li>
        <li>{say('Close the door, then pay.')}</li>
      </ol>
      <div className="actions">
        <button type="button" className="button" disabled={!chosen} onClick={tap}>{say('Tap NFC Tag')}</button>
        <Go to={guestPaths.dashboard} leave quiet>{say('Back to Dashboard')}</Go>
      </div>
    </Page>
  );
}
