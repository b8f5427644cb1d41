/** After leaving the checkout or cancelling: says what became of the visit and of the money. */
import { useEffect, useState } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { fetchSession, findPurchase, type Answer } from '../call.js';
import { useSession } from '../visit/follow-session.js';
import { afterLeaving, noSession, type Story } from '../visit/left-checkout.js';
import { untilAnswered } from '../visit/until-answered.js';
import { Go, GoHome, Help, Loading, Page, SessionError } from '../parts.js';
import { say } from '../words/say.js';

type Found = Answer<{ sessionId: string }>;

/** The address carries our own session id, or the payment provider's, which may be longer than ours can be. */
async function find(sessionRef: string): Promise<Found> {
  const session = await fetchSession(sessionRef);
  return session.ok || !['NOT_FOUND', 'BAD_INPUT'].includes(session.code) ? session : findPurchase(sessionRef);
}

export function CancelledPage({ sessionRef }: { sessionRef: string | null }) {
  const [found, setFound] = useState<Found | undefined>(sessionRef ? undefined : { ok: false, code: 'NOT_FOUND', message: '' });
  const { view, failure } = useSession(found?.ok ? found.data.sessionId : undefined);
  useEffect(() => (sessionRef ? untilAnswered(() => find(sessionRef), setFound) : undefined), [sessionRef]);

  if (found && !found.ok) return found.code === 'NOT_FOUND' ? <Told story={noSession} /> : <SessionError message={found.message} />;
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
