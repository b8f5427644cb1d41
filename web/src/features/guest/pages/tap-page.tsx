/** Where a visit begins: a tag to tap, or (in simulation) a machine to choose and a tag made up for it. */
import { useEffect, useState, type ReactNode } from 'react';
import { fetchMachines, fetchSettings, type Answer } from '../call.js';
import { Loading, Page, SessionError } from '../parts.js';
import { say } from '../words/say.js';
import { speakOfStandIns } from '../words/speak.js';

/** What to show. Guests of real machines never need the simulator, so it is in a file of its own. */
async function wayIn(): Promise<Answer<ReactNode>> {
  const [settings, machines, simulator] = await Promise.all([fetchSettings(), fetchMachines(), import('./simulator.js').catch(() => undefined)]);
  if (!settings.ok) return settings;
  if (!settings.data.simulation) return { ok: true, data: <TapTheTag /> };
  if (!machines.ok) return machines;
  await speakOfStandIns();
  return simulator ? { ok: true, data: <simulator.Simulator machines={machines.data} /> } : { ok: false, code: 'NETWORK', message: '' };
}

export function TapPage() {
  const [answer, setAnswer] = useState<Answer<ReactNode>>();
  useEffect(() => void wayIn().then(setAnswer), []);
  if (!answer) return <Loading />;
  return answer.ok ? answer.data : <SessionError message={answer.message} />;
}

function TapTheTag() {
  return (
    <Page title="Tap the tag on the machine to begin">
      <div className="tag" aria-hidden="true"><i /><i /><i /></div>
      <p>{say('Hold the top of your phone against the round tag beside the door. Your session opens by itself.')}</p>
    </Page>
  );
}
