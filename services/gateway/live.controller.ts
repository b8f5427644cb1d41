/** Server-sent events: the guest's session as it changes, and hints to operators' screens and programs that something of theirs did. */
import { Controller, Param, Req, Sse, UseGuards, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { concatMap, EMPTY, exhaustMap, filter, map, merge, Observable, of, ReplaySubject, takeUntil, takeWhile } from 'rxjs';
import { keyRevoked } from '@larder/contracts/api-keys.js';
import { isRefusal, refuse } from '@larder/contracts/reply.js';
import { isInsider } from '@larder/contracts/roles.js';
import { atMoment, getSession, type SessionView } from '@larder/contracts/vending.js';
import { Kit } from '@larder/kit/kit.js';
import type { Clock } from '@larder/kit/time.js';
import { tracingNow } from '@larder/kit/tracing/tracing.js';
import { CallerGuard, isStillLetIn, type Who } from './callers.js';
import { Refused } from './refused.js';

/** Proxies close a connection on which nothing comes for a minute. */
const PING_MS = 20_000;
/** Open at once for one visit, or for one person. */
const MOST_STREAMS = 50;
/** Views an operator's screens are made of, by the names those screens use. */
const SHOWN: Record<string, string> = { sales: 'sales', disputes: 'sales', payouts: 'sales', 'payout-cases': 'sales', 'machine-stays': 'sales', machines: 'machines', setups: 'machines', orders: 'machines', hardware: 'machines', configurations: 'machines', 'device-prices': 'machines', unread: 'machines', alerts: 'alerts', 'alert-totals': 'alerts', products: 'products', subscriptions: 'account' };
/** Views of what machines and goods are called: open alerts say it as it is now, so they are told as changed, too. Of machines it is all that their view holds; of products only what gives one another name, and all of an older catalog, which does not say that. */
const NAMING: Record<string, (row: { version?: number; namedIn?: number } | null) => boolean> = { 'machine-stays': () => true, products: (row) => row?.namedIn === undefined || row.namedIn === row.version };

const PING: MessageEvent = { type: 'ping', data: '' };
const OVER: MessageEvent = { type: 'over', data: '' };

interface Told {
  /** Told once the listening has begun, so nothing falls between. */
  first?(): Promise<MessageEvent | undefined>;
  /** Asked with every ping: whether they may still be told. */
  goesOn?(): Promise<boolean>;
  /** On this subject it is told that they may not be any more: that is asked at once then, and once when the listening has begun, as it may have been told before. */
  doubted?: string;
}

@Controller()
@UseGuards(CallerGuard)
export class LiveController implements OnModuleDestroy {
  /** Screens come back by themselves, to a gateway that goes on; one that is opened after it, too. */
  private readonly ending = new ReplaySubject<void>(1);
  /** How many there are for whom. */
  private readonly open = new Map<string, number>();

  constructor(private readonly kit: Kit) {}

  onModuleDestroy(): void {
    this.ending.next();
  }

  @Sse('/api/vend/session/:sessionId/events')
  async session(@Param('sessionId') sessionId: string, @Req() request: FastifyRequest & { who: Who }): Promise<Observable<MessageEvent>> {
    const asked = { caller: request.who.caller, commandId: request.id, correlationId: request.id };
    const first = await this.kit.ask(getSession, { sessionId }, asked);
    if (isRefusal(first)) throw new Refused(first);
    let shown = '';
    return this.stream(sessionId, [`view.visits.guests.${sessionId}`], (payload) => {
      const { screen } = payload as { screen: SessionView };
      // Half of what is noted about a visit shows nothing new, and every event wakes a phone.
      const before = shown;
      shown = JSON.stringify(screen);
      return shown === before ? [] : [{ type: 'session', data: atMoment(screen, this.kit.clock.now()) }];
    }, {
      first: async () => {
        const now = await this.kit.ask(getSession, { sessionId }, asked);
        if (isRefusal(now)) return undefined;
        shown = JSON.stringify({ ...now, timeRemaining: 0 }); // as it is kept
        return { type: 'session', data: now };
      },
    });
  }

  @Sse('/api/live')
  live(@Req() request: FastifyRequest & { who: Who }): Observable<MessageEvent> {
    const { who } = request;
    const { caller } = who;
    // Signed in all the same: a 401 would end that in the browser.
    if (caller.kind === 'person') throw new Refused(refuse('FORBIDDEN', 'You are not allowed to do this.'));
    if (!isInsider(caller)) throw new Refused(refuse('SIGN_IN_REQUIRED', 'Authentication required. Please log in again.'));
    return this.stream(caller.id, [`view.*.${caller.account}.>`, 'complete.*'], (row, subject) => {
      const [, collection = '', , ...id] = subject.split('.');
      const view = SHOWN[collection];
      return [...(view ? [{ type: 'changed', data: { view, id: id.join('.') } }] : []), ...(NAMING[collection]?.(row as Parameters<(typeof NAMING)[string]>[0]) ? [{ type: 'changed', data: { view: 'alerts' } }] : [])];
    }, { goesOn: () => isStillLetIn(this.kit, who), doubted: caller.kind === 'program' ? keyRevoked(caller.account, caller.id) : `view.memberships.people.${caller.id}` });
  }

  /** What is told on these subjects, and a ping now and then. */
  private stream(who: string, subjects: readonly string[], eventsOf: (payload: unknown, subject: string) => readonly MessageEvent[], { first, goesOn = async () => true, doubted }: Told): Observable<MessageEvent> {
    if ((this.open.get(who) ?? 0) >= MOST_STREAMS) throw new Refused(refuse('TOO_MANY_REQUESTS', 'This is open on too many screens already'));
    const told = new Observable<MessageEvent>((screen) => {
      this.count(who, 1);
      this.kit.metrics.liveScreens.inc();
      const hear = (payload: unknown, on: string): void => {
        const events = eventsOf(payload, on);
        if (events.length === 0) return;
        const span = tracingNow().open('show on screen', { attributes: { 'larder.subject': on } });
        events.forEach((event) => screen.next(event));
        span.end();
      };
      const listening = Promise.all(subjects.map((subject) => this.kit.bus.listen(subject, hear)));
      listening.then(first).then((event) => event && screen.next(event)).catch((error: unknown) => screen.error(error));
      return () => {
        this.count(who, -1);
        this.kit.metrics.liveScreens.dec();
        void listening.then((subscriptions) => Promise.all(subscriptions.map((subscription) => subscription.stop())));
      };
    });
    // Who hears it knows that nothing on the way keeps what is told to itself.
    const begun = first ? EMPTY : of(PING);
    const pings = every(PING_MS, this.kit.clock).pipe(exhaustMap(async () => ((await goesOn()) ? PING : OVER)));
    const doubts = doubted === undefined ? EMPTY : this.heard(doubted).pipe(concatMap(goesOn), filter((stays) => !stays), map(() => OVER));
    return merge(told, begun, pings, doubts).pipe(takeWhile((event) => event !== OVER), takeUntil(this.ending));
  }

  /** When the listening has begun, and each time something is told. */
  private heard(subject: string): Observable<void> {
    return new Observable((told) => {
      const listening = this.kit.bus.listen(subject, () => told.next());
      listening.then(() => told.next(), (error: unknown) => told.error(error));
      return () => void listening.then((subscription) => subscription.stop(), () => undefined);
    });
  }

  private count(who: string, change: number): void {
    const left = (this.open.get(who) ?? 0) + change;
    if (left > 0) this.open.set(who, left);
    else this.open.delete(who);
  }
}

const every = (ms: number, clock: Clock): Observable<void> => new Observable((told) => {
  let callOff = (): void => {};
  const next = (): void => {
    callOff = clock.after(ms, () => {
      next();
      told.next();
    });
  };
  next();
  return () => callOff();
});
