/** After leaving the checkout or cancelling: says what became of the visit and of the money. */
import { useEffect, useState } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { fetchSession, findPurchase } from '../call.js';
import { useSession } from '../visit/follow-session.js';
import { afterLeaving, noSession, type Story } from '../visit/left-checkout.js';
import { Go, GoHome, Help, Loading, Page, SessionError } from '../parts.js';
import { say } from '../words/say.js';

type Found = { sessionId: string } | { none: true } | { refusal: string };

/** The address carries our own session id, or the payment provider's. */
async function find(sessionRef: string): Promise<Found> {
  const session = await fetchSession(sessionRef);
  if (session.ok) return { sessionId: sessionRef };
  if (session.code !== 'NOT_FOUND') return { refusal: session.message };
  const purchase = await findPurchase(sessionRef);
  if (purchase.ok) return { sessionId: purchase.data.sessionId };
  return purchase.code === 'NOT_FOUND' ? { none: true } : { refusal: purchase.message };
}

export function CancelledPage({ sessionRef }: { sessionRef: string | null }) {
  const [found, setFound] = useState<Found | undefined>(sessionRef ? undefined : { none: true });
  const sessionId = found && 'sessionId' in found ? found.sessionId : undefined;
  const { view, failure } = useSession(sessionId);
  useEffect(() => {
    if (sessionRef) void find(sessionRef).then(setFound);
  }, [sessionRef]);

  if (found && 'refusal' in found) return <SessionError message={found.refusal} />;
  if (found && 'none' in found) return <Told story={noSession} />;
  if (!view) return failure ? <SessionError message={failure.message} /> : <Loading />;
  return <Told story={afterLeaving(view)} view={view} />;
}

function Told({ story, view }: { story: Story; view?: SessionView }) {
  return (
    <Page title={story.heading} tone={story.heading === 'Payment Cancelled' ? 'calm' : 'good'}>
      <div role="status">{story.says.map((sentence) => <p key={sentence}>{say(sentence)}</p>)}</div>
      {view && <Help contact={view.guestContact} about={`${view.machine.name}, session ${view.sessionId.slice(-8)}`} />}
      <div className="actions">
        {view && story.canReturn && <Go to={guestPaths.session(view.sessionId)}>{say('Return to Session')}</Go>}
        <Go to={guestPaths.tap} quiet={story.canReturn}>{say('Start New Session')}</Go>
        <GoHome>{say('Return to Home')}</GoHome>
      </div>
    </Page>
  );
}
