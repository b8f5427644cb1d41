/** Where a visit begins: a tag to tap, or (in simulation) a machine to choose and a tag made up for it. */
import { lazy, useEffect, useState } from 'react';
import { fetchMachines, fetchSettings, type Answer, type OpenMachines } from '../call.js';
import { Loading, Page, SessionError } from '../parts.js';
import { say } from '../words/say.js';

// Guests of real machines never see it.
const Simulator = lazy(async () => ({ default: (await import('./simulator.js')).Simulator }));

/** null where simulation is off. */
async function simulatedMachines(): Promise<Answer<OpenMachines | null>> {
  const [settings, machines] = await Promise.all([fetchSettings(), fetchMachines()]);
  if (!settings.ok) return settings;
  return settings.data.simulation ? machines : { ok: true, data: null };
}

export function TapPage() {
  const [answer, setAnswer] = useState<Answer<OpenMachines | null>>();
  useEffect(() => void simulatedMachines().then(setAnswer), []);
  if (!answer) return <Loading />;
  if (!answer.ok) return <SessionError message={answer.message} />;
  return answer.data ? <Simulator machines={answer.data} /> : <TapTheTag />;
}

function TapTheTag() {
  return (
    <Page title="Tap the tag on the machine to begin">
      <div className="tag" aria-hidden="true"><i /><i /><i /></div>
      <p>{say('Hold the top of your phone against the round tag beside the door. Your session opens by itself.')}</p>
    </Page>
  );
}
