/** A visit while it lasts: what was taken, how much time is left, and the way to pay. What changes is one text in an element of its own: in a page that the browser translates nothing else changes. */
import { useEffect, useRef } from 'react';
import type { SessionView } from '@larder/contracts/vending.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { useNow } from '../../../lib/time/use-now.js';
import { secondsLeft } from '../visit/countdown.js';
import { useSession, type Followed } from '../visit/follow-session.js';
import { Goods, sessionGoods } from '../goods.js';
import { Offers } from '../offers.js';
import { Go, GoHome, Help, Loading, Mark, SessionError } from '../parts.js';
import { dueOf, sessionScreen, spokenState, type SessionScreen } from '../visit/session-screen.js';
import { unheard } from '../visit/refusals.js';
import { useVisitActions, type VisitActions } from '../visit/visit-actions.js';
import { say } from '../words/say.js';

/** Of the states whose names are no words for a guest. */
const statusWords: Partial<Record<SessionView['status'], string>> = { committed: 'payment required', payment_pending: 'payment in progress' };

/** @param authorized the guest has just let the card be held */
export function SessionPage({ sessionId, authorized = false, seed }: { sessionId: string; authorized?: boolean | undefined; seed?: Followed }) {
  const { view, heardAtMs, failure, accept, ask } = useSession(sessionId, seed);
  const actions = useVisitActions(sessionId, view, accept);
  const now = useNow(1000, view?.status === 'active' || view?.status === 'committed');
  const left = view ? secondsLeft(view.timeRemaining, heardAtMs, now) : 0;
  const ranOut = view?.status === 'active' && left === 0;
  useEffect(() => {
    // The server decides what an expired visit becomes; ask rather than wait for its next push.
    if (ranOut) ask();
  }, [ranOut]);

  if (!view) return failure ? <SessionError message={failure.message} code={failure.code} /> : <Loading />;
  return <Visit view={view} left={left} authorized={authorized} actions={actions} trouble={actions.refusal ?? (failure && unheard(failure, view.status === 'active'))} />;
}

function Visit({ view, left, authorized, actions, trouble }: { view: SessionView; left: number; authorized: boolean; actions: VisitActions; trouble?: string }) {
  const { underWay } = actions;
  const isLeaving = underWay?.what === 'pay';
  const screen = sessionScreen(view, left, authorized, isLeaving);
  const clock = screen.notes.find(({ isClock }) => isClock);
  const told = screen.notes.filter(({ isClock }) => !isClock);
  return (
    <main className={`visit ${view.status}`}>
      <Header view={view} onCancel={screen.canCancel ? actions.cancel : undefined} busy={actions.busy} />
      <div className="notes">
        {clock && <p className="note calm">{say(clock.text)}</p>}
        <div role="status" className={told.length > 0 ? 'notes' : 'unseen'}>
          {told.map((note) => <p key={note.tone + note.text.replace(/\d/g, '')} className={`note ${note.tone}`}>{say(note.text)}</p>)}
        </div>
        <p role="status" className={underWay && !isLeaving ? 'note calm' : 'unseen'}>{underWay && say(underWay.text)}</p>
        <p role="alert" className={trouble ? 'note bad' : 'unseen'}>{trouble && say(trouble)}</p>
      </div>
      <p className="unseen" role="status">{spokenState(view, left).map(say).join(' ')}</p>
      <div className="basket">
        {screen.inviting ? <Invitation /> : view.items.length > 0 && <Goods goods={sessionGoods(view)} currency={view.currency} total={view.totalAmount} charged={screen.over ? 0 : view.hold?.charged} />}
      </div>
      {screen.choosing && <Offers sessionId={view.sessionId} open={view.items.length === 0} />}
      <Ways screen={screen} view={view} actions={actions} />
      <footer><Help contact={view.guestContact} about={`${view.machine.name}, session ${view.sessionId.slice(-8)}`} /><span>{say(`Session ${view.sessionId} · ${statusWords[view.status] ?? view.status}`)}</span></footer>
    </main>
  );
}

function Header({ view, onCancel, busy }: { view: SessionView; onCancel?: () => void; busy: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${view.machine.name} · Larder`;
    // Whoever listens hears where the tap has led: the page before is gone, and the focus with it.
    heading.current?.focus({ preventScroll: true });
  }, [view.machine.name]);
  return (
    <header>
      <Mark />
      <h1 ref={heading} tabIndex={-1}>{view.machine.name}</h1>
      <p>{view.machine.location.address}</p>
      {onCancel && <button type="button" className="link" aria-disabled={busy} onClick={onCancel}>{say('Cancel')}</button>}
    </header>
  );
}

function Invitation() {
  return (
    <div className="invitation">
      <svg viewBox="0 0 96 72" width="120" height="90" aria-hidden="true">
        <path d="M6 34h84M6 66h84" />
        <path d="M18 34V16q0-4 4-4h4q4 0 4 4v18M40 34V20h14v14M64 34l2-20h10l2 20" />
        <path d="M16 66V50h16v16M42 66l3-18h8l3 18M66 66V52q6-8 12 0v14" />
      </svg>
      <h2>{say('Select Your Items')}</h2>
      <p>{say('Open the door and take what you like. Each item appears here with its price.')}</p>
      <p className="hint">{say('Door locked again? Tap the tag once more.')}</p>
    </div>
  );
}

/** What can be done next, always within reach of the thumb. */
function Ways({ screen, view, actions }: { screen: SessionScreen; view: SessionView; actions: VisitActions }) {
  if (screen.over) {
    return (
      <div className="ways">
        {view.status === 'completed' && <Go to={guestPaths.receipt(view.sessionId)}>{say('See Receipt')}</Go>}
        <Go to={guestPaths.tap} quiet={view.status === 'completed'}>{say(view.status === 'completed' ? 'Make Another Purchase' : 'Start New Session')}</Go>
        <GoHome>{say('Return to Home')}</GoHome>
      </div>
    );
  }
  if (screen.holdFirst && view.hold) {
    return (
      <div className="ways">
        <p className="hint">{say(actions.underWay?.text ?? (screen.isChecking ? 'We are waiting for the payment provider to confirm. The door unlocks by itself then.' : 'The door unlocks as soon as your card is authorized.'))}</p>
        {!screen.isChecking && <button type="button" className="button" aria-disabled={actions.busy} onClick={actions.pay}>{say(`Authorize ${formatAmount(view.hold.amount, view.currency)}`)}</button>}
      </div>
    );
  }
  if (view.items.length === 0 || (screen.isFromHold && !screen.closingFirst)) return null;
  return (
    <div className="ways">
      {screen.closingFirst && !view.offline && <p className="hint">{say(`Close the door when you have everything${screen.isFromHold ? ': it is charged to your card.' : ', then pay here.'} Closed already? The machine has yet to tell us.`)}</p>}
      {actions.underWay?.what === 'pay' && <p className="hint" aria-hidden="true">{say(actions.underWay.text)}</p>}
      {!screen.isFromHold && <button type="button" className="button" disabled={!screen.canPay} aria-disabled={actions.busy} onClick={actions.pay}>{say(`Pay ${formatAmount(dueOf(view), view.currency)}`)}</button>}
    </div>
  );
}
